/** The fingerprint: what a reviewer approves and what apply demands. */

import type { Change } from "../model/change.ts";
import { canonicalText, isObject, type Json } from "../model/json.ts";
import type { Digest } from "../model/wire.ts";

/**
 * The SHA-256 over the changes, whole, in 64 hexadecimal digits: who can choose what is planned can make two plans that
 * share a shorter one. It covers action, address, the words of its place, and each field's desired and live value.
 * Secrets are references. Neither cost, time, order nor counts go into it: the same changes always have the same
 * fingerprint.
 */
export function fingerprintOf(changes: readonly Change[], digest: Digest): string {
  const texts = changes.map((change) => canonicalText(essence(change)));
  return digest(texts.sort().join("\n"));
}

function essence(change: Change): Json {
  const { action, address } = change;
  switch (action) {
    case "create":
      return { action, address, scope: change.desired.scope, desired: change.desired.value };
    case "update": {
      const fields = change.differences.map(({ path, desired, live }) => ({
        path,
        ...(desired !== undefined && { desired }),
        ...(live !== undefined && { live }),
      }));
      return { action, address, scope: change.desired.scope, fields };
    }
    case "remove": {
      const { scope, value } = change.base;
      const live = declaredPart(change.live.value, value);
      return { action, address, scope, id: change.live.id ?? null, live };
    }
  }
}

/** What is live of what was declared; what else is live is nobody's business here. */
function declaredPart(live: Json, declared: Json): Json {
  if (!isObject(live) || !isObject(declared)) return live;
  const members = Object.keys(declared).flatMap((key) => {
    const value = Object.hasOwn(live, key) ? live[key] : undefined;
    return value === undefined ? [] : [[key, declaredPart(value, declared[key] ?? null)] as const];
  });
  return Object.fromEntries(members);
}
