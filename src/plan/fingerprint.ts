/** The fingerprint: what a reviewer approves and what apply demands. */

import type { Change, TakenOverSecret } from "../model/change.ts";
import { canonicalText, isObject, type Json } from "../model/json.ts";
import type { Digest } from "../model/wire.ts";

/** What a fingerprint is made of. */
interface Fingerprinted {
  readonly changes: readonly Change[];
  readonly secretsTakenOver: readonly TakenOverSecret[];
}

/**
 * The SHA-256 over the changes, whole, in 64 hexadecimal digits: who can choose what is planned can make two plans that
 * share a shorter one. It covers action, address, the words of its place, and each field's desired and live value.
 * Secrets are references. Those of what is taken over are covered alike whether they are left or written, so that a
 * consent to write them names the plan that leaves them. Neither cost, time, order nor counts go into it: the same
 * changes always have the same fingerprint.
 */
export function fingerprintOf({ changes, secretsTakenOver }: Fingerprinted, digest: Digest): string {
  const parts = changes.map(withoutTakenOver);
  const secrets = [...secretsTakenOver, ...parts.flatMap(({ secrets }) => secrets)];
  const texts = [
    ...parts.flatMap(({ change }) => (change ? [canonicalText(essence(change))] : [])),
    ...secrets.map(({ address, path, desired }) => canonicalText({ takenOver: address, path, desired })),
  ];
  return digest(texts.sort().join("\n"));
}

/** The change without the secrets that are written by consent, and these; no change where it is nothing else. */
export function withoutTakenOver(change: Change): {
  readonly change?: Change;
  readonly secrets: readonly TakenOverSecret[];
} {
  if (change.action !== "update") return { change, secrets: [] };
  const { address } = change;
  const secrets = change.differences.flatMap(({ path, desired = null, takenOver }) =>
    takenOver ? [{ address, path, desired }] : [],
  );
  const differences = change.differences.filter(({ takenOver }) => !takenOver);
  return differences.length === 0 ? { secrets } : { change: { ...change, differences }, secrets };
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

/** What is live of what was declared; what else is live does not matter here. */
function declaredPart(live: Json, declared: Json): Json {
  if (!isObject(live) || !isObject(declared)) return live;
  const members = Object.keys(declared).flatMap((key) => {
    const value = Object.hasOwn(live, key) ? live[key] : undefined;
    return value === undefined ? [] : [[key, declaredPart(value, declared[key] ?? null)] as const];
  });
  return Object.fromEntries(members);
}
