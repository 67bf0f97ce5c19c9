/**
 * Finds where a live value may have secrets that no reply shows, including places in its objects and list elements.
 * Pure.
 */

import type { Kind } from "../drivers/contract/contract.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import { withIdentities } from "../model/list-identity.ts";
import { at, type Pointer, pointer, segments } from "../model/pointer.ts";

/**
 * Returns the places at which a live value may have secrets although no reply shows them, with positions of list
 * elements. A secret at the top of the resource always has a place. A secret inside an object or a list element has one
 * only if the value contains this object or element. Places with a visible value, such as the name of a variable, are
 * left out. `set`: the secrets that are known to be set, with list elements by identity. Undefined: every place counts.
 */
export function secretPlaces(
  { secrets, lists = {} }: Pick<Kind, "secrets" | "lists">,
  value: Json,
  set: readonly Pointer[] | undefined,
): readonly Pointer[] {
  const places = secrets.flatMap((pattern) => placesIn(value, segments(pattern)).map(pointer));
  const isSet = (path: Pointer) => set?.includes(withIdentities({ value, lists }, path)) ?? true;
  return places.filter((path) => at(value, path) === undefined && isSet(path));
}

/** Returns the places that match a pattern, as far as the objects and lists around them exist. */
function placesIn(value: Json, [step, ...rest]: readonly string[]): readonly (readonly string[])[] {
  if (step === undefined) return [[]];
  if (step !== "*") {
    if (rest.length === 0) return isObject(value) ? [[step]] : [];
    const inner = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    return inner === undefined ? [] : placesIn(inner, rest).map((path) => [step, ...path]);
  }
  const members = isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return members.flatMap(([name, each]) => placesIn(each, rest).map((path) => [String(name), ...path]));
}
