/** Tasks as a product's words describe them: whether an answer names one, and what is said of it later. Pure. */

import type { z } from "zod";
import { fieldOf, idText } from "../../catalog/fields/field-of.ts";
import { isSegment } from "../../catalog/segments.ts";
import type { answerMatch, task } from "../../catalog/vocabulary/request.ts";
import { isArray, isObject, type Json, sameJson } from "../../model/json.ts";
import type { Operation } from "../../model/plan.ts";
import { ours, problem, sentence } from "../../model/problem.ts";
import type { Task, TaskReply } from "../../model/reply.ts";
import { shownOf, type WireReply, type WireRequest } from "../../model/wire.ts";
import { type ReplyContext, replyOf } from "../replies.ts";

type TaskWords = z.infer<typeof task>;

/** What was written, and the path at which a task of this id is asked for, below the target's URL. */
interface TaskSubject extends Pick<Task, "kind" | "operation" | "parentId" | "budget"> {
  readonly path: (id: string) => string;
}

/** Writes by operation, as far as a task concerns them. */
type TaskWrites = Readonly<Partial<Record<Operation, { readonly task?: TaskWords | "none" }>>>;

/** The words of the task that a write may become: its own, else the product's. */
export function taskWords(
  product: { readonly task?: TaskWords },
  write: TaskWrites[Operation],
): TaskWords | undefined {
  if (write === undefined || write.task === "none") return undefined;
  return write.task ?? product.task;
}

/** The operations of a kind that the product may answer with a task. */
export function taskOperations(
  product: { readonly task?: TaskWords },
  { writes }: { readonly writes: TaskWrites },
): readonly Operation[] {
  const operations = ["create", "update", "remove"] as const;
  return operations.filter((one) => taskWords(product, writes[one]) !== undefined);
}

/** Of what a controller says, as many characters are shown. */
export const maxTextShown = 300;

/** The task that the answer to a write names; undefined where it names none, and so is an answer like others. */
export function taskIn(words: TaskWords, body: Json | undefined, of: TaskSubject): Task | undefined {
  const id = idText(fieldOf(body, words.id));
  if (id === undefined || !isSegment(id)) return undefined;
  const { everySeconds = 1, timeoutSeconds = 300 } = words;
  const { path, ...written } = of;
  return {
    id,
    path: path(id),
    ...written,
    everyMs: everySeconds * 1000,
    withinMs: timeoutSeconds * 1000,
  };
}

/**
 * What the answer about a task says. A failure to ask is no end of the task.
 *
 * | the answer                        | the task |
 * |-----------------------------------|----------|
 * | 404                               | gone     |
 * | no success, lost, no JSON         | unclear  |
 * | a success that fits `failed`      | failed   |
 * | a success that fits `done`        | done     |
 * | any other success                 | running  |
 */
export function taskReply(
  exchange: ReplyContext,
  words: TaskWords,
  { id, request, reply }: { readonly id: string; readonly request: WireRequest; readonly reply: WireReply },
): TaskReply {
  const read = replyOf(exchange, request, reply);
  if (read.meaning === "refused" || read.meaning === "pending" || reply.outcome !== "answered") {
    const detail = read.meaning === "refused" ? read.problem.message : "it was answered with another task";
    const isGone = reply.outcome === "answered" && reply.status === 404;
    return { state: isGone ? "gone" : "unclear", detail: "detail" in read ? read.detail : detail };
  }
  if (read.meaning !== "accepted") {
    const { detail } = read;
    if (reply.status === 404) return { state: "gone", detail };
    return read.meaning === "busy"
      ? { state: "unclear", detail, retryAfter: read.retryAfter }
      : { state: "unclear", detail };
  }
  const said = textAt(read.value, words.reason);
  const detail = said === undefined ? undefined : shownOf(reply)(said).slice(0, maxTextShown);
  if (read.value === undefined) return { state: "unclear", detail: "the answer is empty" };
  if (fits(read.value, words.failed)) {
    const why = detail ?? "it does not say why";
    const message = sentence`${ours(exchange.target)}: the task ${id} failed: ${why}`;
    const hint = "The controller gives the reason: change desired state accordingly.";
    return { state: "failed", problem: problem("task-failed", message, { hint }) };
  }
  if (fits(read.value, words.done)) return { state: "done", id: idText(fieldOf(read.value, words.result)) };
  return { state: "running", detail };
}

function fits(body: Json, { at: path, is }: z.infer<typeof answerMatch>): boolean {
  const found = fieldOf(body, path);
  if (is) return is.some((each) => found !== undefined && sameJson(found, each));
  return found !== undefined && !isEmpty(found);
}

function isEmpty(value: Json): boolean {
  if (isArray(value)) return value.length === 0;
  return value === null || value === "" || (isObject(value) && Object.keys(value).length === 0);
}

function textAt(body: Json | undefined, field: string | undefined): string | undefined {
  const found = fieldOf(body, field);
  return typeof found === "string" && found !== "" ? found : undefined;
}
