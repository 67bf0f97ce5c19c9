/** What the answer of a list holds: the records themselves, or a field with them beside a count. */

import type { Json, JsonObject } from "../../model/json.ts";
import { type Plain, plainSchema } from "./dereference.ts";

/** Where records stand, and what one of them is. */
export interface ListShape {
  /** The field with them. Absent: the answer is the list. */
  readonly items?: string;
  readonly record?: Plain | undefined;
}

/** Usual names of that field, where an answer has several lists. */
const usual = ["items", "data", "results", "records", "entries", "list", "value", "values"];

/** The shape of a list's answer; nothing where it is not described, or has no list in it. */
export function listShape(root: JsonObject, reply: Json | undefined): ListShape {
  if (reply === undefined) return {};
  const { type, items, properties = {} } = plainSchema(root, reply);
  if (type === "array") return { record: items };
  const lists = Object.entries(properties).filter(([, each]) => each.items?.properties !== undefined);
  const [found] = lists.length === 1 ? lists : lists.filter(([name]) => usual.includes(name));
  return found ? { items: found[0], record: found[1].items } : {};
}
