/** Reads one page by the layout of its interface: its items, the way to the next one, what it counts. Pure. */

import { fieldOf } from "../../catalog/fields/field-of.ts";
import { isArray, type Json } from "../../model/json.ts";
import type { ReadAnswer } from "../replies.ts";
import { countsOf, type PageCounts } from "./counts.ts";
import type { PageLayout } from "./layout.ts";
import { cursorIn, type NextPage, nextPageOf } from "./next-page.ts";

/** One page. */
export interface Page {
  readonly items: readonly Json[];
  readonly next: NextPage;
  /** The version of the format that it says it is in. */
  readonly version: string | undefined;
  readonly counts: PageCounts;
}

/** The page in an answer; undefined when there is no list where it must be. */
export function pageIn(
  answer: Pick<Extract<ReadAnswer, { state: "answered" }>, "body" | "headers">,
  layout: PageLayout,
): Page | undefined {
  const { body } = answer;
  const found = isArray(body) || layout.items === undefined ? body : fieldOf(body, layout.items);
  // Some say of an empty list only that there is nothing in it.
  const isEmpty = found === undefined && layout.total !== undefined && fieldOf(body, layout.total) === 0;
  const items = isEmpty ? [] : found;
  if (items === undefined || !isArray(items)) return undefined;
  const version = fieldOf(body, layout.version);
  return {
    items,
    next: layout.cursor ? cursorIn(body, layout.cursor.field) : nextPageOf(answer, layout.next),
    version: typeof version === "string" ? version : undefined,
    counts: countsOf(answer, layout, items.length),
  };
}
