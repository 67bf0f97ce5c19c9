/** Detects filters that NetBox does not know. NetBox ignores them, and returns the whole list. */

import { type Problem, problem } from "../model/problem.ts";
import type { ListQuery } from "./sources.ts";

/** A filtered list, with the inputs for detecting unknown filters. */
export interface FilteredList {
  readonly query: ListQuery;
  /** The number of rows that the list returned. */
  readonly rows: number;
  /** Returns the number of rows in a list; undefined if it could not be read. */
  readonly count: (query: ListQuery) => Promise<number | undefined>;
  /** The list's path, for messages. */
  readonly path: string;
}

/** Parameters that are not filters, or that have no opposite. */
const others = new Set(["q", "brief", "fields", "omit", "exclude", "ordering"]);

/**
 * Returns a warning for each filter that NetBox seems to ignore: neither the filter nor its opposite excludes any row.
 * If NetBox knows a filter that matches all rows, the opposite matches none.
 */
export async function ignoredFilters(of: FilteredList): Promise<readonly Problem[]> {
  const { query, rows, count, path } = of;
  if (rows === 0) return [];
  const found: Problem[] = [];
  for (const [name, values] of query.filters) {
    const opposite = oppositeOf(name, values);
    if (opposite === undefined) continue;
    const rest = query.filters.filter(([other]) => other !== name);
    if ((await count({ ...query, filters: rest })) !== rows) continue;
    if ((await count({ ...query, filters: [...rest, opposite] })) === rows) found.push(ignored(path, name));
  }
  return found;
}

function oppositeOf(name: string, values: readonly string[]): ListQuery["filters"][number] | undefined {
  if (others.has(name) || name.includes("__")) return undefined;
  const [value = ""] = values;
  const other: Readonly<Record<string, string>> = { true: "false", false: "true" };
  const flipped = values.length === 1 ? other[value.toLowerCase()] : undefined;
  return flipped === undefined ? [`${name}__n`, values] : [name, [flipped]];
}

function ignored(path: string, name: string): Problem {
  const message = `${path}: the filter \`${name}\` excludes nothing, and neither does the opposite filter`;
  const hint = "NetBox ignores filters that it does not know: compare the name with its API documentation.";
  return { ...problem("filter-ignored", message, { hint }), severity: "warning" };
}
