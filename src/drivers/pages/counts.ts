/** Compares what was read of a list with what its pages say of the whole. Pure. */

import { fieldOf } from "../../catalog/fields/field-of.ts";
import { isObject, type Json } from "../../model/json.ts";
import { containers, plainName } from "./field-names.ts";
import type { HeaderCount, PageLayout } from "./layout.ts";

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

/** How much of a list was read, and of how much. */
export interface Short {
  readonly read: number;
  readonly of: number;
  readonly what: "items" | "pages";
}

/** What counts come to. `short`: there is more than was read, and how much. */
export interface Counted {
  readonly fits: boolean;
  /** Whether anything counts the whole, so that an item that slips from one page to another would be noticed. */
  readonly isCounted: boolean;
  readonly short: Short | undefined;
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
  { total, counted }: PageLayout,
  items: number,
): PageCounts {
  const own = numberIn(fieldOf(body, total));
  const header = counted && headers[counted.header];
  return {
    items,
    total: own,
    atLeast:
      own === undefined
        ? largest([
            ...countsIn(body, usualTotals, innerTotals),
            fieldOf(body, odataCount),
            ...headerTotals.map((name) => headers[name]),
          ])
        : undefined,
    pagesAtLeast: largest(countsIn(body, usualPages, innerPages)),
    header: header === undefined ? undefined : Number(header),
  };
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

/** Something that a count says there are so many of, and how many were read. */
interface Claim {
  readonly read: number;
  readonly of: number;
  readonly what: "items" | "pages";
  /** False: there may be more than this. */
  readonly exact: boolean;
}

/**
 * Compares the items of a whole reading with the counts of its pages. Where several count, all must fit. Pages that do
 * not agree on the whole are of a list that moved: what went may have taken another item's place out of what was read.
 */
export function compareCounts(
  pages: readonly PageCounts[],
  items: number,
  of: HeaderCount | undefined,
): Counted {
  const [total, atLeast, pagesAtLeast] = [
    lastWord(pages, "total"),
    lastWord(pages, "atLeast"),
    lastWord(pages, "pagesAtLeast"),
  ];
  const header = headerClaim(pages, items, of ?? "auto");
  const claims: readonly Claim[] = [
    ...(total === undefined ? [] : [{ read: items, of: total, what: "items", exact: true } as const]),
    ...(atLeast === undefined ? [] : [{ read: items, of: atLeast, what: "items", exact: false } as const]),
    ...(pagesAtLeast === undefined
      ? []
      : [{ read: pages.length, of: pagesAtLeast, what: "pages", exact: false } as const]),
    ...(header === undefined ? [] : [header]),
  ];
  const isSteady =
    isSame(pages.map((page) => page.total)) &&
    (header === undefined || isSame(pages.map((page) => page.header)));
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

/** Of the last page that says it. */
function lastWord(
  pages: readonly PageCounts[],
  count: "total" | "atLeast" | "pagesAtLeast",
): number | undefined {
  return pages.findLast((page) => page[count] !== undefined)?.[count];
}

/** What the header claims. Of its own page it counts nothing that is not known anyway. */
function headerClaim(pages: readonly PageCounts[], items: number, of: HeaderCount): Claim | undefined {
  const header = pages.at(-1)?.header;
  if (header === undefined || of === "page") return undefined;
  const byItems: Claim = { read: items, of: header, what: "items", exact: true };
  const byPages: Claim = { read: pages.length, of: header, what: "pages", exact: true };
  if (of !== "auto") return of === "items" ? byItems : byPages;
  if (header === pages.length && header !== items) return byPages;
  const countsItsPage = pages.every((each) => each.header === each.items);
  return header !== items && countsItsPage ? undefined : byItems;
}
