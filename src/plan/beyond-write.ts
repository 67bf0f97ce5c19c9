/** Further requests that a write needs: an update after a create, or a read of what the write replaces. Pure. */

import type { Dialect } from "../drivers/contract/contract.ts";
import type { Change, Difference } from "../model/change.ts";
import { isObject } from "../model/json.ts";
import type { GuardedFields } from "../model/place.ts";
import { segments } from "../model/pointer.ts";
import { resourceOf } from "./prerequisites.ts";

type Create = Extract<Change, { action: "create" }>;

/**
 * Returns the update to send after a create; undefined if the create sets everything. The live side of the update is
 * the resource just created, as far as it is known.
 */
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

/**
 * True if a write replaces more than is declared:
 *
 * | the write | `Dialect.replaces` of its kind | replaces more than declared          |
 * |-----------|--------------------------------|--------------------------------------|
 * | remove    | any                            | yes: everything there is removed     |
 * | any other | none                           | no: it changes what is declared      |
 * | any other | all                            | yes                                  |
 * | any other | exclusive                      | if the tree's ownership is exclusive |
 * | create    | a function, a pointer          | no: nothing is there                 |
 * | update    | a function                     | as it says                           |
 * | update    | a pointer                      | if something below it differs        |
 */
export function replacesMore(change: Change, dialect: Dialect): boolean {
  if (change.action === "remove") return true;
  const resource = resourceOf(change);
  const { kind, ownership } = resource;
  const replaced = dialect.replaces?.[kind];
  if (replaced === undefined) return false;
  if (replaced === "all") return true;
  if (replaced === "exclusive") return ownership === "exclusive";
  if (change.action === "create") return false;
  if (typeof replaced === "function")
    return replaced({ ...resource, live: change.live, differences: change.differences });
  return change.differences.some(({ path }) => path === replaced || path.startsWith(`${replaced}/`));
}
