/** Finds a field in a body by its name, or by a path of names; which names are the same to all servers. Pure. */

import { isObject, type Json } from "../../model/json.ts";

/** The value of a field: of this very name (`@odata.nextLink`), else `b` within `a` for `a.b`. */
export function fieldOf(body: Json, name: string): Json | undefined {
  if (!isObject(body)) return undefined;
  if (Object.hasOwn(body, name)) return body[name];
  const [first = "", ...rest] = name.split(".");
  const inner = rest.length > 0 && Object.hasOwn(body, first) ? body[first] : undefined;
  return inner === undefined ? undefined : fieldOf(inner, rest.join("."));
}

/** Fields of a body in which a page says of itself and of the others, as `plainName` has them. */
export const containers: ReadonlySet<string> = new Set([
  ...["links", "link", "paging", "pagination", "page", "pageinfo", "meta", "metadata", "responsemetadata"],
]);

/** `@odata.nextLink` and `next_page_uri` are the same name as `nextLink` and `nextPageUri`. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^@?odata\./, "")
    .replaceAll(/[^a-z]/g, "");
}
