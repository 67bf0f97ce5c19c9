/** Fields that no reply shows but that are not secret: only the declarations in Git can be compared. */

import type { Resource } from "../model/desired.ts";
import { sameJson } from "../model/json.ts";
import { counterpart } from "../model/list-identity.ts";
import { at } from "../model/pointer.ts";
import type { FieldDifference } from "./fields.ts";
import type { SecretSides } from "./secrets.ts";

/**
 * An applied value is assumed to be live, since its drift cannot be seen.
 *
 * | base                              | result                                   |
 * |-----------------------------------|------------------------------------------|
 * | there is none at all              | not compared                             |
 * | not this resource, not this field | pending                                  |
 * | another value                     | pending                                  |
 * | the same value                    | as applied, unless it is recreated       |
 */
export function hiddenDifferences(
  desired: Resource,
  { base, threeWay, check }: Pick<SecretSides, "base" | "threeWay" | "check">,
): readonly FieldDifference[] {
  return (desired.hidden ?? []).flatMap((path) => {
    const isAllowed = check?.(desired.address, path) === "allowed";
    if (!threeWay && !isAllowed) return [];
    const wanted = at(desired.value, path);
    const before = counterpart(desired, path, base?.value);
    const was = before === undefined ? undefined : at(base?.value, before);
    if (wanted === undefined || (sameJson(wanted, was ?? null) && was !== undefined && !isAllowed)) return [];
    return [{ path, written: path, desired: wanted, base: was, live: was, cause: "pending" as const }];
  });
}
