/** The filter of a list, as its URL contains it. People can thus share the URL of a filtered list. Pure. */

import { byText } from "../../model/compare.ts";
import { type ColumnName, columnNames } from "./columns.ts";

/** The values of a filter. An absent value does not restrict the list, except for `state`: see `resourcePage`. */
export interface ListFilter {
  readonly environment?: string | undefined;
  readonly target?: string | undefined;
  readonly site?: string | undefined;
  readonly kind?: string | undefined;
  readonly tag?: string | undefined;
  readonly state?: string | undefined;
  /** The words of a search. All of them must occur. */
  readonly text?: string | undefined;
  /** The id of a group of differences. */
  readonly alike?: string | undefined;
  /** The page number, counted from 1. */
  readonly page?: number | undefined;
}

/** The filters that are texts, in the order of the URL. */
const textFilters = ["environment", ...columnNames, "text", "alike"] as const;

/** Longer filter texts are cut: no name is that long. */
const longestWord = 500;

/** The highest page number that is accepted. */
const lastPage = 1_000_000;

/** The filter of a URL. `get` returns the first value of a parameter. Every value is accepted as a filter. */
export function filterFrom(get: (name: string) => string | undefined): ListFilter {
  const texts = textFilters.map((name) => [name, get(name)?.slice(0, longestWord) || undefined] as const);
  const page = Number(get("page") ?? 1);
  return {
    ...Object.fromEntries(texts),
    page: Number.isInteger(page) && page > 1 ? Math.min(page, lastPage) : 1,
  };
}

/** The query of a list's URL: empty, or beginning with `?`. */
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

/** The filter with some members replaced, on its first page. */
export function narrowed(filter: ListFilter, by: ListFilter): ListFilter {
  return { ...filter, page: 1, ...by };
}

/** The words of the search, in lower case. */
export function wordsOf({ text = "" }: ListFilter): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** One value of a filter, and how many rows have it if all other filters apply. */
export interface FilterChoice {
  readonly value: string;
  readonly count: number;
}

/** At most this many values of a filter are offered; a search finds the others. */
const mostChoices = 100;

/** The choices of one filter by their counts, the most frequent first. */
export function mostFrequent(
  counts: Iterable<readonly [value: string, count: number]>,
): readonly FilterChoice[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || byText(one.value, other.value))
    .slice(0, mostChoices);
}

/** The choices of each filter, most frequent first. */
export type FilterChoices = Readonly<Record<ColumnName | "environment", readonly FilterChoice[]>>;

/** One page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

/** One page of a sorted list. */
export function pageOf<T>(all: readonly T[], { page = 1 }: ListFilter, size: number): ListPage<T> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const at = Math.min(page, pages);
  return { items: all.slice((at - 1) * size, at * size), total: all.length, page: at, pages };
}
