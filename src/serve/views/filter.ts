/** What a list is asked for, as its URL says it: every list has one that can be sent to a colleague. Pure. */

import { type ColumnName, columnNames } from "./columns.ts";

/** What a list is narrowed to. All that is absent narrows nothing, but for `state`: see `resourcePage`. */
export interface ListFilter {
  readonly environment?: string | undefined;
  readonly target?: string | undefined;
  readonly site?: string | undefined;
  readonly kind?: string | undefined;
  readonly tag?: string | undefined;
  readonly state?: string | undefined;
  /** Words, all of which must be there. */
  readonly text?: string | undefined;
  /** The id of a group of differences. */
  readonly alike?: string | undefined;
  /** From 1 on. */
  readonly page?: number | undefined;
}

/** The filters that are texts, in the order in which they stand in a URL. */
const textFilters = ["environment", ...columnNames, "text", "alike"] as const;

/** Longer words of a filter are cut: nothing has such a name. */
const longestWord = 500;

/** A later page is the last one that is looked for. */
const lastPage = 1_000_000;

/** What a URL asks for. `get`: the first value of a parameter. Whatever stands there is a filter. */
export function filterFrom(get: (name: string) => string | undefined): ListFilter {
  const texts = textFilters.map((name) => [name, get(name)?.slice(0, longestWord) || undefined] as const);
  const page = Number(get("page") ?? 1);
  return {
    ...Object.fromEntries(texts),
    page: Number.isInteger(page) && page > 1 ? Math.min(page, lastPage) : 1,
  };
}

/** The query of a list's URL: empty, or with `?` before. */
export function queryOf(filter: ListFilter): string {
  const named = textFilters.map((name) => [name, filter[name]] as const);
  const all = [...named, ["page", filter.page === 1 ? undefined : filter.page] as const];
  const parts = all.flatMap(([name, value]) =>
    value === undefined || value === ""
      ? []
      : [`${name}=${encodeURIComponent(String(value).toWellFormed())}`],
  );
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** The filter with others in their stead, on its first page. */
export function narrowed(filter: ListFilter, by: ListFilter): ListFilter {
  return { ...filter, page: 1, ...by };
}

/** The words of a search, in lower case. */
export function wordsOf({ text = "" }: ListFilter): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** One value of a filter, and how many there are of it where all other filters hold. */
export interface FilterChoice {
  readonly value: string;
  readonly count: number;
}

/** The choices of each filter, the most frequent first. */
export type FilterChoices = Readonly<Record<ColumnName | "environment", readonly FilterChoice[]>>;

/** A part of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

/** A page of what is in order already. */
export function pageOf<T>(all: readonly T[], { page = 1 }: ListFilter, size: number): ListPage<T> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const at = Math.min(page, pages);
  return { items: all.slice((at - 1) * size, at * size), total: all.length, page: at, pages };
}
