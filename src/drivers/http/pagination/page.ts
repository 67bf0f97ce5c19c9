/** Reads one page by the layout of its interface: its items, the way to the next one, what it counts. Pure. */

import { fieldOf } from "../../../catalog/fields/field-of.ts";
import { countValues, isArray, type Json } from "../../../model/json.ts";
import { shownOf } from "../../../model/wire.ts";
import type { ReadAnswer } from "../replies/replies.ts";
import { countsOf, type PageCounts, totalField } from "./counts.ts";
import type { PageLayout } from "./layout.ts";
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
  const found = isArray(body) || field === undefined ? body : fieldOf(body, field);
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
