/** `--only`: globs over addresses, and the word `drift`. */

import type { Address } from "../../model/address.ts";
import { matches } from "../../model/listed/glob.ts";

/** Among the globs of `--only`: what drifted, and nothing that Git changed. No address can be called so. */
export const driftWord = "drift";

/** Globs over addresses as a filter; none: everything. `cloud/*` or `*berlin*`. */
export function onlyMatching(
  globs: readonly string[] | undefined,
): ((address: Address) => boolean) | undefined {
  const named = globs?.filter((glob) => glob !== driftWord) ?? [];
  if (named.length === 0) return undefined;
  return (address) => named.some((glob) => matches(glob, address));
}
