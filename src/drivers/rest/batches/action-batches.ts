/** Sends and polls batches of actions: each request once. */

import { fieldOf, textFrom } from "../../../catalog/fields/field-of.ts";
import { isIdKnown, keyInIdentity } from "../../../catalog/identity.ts";
import { type ActionWords, fewestTogether } from "../../../catalog/schema/batch.ts";
import { filledPath, isSegment } from "../../../catalog/templates.ts";
import { asList, isObject, type Json } from "../../../model/json.ts";
import type { Milliseconds, Task, TaskReply } from "../../../model/reply.ts";
import { shownOf, type WireJson } from "../../../model/wire.ts";
import { type BatchReply, type BatchSession, departureOfAll } from "../../contract/batch-session.ts";
import type { Write } from "../../contract/contract.ts";
import type { ReadAnswer } from "../../http/replies/replies.ts";
import type { RestDialect } from "../catalogs/catalog-dialect.ts";
import { maxTextShown } from "../finish.ts";
import { liveId } from "../items.ts";
import {
  answerTo,
  fromUrl,
  type RequestContext,
  type RestContext,
  replyTo,
  requestAt,
  writeRequest,
} from "../requests.ts";
import { isNamed } from "./together.ts";

/** Up to this many batches are polled individually; if there are more, the list of all batches is polled. */
const oneByOne = 2;

/**
 * Returns the batches of a session. Undefined: the product has no known shared limit, and batches are addressed below
 * the resource that shares the limit.
 */
export function actionBatches(on: RestContext, batches: ActionWords): BatchSession | undefined {
  const { dialect, sharedIds } = on;
  const { sharedBy } = dialect.product.limits;
  if (sharedBy === undefined) return undefined;
  /**
   * Returns the context of a batch from any of its writes, because all writes of one scope have the same ids in their
   * paths.
   */
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
      if (reply.meaning === "pending")
        return {
          meaning: "lost",
          detail: "the server answered the request for a batch with an unexpected task",
        };
      if (reply.meaning !== "accepted") return reply;
      const tasks = tasksOf(batch, writes, reply.value);
      return tasks
        ? { meaning: "tasks", tasks }
        : { meaning: "lost", detail: "the answer contains no id of the batch" };
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

/** Polls the batches individually or with one request for all. Returns the state of their parts. */
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
    const detail =
      answer?.state === "unknown" ? answer.problem.message : "the batch is not in the list of batches";
    return { state: "unclear", detail };
  });
}

/** Returns the request that lists all batches of the same scope. */
function askingAll(on: RestContext, { path, budget }: Task) {
  return requestAt(on, { path: path.slice(0, path.lastIndexOf("/")), budget });
}

/** Returns the record of a batch in a list, or unknown. Undefined: the list does not contain the batch. */
function inList(list: ReadAnswer | undefined, id: string): ReadAnswer | undefined {
  if (list?.state !== "answered") return list;
  const body = batchIn(list.body, id);
  return body === undefined ? undefined : { ...list, body };
}

/** The context of a batch: its template, its path below the target's URL, and its shared rate limit. */
interface BatchContext extends RequestContext {
  readonly batches: ActionWords;
  readonly path: string;
  readonly budget: string;
}

type Action = Readonly<{ resource: string; operation: string; body?: WireJson }>;

/**
 * True if the product accepts this write in a batch. The write must not be based on a pre-write read, and its template
 * must have neither a query nor a codec.
 */
function isBatchable(dialect: RestDialect, write: Pick<Write, "kind" | "operation" | "once">): boolean {
  const { batches } = dialect.product;
  const of = dialect.byName.get(write.kind);
  const template = of?.writes[write.operation];
  if (batches?.by !== "actions" || !template || write.once || of.codec) return false;
  const isTaken = of.file.batch?.includes(write.operation) ?? false;
  return isTaken && !template.query && batches.operations[template.method] !== undefined;
}

/** Returns the record of the batch with this id in a list of batches. Undefined: the list does not contain it. */
function batchIn(list: Json, id: string): Json | undefined {
  return asList(list).find((each) => textFrom(fieldOf(each, "id")) === id);
}

/** Returns the actions for these writes, in order. */
function actionsOf(on: BatchContext, writes: readonly Write[]): readonly Action[] {
  const base = `${on.url}${fromUrl(on.dialect, "")}`;
  return writes.map((write) => {
    const { method, url, body } = writeRequest(on, write);
    const operation = method === "GET" ? undefined : on.batches.operations[method];
    if (operation === undefined) throw new Error(`${write.kind}: no batch has a ${method}`);
    return { resource: url.slice(base.length), operation, ...(body !== undefined && { body }) };
  });
}

/** Returns the tasks of a batch's writes, in order. Undefined: the reply names no batch. */
function tasksOf(
  on: BatchContext,
  writes: readonly Write[],
  answer: Json | undefined,
): readonly Task[] | undefined {
  const id = textFrom(fieldOf(answer, "id"));
  if (id === undefined || !isSegment(id)) return undefined;
  const path = `${on.path}/${encodeURIComponent(id)}`;
  const withinMs: Milliseconds = (on.batches.timeoutSeconds ?? 600) * 1000;
  return writes.map((write, at): Task => {
    const { kind, operation, parentId } = write;
    const made = knownId(on.dialect, write);
    const batch = { at, of: writes.length, ...(made !== undefined && { id: made }) };
    return { id, path, kind, operation, parentId, budget: on.budget, batch, everyMs, withinMs };
  });
}

/**
 * Returns the last running batch in a list that consists of exactly these writes. Undefined: there is no such batch. A
 * finished batch is ignored because it may belong to another run.
 */
function batchMadeOf(on: BatchContext, writes: readonly Write[], list: Json): Json | undefined {
  const wanted = actionsOf(on, writes);
  const isSame = (batch: Json) => {
    const actions = actionsIn(batch);
    const isAt = ({ resource, operation }: Action, at: number) =>
      fieldOf(actions[at], "resource") === resource && fieldOf(actions[at], "operation") === operation;
    return actions.length === wanted.length && wanted.every(isAt);
  };
  const isUnderWay = (batch: Json) =>
    fieldOf(batch, "confirmed") === true &&
    !["status.completed", "status.failed"].some((field) => fieldOf(batch, field) === true);
  return asList(list).findLast((each) => isUnderWay(each) && isSame(each));
}

/**
 * Returns the id of a created resource, if the id is known in advance. A resource that is created at the path of its
 * key has this key as its id.
 */
function knownId(dialect: RestDialect, { kind, operation, parentId, identity }: Write): string | undefined {
  const of = dialect.byName.get(kind);
  if (of === undefined || operation !== "create" || !isIdKnown(of.file)) return undefined;
  return liveId(of, parentId, keyInIdentity(of.file, identity));
}

const everyMs: Milliseconds = 1000;

/**
 * Returns the state of one write according to its batch's record.
 *
 * | the record                                  | the write                            |
 * |---------------------------------------------|--------------------------------------|
 * | none with a `status`                        | unclear                              |
 * | `completed`                                 | done, with the id of what it created |
 * | `failed`; an error names only this write    | undone, and it is the cause          |
 * | `failed`; an error names it and others      | undone, and it may be the cause      |
 * | `failed`; errors name only other writes     | undone, because of another write     |
 * | `failed`; no error names a write            | undone, and it may be the cause      |
 * | anything else                               | running                              |
 */
function partReply(
  dialect: RestDialect,
  task: Task,
  { body: record, shown }: { readonly body: Json; readonly shown: (text: string) => string },
): TaskReply {
  const status = fieldOf(record, "status");
  if (!isObject(status)) return { state: "unclear", detail: "the answer contains no status of the batch" };
  if (status.failed === true) return undone(task, record, shown);
  if (status.completed !== true) return { state: "running" };
  return { state: "done", id: task.batch?.id ?? idOfMade(dialect, task, record) };
}

/**
 * Returns the state of a write that was undone. An error identifies a write for certain only if no other write is for
 * the same resource. For example, two creates in one list look the same.
 */
function undone(task: Task, record: Json, shown: (text: string) => string): TaskReply {
  const errors = asList(fieldOf(record, "status.errors")).filter((each) => typeof each === "string");
  const resources = actionsIn(record).map((each) => textFrom(fieldOf(each, "resource")) ?? "");
  const named = resources.map((resource) => errors.find((text) => isNamed(text, resource)));
  const at = task.batch?.at ?? -1;
  const own = named[at];
  const detail = shown(own ?? errors[0] ?? "the server gives no reason").slice(0, maxTextShown);
  const isOnly = resources.filter((resource) => resource === resources[at]).length === 1;
  if (own !== undefined) return { state: "undone", detail, cause: isOnly ? "it" : "unknown" };
  return { state: "undone", detail, cause: named.some((each) => each !== undefined) ? "another" : "unknown" };
}

/**
 * Returns the id of the created resource, if the record shows the id. The record lists created resources in the order
 * of the creating actions, so positions identify them.
 */
function idOfMade(
  dialect: RestDialect,
  { kind, operation, parentId, batch }: Task,
  record: Json,
): string | undefined {
  const of = dialect.byName.get(kind);
  if (of === undefined || operation !== "create" || !batch) return undefined;
  const { batches } = dialect.product;
  const create = batches?.by === "actions" ? batches.operations.POST : undefined;
  const creates = actionsIn(record).map((each) => fieldOf(each, "operation") === create);
  const made = asList(fieldOf(record, "status.createdResources"));
  if (!creates[batch.at] || made.length !== creates.filter(Boolean).length) return undefined;
  const before = creates.slice(0, batch.at).filter(Boolean).length;
  const id = textFrom(fieldOf(made[before], "id"));
  return id !== undefined && isSegment(id) ? liveId(of, parentId, id) : undefined;
}

function actionsIn(record: Json): readonly Json[] {
  return asList(fieldOf(record, "actions"));
}
