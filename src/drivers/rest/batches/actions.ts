/** Batches of actions as a product's words describe them: the request of one, and what is said of it later. Pure. */

import { fieldOf, textFrom } from "../../../catalog/fields/field-of.ts";
import { isIdKnown } from "../../../catalog/identity.ts";
import { keyInIdentity } from "../../../catalog/path-identity.ts";
import type { ActionWords } from "../../../catalog/schema/batch.ts";
import { isSegment } from "../../../catalog/segments.ts";
import { asList, isObject, type Json } from "../../../model/json.ts";
import type { Milliseconds, Task, TaskReply } from "../../../model/reply.ts";
import type { WireJson } from "../../../model/wire.ts";
import type { Write } from "../../contract/contract.ts";
import type { RestDialect } from "../catalogs/catalog-dialect.ts";
import { liveId } from "../items.ts";
import { fromUrl, type RequestContext, writeRequest } from "../requests.ts";
import { maxTextShown } from "../tasks.ts";
import { isNamed } from "./error-subject.ts";

/** What a batch is made of: its words, where it is sent below the target's URL, and what shares its rate limit. */
export interface BatchContext extends RequestContext {
  readonly batches: ActionWords;
  readonly path: string;
  readonly budget: string;
}

/** One action, as it is sent and shown. */
export type Action = Readonly<{ resource: string; operation: string; body?: WireJson }>;

/** True where the product takes this write in a batch: none that was read right before, none that asks something. */
export function isBatchable(
  dialect: RestDialect,
  write: Pick<Write, "kind" | "operation" | "once">,
): boolean {
  const { batches } = dialect.product;
  const of = dialect.byName.get(write.kind);
  const template = of?.writes[write.operation];
  if (batches?.by !== "actions" || !template || write.once || of.codec) return false;
  const isTaken = of.file.batch?.includes(write.operation) ?? false;
  return isTaken && !template.query && batches.operations[template.method] !== undefined;
}

/** The record of a batch in a list of them. */
export function batchIn(list: Json, id: string): Json | undefined {
  return asList(list).find((each) => textFrom(fieldOf(each, "id")) === id);
}

/** The actions of writes, in their order. */
export function actionsOf(on: BatchContext, writes: readonly Write[]): readonly Action[] {
  const base = `${on.url}${fromUrl(on.dialect, "")}`;
  return writes.map((write) => {
    const { method, url, body } = writeRequest(on, write);
    const operation = method === "GET" ? undefined : on.batches.operations[method];
    if (operation === undefined) throw new Error(`${write.kind}: no batch has a ${method}`);
    return { resource: url.slice(base.length), operation, ...(body !== undefined && { body }) };
  });
}

/** The tasks that the writes of a batch have become, in their order; undefined: the answer names no batch. */
export function tasksOf(
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

/** Of the batches in a list, one under way that was made of these writes: an ended one may be that of another run. */
export function batchMadeOf(on: BatchContext, writes: readonly Write[], list: Json): Json | undefined {
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

/** What is made at the path that its key says has that key for its id. */
function knownId(dialect: RestDialect, { kind, operation, parentId, identity }: Write): string | undefined {
  const of = dialect.byName.get(kind);
  if (of === undefined || operation !== "create" || !isIdKnown(of.file)) return undefined;
  return liveId(of, parentId, keyInIdentity(of.file, identity));
}

const everyMs: Milliseconds = 1000;

/**
 * What a batch's record says of one of its writes.
 *
 * | the record                                      | the write                            |
 * |-------------------------------------------------|--------------------------------------|
 * | none with a `status`                            | unclear                              |
 * | `completed`                                     | done, with the id of what it made    |
 * | `failed`, and an error names it alone           | undone, and it is why                |
 * | `failed`, and an error names it with others     | undone, and perhaps it is why        |
 * | `failed`, and an error names others             | undone, for another's sake           |
 * | `failed`, and no error names any                | undone, and perhaps it is why        |
 * | anything else                                   | running                              |
 */
export function partReply(
  dialect: RestDialect,
  task: Task,
  { body: record, shown }: { readonly body: Json; readonly shown: (text: string) => string },
): TaskReply {
  const status = fieldOf(record, "status");
  if (!isObject(status)) return { state: "unclear", detail: "the answer does not mention the batch" };
  if (status.failed === true) return undone(task, record, shown);
  if (status.completed !== true) return { state: "running" };
  return { state: "done", id: task.batch?.id ?? idOfMade(dialect, task, record) };
}

/** Which of them an error names is certain where it is the only one of that resource: creates of one list are alike. */
function undone(task: Task, record: Json, shown: (text: string) => string): TaskReply {
  const errors = asList(fieldOf(record, "status.errors")).filter((each) => typeof each === "string");
  const resources = actionsIn(record).map((each) => textFrom(fieldOf(each, "resource")) ?? "");
  const named = resources.map((resource) => errors.find((text) => isNamed(text, resource)));
  const at = task.batch?.at ?? -1;
  const own = named[at];
  const detail = shown(own ?? errors[0] ?? "it does not say why").slice(0, maxTextShown);
  const isOnly = resources.filter((resource) => resource === resources[at]).length === 1;
  if (own !== undefined) return { state: "undone", detail, cause: isOnly ? "it" : "unknown" };
  return { state: "undone", detail, cause: named.some((each) => each !== undefined) ? "another" : "unknown" };
}

/** The created are listed in the order of the actions that create: each is told by its place among them. */
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
