/** Compares what was read of a list with what its pages say of the whole. Pure. */

import { fieldOf } from "../../../catalog/fields/field-of.ts";
import type { Pages } from "../../../catalog/schema/pages.ts";
import { isObject, type Json } from "../../../model/json.ts";
import { containers, plainName } from "./next-page.ts";

/** What one page says of how much there is. */
export interface PageCounts {
  /** How many items it holds. */
  readonly items: number;
  /** Of all pages, by the interface's own field. */
  readonly total: number | undefined;
  /** Of all pages, by a field or header that usually says so: then there are no fewer. */
  readonly atLeast: number | undefined;
  /** How many pages there are, by a field that usually says so: then there are no fewer. */
  readonly pagesAtLeast: number | undefined;
  /** By the header. NaN for what is not a number: it fits nothing. */
  readonly header: number | undefined;
}

/** Something that a count says there are so many of, and how many were read. */
export interface Claim {
  readonly read: number;
  readonly of: number;
  readonly what: "items" | "pages";
  /** False: there may be more than this. */
  readonly exact: boolean;
}

/** What counts come to. `short`: there is more than was read, and how much. */
export interface CountComparison {
  readonly fits: boolean;
  /** Whether anything counts the whole, so that an item that slips from one page to another would be noticed. */
  readonly isCounted: boolean;
  readonly short: Claim | undefined;
}

/** Names of fields, as `plainName` has them, in which servers count all items, whichever interface it is. */
const usualTotals = new Set(["totalrecords", "totalcount", "total", "totalitems", "totalelements"]);
/** The same inside what says of the pages: there `count` is the number of all items, or of those of the page. */
const innerTotals = new Set([...usualTotals, "count"]);
const usualPages = new Set(["totalpages", "pagecount"]);
/** As above. In others `pages` is a list of links. */
const innerPages = new Set([...usualPages, "pages"]);
const odataCount = "@odata.count";
const headerTotals = ["x-total-count", "x-total"];

/** What an answer says of how much there is. */
export function countsOf(
  { body, headers }: { readonly body: Json; readonly headers: Readonly<Record<string, string>> },
  pages: Pages | undefined,
  items: number,
): PageCounts {
  const total = numberIn(fieldOf(body, totalField(pages)));
  const counted = headerCounted(pages);
  const header = counted && headers[counted.header];
  const usual = [
    ...countsIn(body, usualTotals, innerTotals),
    fieldOf(body, odataCount),
    ...headerTotals.map((name) => headers[name]),
  ];
  return {
    items,
    total,
    atLeast: total === undefined ? largest(usual) : undefined,
    pagesAtLeast: largest(countsIn(body, usualPages, innerPages)),
    header: header === undefined ? undefined : Number(header),
  };
}

/** The field with the number of all items. */
export function totalField(pages: Pages | undefined): string | undefined {
  return pages !== undefined && "total" in pages ? pages.total : undefined;
}

function headerCounted(pages: Pages | undefined) {
  return pages?.by === "answer" ? pages.counted : undefined;
}

/** The fields of these names, and of the inner ones in what says of the pages. */
function countsIn(
  body: Json,
  names: ReadonlySet<string>,
  inner: ReadonlySet<string>,
): readonly (Json | undefined)[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const plain = plainName(name);
    if (names.has(plain)) return [value];
    return isObject(value) && containers.has(plain) ? countsIn(value, inner, inner) : [];
  });
}

function largest(values: readonly (Json | undefined)[]): number | undefined {
  const numbers = values.flatMap((value) => numberIn(value) ?? []);
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

function numberIn(value: Json | undefined): number | undefined {
  const isCount = typeof value === "number" || (typeof value === "string" && /^\d{1,15}$/.test(value));
  return isCount ? Number(value) : undefined;
}

/**
 * Compares the items of a whole reading with the counts of its pages. Where several count, all must fit. Pages that do
 * not agree on the whole are of a list that moved: what went may have taken another item's place out of what was read.
 */
export function compareCounts(
  read: readonly PageCounts[],
  items: number,
  pages: Pages | undefined,
): CountComparison {
  const claim = (of: number | undefined, what: Claim["what"], exact: boolean): readonly Claim[] =>
    of === undefined ? [] : [{ read: what === "items" ? items : read.length, of, what, exact }];
  const last = (count: keyof PageCounts) => read.findLast((page) => page[count] !== undefined)?.[count];
  const header = whatHeaderCounts(read, items, headerCounted(pages)?.of);
  const claims = [
    ...claim(last("total"), "items", true),
    ...claim(last("atLeast"), "items", false),
    ...claim(last("pagesAtLeast"), "pages", false),
    ...(header === undefined ? [] : claim(read.at(-1)?.header, header, true)),
  ];
  const isSteady =
    isSame(read.map((page) => page.total)) &&
    (header === undefined || isSame(read.map((page) => page.header)));
  return {
    fits: isSteady && claims.every((each) => each.read === each.of || (!each.exact && each.read > each.of)),
    isCounted: claims.some(({ exact }) => exact),
    short: claims.find((each) => each.of > each.read),
  };
}

/** True where all that say a number say the same one. */
function isSame(counts: readonly (number | undefined)[]): boolean {
  return new Set(counts.filter((count) => count !== undefined)).size <= 1;
}

/** Undefined: the items of its own page, or nothing. `of`: what the catalog says of it. */
function whatHeaderCounts(
  read: readonly PageCounts[],
  items: number,
  of: NonNullable<ReturnType<typeof headerCounted>>["of"] = "auto",
): Claim["what"] | undefined {
  const header = read.at(-1)?.header;
  if (header === undefined || of === "page") return undefined;
  if (of !== "auto") return of;
  if (header === read.length && header !== items) return "pages";
  const countsItsPage = read.every((each) => each.header === each.items);
  return header !== items && countsItsPage ? undefined : "items";
}
