/**
 * Compares fields that are not secret but that replies may leave out. If the live value does not show such a field, the
 * declarations in Git decide.
 */

import type { Resource } from "../model/desired.ts";
import { type Json, sameJson } from "../model/json.ts";
import { counterpart } from "../model/list-identity.ts";
import { holdsHidden } from "../model/live/hidden.ts";
import { at } from "../model/pointer.ts";
import { causeOf } from "./cause.ts";
import type { FieldDifference } from "./fields.ts";
import type { SecretSides } from "./secrets.ts";

/**
 * Compares hidden fields, such as a variable that stands for a secret. An applied value is assumed to be live, unless
 * the live resource shows another value.
 *
 * | live shows | base                              | result                             |
 * |------------|-----------------------------------|------------------------------------|
 * | the same   | any                               | nothing                            |
 * | another    | any                               | as for other fields                |
 * | none       | there is none at all              | not compared                       |
 * | none       | not this resource, not this field | pending                            |
 * | none       | another value                     | pending                            |
 * | none       | the same value                    | as applied, unless it is recreated |
 */
export function hiddenDifferences(
  desired: Resource,
  { base, live, threeWay, check }: HiddenSides,
): readonly FieldDifference[] {
  return (desired.hidden ?? []).flatMap((path): readonly FieldDifference[] => {
    const wanted = at(desired.value, path);
    if (wanted === undefined) return [];
    const [before, there] = [base?.value, live].map((side) => counterpart(desired, path, side));
    const was = before === undefined ? undefined : at(base?.value, before);
    const shown = there === undefined ? undefined : at(live, there);
    if (shown !== undefined && shown !== null && !holdsHidden(shown)) {
      if (sameJson(wanted, shown)) return [];
      const cause = causeOf({ desired: wanted, base: was, live: shown }, base ? "declared" : "nothing");
      return [{ path, written: path, desired: wanted, base: was, live: shown, cause }];
    }
    const isAllowed = check?.(desired.address, path) === "allowed";
    if (!threeWay && !isAllowed) return [];
    if (was !== undefined && sameJson(wanted, was) && !isAllowed) return [];
    return [{ path, written: path, desired: wanted, base: was, live: was, cause: "pending" }];
  });
}

/**
 * `live`: the live values of a product that shows which secrets are set. Other products store hidden fields in their
 * own forms, so this is absent for them.
 */
type HiddenSides = Pick<SecretSides, "base" | "threeWay" | "check"> & { readonly live?: Json | undefined };
