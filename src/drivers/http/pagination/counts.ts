/** Compares a list's items with the counts on its pages. Pure. */

import { fieldOf } from "../../../catalog/fields/field-of.ts";
import type { Pages } from "../../../catalog/schema/pages.ts";
import { isObject, type Json } from "../../../model/json.ts";
import { containers, plainName } from "./next-page.ts";

/** The counts on one page. */
export interface PageCounts {
  /** The number of items on the page. */
  readonly items: number;
  /** The total from the interface's own field. Undefined: the page has no total in this field. */
  readonly total: number | undefined;
  /** A lower bound of the total, from a conventional field or header. Undefined: the page states no such bound. */
  readonly atLeast: number | undefined;
  /** A lower bound of the number of pages, from a conventional field. Undefined: the page states no such bound. */
  readonly pagesAtLeast: number | undefined;
  /**
   * The count from the header. If the header is not a number, this is NaN, which equals no count. Undefined: there is
   * no such header.
   */
  readonly header: number | undefined;
}

/** A stated count, and the number of items that were actually read. */
export interface Claim {
  readonly read: number;
  readonly of: number;
  readonly what: "items" | "pages";
  /** False: the stated count is a lower bound. */
  readonly exact: boolean;
}

/** The result of the comparison. `short`: the two numbers, if fewer items were read than the pages state. */
export interface CountComparison {
  readonly fits: boolean;
  /** True: a count covers the whole list, so that an item which slips between pages would be noticed. */
  readonly isCounted: boolean;
  readonly short: Claim | undefined;
}

/** Conventional field names for the total, normalized by `plainName`, whatever the interface. */
const usualTotals = new Set(["totalrecords", "totalcount", "total", "totalitems", "totalelements"]);
/** Names for the total inside page metadata. There, `count` is either the total or the number of items on the page. */
const innerTotals = new Set([...usualTotals, "count"]);
const usualPages = new Set(["totalpages", "pagecount"]);
/** Names for the number of pages inside page metadata. Outside of it, `pages` is a list of links. */
const innerPages = new Set([...usualPages, "pages"]);
const odataCount = "@odata.count";
const headerTotals = ["x-total-count", "x-total"];

/** Returns the counts in a reply. */
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

/** Returns the field with the total. Undefined: the paging has no such field. */
export function totalField(pages: Pages | undefined): string | undefined {
  return pages !== undefined && "total" in pages ? pages.total : undefined;
}

function headerCounted(pages: Pages | undefined) {
  return pages?.by === "answer" ? pages.counted : undefined;
}

/**
 * Returns the values of fields with these names. Inside page metadata, returns the values of fields with the inner
 * names.
 */
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
 * Compares the items of a complete reading with the counts on its pages. If there are several counts, all must match.
 * If pages disagree on the total, the list changed while it was read, and an item may have slipped between pages.
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

/** True if all stated counts are equal. Missing counts are ignored. */
function isSame(counts: readonly (number | undefined)[]): boolean {
  return new Set(counts.filter((count) => count !== undefined)).size <= 1;
}

/**
 * Returns what the count header counts: items or pages. `of`: what the header counts according to the catalog.
 * Undefined: the header is missing, or counts the items of its own page.
 */
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
