/** Reads the edits of a YANG Patch (RFC 8072 section 2.4 and the module `ietf-yang-patch`). Pure. */

import type { Json, JsonObject } from "../../model/json.ts";
import { isList, isRecord } from "../wire/message.ts";

/** The operations (section 2.5). */
const operations = ["create", "delete", "insert", "merge", "move", "replace", "remove"] as const;
/** The operations that have a value. */
const valued: readonly Operation[] = ["create", "insert", "merge", "replace"];
/** The operations that need a position in a list. */
const placing: readonly Operation[] = ["insert", "move"];
const places = ["before", "after", "first", "last"] as const;

type Operation = (typeof operations)[number];

/** One edit. */
export interface YangEdit {
  readonly id: string;
  readonly operation: Operation;
  /** The path of the node, relative to the request's resource. `/` stands for that resource itself. */
  readonly target: string;
  readonly value?: Json | undefined;
  readonly where: (typeof places)[number];
  /** The node before or after which the entry is placed. */
  readonly point?: string | undefined;
}

/** Returns the edits in order, or the error in the form of the patch. */
export function readEdits(
  patch: JsonObject,
): { readonly edits: readonly YangEdit[] } | { readonly message: string } {
  const { "patch-id": _, comment = "", edit: written = [], ...others } = patch;
  const [other] = Object.keys(others);
  if (other !== undefined) return { message: `a patch has no ${other}` };
  if (typeof comment !== "string" || !isList(written))
    return { message: "comment must be a text, and edit a list" };
  const edits = written.map(readEdit);
  const wrong = edits.find((each) => "message" in each);
  if (wrong) return wrong;
  const read = edits.filter((each) => "id" in each);
  const ids = new Set(read.map(({ id }) => id));
  return ids.size < read.length ? { message: "two edits have the same edit-id" } : { edits: read };
}

function readEdit(written: Json): YangEdit | { readonly message: string } {
  if (!isRecord(written)) return { message: "an edit is not an object" };
  const { "edit-id": id, operation: named, target, value, where: asked, point, ...others } = written;
  const [other] = Object.keys(others);
  const operation = operations.find((each) => each === named);
  const where = asked === undefined ? "last" : places.find((each) => each === asked);
  if (typeof id !== "string") return { message: "an edit has no edit-id" };
  if (other !== undefined) return { message: `the edit ${id} has the unknown member ${other}` };
  if (operation === undefined) return { message: `the edit ${id} has no operation` };
  if (typeof target !== "string" || !target.startsWith("/"))
    return { message: `the edit ${id} has no target` };
  if (valued.includes(operation) !== (value !== undefined))
    return { message: `value is only for ${valued.join(", ")}: ${id}` };
  const isPlaced = placing.includes(operation);
  if (where === undefined || (asked !== undefined && !isPlaced))
    return { message: `the edit ${id} has an invalid where` };
  const isPointed = isPlaced && (where === "before" || where === "after");
  if (isPointed !== (point !== undefined) || (point !== undefined && typeof point !== "string"))
    return { message: `the edit ${id} has an invalid point` };
  return { id, operation, target, value, where, point };
}
