/** Lists of which a product makes one task for all that is in them: named by the answer, asked for once for all. */

import type { Json } from "../../../model/json.ts";
import type { Task, TaskReply } from "../../../model/reply.ts";
import type { Write } from "../../contract/contract.ts";
import type { RestDialect } from "../catalogs/catalog-dialect.ts";
import type { RestContext } from "../context.ts";
import { requestAt } from "../requests.ts";
import { endOfTask, pendingTask } from "../tasks.ts";
import { isNamed } from "./error-subject.ts";

/** What the answer to a list says, and what an error would call each of its writes by. */
interface ListAnswer {
  readonly value: Json | undefined;
  nameOf(write: Write): string;
}

/** The task that a list has become, for each of its writes; undefined: the answer names none. */
export function tasksOfBatch(
  dialect: RestDialect,
  writes: readonly Write[],
  { value, nameOf }: ListAnswer,
): readonly Task[] | undefined {
  const tasks = writes.flatMap((write, at): readonly Task[] => {
    const task = pendingTask(dialect, write, value);
    return task ? [{ ...task, batch: { at, of: writes.length, name: nameOf(write) } }] : [];
  });
  return tasks.length === writes.length ? tasks : undefined;
}

/** Asks once for each list; what its answer says of each of its writes. */
export async function askBatchTasks(
  on: RestContext,
  tasks: readonly Task[],
  signal: AbortSignal,
): Promise<readonly TaskReply[]> {
  const lists = Map.groupBy(tasks, ({ id }) => id);
  const ask = async ([id, [first]]: readonly [string, readonly Task[]]) => {
    if (first === undefined) return [];
    const request = requestAt(on, first);
    return [[id, { request, reply: await on.wire.send(request, signal) }] as const];
  };
  const answers = new Map((await Promise.all([...lists].map(ask))).flat());
  return tasks.map((task): TaskReply => {
    const answer = answers.get(task.id);
    if (answer === undefined) return { state: "unclear", detail: "it was not asked for" };
    const said = endOfTask(on, task, answer);
    return said.state === "failed"
      ? undone(task, lists.get(task.id) ?? [], said.problem.message)
      : withoutId(said);
  });
}

/** What a task names as its result is not the id of each of its writes. */
function withoutId(said: TaskReply): TaskReply {
  return said.state === "done" ? { state: "done" } : said;
}

/**
 * A list that failed. No product says that nothing of it was carried out, so each write is looked at before it is sent
 * again.
 *
 * | its reason names         | the write                    |
 * |--------------------------|------------------------------|
 * | it, and no other         | is why                       |
 * | it, and others           | is perhaps why               |
 * | others                   | is undone for another's sake |
 * | none                     | is perhaps why               |
 */
function undone(task: Task, beside: readonly Task[], detail: string): TaskReply {
  const isWhy = ({ batch }: Task) => isNamed(detail, batch?.name ?? "");
  const named = beside.filter(isWhy);
  const causes = isWhy(task) ? (["it", "unknown"] as const) : (["unknown", "another"] as const);
  const isOne = isWhy(task) ? named.length === 1 : named.length === 0;
  return { state: "undone", detail, cause: isOne ? causes[0] : causes[1], inPart: true };
}
