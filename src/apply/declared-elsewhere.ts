/** What base and desired declare under different keys. Pure. */

import type { Address } from "../model/address.ts";
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
