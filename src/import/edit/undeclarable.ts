/**
 * Finds live parts of adopted changes that cannot be declared, and that may decide the meaning of the other parts.
 * Pure.
 */

import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import { isArray, type Json } from "../../model/json.ts";
import type { Undeclarable } from "../../model/live/undeclarable.ts";
import { at, pointer, segments } from "../../model/pointer.ts";
import { whyWhole } from "./why-whole.ts";

/**
 * Returns why an update inside a list cannot be adopted: list elements have members that cannot be declared, and these
 * members change the meaning of the others. Undefined: the update can be adopted, or is not inside a list.
 */
export function whyNotInPart(change: Change, repeatsSecret: (value: Json) => boolean): string | undefined {
  if (change.action !== "update" || !change.differences.some(({ path }) => isInList(change, path)))
    return undefined;
  const inElements = (change.live.undeclarable ?? []).filter(({ path }) => segments(path).length > 1);
  return whyWhole(inElements, repeatsSecret);
}

/** Returns all live parts of these changes that cannot be declared. */
export function undeclarableOf(
  changes: readonly Change[],
  repeatsSecret: (value: Json, of: Address) => boolean,
): readonly Undeclarable[] {
  return changes.flatMap((change) => {
    const shown = change.action === "update" ? (change.live.undeclarable ?? []) : [];
    return shown.map(({ value, ...part }): Undeclarable => {
      const isShown = value !== undefined && !repeatsSecret(value, change.address);
      return { address: change.address, ...part, ...(isShown && { value }) };
    });
  });
}

function isInList(change: Extract<Change, { action: "update" }>, path: string): boolean {
  const top = pointer(segments(path).slice(0, 1));
  return [change.live.value, change.desired.value].some((value) => isArray(at(value, top)));
}
