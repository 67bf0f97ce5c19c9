/** Which writes put or take away more than is declared: those are read for right before they leave. Pure. */

import type { Dialect } from "../drivers/contract/contract.ts";
import type { Change } from "../model/change.ts";
import { hasUnkeyedList } from "../model/list-identity.ts";
import { resourceOf } from "./prerequisites.ts";

/**
 * | the write | `Dialect.replaces` of its kind | replaces more                             |
 * |-----------|--------------------------------|-------------------------------------------|
 * | remove    | any                            | yes: all that is there goes               |
 * | any other | none                           | no: it changes what is declared           |
 * | any other | all                            | yes                                       |
 * | any other | exclusive                      | where the tree's ownership is exclusive   |
 * | create    | unkeyed, a function, a pointer | no: nothing is there                      |
 * | update    | unkeyed                        | so, and where a list has no keys, or order |
 * | update    | a function                     | as it says                                |
 * | update    | a pointer                      | where something below it differs          |
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
  if (typeof replaced === "function") return replaced({ ...resource, differences: change.differences });
  if (replaced === "unkeyed")
    return ownership === "exclusive" || hasUnkeyedList(resource) || (resource.ordered ?? []).length > 0;
  return change.differences.some(({ path }) => path === replaced || path.startsWith(`${replaced}/`));
}
