/**
 * Reads all rows of a list page by page, or none. A list that is cut short, changes meanwhile or never ends is refused.
 */

import { canonicalText, isObject, type Json, sameJson } from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { ListPart } from "./requests.ts";
import { rowsMost } from "./sources.ts";

/** One page of rows. */
export interface RowsPage {
  readonly rows: readonly Json[];
  /** The number of rows in the whole list, if the page reports it. */
  readonly count: number | undefined;
  /** Whether another page follows, if the page reports it. */
  readonly isMore?: boolean | undefined;
  /** The length of the answer in characters. */
  readonly characters: number;
}

/** A problem instead of rows. */
export type NoRows = { readonly problem: Problem };

/** The list to read. */
export interface OffsetReading {
  /** Requests a part of the list. */
  readonly page: (part: ListPart) => Promise<RowsPage | NoRows>;
  /** The requested number of rows per page. The server may return fewer. */
  readonly size: number;
  /** The source and the list, for messages: `netbox: dcim/sites`. */
  readonly what: string;
}

const charactersMost = 64 * 1024 * 1024;
const pagesMost = 5000;

/**
 * How a list changed while it was read. `isShort`: the server returned fewer rows than it counts. If this happens
 * twice, a third attempt is useless.
 */
interface Moved {
  readonly moved: string;
  readonly isShort?: true;
}

/** The result of one reading. */
type Reading = { readonly rows: readonly Json[] } | Moved | NoRows;

/** Returns all rows. A list that changed while it was read is read a second time. */
export async function readByOffset(of: OffsetReading): Promise<{ readonly rows: readonly Json[] } | NoRows> {
  const first = await readOnce(of);
  const reading = "moved" in first ? await readOnce(of) : first;
  if (!("moved" in reading)) return reading;
  if ("moved" in first && first.isShort && first.moved === reading.moved)
    return cutShort(of.what, reading.moved);
  const message = `${of.what} changed during both attempts to read it: ${reading.moved}.`;
  return refused("list-moved", message, "Run again when the list changes less often.");
}

/**
 * Reads the list once. If pages report a total, the list ends with that number of rows. Otherwise a page that is not
 * full proves nothing, since the server may use smaller pages than requested. Therefore each page begins with the last
 * row of the page before, and the list ends with a page that contains only this row.
 */
async function readOnce(of: OffsetReading): Promise<Reading> {
  const { size, what } = of;
  const rows: Json[] = [];
  const ids = new Set<string>();
  let count: number | undefined;
  let characters = 0;
  for (let pages = 0; pages < pagesMost; pages += 1) {
    const overlap = count === undefined && rows.length > 0 ? 1 : 0;
    const page = await of.page({ offset: rows.length - overlap, limit: Math.max(size, overlap + 1) });
    if ("problem" in page) return page;
    if (pages > 0 && page.count !== count) return { moved: `it had ${count} rows, then ${page.count}` };
    count = page.count;
    characters += page.characters;
    if (characters > charactersMost) return tooLong(what, "64 MB");
    if (overlap > 0 && !sameRow(rows.at(-1), page.rows[0])) return unanchored(of, pages);
    const added = page.rows.slice(overlap);
    for (const row of added) rows.push(row);
    if (rows.length > rowsMost) return tooLong(what, `${rowsMost.toLocaleString("en")} rows`);
    const twice = added.find((row) => !isNew(ids, row));
    if (twice !== undefined) return { moved: "a row was returned twice" };
    const ending = endOf({ rows: rows.length, added: added.length, count, page, what });
    if (ending === "whole" && overlap === rows.length && overlap > 0) return confirmed(of, rows);
    if (ending !== undefined) return ending === "whole" ? { rows } : ending;
  }
  return refused(
    "endless-pages",
    `${what} has more than ${pagesMost} pages.`,
    "Narrow the list with filters.",
  );
}

/**
 * Confirms that a single row is the whole list. Its page proves nothing, because a server with one row per page would
 * return the same page of a longer list.
 */
async function confirmed(of: OffsetReading, rows: readonly Json[]): Promise<Reading> {
  const page = await of.page({ offset: rows.length, limit: of.size });
  if ("problem" in page) return page;
  return page.rows.length === 0 ? { rows } : { moved: "there was a row after the last one" };
}

interface PageRead {
  /** The number of rows so far. */
  readonly rows: number;
  readonly added: number;
  readonly count: number | undefined;
  readonly page: RowsPage;
  readonly what: string;
}

/** Returns `whole` if the list ends here; undefined if it continues; otherwise the contradiction between its pages. */
function endOf({
  rows,
  added,
  count,
  page,
  what,
}: PageRead): "whole" | Exclude<Reading, { rows: unknown }> | undefined {
  if (count === undefined) return added === 0 || page.isMore === false ? "whole" : undefined;
  if (rows > count) return { moved: `it has ${count} rows, but ${rows} were returned` };
  if (page.isMore !== undefined && page.isMore !== rows < count)
    return page.isMore
      ? { moved: `the server announced more than the ${count} rows that it counts` }
      : { moved: `only ${rows} of ${count} rows were returned`, isShort: true };
  if (rows === count) return "whole";
  if (added > 0) return undefined;
  return cutShort(what, `the server returned ${rows} of ${count} rows`);
}

function cutShort(what: string, how: string): NoRows {
  const hint =
    "Ask the server's operator why it counts more rows than it returns, or narrow the list with filters.";
  return refused("list-cut-short", `${what}: ${how}, then no more.`, hint);
}

/**
 * Returns why a page does not begin with the last row of the page before. If it is the second page, the server ignores
 * the offset or has no order, which is an error. If it is a later page, the list has changed.
 */
function unanchored({ what }: OffsetReading, pages: number): Reading {
  if (pages > 1) return { moved: "rows moved from one page to another" };
  const message = `${what}: the second page does not continue after the first one.`;
  const hint = "Pass `$offset` and `$limit` to the list in the query, and an order if the list has none.";
  return refused("list-moved", message, hint);
}

function sameRow(one: Json | undefined, other: Json | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [id, otherId] = [rowId(one), rowId(other)];
  return id !== undefined && otherId !== undefined ? id === otherId : sameJson(one, other);
}

/** True if the row is new. Rows without an id always count as new, since different rows may be equal. */
function isNew(ids: Set<string>, row: Json): boolean {
  const id = rowId(row);
  if (id === undefined) return true;
  const before = ids.size;
  return ids.add(id).size > before;
}

/** Returns the id by which the server knows a row; undefined if the row has none. */
export function rowId(row: Json): string | undefined {
  const id = isObject(row) ? row.id : undefined;
  return typeof id === "string" || typeof id === "number" ? canonicalText(id) : undefined;
}

function tooLong(what: string, bound: string): NoRows {
  return refused(
    "answer-too-large",
    `${what} is more than ${bound}.`,
    "Narrow the list with filters, or split it into several files.",
  );
}

function refused(code: string, message: string, hint: string): NoRows {
  return { problem: problem(code, message, { hint }) };
}
