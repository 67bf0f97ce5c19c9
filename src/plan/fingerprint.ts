/** The fingerprint: what a reviewer approves and what apply demands. */

import type { Change } from "../model/change.ts";
import { canonicalText, type Json } from "../model/json.ts";
import type { Digest } from "../model/wire.ts";

/**
 * 16 hexadecimal digits over the changes: action, address, and each field's desired and live value. Secrets are
 * references. Neither cost, time, order nor counts go into it: the same changes always have the same fingerprint.
 */
export function fingerprintOf(changes: readonly Change[], digest: Digest): string {
  const texts = changes.map((change) => canonicalText(essence(change)));
  return digest(texts.sort().join("\n")).slice(0, 16);
}

function essence(change: Change): Json {
  const { action, address } = change;
  if (action === "create")
    return { action, address, desired: change.desired.value, scope: { ...change.desired.scope } };
  if (action === "remove") return { action, address, live: change.live.value };
  const fields = change.differences.map(({ path, desired, live }) => ({
    path,
    ...(desired !== undefined && { desired }),
    ...(live !== undefined && { live }),
  }));
  return { action, address, fields };
}
