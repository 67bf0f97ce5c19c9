/** The resources of all environments as a list: filtered, counted, sorted worst first and divided into pages. Pure. */

import type { ServedEnvironment } from "../served.ts";
import { type ColumnName, columnNames, countRow, hasAny, type RowColumn } from "./columns.ts";
import {
  type FilterChoice,
  type FilterChoices,
  type ListFilter,
  type ListPage,
  mostFrequent,
  wordsOf,
} from "./filter.ts";
import { indexOf, type LookIndex } from "./look-index.ts";
import type { ResourceRow } from "./resource-row.ts";
import { isResourceState, type ResourceState, resourceStates } from "./resource-states.ts";

/** A row and its environment. */
export interface ListedResource {
  readonly environment: ServedEnvironment;
  readonly row: ResourceRow;
}

/** A page of resources, and the choices of its filters. */
export interface ResourcePage extends ListPage<ListedResource> {
  readonly choices: FilterChoices;
}

/** The number of resources per page. */
const resourcesPerPage = 50;

/**
 * The resources that match a filter. `state` is one of `resourceStates`, or `any`. If `state` is absent, the list has
 * all resources that are not in sync, since these are what people look for.
 */
export function resourcePage(environments: readonly ServedEnvironment[], filter: ListFilter): ResourcePage {
  const counts: Counts = new Map();
  const found = environments.flatMap((environment) => {
    const index = indexOf(environment);
    return index ? [{ environment, index, matches: matchesIn({ environment, index }, filter, counts) }] : [];
  });
  const runs = resourceStates.flatMap((state) =>
    found.map(({ environment, index, matches }) => ({
      environment,
      index,
      places: matches.get(state) ?? [],
    })),
  );
  const total = runs.reduce((sum, { places }) => sum + places.length, 0);
  const pages = Math.max(1, Math.ceil(total / resourcesPerPage));
  const page = Math.min(filter.page ?? 1, pages);
  const from = (page - 1) * resourcesPerPage;
  const items: ListedResource[] = [];
  let passed = 0;
  for (const { environment, index, places } of runs) {
    const start = Math.max(0, from - passed);
    for (const at of places.slice(start, start + resourcesPerPage - items.length)) {
      const row = index.ordered[at];
      if (row) items.push({ environment, row });
    }
    passed += places.length;
    if (items.length >= resourcesPerPage) break;
  }
  return { items, total, page, pages, choices: choicesOf(counts) };
}

interface Indexed {
  readonly environment: ServedEnvironment;
  readonly index: LookIndex;
}

type Counts = Map<ColumnName | "environment", Map<string, number>>;

/** One column's filter and counts, for one pass over the rows. */
interface Tally {
  readonly name: ColumnName;
  readonly column: RowColumn;
  /** Whether each value matches, by the value's number. If undefined, every value matches. */
  readonly wanted: readonly boolean[] | undefined;
  readonly counts: Uint32Array;
}

/** Positions of the matching rows, by state. Also counts the rows that would match without one of the filters. */
function matchesIn({ environment, index }: Indexed, filter: ListFilter, counts: Counts) {
  const matches = new Map<ResourceState, number[]>();
  const among = addressesAlike(index, filter);
  if (filter.alike !== undefined && !among) return matches;
  const isHere = filter.environment === undefined || filter.environment === environment.id;
  const words = wordsOf(filter);
  const tallies = columnNames.map((name): Tally => {
    const column = index.columns[name];
    return {
      name,
      column,
      wanted: wantedIn(name, column, filter),
      counts: new Uint32Array(column.values.length),
    };
  });
  let here = 0;
  let [state, places]: [ResourceState | undefined, number[]] = [undefined, []];
  const { ordered } = index;
  for (let at = 0; at < ordered.length; at += 1) {
    const row = ordered[at];
    if (!row || (among && !among.has(row.address)) || !hasWords(row, words)) continue;
    const missed = missedBy(tallies, at);
    if (missed === "none") here += 1;
    if (!isHere || missed === "several") continue;
    for (const one of tallies) if (missed === "none" || missed === one) countRow(one.column, at, one.counts);
    if (missed !== "none") continue;
    if (row.state !== state) {
      [state, places] = [row.state, []];
      matches.set(row.state, places);
    }
    places.push(at);
  }
  add(counts, "environment", [[environment.id, here]]);
  for (const { name, column, counts: own } of tallies)
    add(
      counts,
      name,
      column.values.map((value, at) => [value, own[at] ?? 0] as const),
    );
  return matches;
}

function addressesAlike({ groupById }: LookIndex, { alike }: ListFilter): ReadonlySet<string> | undefined {
  const group = alike === undefined ? undefined : groupById.get(alike);
  return group && new Set(group.block.changes.map(({ address }) => address));
}

function hasWords({ text }: ResourceRow, words: readonly string[]): boolean {
  for (const word of words) if (!text.includes(word)) return false;
  return true;
}

/** The only filter that a row does not match; `none` if it matches all of them, `several` if it fails more than one. */
function missedBy(tallies: readonly Tally[], at: number): Tally | "none" | "several" {
  let missed: Tally | "none" = "none";
  for (const one of tallies) {
    if (!one.wanted || hasAny(one.column, at, one.wanted)) continue;
    if (missed !== "none") return "several";
    missed = one;
  }
  return missed;
}

/** Which values of a column match, by their numbers; undefined if all match. */
function wantedIn(name: ColumnName, column: RowColumn, filter: ListFilter): readonly boolean[] | undefined {
  const value = filter[name];
  if (name === "state" && !(value !== undefined && isResourceState(value)))
    return value === "any" || filter.alike !== undefined
      ? undefined
      : column.values.map((one) => one !== "inSync");
  return value === undefined ? undefined : column.values.map((one) => one === value);
}

function add(
  counts: Counts,
  name: ColumnName | "environment",
  all: readonly (readonly [string, number])[],
): void {
  const known = counts.get(name) ?? new Map<string, number>();
  counts.set(name, known);
  for (const [value, count] of all) if (count > 0) known.set(value, (known.get(value) ?? 0) + count);
}

function choicesOf(counts: Counts): FilterChoices {
  const of = (name: ColumnName | "environment"): readonly FilterChoice[] =>
    mostFrequent(counts.get(name) ?? []);
  return {
    environment: of("environment"),
    target: of("target"),
    site: of("site"),
    kind: of("kind"),
    tag: of("tag"),
    state: of("state"),
  };
}
