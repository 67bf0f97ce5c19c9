/**
 * Rewrites base if desired declares a place in another resource than base. The rewritten base has the place in
 * desired's resource too. Pure.
 */

import type { Address } from "../model/address.ts";
import type { DeclaredSides, MovedPlaces, UnmanagedField } from "../model/change.ts";
import { byAddress, byKey } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { MovedBase } from "./moves.ts";
import { releasedFields } from "./unmanaged-fields.ts";

/** Returns the places that moved at a target; undefined if no place can move. */
type FindPlaces = (target: string, sides: DeclaredSides) => MovedPlaces | undefined;

/**
 * Rewrites base. If desired declares a place in another resource than base, this is not a removal. The old resource is
 * dropped from base, and the new resource gets the old values as its base. Values that desired no longer declares are
 * released, like other fields that are no longer declared.
 */
export function withMovedPlaces(desired: Desired, moved: MovedBase, find: FindPlaces): MovedBase {
  const { base } = moved;
  const targets = new Set<string>();
  for (const [address, { target }] of base.resources)
    if (!desired.resources.has(address)) targets.add(target);
  const found = [...targets].flatMap((target) => find(target, sidesOf(target, desired, base)) ?? []);
  const left = found.flatMap((each) => each.left);
  if (left.length === 0) return moved;
  const known = found.flatMap((each) => each.known);
  const moves = found.flatMap((each) => each.moves);
  return {
    base: withPlaces(base, { known, left }),
    moves: [...moved.moves, ...moves].sort(byAddress),
    released: left.flatMap((still) => releasedOf(still, base)).sort(byAddress),
  };
}

function sidesOf(target: string, desired: Desired, base: Desired): DeclaredSides {
  const own = ({ resources }: Desired) => [...resources.values()].filter((one) => one.target === target);
  return { desired: own(desired), base: own(base) };
}

function releasedOf(still: Resource, base: Desired): readonly UnmanagedField[] {
  const was = base.resources.get(still.address);
  if (was === undefined) return [];
  const paths = releasedFields(still, was).filter((path) => !was.secrets.includes(path));
  return paths.map((path) => ({ address: still.address, path }));
}

function withPlaces(base: Desired, { known, left }: Pick<MovedPlaces, "known" | "left">): Desired {
  const resources = new Map<Address, Resource>(base.resources);
  for (const { address } of left) resources.delete(address);
  for (const resource of known) resources.set(resource.address, resource);
  // A change in a moved place is not attributed to a line of another path or section.
  const isKnown = new Set(known.map(({ address }) => address));
  return {
    resources: new Map([...resources].sort(byKey)),
    locate: (address, path) => (isKnown.has(address) ? undefined : base.locate(address, path)),
    written: (address, path) => (isKnown.has(address) ? undefined : base.written?.(address, path)),
  };
}
