/** What is identified by other resources, called by their keys and names in the place of live ids. Pure. */

import { mapReferences } from "../model/references.ts";
import { ownIdIn } from "../model/snapshot.ts";
import type { DiscoveredItem } from "../observe/discover.ts";
import { referencesOfIdentity } from "../observe/named-identity.ts";
import { pathOf } from "./disambiguate.ts";

/**
 * What was found, with such identities. `declared`: the keys of what is declared, by path. What else it names is called
 * as live calls it; what was not found keeps its id.
 */
export function withNamedIdentities(
  found: readonly DiscoveredItem[],
  declared: ReadonlyMap<string, string>,
): readonly DiscoveredItem[] {
  if (found.every(({ kind }) => kind.identifiedBy === undefined)) return found;
  const names = new Map(
    found.flatMap((one) => {
      const { kind, item } = one;
      const name = declared.get(pathOf(one)) ?? item.identity;
      return item.id === undefined ? [] : [[`${kind.name}\0${ownIdIn(item.id)}`, name] as const];
    }),
  );
  const known = new Map<DiscoveredItem, DiscoveredItem>();
  const renamed = (one: DiscoveredItem): DiscoveredItem => {
    const before = known.get(one);
    if (before) return before;
    const identity = calledBy(one, names);
    const own = { ...one, item: { ...one.item, identity }, parent: one.parent && renamed(one.parent) };
    known.set(one, own);
    return own;
  };
  return found.map(renamed);
}

function calledBy({ kind, item, scope }: DiscoveredItem, names: ReadonlyMap<string, string>): string {
  const { identity, value } = item;
  if (kind.identifiedBy === undefined) return identity;
  const named = mapReferences(value, referencesOfIdentity(kind, kind.refersTo), (id, of) =>
    typeof id === "string" ? (names.get(`${of}\0${id}`) ?? id) : id,
  );
  return kind.identity({ key: identity, value: named, scope });
}
