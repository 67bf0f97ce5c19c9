/** Pages linked by the header `Link` (RFC 8288). Each link contains a cursor that is opaque to clients. */

import type { JsonObject } from "../../model/json.ts";
import { bare, json, type SimReply } from "./message.ts";
import { nextEntry } from "./next-link.ts";
import { type Call, splitQuery } from "./route.ts";

/** One page of a list, and the cursor of the page after it. */
export interface Page {
  readonly items: readonly JsonObject[];
  readonly next?: string;
}

/**
 * The pagination of a list: the member by which the list is ordered, and the page size. If the size is 0, the whole
 * list is one page.
 */
export interface PageOptions {
  readonly by: string;
  readonly size: number;
}

/**
 * Returns the page of a list at the request's cursor. A cursor contains the position of the last item, so if an item is
 * removed, no other item moves to another page. Returns undefined if no page of this list has returned this cursor.
 */
export function pageOf(list: readonly JsonObject[], call: Call, { by, size }: PageOptions): Page | undefined {
  const { path } = splitQuery(call.request.path);
  const cursor = call.query.get("cursor");
  const after = cursor === null ? "" : placeIn(cursor, path);
  if (after === undefined) return undefined;
  const place = (item: JsonObject | undefined) => String(item?.[by]);
  const sorted = [...list].sort((a, b) => (place(a) < place(b) ? -1 : 1));
  const left = sorted.filter((item) => place(item) > after);
  if (size === 0 || left.length <= size) return { items: left };
  const items = left.slice(0, size);
  return { items, next: encoded(path, place(items.at(-1))) };
}

/**
 * Returns the reply with a page as an array. Unless the page is the last one, `Link` has an entry with the relation
 * `next`.
 */
export function linkedReply(list: readonly JsonObject[], call: Call, cut: PageOptions): SimReply {
  const page = pageOf(list, call, cut);
  if (page === undefined) return bare(400);
  if (page.next === undefined) return json(200, page.items);
  const first = `<${call.request.origin}${splitQuery(call.request.path).path}>; rel="first"`;
  const next = nextEntry(`${call.request.origin}${cursorPath(call, page.next)}`, call.settings.variants);
  return json(200, page.items, { link: `${first}, ${next}` });
}

/** Returns the request's path and query with a cursor. */
export function cursorPath(call: Call, cursor: string): string {
  const { path, query } = splitQuery(call.request.path);
  query.set("cursor", cursor);
  return `${path}?${query}`;
}

function encoded(path: string, place: string): string {
  return Buffer.from(`${path}\n${place}`).toString("base64url");
}

function placeIn(cursor: string, path: string): string | undefined {
  const [of, place] = Buffer.from(cursor, "base64url").toString("utf8").split("\n");
  return of === path ? place : undefined;
}
