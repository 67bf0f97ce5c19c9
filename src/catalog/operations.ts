/** The requests of a kind as its file has them, in full: defaults laid under them, or why there is none. Pure. */

import type { Operation } from "../model/plan/step.ts";
import type { KindFile } from "./schema/kind.ts";
import type { ListRead, WriteOperation, WriteTemplate } from "./schema/request.ts";

/** A read with all that it says. */
export type ReadTemplate = Exclude<ListRead, string>;

/** shown: in what the catalog rests on. assumed: follows from its habits. none: no way to do it. */
type Support = "shown" | "assumed" | "none";

/** The writes of a kind; what a product does not have is not there. */
export type WriteTemplates = Readonly<Partial<Record<Operation, WriteTemplate>>>;

/** A read, whichever way it was written. */
export function readTemplate(read: ListRead | undefined): ReadTemplate | undefined {
  return typeof read === "string" ? { path: read } : read;
}

/** The writes of a kind. What always exists is created by its update; what is reset is removed by it. */
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

/** The template of an operation, in full; undefined where there is none. */
export function writeTemplateOf(operation: WriteOperation | undefined): WriteTemplate | undefined {
  if (operation === undefined) return undefined;
  if (typeof operation !== "string") return "none" in operation ? undefined : operation;
  const [method = "", path = ""] = operation.split(" ");
  return isMethod(method) ? { method, path } : undefined;
}

function isMethod(text: string): text is WriteTemplate["method"] {
  return ["POST", "PUT", "PATCH", "DELETE"].includes(text);
}

/** What can be done with a kind. */
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

/** Why something cannot be done, where the file says so. */
export function reasonsOf(file: KindFile): Readonly<Partial<Record<Operation, string>>> {
  const said = operations.flatMap((operation) => {
    const own = file[operation];
    return typeof own === "object" && "none" in own ? [[operation, own.none] as const] : [];
  });
  const isKept = file.removal === "off" && !file.observed;
  return { ...(isKept && { remove: keptByDefault(file) }), ...Object.fromEntries(said) };
}

function keptByDefault({ kind, title }: KindFile): string {
  const how = `add \`${kind}\` to \`settings.removals\` of the target`;
  return `a removal of this kind (${title}) is off: to allow it, ${how}`;
}

/**
 * The writes of a kind whose answers show what is stored; none that becomes a task. A create counts where its path says
 * what it makes: any other is read for until a list shows it, or the next run would make a second.
 */
export function storedOperations(
  { stored }: Pick<KindFile, "stored">,
  has: { readonly writes: WriteTemplates; readonly isByPath: boolean; readonly tasks: readonly Operation[] },
): readonly Operation[] {
  const candidates: readonly Operation[] = has.isByPath ? ["create", "update"] : ["update"];
  const { writes, tasks } = has;
  return stored === undefined ? [] : candidates.filter((one) => writes[one] && !tasks.includes(one));
}
