/** JSON pointers (RFC 6901), which name fields inside a resource. */

import { isArray, isObject, type Json } from "./json.ts";

/** A JSON pointer: `""` is the whole value, `/netflow/enabled` a field. `~` is written as `~0`, `/` as `~1`. */
export type Pointer = string;

/** Joins segments into a pointer. */
export function pointer(segments: readonly string[]): Pointer {
  return segments.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The segments of a pointer; the empty list for `""`. */
export function segments(path: Pointer): readonly string[] {
  if (path === "") return [];
  return path
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** True if `path` equals `ancestor` or is below it. */
export function isWithin(path: Pointer, ancestor: Pointer): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

/** A pointer and all its ancestors, beginning with the pointer of the whole value. */
export function ancestors(path: Pointer): readonly Pointer[] {
  const ends = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
  return [...ends, path];
}

/** The value at a pointer, or undefined if there is none. */
export function at(value: Json | undefined, path: Pointer): Json | undefined {
  let here = value;
  for (const segment of segments(path)) {
    if (isArray(here)) here = here[Number(segment)];
    else if (isObject(here) && Object.hasOwn(here, segment)) here = here[segment];
    else return undefined;
  }
  return here;
}

/** True if a pointer matches a pattern, in which `*` is any element or key. */
export function isPlaceOf(path: Pointer, pattern: Pointer): boolean {
  const own = segments(path);
  const steps = segments(pattern);
  return own.length === steps.length && steps.every((step, index) => step === "*" || step === own[index]);
}

/** The pointers in a value that match a pattern, in which `*` is any element or key. */
export function placesOf(value: Json, pattern: Pointer): readonly Pointer[] {
  return reached(value, segments(pattern)).map(pointer);
}

function reached(
  value: Json | undefined,
  [step, ...rest]: readonly string[],
): readonly (readonly string[])[] {
  if (value === undefined) return [];
  if (step === undefined) return [[]];
  const members = isArray(value) || isObject(value) ? Object.entries(value) : [];
  const entered = step === "*" ? members : members.filter(([name]) => name === step);
  return entered.flatMap(([name, member]) => reached(member, rest).map((inner) => [name, ...inner]));
}
