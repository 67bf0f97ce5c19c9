/** Finds the known name that a typo was probably meant to be: "Did you mean". */

import { underWay } from "../model/meter.ts";
import { editsBetween } from "../model/spelling/mistyped.ts";

/**
 * Returns the closest of these names. Ignoring case, up to a third of the wrong name's letters may differ. Undefined:
 * no name is close enough, or this task has already compared too many names for hints.
 */
export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wrong.length / 3)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - wrong.length) >= least) continue;
    if (underWay()?.compares() === false) return undefined;
    const distance = editsBetween(wrong.slice(0, 64).toLowerCase(), name.slice(0, 64).toLowerCase());
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** Returns "Did you mean `x`?", or the available choices. Undefined: there are no choices, or more than 20. */
export function meant(wrong: string, names: Iterable<string>): string | undefined {
  const all = [...names];
  const near = nearest(wrong, all);
  if (near !== undefined) return `Did you mean \`${near}\`?`;
  return all.length === 0 || all.length > 20 ? undefined : `Known: ${all.sort().join(", ")}.`;
}
