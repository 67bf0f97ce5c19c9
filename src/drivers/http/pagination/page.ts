/** Reads one page by the layout of its interface: its items, the way to the next one, what it counts. Pure. */

import { fieldOf } from "../../../catalog/fields/field-of.ts";
import type { Pages } from "../../../catalog/schema/pages.ts";
import { countValues, isArray, type Json } from "../../../model/json.ts";
import { shownOf } from "../../../model/wire.ts";
import type { ReadAnswer } from "../replies/replies.ts";
import { countsOf, type PageCounts, totalField } from "./counts.ts";
import { cursorIn, type NextPage, nextPageOf } from "./next-page.ts";

/** How much a list or a page of it is: as text and as values. */
export interface Amount {
  readonly characters: number;
  readonly values: number;
}

/** One page. */
export interface Page extends Amount {
  readonly items: readonly Json[];
  readonly next: NextPage;
  /** The version of the format that it says it is in. */
  readonly version: string | undefined;
  readonly counts: PageCounts;
  /** Takes opened secrets out of what the page says, for messages. */
  readonly shown: (text: string) => string;
}

/** The page in an answer of so many characters; undefined when there is no list where it must be. */
export function pageIn(
  answer: Omit<Extract<ReadAnswer, { state: "answered" }>, "state">,
  { items: field, pages, version: versionField }: PageLayout,
  characters: number,
): Page | undefined {
  const { body } = answer;
  const found = listAt(body, field);
  // Some say of an empty list only that there is nothing in it.
  const items = found === undefined && fieldOf(body, totalField(pages)) === 0 ? [] : found;
  if (!isArray(items)) return undefined;
  const version = fieldOf(body, versionField);
  const next = pages !== undefined && "next" in pages ? pages.next : undefined;
  return {
    items,
    next: pages?.by === "cursor" ? cursorIn(body, pages.at) : nextPageOf(answer, next),
    version: typeof version === "string" ? version : undefined,
    counts: countsOf(answer, pages, items.length),
    shown: shownOf(answer),
    characters,
    values: countValues(body),
  };
}

/** The list in a field, or the body that is one. `0.versions`: that of its first element; nothing is in an empty one. */
function listAt(body: Json, field: string | undefined): Json | undefined {
  const [, outer, inner] = /^(?:(.+?)\.)?0\.(.+)$/.exec(field ?? "") ?? [];
  if (inner === undefined) return isArray(body) || field === undefined ? body : fieldOf(body, field);
  const around = outer === undefined ? body : fieldOf(body, outer);
  return isArray(around) && around.length > 0 ? fieldOf(around[0], inner) : around;
}

/** Where the parts of a page stand. A field may stand within another one: `paging.next`. */
export interface PageLayout {
  /** The field with the items; without it the body is the list. A body that is a list by itself is one anyway. */
  readonly items?: string | undefined;
  /** The field with the version of the format. */
  readonly version?: string | undefined;
  /** How pages follow on each other, besides what a page says of the next one in the usual places. */
  readonly pages?: Pages | undefined;
  /** The field of an item by which the page after it is asked for. */
  readonly id?: string | undefined;
}

/** How many items a page is asked to hold; undefined: as many as the server likes. */
export function sizeOf(pages: Pages | undefined): number | undefined {
  const size = pages !== undefined && "size" in pages ? pages.size : undefined;
  return typeof size === "object" ? size.value : size;
}

/** The parameters that ask for a page, after so many that were read. */
export function pageQuery(
  pages: Pages | undefined,
  read: { readonly items: number; readonly pages: number } = { items: 0, pages: 0 },
): Readonly<Record<string, string>> {
  const size = String(sizeOf(pages));
  switch (pages?.by) {
    case "answer":
    case "after":
      return pages.size === undefined ? {} : { [pages.size.parameter]: size };
    case "offset":
      return { [pages.offset]: String((pages.first ?? 0) + read.items), [pages.limit]: size };
    case "page": {
      const limit = pages.limit === undefined ? {} : { [pages.limit]: size };
      return { [pages.page]: String((pages.first ?? 0) + read.pages), ...limit };
    }
  }
  return {};
}
