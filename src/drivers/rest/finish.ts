/** Tasks that a product creates for writes, and post-apply activation as its catalog describes it. */

import type { z } from "zod";
import { fieldOf, idText } from "../../catalog/fields/field-of.ts";
import type { ProductFile } from "../../catalog/schema/product.ts";
import type { answerMatch, task } from "../../catalog/schema/tasks.ts";
import { filledPath, filledText, isSegment, type WordValue } from "../../catalog/templates.ts";
import { asList, isArray, isObject, type Json, sameJson } from "../../model/json.ts";
import { ours, problem, sentence } from "../../model/problem.ts";
import type { Reply, Task, TaskReply } from "../../model/reply.ts";
import { shownOf, type WireReply, type WireRequest } from "../../model/wire.ts";
import type { FinishSession, WaitingItem } from "../contract/activation.ts";
import type { Write } from "../contract/contract.ts";
import { departure } from "../contract/sending.ts";
import { type ReplyContext, replyOf, unexpectedShape } from "../http/replies/replies.ts";
import type { RestDialect } from "./catalogs/catalog-dialect.ts";
import { taskWords } from "./facts.ts";
import { liveId } from "./items.ts";
import { readListed } from "./listing.ts";
import {
  budgetOf,
  fromUrl,
  kindOfWrite,
  type RestContext,
  replyTo,
  requestAt,
  requestTo,
  settingWords,
  wordsOf,
} from "./requests.ts";

type TaskWords = z.infer<typeof task>;

/** The write that a task belongs to, and the path for polling the task by its id, below the target's URL. */
interface TaskSubject extends Pick<Task, "kind" | "operation" | "parentId" | "budget"> {
  readonly path: (id: string) => string;
}

interface TaskAnswer {
  readonly request: WireRequest;
  readonly reply: WireReply;
}

/** The maximum number of characters of a controller's text that are shown. */
export const maxTextShown = 300;

/** Returns the task of an accepted write. Undefined: the reply names no task, or a task that cannot be polled. */
export function pendingTask(dialect: RestDialect, write: Write, answer: Json | undefined): Task | undefined {
  const of = kindOfWrite(dialect, write);
  const words = taskWords(dialect.product, of.writes[write.operation]);
  if (words === undefined) return undefined;
  const { kind, operation, parentId, scope, identity, live } = write;
  const path = taskPath(dialect, words, wordsOf(of, dialect, { parentId, scope, identity, id: live?.id }));
  return taskIn(words, answer, { kind, operation, parentId, budget: budgetOf(dialect, scope), path });
}

/** Returns a function that gives the path for polling a task, from the task's id. */
export function taskPath(
  dialect: RestDialect,
  { path }: Pick<TaskWords, "path">,
  words: WordValue,
): TaskSubject["path"] {
  const filled = (id: string) => filledPath(path, (word) => (word === "task" ? id : words(word)));
  return (id) => fromUrl(dialect, filled(id));
}

/** Returns the task with the id that a write's reply contains. Undefined: the reply contains no usable id. */
export function taskIn(
  { id: at, everySeconds = 1, timeoutSeconds = 300 }: TaskWords,
  body: Json | undefined,
  { path, ...written }: TaskSubject,
): Task | undefined {
  const said = idText(fieldOf(body, at));
  // Matches the id in `Deployment of template T. Deployment Id: 42`.
  const id = said?.match(/\s\S+:\s+(\S+)$/)?.[1] ?? said;
  if (id === undefined || !isSegment(id)) return undefined;
  return { id, path: path(id), ...written, everyMs: everySeconds * 1000, withinMs: timeoutSeconds * 1000 };
}

/** Returns the state of a task in a reply. If the task has created a resource, the state contains its live id. */
export function endOfTask(
  { exchange, dialect }: { readonly exchange: ReplyContext; readonly dialect: RestDialect },
  task: Task,
  answer: TaskAnswer,
): TaskReply {
  const { id, kind, operation, parentId } = task;
  const of = dialect.byName.get(kind);
  const write = of?.writes[operation];
  const words = write?.pushes ? dialect.product.pushes?.task : taskWords(dialect.product, write);
  if (words === undefined)
    return {
      state: "unclear",
      detail: `the catalog of ${dialect.name} names no task for the ${operation} of a ${kind}`,
    };
  const said = taskReply(exchange, words, { id, ...answer });
  if (said.state !== "done" || said.id === undefined) return said;
  const isId = of !== undefined && operation === "create" && isSegment(said.id);
  return { state: "done", id: isId ? liveId(of, parentId, said.id) : undefined };
}

/**
 * Returns the state of a task in a reply. A failed poll does not end the task.
 *
 * | the reply                       | the task                                                |
 * |---------------------------------|---------------------------------------------------------|
 * | 404                             | gone                                                    |
 * | no success, lost, no JSON       | unclear                                                 |
 * | a success that matches `failed` | failed; its reason says whether a retry may help        |
 * | `done`, with a failed item      | failed; all reasons say whether a retry may help        |
 * | a success that matches `done`   | done                                                    |
 * | any other success               | running                                                 |
 */
export function taskReply(
  exchange: ReplyContext,
  words: TaskWords,
  { id, request, reply }: TaskAnswer & Pick<Task, "id">,
): TaskReply {
  const read = replyOf(exchange, request, reply);
  if (read.meaning !== "accepted" || reply.outcome !== "answered") {
    const why =
      read.meaning === "refused" ? read.problem.message : "the server answered the poll with a new task";
    const detail = "detail" in read ? read.detail : why;
    if (reply.outcome === "answered" && reply.status === 404) return { state: "gone", detail };
    return { state: "unclear", detail, retryAfter: read.meaning === "busy" ? read.retryAfter : undefined };
  }
  if (read.value === undefined) return { state: "unclear", detail: "the answer is empty" };
  const reasons = reasonsIn(read.value, words);
  const detail = reasons.length > 0 ? shownOf(reply)(reasons.join("; ")).slice(0, maxTextShown) : undefined;
  const isDone = fits(read.value, words.done);
  if (fits(read.value, words.failed) || (isDone && words.each !== undefined && reasons.length > 0)) {
    const why = detail ?? "the server gives no reason";
    const message = sentence`${ours(exchange.target)}: the task ${id} failed: ${why}`;
    const hint = "Change desired state according to the reason that the controller gives.";
    const found = problem("task-failed", message, { hint });
    return { state: "failed", problem: found, ...whyFailed(words, reasons) };
  }
  if (isDone) return { state: "done", id: idText(fieldOf(read.value, words.result)) };
  return { state: "running", detail };
}

/** Returns whether a failed task is worth a retry. A single reason that is not temporary decides against a retry. */
function whyFailed(
  { busy, unreachable }: TaskWords,
  reasons: readonly string[],
): { busy?: true; unreachable?: true } {
  if (reasons.length === 0) return {};
  const say = (texts: readonly string[] = []) =>
    reasons.every((reason) => texts.some((each) => reason.toLowerCase().includes(each.toLowerCase())));
  if (say(unreachable)) return { unreachable: true };
  return say(busy) ? { busy: true } : {};
}

/** Returns why a task failed: the reason in one field, or the reasons of each affected item. */
function reasonsIn(body: Json, { reason, each }: TaskWords): readonly string[] {
  if (each === undefined) {
    const said = fieldOf(body, reason);
    return typeof said === "string" && said !== "" ? [said] : [];
  }
  const failed = asList(fieldOf(body, each.items)).filter((one) => fits(one, each.failed));
  return failed.map((one) => `${String(fieldOf(one, each.name))}: ${String(fieldOf(one, each.reason))}`);
}

function fits(body: Json, { at: path, is }: z.infer<typeof answerMatch>): boolean {
  const found = fieldOf(body, path);
  if (is) return is.some((each) => sameJson(found, each));
  return found !== undefined && !isEmpty(found);
}

function isEmpty(value: Json): boolean {
  if (isArray(value)) return value.length === 0;
  return value === null || value === "" || (isObject(value) && Object.keys(value).length === 0);
}

type FinishWords = NonNullable<ProductFile["finish"]>;

/** Returns the part of a session that activates. Undefined: the product has no activation. */
export function finishingOf(on: RestContext): FinishSession | undefined {
  const { finish: words } = on.dialect.product;
  if (words === undefined) return undefined;
  const { exchange, wire, dialect } = on;
  return {
    waiting: (_, signal) => waitingIn(on, words, signal),
    finish: async (items, signal, leaving) => {
      const request = { ...finishRequest(on, words, items), ...departure({ leaving }) };
      return asTask(dialect, words, { items, reply: await replyTo(on, request, signal) });
    },
    askFinish: async (task, signal) => {
      const request = requestAt(on, task);
      const { task: own } = words;
      if (own === undefined)
        return { state: "unclear", detail: `the catalog names no task for ${words.verb}` };
      return taskReply(exchange, own, { id: task.id, request, reply: await wire.send(request, signal) });
    },
  };
}

async function waitingIn(
  on: RestContext,
  { waiting: { also = [], ...words } }: FinishWords,
  signal: AbortSignal,
): ReturnType<FinishSession["waiting"]> {
  const items: WaitingItem[] = [];
  for (const path of [words.path, ...also]) {
    const reply = await waitingAt(on, { ...words, path }, signal);
    if (reply.state === "unknown") return reply;
    items.push(...(also.length > 0 ? reply.items.map((item) => ({ ...item, list: path })) : reply.items));
  }
  return { state: "whole", items };
}

/** Reads the items in one list. */
async function waitingAt(
  on: RestContext,
  { id, name, version, ready, busy, ...read }: Omit<FinishWords["waiting"], "also">,
  signal: AbortSignal,
): ReturnType<FinishSession["waiting"]> {
  const idOf = (item: Json) => idText(fieldOf(item, id));
  const list = await readListed(on, { read, words: settingWords(on.dialect), scope: {}, id, idOf }, signal);
  if ("problem" in list) return { state: "unknown", problem: list.problem };
  const items: WaitingItem[] = [];
  for (const item of list.items) {
    const own = idOf(item);
    if (own === undefined || !isSegment(own))
      return {
        state: "unknown",
        problem: unexpectedShape(on.exchange, list.first, `has no id in \`${id}\``),
      };
    const isReady = ready === undefined || fieldOf(item, ready) !== false;
    const said = idText(fieldOf(item, version));
    const isBusy = busy !== undefined && fieldOf(item, busy) === true;
    items.push({ id: own, name: idText(fieldOf(item, name)) ?? own, version: said, isReady, isBusy });
  }
  return { state: "whole", items };
}

function finishRequest(on: RestContext, { send }: FinishWords, items: readonly WaitingItem[]): WireRequest {
  const settings = settingWords(on.dialect);
  const version = newest(items);
  const own = new Map(Object.entries({ version, ...wordsOfOne(items) }));
  const words: WordValue = (word) => (own.has(word) ? own.get(word) : settings(word));
  const ids = items.map(({ id }) => id);
  return requestTo(on, send, { words, scope: {}, body: withIds(send.with, ids, words) });
}

/** Returns the template variables for an item that is activated with a request of its own. */
function wordsOfOne([one, another]: readonly WaitingItem[]): {
  readonly id?: string;
  readonly list?: string;
} {
  if (one === undefined || another !== undefined) return {};
  return { id: one.id, ...(one.list !== undefined && { list: one.list.slice(1) }) };
}

/**
 * Returns the latest version, if any item has a version. Versions are numbers or texts of equal length: the greatest is
 * the latest.
 */
function newest(items: readonly WaitingItem[]): string | undefined {
  const versions = items.flatMap(({ version }) => version ?? []);
  return versions.toSorted((a, b) => a.length - b.length || (a < b ? -1 : Number(a > b))).at(-1);
}

function withIds(value: Json, ids: readonly string[], words: WordValue): Json {
  if (value === "{ids}") return [...ids];
  if (typeof value === "string") return filledText(value, words);
  if (isArray(value)) return value.map((each) => withIds(each, ids, words));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, ids, words)]));
}

/**
 * Returns the reply. If the product's activations are tasks and an accepted reply names a task, returns that task
 * instead.
 */
function asTask(
  dialect: RestDialect,
  { verb, task: words }: FinishWords,
  { items, reply }: { readonly items: readonly WaitingItem[]; readonly reply: Reply },
): Reply {
  if (reply.meaning !== "accepted" || words === undefined) return reply;
  const own = new Map(Object.entries(wordsOfOne(items)));
  const settings = settingWords(dialect);
  const path = taskPath(dialect, words, (word) => (own.has(word) ? own.get(word) : settings(word)));
  const task = taskIn(words, reply.value, { kind: verb, operation: "update", path });
  return task ? { meaning: "pending", task } : reply;
}
