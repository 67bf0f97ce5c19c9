/** Guards rooms against losing their last declared moderator. Pure. */

import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import { isObject, type Json } from "../../model/json.ts";
import { resourceOf } from "../prerequisites.ts";
import { type Guard, type GuardInput, writtenChanges } from "./finding.ts";

/** Triggers if steps remove moderators from a room that stays, and no declared member is or becomes a moderator. */
export const moderators: Guard = (on) => {
  const written = writtenChanges(on);
  const lost = written.filter(losesModerator);
  if (lost.length === 0) return undefined;
  const gone = written.filter(({ action }) => action === "remove").map(({ address }) => address);
  const led = [...on.desired.resources.values()].filter(({ value }) => moderates(value)).filter(leading(on));
  const safe = new Set([...gone, ...led.map(({ parent }) => parent)]);
  const found = lost.filter((change) => !safe.has(resourceOf(change).parent));
  if (found.length === 0) return undefined;
  const rooms = new Set(found.map((change) => resourceOf(change).parent));
  const what = rooms.size === 1 ? "1 room" : `${rooms.size} rooms`;
  return {
    guard: "moderators",
    message: `${what} would be left without a declared moderator`,
    addresses: found.map(({ address }) => address),
  };
};

/**
 * Returns a function that is true for a declared moderator who is still a moderator after the plan. If the plan does
 * not write the member, the member's live state counts.
 */
function leading(on: GuardInput): (of: { readonly address: Address }) => boolean {
  const { changes, unknown, impossible } = on.compared ?? {
    changes: on.changes,
    unknown: [],
    impossible: [],
  };
  const unmet = new Set<Address>([...unknown, ...impossible].map(({ address }) => address));
  const written = new Set(writtenChanges(on).map(({ address }) => address));
  for (const change of changes)
    if (!written.has(change.address) && !(change.action === "update" && moderates(change.live.value)))
      unmet.add(change.address);
  return ({ address }) => !unmet.has(address);
}

/** True if the change takes a moderator away from its room. */
export function losesModerator(change: Change): boolean {
  if (resourceOf(change).kind !== "member" || change.action === "create") return false;
  return moderates(change.live.value) && (change.action === "remove" || turnsOff(change.desired.value));
}

/** True for the value of a moderator. */
export function moderates(value: Json): boolean {
  return isObject(value) && value.moderator === true;
}

function turnsOff(value: Json): boolean {
  return isObject(value) && value.moderator === false;
}
