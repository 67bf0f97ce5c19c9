/** Sends batches of actions, and asks for them: each request once. */

import { type ActionWords, fewestTogether } from "../../../catalog/schema/batch.ts";
import { filledPath } from "../../../catalog/templates.ts";
import type { Task, TaskReply } from "../../../model/reply.ts";
import { shownOf } from "../../../model/wire.ts";
import { type BatchReply, type BatchSession, departureOfAll } from "../../contract/batch-session.ts";
import type { Write } from "../../contract/contract.ts";
import type { ReadAnswer } from "../../http/replies/replies.ts";
import { answerTo, type RestContext, replyTo } from "../context.ts";
import { fromUrl, requestAt } from "../requests.ts";
import {
  actionsOf,
  type BatchContext,
  batchIn,
  batchMadeOf,
  isBatchable,
  partReply,
  tasksOf,
} from "./actions.ts";

/** Up to so many batches are asked for one by one; more with the list of all. */
const oneByOne = 2;

/** Undefined where nothing is known that shares a limit: batches are below that. */
export function actionBatches(on: RestContext, batches: ActionWords): BatchSession | undefined {
  const { dialect, sharedIds } = on;
  const { sharedBy } = dialect.product.limits;
  if (sharedBy === undefined) return undefined;
  /** Of writes of one scope: all that stands in the path is what they share. */
  const contextOf = ([write]: readonly Write[]): BatchContext => {
    const budget = write?.scope[sharedBy] ?? "";
    const path = filledPath(batches.path, (word) => (word === sharedBy ? sharedIds.get(budget) : undefined));
    return { ...on, batches, budget, path: fromUrl(dialect, path) };
  };

  return {
    size: batches.size,
    from: batches.from ?? fewestTogether,
    running: batches.running,
    scopeOf: (write) => {
      const name = write.scope[sharedBy];
      return name !== undefined && sharedIds.has(name) && isBatchable(dialect, write) ? name : undefined;
    },
    async send(writes, signal): Promise<BatchReply> {
      const batch = contextOf(writes);
      const { leaving, held } = departureOfAll(writes);
      const body = { confirmed: true, synchronous: false, actions: actionsOf(batch, writes) };
      const request = requestAt(on, { method: "POST", path: batch.path, budget: batch.budget, body });
      const reply = await replyTo(on, { ...request, leaving }, signal);
      const problems = held();
      if (problems) return { meaning: "held", problems };
      if (reply.meaning === "pending") return { meaning: "lost", detail: "a batch was answered with a task" };
      if (reply.meaning !== "accepted") return reply;
      const tasks = tasksOf(batch, writes, reply.value);
      return tasks ? { meaning: "tasks", tasks } : { meaning: "lost", detail: "the answer names no batch" };
    },
    tasks: {
      async find(writes, signal) {
        const batch = contextOf(writes);
        const list = await answerTo(on, requestAt(on, batch), signal);
        const found = list.state === "answered" ? batchMadeOf(batch, writes, list.body) : undefined;
        return tasksOf(batch, writes, found);
      },
      ask: (tasks, signal) => asked(on, tasks, signal),
    },
  };
}

/** Asks for each batch, or for all of them at once; what each answer says of its parts. */
async function asked(
  on: RestContext,
  tasks: readonly Task[],
  signal: AbortSignal,
): Promise<readonly TaskReply[]> {
  const batches = new Map(tasks.map((task) => [task.id, task]));
  const [first] = tasks;
  const list =
    first && batches.size > oneByOne ? await answerTo(on, askingAll(on, first), signal) : undefined;
  const ask = async (task: Task) => {
    const answer = inList(list, task.id) ?? (await answerTo(on, requestAt(on, task), signal));
    return [task.id, answer] as const;
  };
  const answers = new Map(await Promise.all([...batches.values()].map(ask)));
  return tasks.map((task): TaskReply => {
    const answer = answers.get(task.id);
    if (answer?.state === "answered")
      return partReply(on.dialect, task, { body: answer.body, shown: shownOf(answer) });
    const detail = answer?.state === "unknown" ? answer.problem.message : "it is not there";
    return { state: "unclear", detail };
  });
}

/** The request that lists all batches beside one. */
function askingAll(on: RestContext, { path, budget }: Task) {
  return requestAt(on, { path: path.slice(0, path.lastIndexOf("/")), budget });
}

/** What a list says of a batch: its record, or that nothing is known; undefined where it does not show it. */
function inList(list: ReadAnswer | undefined, id: string): ReadAnswer | undefined {
  if (list?.state !== "answered") return list;
  const body = batchIn(list.body, id);
  return body === undefined ? undefined : { ...list, body };
}
