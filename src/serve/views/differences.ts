/** Groups of differences of all environments as a list: the same difference on many devices is one row. Pure. */

import type { Address } from "../../model/address.ts";
import { addressParts } from "../../model/address.ts";
import { byText } from "../../model/compare.ts";
import type { ServedEnvironment } from "../served.ts";
import { type DifferenceGroup, type GroupCause, groupCauses, groupFields } from "./difference-groups.ts";
import { type FilterChoice, type ListFilter, type ListPage, pageOf, wordsOf } from "./filter.ts";
import { indexOf, type LookIndex } from "./look-index.ts";

/** A group of an environment, with its resources that match the filter. */
export interface ListedGroup {
  readonly environment: ServedEnvironment;
  readonly group: DifferenceGroup;
  /** The addresses of the matching resources, at least one. */
  readonly addresses: readonly Address[];
  /** When the first of the resources began to differ, if known: ISO 8601, UTC. */
  readonly since?: string | undefined;
}

/** A page of groups, and the number of groups per cause. */
export interface GroupPage extends ListPage<ListedGroup> {
  readonly causes: readonly FilterChoice[];
}

/** The number of groups per page. */
const groupsPerPage = 25;

/**
 * The groups that match a filter: conflicts, then drift, then pending changes. Within each cause, the largest group
 * comes first.
 */
export function groupPage(environments: readonly ServedEnvironment[], filter: ListFilter): GroupPage {
  const fitting = environments
    .filter(({ id }) => filter.environment === undefined || filter.environment === id)
    .flatMap((environment) => groupsIn(environment, filter));
  const causes = groupCauses
    .map((value) => ({ value, count: fitting.filter(({ group }) => group.cause === value).length }))
    .filter(({ count }) => count > 0);
  const wanted = fitting.filter(({ group }) => filter.state === undefined || group.cause === filter.state);
  const page = pageOf(wanted.sort(worstFirst), filter, groupsPerPage);
  const items = page.items.map((one) => ({ ...one, since: sinceOf(one.environment, one.addresses) }));
  return { ...page, items, causes };
}

function groupsIn(environment: ServedEnvironment, filter: ListFilter): readonly ListedGroup[] {
  const index = indexOf(environment);
  if (!index) return [];
  return index.groups.flatMap((group) => {
    if (filter.alike !== undefined && group.id !== filter.alike) return [];
    const addresses = addressesIn(group, index, filter);
    return addresses.length === 0 ? [] : [{ environment, group, addresses }];
  });
}

/**
 * The addresses of the group that match the filter. The filter's words are also searched in the group's fields and
 * values.
 */
function addressesIn(group: DifferenceGroup, index: LookIndex, filter: ListFilter): readonly Address[] {
  const all = group.block.changes.map(({ address }) => address);
  const { target, kind, site, tag } = filter;
  const own = wordsOf(filter);
  if ([target, kind, site, tag].every((one) => one === undefined) && own.length === 0) return all;
  const fields = own.length === 0 ? "" : wordsIn(group);
  const words = own.filter((word) => !fields.includes(word));
  return all.filter((address) => {
    const row = index.rows.get(address);
    const parts = addressParts(address);
    return (
      (target === undefined || parts.target === target) &&
      (kind === undefined || parts.kind === kind) &&
      (site === undefined || row?.site === site) &&
      (tag === undefined || row?.tags.includes(tag)) &&
      words.every((word) => row?.text.includes(word))
    );
  });
}

const searched = new WeakMap<DifferenceGroup, string>();

/** The searchable text of a group, made by the first search. */
function wordsIn(group: DifferenceGroup): string {
  const known = searched.get(group) ?? groupFields(group).map(fieldWords).join("\n").toLowerCase();
  searched.set(group, known);
  return known;
}

function fieldWords({ path, live, desired }: ReturnType<typeof groupFields>[number]): string {
  return [path, JSON.stringify(live ?? null), JSON.stringify(desired ?? null)].join("\n");
}

const ranks = new Map<GroupCause, number>(groupCauses.map((cause, at) => [cause, at]));

function worstFirst(one: ListedGroup, other: ListedGroup): number {
  const rank = ({ group }: ListedGroup) => ranks.get(group.cause) ?? 0;
  return (
    rank(one) - rank(other) ||
    other.addresses.length - one.addresses.length ||
    byText(one.environment.id, other.environment.id) ||
    byText(one.addresses[0] ?? "", other.addresses[0] ?? "")
  );
}

function sinceOf({ since }: ServedEnvironment, addresses: readonly Address[]): string | undefined {
  let first: string | undefined;
  for (const address of addresses) {
    const at = since.get(address)?.at;
    if (at !== undefined && (first === undefined || at < first)) first = at;
  }
  return first;
}
