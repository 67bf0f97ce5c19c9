/**
 * Layering: merges values over other values. A pair of values is merged only once, however many rows need the result.
 */

import { isArray, isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";

/**
 * A value merged over another: maps are merged by key, any other value is replaced, and `null` removes (the result is
 * then undefined). `field+` appends new elements to the lower list; `withAppended` turns a `field+` without a lower
 * list into a plain field.
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
 * The fields to remove from all layers below two layers, because merging the two would lose the nulls that remove them:
 * fields that the upper layer sets to null although the lower one has a value, and fields that the lower layer sets to
 * null although the upper one has a value. Undefined: none.
 */
export function takenAway(below: JsonObject, above: JsonObject): JsonObject | undefined {
  const taken: Record<string, Json> = {};
  for (const [key, value] of Object.entries(above)) {
    const before = Object.hasOwn(below, key) ? below[key] : undefined;
    if (before === undefined) continue;
    // A map that overrides a null replaces everything below it: no fields from lower layers return into it.
    if (value === null || before === null) taken[key] = null;
    else if (isObject(before) && isObject(value)) {
      const inside = takenAway(before, value);
      if (inside) taken[key] = inside;
    }
  }
  return Object.keys(taken).length === 0 ? undefined : taken;
}

/**
 * Combines two sets of fields to remove (see `takenAway`): the result removes every field that one of them removes.
 * Undefined: there is none.
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

/** A value without the removed fields. */
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

/** Merges one map over another, once per pair. */
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

/** True for `field+` with a list, whose elements are appended. `C++` is a name. */
function isAppending(key: string, value: Json | undefined): value is readonly Json[] {
  return endsInPlus(key) && value !== undefined && isArray(value);
}

function endsInPlus(key: string): boolean {
  const last = key.length - 1;
  return last > 0 && key.charCodeAt(last) === plus && key.charCodeAt(last - 1) !== plus;
}

const plus = 0x2b;

/**
 * Appends elements to the lower list, or to the elements of a lower `field+`. If there is neither, they stay under
 * `field+`, where they wait for a lower list.
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
 * The value without `+` names. Elements still waiting for a lower list, and maps still waiting for a lower map, become
 * the plain field. The same object if there are none.
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

/** The object of these members, which are already processed: each `field+` becomes, or joins, the plain field. */
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
