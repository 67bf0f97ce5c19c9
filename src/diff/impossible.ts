/** Changes that no write can make, and why. Pure. */

import { type Address, address } from "../model/address.ts";
import type { ImpossibleChange } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { isObject, sameJson } from "../model/json.ts";
import type { CannotBe, UnmanagedResource } from "../model/live/snapshot.ts";

/** Returns the change for an undeclared live resource in an inventory that must be declared completely. */
export function unexpectedIn({ target, kind, identity }: UnmanagedResource): ImpossibleChange {
  const reason = "it exists live but is not declared: declare it, or remove it from the inventory";
  return { address: address(target, kind, identity), action: "remove", reason, unexpected: true };
}

/** Returns half a sentence that says why a read-only resource is missing. */
export function onlyRead({ kind, identity }: Resource): string {
  const why = `the target's credential sees no ${kind} "${identity}", and trueup cannot create one`;
  return `${why}: correct its name, or create it on the controller`;
}

/** Returns half a sentence that says why a resource cannot be in its declared place. */
export function moved(desired: Resource, base: Resource): string {
  const why = `its parent was ${base.parent ?? "none"} and is now ${desired.parent ?? "none"}`;
  return `${why}: it cannot be moved, and trueup does not remove and recreate it on its own`;
}

/**
 * Returns the declared neighbor whose change makes room for this resource; undefined if there is none. There is no room
 * for the resource in the live state yet.
 */
export function roomMadeBy(resource: Resource, { unless }: CannotBe, desired: Desired): Address | undefined {
  if (!unless) return undefined;
  const { kind, field, is } = unless;
  const beside = besideIn(desired).get(placeOf({ ...resource, kind })) ?? [];
  const makesRoom = ({ value }: Resource) =>
    isObject(value) && is.some((each) => sameJson(each, value[field]));
  return beside.find(makesRoom)?.address;
}

type Beside = ReadonlyMap<string, readonly Resource[]>;

const known = new WeakMap<Desired, Beside>();

/** Returns declared resources by place. They are grouped once per desired state, and only if a resource lacks room. */
function besideIn(desired: Desired): Beside {
  const made = known.get(desired) ?? Map.groupBy(desired.resources.values(), placeOf);
  known.set(desired, made);
  return made;
}

function placeOf({ target, kind, parent }: Pick<Resource, "target" | "kind" | "parent">): string {
  return `${target}\0${kind}\0${parent ?? ""}`;
}
