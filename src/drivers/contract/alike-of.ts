/** Determines how the values of resources are compared, by the kinds of their targets. Pure. */

import type { AlikeOf } from "../../model/sameness/places.ts";
import type { Driver, Kind } from "./contract.ts";

const known = new WeakMap<readonly Kind[], ReadonlyMap<string, Kind>>();

/**
 * For each resource, the normal form by which its values are compared. Undefined: its kind has no equivalent forms, or
 * its target is not among `targets`.
 */
export function alikeOf(targets: ReadonlyMap<string, { readonly driver: Pick<Driver, "kinds"> }>): AlikeOf {
  return ({ target, kind }) => {
    const kinds = targets.get(target)?.driver.kinds;
    return kinds && byName(kinds).get(kind)?.alikeForm;
  };
}

/** For each field, the values that only the product sets. Undefined: none are known for this kind. */
export function ownStatesOf(
  targets: ReadonlyMap<string, { readonly driver: Pick<Driver, "kinds"> }>,
  { target, kind }: { readonly target: string; readonly kind: string },
): Kind["ownStates"] {
  const kinds = targets.get(target)?.driver.kinds;
  return kinds && byName(kinds).get(kind)?.ownStates;
}

function byName(kinds: readonly Kind[]): ReadonlyMap<string, Kind> {
  const found = known.get(kinds) ?? new Map(kinds.map((kind) => [kind.name, kind]));
  known.set(kinds, found);
  return found;
}
