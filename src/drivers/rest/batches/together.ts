/** Sends batches that are one request: over when they are answered, or a task for all of their writes. */

import { fewestAtOnce } from "../../../catalog/schema/batch.ts";
import type { Json } from "../../../model/json.ts";
import type { WireRequest } from "../../../model/wire.ts";
import { type BatchReply, type BatchSession, departureOfAll } from "../../contract/batch-session.ts";
import type { Write } from "../../contract/contract.ts";
import { replyOf } from "../../http/replies/replies.ts";
import type { RestContext } from "../context.ts";
import { acceptedReply } from "../write-response.ts";
import { isNamed } from "./error-subject.ts";
import { askBatchTasks, tasksOfBatch } from "./list-tasks.ts";

/** How the writes of a batch are put into one request, and what its answer shows. */
export interface BatchForm {
  readonly scopeOf: BatchSession["scopeOf"];
  /** The request of writes of one scope. */
  request(writes: readonly Write[]): WireRequest;
  /** What the answer shows of each, in their order. Absent: nothing. */
  shown?(answer: Json | undefined, writes: readonly Write[]): readonly (Json | undefined)[];
  /** What an error calls a write by. */
  nameOf(write: Write): string;
}

/** What a form says besides: its bounds. */
interface BatchBounds {
  readonly size: number;
  readonly from?: number;
  readonly running: number;
}

/** A session of this form. */
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
          return { meaning: "lost", detail: "a batch was answered with a task" };
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

/** The places of those that an error names. */
function namedIn(text: string, writes: readonly Write[], { nameOf }: BatchForm): readonly number[] {
  return writes.flatMap((write, at) => (isNamed(text, nameOf(write)) ? [at] : []));
}
