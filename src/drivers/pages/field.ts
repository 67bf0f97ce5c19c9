/** Finds a field in a body by its name, or by a path of names. Pure. */

import { isObject, type Json } from "../../model/json.ts";

/** The value of a field: of this very name (`@odata.nextLink`), else `b` within `a` for `a.b`. */
export function fieldOf(body: Json, name: string): Json | undefined {
  if (!isObject(body)) return undefined;
  if (Object.hasOwn(body, name)) return body[name];
  const [first = "", ...rest] = name.split(".");
  const inner = rest.length > 0 && Object.hasOwn(body, first) ? body[first] : undefined;
  return inner === undefined ? undefined : fieldOf(inner, rest.join("."));
}
