/** Which groups are read together with others: by one read of a whole in the place of one for each parent. Pure. */

import type { Address } from "../model/address.ts";
import { isObject, type Json } from "../model/json.ts";
import type { ReadGroup, ReadPlace, WantedResource } from "./query.ts";

/** Groups that one read shows. */
export interface WholeGroup {
  readonly target: string;
  /** What selects the read: declared, and further out than the parents of the groups. */
  readonly within: Address;
  /** At least one. */
  readonly groups: readonly ReadGroup[];
}

type Places = Pick<ReadonlyMap<Address, ReadPlace>, "get">;

/**
 * The groups that are read as a whole: those that nothing else shows, and those that stand for two requests or more
 * and of which it shows all that is declared. `needed`: only the former.
 */
export function wholesOf(
  groups: Iterable<ReadGroup>,
  places: Places,
  which: "needed" | "worthwhile",
): ReadonlyMap<ReadGroup, WholeGroup> {
  const found = new Map<string, { target: string; within: Address; groups: ReadGroup[] }>();
  for (const group of groups) {
    const { whole, name } = group.collection;
    if (!whole || !(whole.only || (which === "worthwhile" && showsAll(group, whole.shows)))) continue;
    const within = placeOf(group, places);
    if (within === undefined) continue;
    const key = `${name}\0${within}`;
    const known = found.get(key) ?? { target: group.target, within, groups: [] };
    known.groups.push(group);
    found.set(key, known);
  }
  const worthwhile = [...found.values()].filter(
    ({ groups: all }) => all.length > 1 || all.some(({ collection }) => collection.whole?.only),
  );
  return new Map(worthwhile.flatMap((each) => each.groups.map((group) => [group, each] as const)));
}

/** Whether all that is declared is among the fields that the read shows. What goes is read with all that it has. */
function showsAll({ wanted }: ReadGroup, shows: readonly string[] | undefined): boolean {
  const isShown = ({ identity, resource, declared }: WantedResource) =>
    identity !== undefined &&
    resource.ownership === "declared" &&
    declared.every((value) => namesIn(value).every((name) => shows?.includes(name)));
  return shows === undefined || wanted.every(isShown);
}

function namesIn(value: Json): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}

/** What the group's parent is in, as far out as the read asks for. */
function placeOf({ parent, collection }: ReadGroup, places: Places): Address | undefined {
  let at = parent;
  while (at !== undefined) {
    const resource: WantedResource["resource"] | undefined = places.get(at)?.wanted.resource;
    if (resource?.kind === collection.whole?.within) return at;
    at = resource?.parent;
  }
  return undefined;
}
