/** Determines how the values of resources are compared, by the kinds of their targets. Pure. */

import type { AlikeOf } from "../../model/sameness/places.ts";
import type { Driver, Kind } from "./contract.ts";

const known = new WeakMap<readonly Kind[], ReadonlyMap<string, Kind>>();

/**
 * Returns a function that gives the normal form by which a resource's values are compared. Its result is undefined if
 * the resource's kind has no equivalent forms, or if its target is not in `targets`.
 */
export function alikeOf(targets: ReadonlyMap<string, { readonly driver: Pick<Driver, "kinds"> }>): AlikeOf {
  return ({ target, kind }) => {
    const kinds = targets.get(target)?.driver.kinds;
    return kinds && byName(kinds).get(kind)?.alikeForm;
  };
}

/**
 * Returns, for each field of a kind, the values that only the product sets. Undefined: no such values are known for
 * this kind.
 */
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
