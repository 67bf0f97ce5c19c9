/** Parses one page by the layout of its interface: items, next page, counts. Pure. */

import { fieldOf } from "../../../catalog/fields/field-of.ts";
import type { Pages } from "../../../catalog/schema/pages.ts";
import { countValues, isArray, type Json } from "../../../model/json.ts";
import { shownOf } from "../../../model/wire.ts";
import type { ReadAnswer } from "../replies/replies.ts";
import { countsOf, type PageCounts, totalField } from "./counts.ts";
import { cursorIn, type NextPage, nextPageOf } from "./next-page.ts";

/** The size of a list or page. */
export interface Amount {
  /** The length of the text. */
  readonly characters: number;
  /** The number of JSON values. */
  readonly values: number;
}

/** One page. */
export interface Page extends Amount {
  readonly items: readonly Json[];
  readonly next: NextPage;
  /** The format version that the page states. Undefined: the page states no version. */
  readonly version: string | undefined;
  readonly counts: PageCounts;
  /** Removes resolved secrets from the page's texts, for messages. */
  readonly shown: (text: string) => string;
}

/** Returns the page in a reply of this length. Undefined: the reply has no list in the expected place. */
export function pageIn(
  answer: Omit<Extract<ReadAnswer, { state: "answered" }>, "state">,
  { items: field, pages, version: versionField }: PageLayout,
  characters: number,
): Page | undefined {
  const { body } = answer;
  const found = listAt(body, field);
  // Some replies omit an empty list and only state a total of 0.
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

/**
 * Returns the list in a field, or the body itself. `0.versions` is the list `versions` in the first element of the
 * body. If the outer list is empty, so is the result.
 */
function listAt(body: Json, field: string | undefined): Json | undefined {
  const [, outer, inner] = /^(?:(.+?)\.)?0\.(.+)$/.exec(field ?? "") ?? [];
  if (inner === undefined) return isArray(body) || field === undefined ? body : fieldOf(body, field);
  const around = outer === undefined ? body : fieldOf(body, outer);
  return isArray(around) && around.length > 0 ? fieldOf(around[0], inner) : around;
}

/** The fields that contain the parts of a page. A field may be nested: `paging.next`. */
export interface PageLayout {
  /** The field with the items. Absent: the body is the list. A body that is a list is always accepted. */
  readonly items?: string | undefined;
  /** The field with the format version. Absent: pages state no version. */
  readonly version?: string | undefined;
  /**
   * How the next page is found, in addition to the conventional links. Absent: only the conventional links are used.
   */
  readonly pages?: Pages | undefined;
  /** The field of an item whose value requests the page after that item. */
  readonly id?: string | undefined;
}

/** Returns the requested page size. Undefined: the server uses its default. */
export function sizeOf(pages: Pages | undefined): number | undefined {
  const size = pages !== undefined && "size" in pages ? pages.size : undefined;
  return typeof size === "object" ? size.value : size;
}

/** Returns the parameters that request the page after this many items. */
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
