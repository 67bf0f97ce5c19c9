/** The complete requests of a kind, with defaults applied, or the reason why there is none. Pure. */

import type { Operation } from "../model/plan/step.ts";
import type { KindFile } from "./schema/kind.ts";
import type { ListRead, WriteOperation, WriteTemplate } from "./schema/request.ts";

/** A read in full form. */
export type ReadTemplate = Exclude<ListRead, string>;

/**
 * `shown`: the operation is in the catalog's source. `assumed`: it follows from the product's conventions. `none`: it
 * is impossible.
 */
type Support = "shown" | "assumed" | "none";

/** The writes of a kind. Unsupported writes are absent. */
export type WriteTemplates = Readonly<Partial<Record<Operation, WriteTemplate>>>;

/** Returns a read in full form, from any of its notations. Undefined: there is no read. */
export function readTemplate(read: ListRead | undefined): ReadTemplate | undefined {
  return typeof read === "string" ? { path: read } : read;
}

/**
 * Returns the writes of a kind. A resource that always exists is created by its update. If such a resource is reset
 * instead of removed, its update also resets it.
 */
export function writeTemplates(file: KindFile): WriteTemplates {
  const update = writeTemplateOf(file.update);
  const create =
    writeTemplateOf(file.create) ?? (file.create || file.form === "collection" ? undefined : update);
  const remove = file.removal === "off" ? undefined : removal(file, update);
  return {
    ...(create && { create: { send: "declared", ...create, ...(create === update && declared) } }),
    ...(update && { update: { send: "changed", ...update } }),
    ...(remove && { remove: { send: "nothing", ...remove } }),
  };
}

const declared = { send: "declared" } as const;

function removal({ remove, reset }: KindFile, update: WriteTemplate | undefined): WriteTemplate | undefined {
  const own = writeTemplateOf(remove) ?? (remove || !reset ? undefined : update);
  if (own === undefined || reset === undefined) return own;
  return { ...own, send: "nothing", with: { ...own.with, ...reset } };
}

/** Returns the complete template of an operation. Undefined: there is no such operation. */
export function writeTemplateOf(operation: WriteOperation | undefined): WriteTemplate | undefined {
  if (operation === undefined) return undefined;
  if (typeof operation !== "string") return "none" in operation ? undefined : operation;
  const [method = "", path = ""] = operation.split(" ");
  return isMethod(method) ? { method, path } : undefined;
}

function isMethod(text: string): text is WriteTemplate["method"] {
  return ["POST", "PUT", "PATCH", "DELETE"].includes(text);
}

/** Returns how well each operation of a kind is supported. */
export function supportOf(file: KindFile): Readonly<Record<"read" | Operation, Support>> {
  const writes = file.observed ? {} : writeTemplates(file);
  const row = (operation: Operation): Support => {
    const template = writes[operation];
    if (template === undefined) return "none";
    return template.support === "assumed" ? "assumed" : "shown";
  };
  const isRead = [file.list, file.item, file.whole].some((read) => read !== undefined);
  return {
    read: isRead ? (file.support === "assumed" ? "assumed" : "shown") : "none",
    create: row("create"),
    update: row("update"),
    remove: row("remove"),
  };
}

const operations = ["create", "update", "remove"] as const;

/** Returns why operations are not supported, as far as the file gives reasons. */
export function reasonsOf(file: KindFile): Readonly<Partial<Record<Operation, string>>> {
  const said = operations.flatMap((operation) => {
    const own = file[operation];
    return typeof own === "object" && "none" in own ? [[operation, own.none] as const] : [];
  });
  return Object.fromEntries(said);
}

/**
 * Returns the operations that are off until a list in a target's `settings` names the kind, each with the name of that
 * list.
 */
export function switchedOff({ removal, observed }: KindFile): Readonly<Partial<Record<Operation, string>>> {
  return removal === "off" && !observed ? { remove: "removals" } : {};
}

/**
 * Returns the writes of a kind whose replies show the stored state, without the writes that become tasks. A create
 * counts only if its path determines the resource. Any other created resource is read until a list shows it, so that
 * the next run does not create a duplicate.
 */
export function storedOperations(
  { stored }: Pick<KindFile, "stored">,
  has: { readonly writes: WriteTemplates; readonly isByPath: boolean; readonly tasks: readonly Operation[] },
): readonly Operation[] {
  const candidates: readonly Operation[] = has.isByPath ? ["create", "update"] : ["update"];
  const { writes, tasks } = has;
  return stored === undefined ? [] : candidates.filter((one) => writes[one] && !tasks.includes(one));
}
