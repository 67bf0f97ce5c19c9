/** Sends batches of actions, and asks for them: each request once. */

import { type ActionWords, fewestTogether } from "../../../catalog/vocabulary/batch.ts";
import type { Scope } from "../../../model/desired.ts";
import type { Json } from "../../../model/json.ts";
import type { Task, TaskReply } from "../../../model/reply.ts";
import { shownOf, type WireRequest } from "../../../model/wire.ts";
import { type BatchReply, type BatchSession, departureOfAll } from "../../batch-session.ts";
import type { Write } from "../../contract.ts";
import { answerOf, replyOf } from "../../replies.ts";
import { taskRequest } from "../pending.ts";
import {
  askingAll,
  type BatchContext,
  batchIn,
  batchMadeOf,
  batchRequest,
  isBatchable,
  listRequest,
  partReply,
  tasksOf,
} from "./actions.ts";
import type { BatchingOptions } from "./options.ts";

/** Up to so many batches are asked for one by one; more with the list of all. */
const oneByOne = 2;

/** Undefined where nothing is known that shares a limit: batches are below that. */
export function actionBatches(options: BatchingOptions, batches: ActionWords): BatchSession | undefined {
  const { dialect, exchange, wire, sharedIds } = options;
  const { sharedBy } = dialect.product.limits;
  if (sharedBy === undefined) return undefined;
  const contextOf = (budget: string): BatchContext => {
    const id = sharedIds.get(budget);
    return { ...options, batches, budget, shared: (word) => (word === sharedBy ? id : undefined) };
  };
  const of = (scope: Scope) => contextOf(scope[sharedBy] ?? "");

  async function read(request: WireRequest, signal: AbortSignal): Promise<Answer> {
    const answer = answerOf(exchange, request, await wire.send(request, signal));
    if (answer.state === "answered") return { body: answer.body, shown: shownOf(answer) };
    return { why: answer.state === "absent" ? "it is not there" : answer.problem.message };
  }

  return {
    size: batches.size,
    from: batches.from ?? fewestTogether,
    running: batches.running,
    scopeOf: (write) => {
      const name = write.scope[sharedBy];
      return name !== undefined && sharedIds.has(name) && isBatchable(dialect, write) ? name : undefined;
    },
    async send(writes: readonly Write[], signal: AbortSignal): Promise<BatchReply> {
      const on = of(writes[0]?.scope ?? {});
      const departure = departureOfAll(writes);
      const request = batchRequest(on, writes, departure.leaving);
      const reply = replyOf(exchange, request, await wire.send(request, signal));
      const problems = departure.held();
      if (problems) return { meaning: "held", problems };
      if (reply.meaning === "pending") return { meaning: "lost", detail: "a batch was answered with a task" };
      if (reply.meaning !== "accepted") return reply;
      const tasks = tasksOf(on, writes, reply.value);
      return tasks ? { meaning: "tasks", tasks } : { meaning: "lost", detail: "the answer names no batch" };
    },
    tasks: {
      async find(writes, signal) {
        const on = of(writes[0]?.scope ?? {});
        const list = await read(listRequest(on), signal);
        const found = "body" in list ? batchMadeOf(on, writes, list.body) : undefined;
        return found === undefined ? undefined : tasksOf(on, writes, found);
      },
      ask: (tasks, signal) => asked(options, tasks, (request) => read(request, signal)),
    },
  };
}

/** What a read brought, or why it brought nothing. */
type Answer = { readonly body: Json; readonly shown: (text: string) => string } | { readonly why: string };

const nothing: Answer = { why: "nothing was answered" };

/** Asks for each batch, or for all of them at once; what each answer says of its parts. */
async function asked(
  options: BatchingOptions,
  tasks: readonly Task[],
  read: (request: WireRequest) => Promise<Answer>,
): Promise<readonly TaskReply[]> {
  const batches = [...new Map(tasks.map((task) => [task.id, task])).values()];
  const answers = new Map<string, Answer>();
  const [first] = batches;
  if (first !== undefined && batches.length > oneByOne) {
    const list = await read(askingAll(options.url, first));
    for (const { id } of batches) {
      const record = "body" in list ? batchIn(list.body, id) : undefined;
      if (record !== undefined || "why" in list)
        answers.set(id, record === undefined ? list : { ...list, body: record });
    }
  }
  const rest = batches.filter(({ id }) => !answers.has(id));
  const found = await Promise.all(rest.map((task) => read(taskRequest(options, task))));
  for (const [at, { id }] of rest.entries()) answers.set(id, found[at] ?? nothing);
  return tasks.map((task): TaskReply => {
    const answer = answers.get(task.id) ?? nothing;
    return "why" in answer
      ? { state: "unclear", detail: answer.why }
      : partReply(options.dialect, task, answer);
  });
}
