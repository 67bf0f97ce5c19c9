/** The items of a list read so far, without duplicates, and their total size. */

import { canonicalText, type Json, sameJson } from "../../../model/json.ts";
import type { PageCounts } from "./counts.ts";
import type { Amount, Page } from "./page.ts";

/** True if the size of the items exceeds the limit. */
export function exceeds({ characters, values }: Amount, max: Amount): boolean {
  return characters > max.characters || values > max.values;
}

/** Collects the pages of one reading. */
export class GatheredItems {
  /** The items by identity. Records without an id are all kept, even if their texts are equal. */
  readonly items = new Map<string, Json>();
  readonly versions = new Set<string>();
  readonly pages: PageCounts[] = [];
  /** The URLs requested. */
  readonly seen = new Set<string>();
  /** True: at least one page had a link to the next page, or stated that there is none. */
  isLinked = false;
  /** How often each item was repeated unchanged. Undefined: at least one item was repeated with changes. */
  repeated: Map<string, number> | undefined = new Map();
  amount: Amount = { characters: 0, values: 0 };
  readonly #idOf: (item: Json) => string | undefined;
  readonly #alike = new Map<string, number>();

  constructor(idOf: (item: Json) => string | undefined) {
    this.#idOf = idOf;
  }

  /** Adds a page. Returns false if the page has items, but all of them were already known. */
  add(page: Page): boolean {
    const before = this.items.size;
    const { characters, values } = this.amount;
    this.amount = { characters: characters + page.characters, values: values + page.values };
    this.pages.push(page.counts);
    this.isLinked ||= page.next.says !== "nothing" && page.next.says !== "unreadable";
    if (page.version !== undefined) this.versions.add(page.version);
    for (const item of page.items) this.#take(item);
    return page.items.length === 0 || this.items.size > before;
  }

  /** The number of items on all pages, including repetitions. */
  get count(): number {
    return this.pages.reduce((sum, { items }) => sum + items, 0);
  }

  #take(item: Json): void {
    const key = this.#keyOf(item);
    const known = this.items.get(key);
    if (known !== undefined)
      if (sameJson(known, item)) this.repeated?.set(key, (this.repeated.get(key) ?? 0) + 1);
      else this.repeated = undefined;
    this.items.set(key, item);
  }

  #keyOf(item: Json): string {
    const id = this.#idOf(item);
    if (id !== undefined) return `id ${id}`;
    const text = canonicalText(item);
    const count = (this.#alike.get(text) ?? 0) + 1;
    this.#alike.set(text, count);
    return `record ${count} ${text}`;
  }
}
