/** What base and desired declare under different keys. Pure. */

import type { Address } from "../model/address.ts";
import type { Move } from "../model/change.ts";
import type { Desired } from "../model/desired.ts";
import type { Base } from "../model/record.ts";

/** True for what desired declares under another key: it is not gone, whatever was seen at the address that it had. */
export function isDeclaredElsewhere(
  address: Address,
  { base, desired }: { readonly base: Pick<Base, "desired">; readonly desired: Desired },
): boolean {
  const was = base.desired.resources.get(address);
  if (!was) return false;
  for (const { target, kind, identity } of desired.resources.values())
    if (identity === was.identity && kind === was.kind && target === was.target) return true;
  return false;
}

/** By the address that base has, those that desired declares the same by. */
export function nowAt(moved: readonly Move[]): ReadonlyMap<Address, readonly Address[]> {
  const byWas = Map.groupBy(moved, ({ was }) => was);
  return new Map([...byWas].map(([was, all]) => [was, all.map(({ address }) => address)]));
}
