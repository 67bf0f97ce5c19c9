/** Built-in elements at the end of a list, which are neither compared nor sent. Pure. */

import { canonicalText, isObject, type Json, sameJson } from "../../model/json.ts";
import type { Field } from "../schema/field.ts";
import { fieldOf } from "./field-of.ts";

/**
 * Returns a list without the product's built-in elements at its end. If a built-in element occurs there twice, only its
 * last occurrence is removed.
 */
export function withoutBuiltIn({ builtIn }: Pick<Field, "builtIn">, list: readonly Json[]): readonly Json[] {
  if (builtIn === undefined) return list;
  const own = Object.entries(builtIn);
  const seen = new Set<string>();
  let end = list.length;
  while (end > 0) {
    const said = ownOf(own, list[end - 1]);
    if (said === undefined || seen.has(said)) break;
    seen.add(said);
    end -= 1;
  }
  return end === list.length ? list : list.slice(0, end);
}

/** Returns the values that identify a built-in element. Undefined: the element is not built in. */
function ownOf(own: readonly (readonly [string, Json])[], element: Json | undefined): string | undefined {
  if (element === undefined || !isObject(element)) return undefined;
  const found = own.map(([name, value]) => {
    const shown = fieldOf(element, name);
    return [value].flat().find((each) => shown !== undefined && sameJson(each, shown));
  });
  return found.every((each) => each !== undefined) ? canonicalText(found) : undefined;
}
