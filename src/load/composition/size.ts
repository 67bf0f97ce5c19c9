/** The number of values in a value, including itself. Computed once per object. Pure. */

import { isArray, isObject, type Json } from "../../model/json.ts";

const known = new WeakMap<object, number>();

/** Returns the number of values. A shared value counts at each place where it occurs. */
export function valuesIn(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  const members = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  const count = members.reduce<number>((sum, each) => sum + valuesIn(each), 1);
  known.set(value, count);
  return count;
}
