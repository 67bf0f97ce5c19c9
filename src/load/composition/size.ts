/** How many values a value holds, itself included: counted once for each object. Pure. */

import { isArray, isObject, type Json } from "../../model/json.ts";

const known = new WeakMap<object, number>();

/** The number of values. What stands in several places counts at each. */
export function valuesIn(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  const members = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  const count = members.reduce<number>((sum, each) => sum + valuesIn(each), 1);
  known.set(value, count);
  return count;
}
