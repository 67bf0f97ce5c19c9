/** The resources of all environments as a list: filtered, counted and cut into pages here, the worst first. Pure. */

import { byText } from "../../model/compare.ts";
import type { ServedEnvironment } from "../served.ts";
import { type Column, type ColumnName, columnNames, countRow, hasAny } from "./columns.ts";
import { type FilterChoice, type FilterChoices, type ListFilter, type ListPage, pageOf, wordsOf } from "./filter.ts";
import { indexOf, type LookIndex, type ResourceRow } from "./look-index.ts";
import { isResourceState, type ResourceState, resourceStates } from "./resource-states.ts";

/** A row with the environment that it is of. */
export interface ListedResource {
  readonly environment: ServedEnvironment;
  readonly row: ResourceRow;
}

/** A page of resources, with what else there is to choose. */
export interface ResourcePage extends ListPage<ListedResource> {
  readonly choices: FilterChoices;
}

/** So many rows stand on a page. */
export const resourcesPerPage = 50;

/** More values of one filter are not offered: a search finds them. */
const mostChoices = 100;

/**
 * The resources that a filter asks for. `state` is one of `resourceStates`, `any`, or absent: then it is all but what
 * is in sync, since nobody looks for that.
 */
export function resourcePage(environments: readonly ServedEnvironment[], filter: ListFilter): ResourcePage {
  const counts = new Map<ColumnName | "environment", Map<string, number>>();
  const found = environments.flatMap((environment) => {
    const index = indexOf(environment);
    return index ? [{ environment, index, matches: matchesIn({ environment, index }, filter, counts) }] : [];
  });
  const listed = resourceStates.flatMap((state) =>
    found.flatMap(({ environment, index, matches }) =>
      (matches.get(state) ?? []).map((at) => ({ environment, index, at })),
    ),
  );
  const page = pageOf(listed, filter, resourcesPerPage);
  const items = page.items.flatMap(({ environment, index, at }) => {
    const row = index.ordered[at];
    return row ? [{ environment, row }] : [];
  });
  return { ...page, items, choices: choicesOf(counts) };
}

interface Indexed {
  readonly environment: ServedEnvironment;
  readonly index: LookIndex;
}

type Counts = Map<ColumnName | "environment", Map<string, number>>;

/** Places of the rows that fit, by state; and counts what would fit, were it not for one filter. */
function matchesIn({ environment, index }: Indexed, filter: ListFilter, counts: Counts) {
  const words = wordsOf(filter);
  const isHere = filter.environment === undefined || filter.environment === environment.id;
  const { alike } = filter;
  const group = alike === undefined ? undefined : index.groupById.get(alike);
  const among = group && new Set(group.block.changes.map(({ address }) => address));
  const matches = new Map<ResourceState, number[]>();
  const wanted = columnNames.map((name) => wantedIn(name, index.columns[name], filter));
  const tally = columnNames.map((name) => new Uint32Array(index.columns[name].values.length));
  let here = 0;
  if (alike !== undefined && !among) return matches;
  for (const [at, row] of index.ordered.entries()) {
    if (among && !among.has(row.address)) continue;
    if (!words.every((word) => row.text.includes(word))) continue;
    const missed = columnNames.filter((name, place) => {
      const values = wanted[place];
      return values !== undefined && !hasAny(index.columns[name], at, values);
    });
    if (missed.length === 0) here += 1;
    if (!isHere || missed.length > 1) continue;
    for (const [place, name] of columnNames.entries()) {
      const into = tally[place];
      if (into && (missed.length === 0 || missed[0] === name)) countRow(index.columns[name], at, into);
    }
    if (missed.length > 0) continue;
    const all = matches.get(row.state) ?? [];
    all.push(at);
    matches.set(row.state, all);
  }
  add(counts, "environment", [[environment.id, here]]);
  for (const [place, name] of columnNames.entries())
    add(
      counts,
      name,
      index.columns[name].values.map((value, at) => [value, tally[place]?.[at] ?? 0] as const),
    );
  return matches;
}

/** Which values of a column are wanted, by their numbers; undefined: whatever it is. */
function wantedIn(name: ColumnName, column: Column, filter: ListFilter): readonly boolean[] | undefined {
  const value = filter[name];
  if (name === "state" && !(value !== undefined && isResourceState(value)))
    return value === "any" || filter.alike !== undefined ? undefined : column.values.map((one) => one !== "inSync");
  return value === undefined ? undefined : column.values.map((one) => one === value);
}

function add(counts: Counts, name: ColumnName | "environment", all: readonly (readonly [string, number])[]): void {
  const known = counts.get(name) ?? new Map<string, number>();
  counts.set(name, known);
  for (const [value, count] of all) if (count > 0) known.set(value, (known.get(value) ?? 0) + count);
}

function choicesOf(counts: Counts): FilterChoices {
  const of = (name: ColumnName | "environment"): readonly FilterChoice[] =>
    [...(counts.get(name) ?? [])]
      .map(([value, count]) => ({ value, count }))
      .sort((one, other) => other.count - one.count || byText(one.value, other.value))
      .slice(0, mostChoices);
  return {
    environment: of("environment"),
    target: of("target"),
    site: of("site"),
    kind: of("kind"),
    tag: of("tag"),
    state: of("state"),
  };
}
