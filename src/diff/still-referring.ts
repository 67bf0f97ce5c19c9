/** Finds live references to resources that are to be removed. Pure. */

import type { Address } from "../model/address.ts";
import type { Change, StillReferring } from "../model/change.ts";
import { byText } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { isObject, type Json } from "../model/json.ts";
import { ownIdIn, type Snapshot } from "../model/live/snapshot.ts";
import { at, placesOf } from "../model/pointer.ts";
import { literalIds, namedBy, referred } from "../model/references.ts";

type Removal = Extract<Change, { readonly action: "remove" }>;

/**
 * Returns the live references to resources that are to be removed:
 *
 * | the referencing resource | counts if                                                                   |
 * |--------------------------|-----------------------------------------------------------------------------|
 * | is present               | its live value names the removed one, by key, or by live id if that was not |
 * |                          | translated to a key                                                         |
 * | is unknown               | base says that it references the removed one                                |
 *
 * Ordered by the referencing resource, then by the removed one.
 */
export function stillReferring(
  changes: readonly Change[],
  { desired, base, snapshot }: SeenSides,
): readonly StillReferring[] {
  const going = new Going(changes.filter((change) => change.action === "remove"));
  if (going.isEmpty) return [];
  const found: StillReferring[] = [];
  for (const [by, observation] of snapshot.observations) {
    const before = base?.resources.get(by);
    const resource = desired.resources.get(by) ?? before;
    if (resource?.refersTo === undefined || observation.state === "absent") continue;
    if (observation.state === "present") {
      const values = [resource.value, ...(before ? [before.value] : [])];
      const sides = { desired, base, inKeys: hasKeys(resource, values) };
      found.push(...going.namedBy(resource, observation.value.value, sides));
    } else {
      if (!before) continue;
      const named = [...referred(before, before.value)].filter(([, to]) => going.has(to));
      for (const [path, to] of named) found.push({ by, path, to, unknown: true });
    }
  }
  return found
    .filter(({ by, to }) => by !== to)
    .sort((a, b) => byText(a.by, b.by) || byText(a.to, b.to) || byText(a.path, b.path));
}

function hasKeys(resource: Resource, values: readonly Json[]): boolean {
  return namedBy(resource, values).size > 0 || literalIds(resource, values).size > 0;
}

interface DeclaredBoth {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
}

interface SeenSides extends DeclaredBoth {
  readonly snapshot: Pick<Snapshot, "observations">;
}

interface NamingSides extends DeclaredBoth {
  /**
   * True: ids were translated to keys when the state was observed, and references to undeclared resources are `{ id }`.
   */
  readonly inKeys: boolean;
}

/** The resources to be removed, by the ways in which others refer to them. */
class Going {
  readonly #addresses: ReadonlySet<Address>;
  readonly #byId = new Map<string, Removal[]>();

  constructor(removals: readonly Removal[]) {
    this.#addresses = new Set(removals.map(({ address }) => address));
    for (const removal of removals) {
      const { target, kind, identity } = removal.base;
      const id = removal.live.id ?? identity;
      for (const one of new Set([id, ownIdIn(id)])) {
        const key = idKey(target, kind, one);
        const same = this.#byId.get(key);
        if (same) same.push(removal);
        else this.#byId.set(key, [removal]);
      }
    }
  }

  get isEmpty(): boolean {
    return this.#addresses.size === 0;
  }

  has(address: Address): boolean {
    return this.#addresses.has(address);
  }

  namedBy(by: Resource, live: Json, sides: NamingSides): readonly StillReferring[] {
    const byKey = sides.inKeys ? [...referred(by, live)].filter(([, to]) => this.has(to)) : [];
    const byId = Object.entries(by.refersTo ?? {}).flatMap(([field, kind]) =>
      placesOf(live, field).flatMap((path): [string, Address][] => {
        const id = idIn(at(live, path), sides.inKeys);
        const to = id === undefined ? undefined : this.#withId(by, { kind, id }, sides);
        return to === undefined ? [] : [[path, to]];
      }),
    );
    return [...byKey, ...byId].map(([path, to]) => ({ by: by.address, path, to }));
  }

  /**
   * Returns the resource to be removed that has this id; undefined if there is none. If `id` is only a part of an id,
   * the resource must be in the same place as `by`. Elsewhere, the same part may belong to another resource.
   */
  #withId(
    by: Resource,
    { kind, id }: { readonly kind: string; readonly id: string },
    sides: NamingSides,
  ): Address | undefined {
    const found = this.#byId.get(idKey(by.target, kind, id)) ?? [];
    const around = aroundOf(by, sides);
    const meant = found.find(
      ({ base, live }) =>
        (live.id ?? base.identity) === id || base.parent === undefined || around.has(base.parent),
    );
    return meant?.address;
  }
}

function idKey(target: string, kind: string, id: string): string {
  return `${target}\0${kind}\0${id}`;
}

function idIn(value: Json | undefined, inKeys: boolean): string | undefined {
  const id = inKeys ? (value !== undefined && isObject(value) ? value.id : undefined) : value;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** A resource and all its ancestors. */
function aroundOf({ address, parent }: Resource, sides: DeclaredBoth): ReadonlySet<Address> {
  const around = new Set<Address>([address]);
  let above = parent;
  while (above !== undefined && !around.has(above)) {
    around.add(above);
    above = (sides.desired.resources.get(above) ?? sides.base?.resources.get(above))?.parent;
  }
  return around;
}
