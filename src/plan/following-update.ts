/** The update that follows a create, for the fields that no create takes. Pure. */

import type { Change, Difference } from "../model/change.ts";
import { isObject } from "../model/json.ts";
import type { GuardedFields } from "../model/place.ts";
import { segments } from "../model/pointer.ts";

type Create = Extract<Change, { action: "create" }>;

/** Undefined where the create sets all that is declared. Live is what it has just made, by what is known of it. */
export function followingUpdate(
  { address, desired }: Pick<Create, "address" | "desired">,
  kind: GuardedFields | undefined,
  id?: string,
): Extract<Change, { action: "update" }> | undefined {
  const { value } = desired;
  if (kind?.updateOnly === undefined || !isObject(value)) return undefined;
  const late = new Set(kind.updateOnly.map((path) => segments(path)[0] ?? ""));
  const differences = [...late].flatMap((name): readonly Difference[] => {
    const declared = value[name];
    return declared === undefined || declared === null
      ? []
      : [{ path: `/${name}`, cause: "pending", desired: declared }];
  });
  if (differences.length === 0) return undefined;
  const made = Object.fromEntries(Object.entries(value).filter(([name]) => !late.has(name)));
  const live = id === undefined ? { value: made } : { value: made, id };
  return { action: "update", address, desired, live, differences };
}
