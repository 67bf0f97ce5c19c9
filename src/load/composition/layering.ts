/** Merges values over other values. The same pair of values is merged only once, even if many rows need the result. */

import { isArray, isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";

/**
 * Returns a value merged over another. Maps are merged by key, and any other value is replaced. `null` removes the
 * value; the result is then undefined. `field+` appends its elements to the lower list; without a lower list,
 * `withAppended` later turns it into a plain field.
 */
export function layeredOver(below: Json | undefined, above: Json): Json | undefined {
  if (below === undefined) return above;
  if (above === null) return undefined;
  if (!isObject(below) || !isObject(above)) return above;
  const merged: Record<string, Json> = { ...below };
  const names = Object.keys(above);
  for (const key of names) {
    if (isAppending(key, above[key])) continue;
    const value = layeredOver(Object.hasOwn(below, key) ? below[key] : undefined, above[key] ?? null);
    if (value === undefined) delete merged[key];
    else merged[key] = value;
    if (isAppending(`${key}+`, merged[`${key}+`])) delete merged[`${key}+`];
  }
  for (const key of names) {
    const elements = above[key];
    if (isAppending(key, elements)) append(merged, key, elements);
  }
  return merged;
}

/**
 * Returns the fields that the merged result of two layers must still remove from all lower layers. One of the two
 * layers sets such a field to null and the other sets it to a value, so the merge loses the null. Undefined: there are
 * none.
 */
export function takenAway(below: JsonObject, above: JsonObject): JsonObject | undefined {
  const taken: Record<string, Json> = {};
  for (const [key, value] of Object.entries(above)) {
    const before = Object.hasOwn(below, key) ? below[key] : undefined;
    if (before === undefined) continue;
    // If a map replaces a null, the fields of lower layers must not come back into the map.
    if (value === null || before === null) taken[key] = null;
    else if (isObject(before) && isObject(value)) {
      const inside = takenAway(before, value);
      if (inside) taken[key] = inside;
    }
  }
  return Object.keys(taken).length === 0 ? undefined : taken;
}

/**
 * Combines two sets of fields to remove (see `takenAway`): a field in either set is removed. Undefined: there is no
 * field.
 */
export function bothTaken(
  one: JsonObject | undefined,
  other: JsonObject | undefined,
): JsonObject | undefined {
  if (!one || !other) return one ?? other;
  const both: Record<string, Json> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = Object.hasOwn(both, key) ? both[key] : undefined;
    if (before === undefined || value === null) both[key] = value;
    else if (isObject(before) && isObject(value)) both[key] = bothTaken(before, value) ?? null;
  }
  return both;
}

/** Returns a value without the removed fields. */
export function withoutTaken(value: Json, taken: JsonObject | undefined): Json {
  if (!taken || !isObject(value)) return value;
  const left: Record<string, Json> = { ...value };
  for (const [key, inside] of Object.entries(taken)) {
    if (inside === null) {
      delete left[key];
      delete left[`${key}+`];
    } else if (isObject(inside) && Object.hasOwn(left, key))
      left[key] = withoutTaken(left[key] ?? null, inside);
  }
  return left;
}

const known = new WeakMap<JsonObject, WeakMap<JsonObject, JsonObject>>();

/** Returns one map merged over another. The same pair of maps is merged only once. */
export function mapLaidOver(below: JsonObject, above: JsonObject): JsonObject {
  const ofBelow = known.get(below) ?? new WeakMap<JsonObject, JsonObject>();
  known.set(below, ofBelow);
  const before = ofBelow.get(above);
  if (before) return before;
  const merged = layeredOver(below, above) ?? null;
  const made = isObject(merged) ? merged : {};
  ofBelow.set(above, made);
  return made;
}

/** True for `field+` with a list, whose elements are to be appended. A name such as `C++` is a plain name. */
function isAppending(key: string, value: Json | undefined): value is readonly Json[] {
  return endsInPlus(key) && value !== undefined && isArray(value);
}

function endsInPlus(key: string): boolean {
  const last = key.length - 1;
  return last > 0 && key.charCodeAt(last) === plus && key.charCodeAt(last - 1) !== plus;
}

const plus = 0x2b;

/**
 * Appends elements to the lower list, or to a lower `field+`. If there is neither, the elements stay under `field+`
 * until a lower list is found.
 */
function append(to: Record<string, Json>, key: string, elements: readonly Json[]): void {
  const name = key.slice(0, -1);
  const field = Object.hasOwn(to, name) ? name : key;
  const before = (Object.hasOwn(to, field) ? to[field] : undefined) ?? [];
  if (isArray(before)) to[field] = [...before, ...elements.filter(notIn(before))];
  else to[key] = elements;
}

/**
 * Returns a function that is true for an element that the list lacks. In long lists, texts and numbers are looked up in
 * a set.
 */
function notIn(list: readonly Json[]): (element: Json) => boolean {
  if (list.length < 50) return (element) => !list.some((one) => sameJson(one, element));
  const plain = new Set<Json>(list);
  const others = list.filter((one) => typeof one === "object" && one !== null);
  return (element) =>
    typeof element === "object" && element !== null
      ? !others.some((one) => sameJson(one, element))
      : !plain.has(element);
}

/**
 * Returns the value without `+` names. A `field+` for which no lower list or map was found becomes the plain field. If
 * there are none, the same object is returned.
 */
export function withAppended(value: Json): Json {
  if (isArray(value)) {
    const elements = value.map(withAppended);
    return elements.every((each, index) => each === value[index]) ? value : elements;
  }
  if (!isObject(value)) return value;
  let own: Record<string, Json> | undefined;
  let appends = false;
  for (const key in value) {
    const before = value[key] ?? null;
    const member = withAppended(before);
    appends ||= isPlus(key, member);
    if (member === before) continue;
    own ??= { ...value };
    own[key] = member;
  }
  return appends ? appended(own ?? { ...value }) : (own ?? value);
}

/**
 * Returns an object of these members, which are already processed. Each `field+` is merged into the plain field, or
 * becomes the plain field.
 */
function appended(own: Record<string, Json>): JsonObject {
  for (const key of Object.keys(own)) {
    const member = own[key] ?? null;
    if (!isPlus(key, member)) continue;
    const name = key.slice(0, -1);
    const below = own[name];
    if (below !== undefined && isArray(below) !== isArray(member)) continue;
    delete own[key];
    if (isArray(member)) {
      if (below === undefined) own[name] = member;
      else append(own, key, member);
    } else own[name] = layeredOver(below, member) ?? null;
  }
  return own;
}

/** True for `field+` with a list to append or a map to merge. */
function isPlus(key: string, member: Json): boolean {
  return isAppending(key, member) || (isObject(member) && endsInPlus(key));
}
