/**
 * Sends batches that are one request. The request is finished when it is answered, or becomes one task for all its
 * writes.
 */

import { fewestAtOnce } from "../../../catalog/schema/batch.ts";
import type { Json } from "../../../model/json.ts";
import type { Task, TaskReply } from "../../../model/reply.ts";
import type { WireRequest } from "../../../model/wire.ts";
import { type BatchReply, type BatchSession, departureOfAll } from "../../contract/batch-session.ts";
import type { Write } from "../../contract/contract.ts";
import { replyOf } from "../../http/replies/replies.ts";
import type { RestDialect } from "../catalogs/catalog-dialect.ts";
import { endOfTask, pendingTask } from "../finish.ts";
import { type RestContext, requestAt } from "../requests.ts";
import { acceptedReply } from "../write-response.ts";

/** How writes are combined into one request, and what its reply shows. */
export interface BatchForm {
  readonly scopeOf: BatchSession["scopeOf"];
  /** Returns the request for writes of one scope. */
  request(writes: readonly Write[]): WireRequest;
  /** Returns the reply's content for each write, in order. Absent: the reply shows no content of writes. */
  shown?(answer: Json | undefined, writes: readonly Write[]): readonly (Json | undefined)[];
  /** Returns the name by which an error refers to the write. */
  nameOf(write: Write): string;
}

/** The size limits of a batch. */
interface BatchBounds {
  readonly size: number;
  readonly from?: number;
  readonly running: number;
}

/** Returns the session that sends batches in this form. */
export function togetherIn(on: RestContext, form: BatchForm & BatchBounds): BatchSession {
  const { exchange, wire } = on;
  const { size, from = fewestAtOnce, running, scopeOf } = form;
  const areTasks = on.dialect.product.task !== undefined;
  return {
    size,
    from,
    running,
    scopeOf,
    ...(areTasks && { tasks: { ask: (tasks, signal) => askBatchTasks(on, tasks, signal) } }),
    async send(writes, signal): Promise<BatchReply> {
      const departure = departureOfAll(writes);
      const request: WireRequest = { ...form.request(writes), leaving: departure.leaving };
      const answer = await wire.send(request, signal);
      const reply = replyOf(exchange, request, answer);
      const problems = departure.held();
      if (problems) return { meaning: "held", problems };
      switch (reply.meaning) {
        case "pending":
          return {
            meaning: "lost",
            detail: "the server answered the request for a batch with an unexpected task",
          };
        case "accepted": {
          const tasks = tasksOfBatch(on.dialect, writes, { value: reply.value, nameOf: form.nameOf });
          if (tasks) return { meaning: "tasks", tasks };
          const shown = form.shown?.(reply.value, writes) ?? [];
          const one = (write: Write, at: number) => acceptedReply(on, write, { value: shown[at], answer });
          return { meaning: "over", replies: writes.map(one) };
        }
        case "refused":
          return { ...reply, named: namedIn(reply.problem.message, writes, form) };
        case "conflict":
          return { ...reply, named: namedIn(reply.detail, writes, form) };
      }
      return reply;
    },
  };
}

/** Returns the positions of writes that an error names. */
function namedIn(text: string, writes: readonly Write[], { nameOf }: BatchForm): readonly number[] {
  return writes.flatMap((write, at) => (isNamed(text, nameOf(write)) ? [at] : []));
}

/** A reply to a list of writes, and the name by which errors in it refer to each write. */
interface ListAnswer {
  readonly value: Json | undefined;
  nameOf(write: Write): string;
}

/** Returns the task of a list, once for each of its writes. Undefined: the reply names no task. */
function tasksOfBatch(
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

/** Polls the task of each list once. Returns the state of each write. */
async function askBatchTasks(
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
    if (answer === undefined) return { state: "unclear", detail: "the task was not polled" };
    const said = endOfTask(on, task, answer);
    return said.state === "failed" && !said.busy
      ? undone(task, lists.get(task.id) ?? [], said.problem.message)
      : withoutId(said);
  });
}

/**
 * Returns the state of a task without the id in its result, because this id does not belong to all of the task's
 * writes.
 */
function withoutId(said: TaskReply): TaskReply {
  return said.state === "done" ? { state: "done" } : said;
}

/**
 * Returns the state of a write of a failed list. No product guarantees that none of the list's writes was carried out,
 * so each write is read before it is resent.
 *
 * | the reason names      | the write                          |
 * |-----------------------|------------------------------------|
 * | only this write       | is the cause                       |
 * | this write and others | may be the cause                   |
 * | only other writes     | is undone because of another write |
 * | no write              | may be the cause                   |
 */
function undone(task: Task, beside: readonly Task[], detail: string): TaskReply {
  const isWhy = ({ batch }: Task) => isNamed(detail, batch?.name ?? "");
  const named = beside.filter(isWhy);
  const causes = isWhy(task) ? (["it", "unknown"] as const) : (["unknown", "another"] as const);
  const isOne = isWhy(task) ? named.length === 1 : named.length === 0;
  return { state: "undone", detail, cause: isOne ? causes[0] : causes[1], inPart: true };
}

/**
 * True if a text names something. The name must appear as a whole word: `/networks/N_1` is not named by
 * `/networks/N_12`, and `Lab` is not named by `OldLab`.
 */
export function isNamed(text: string, name: string): boolean {
  if (name === "") return false;
  const isWord = /^\w/.test(name);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!/^[\w/%-]/.test(text.slice(at + name.length)) && !(isWord && /[\w%-]$/.test(text.slice(0, at))))
      return true;
  return false;
}
