/** Paths through lists with identity, as the value was written: by index. */

import type { Resource } from "./desired.ts";
import { canonicalText, isArray, isObject, type Json } from "./json.ts";
import { type Pointer, pointer, segments } from "./pointer.ts";

/** A pointer's segments with indices where it names elements of lists by identity: as the value was written. */
export function writtenPath({ value, lists }: Resource, path: Pointer): readonly string[] {
  const pattern: string[] = [];
  const written: string[] = [];
  let here: Json | undefined = value;
  for (const segment of segments(path)) {
    const leaves = isArray(here) ? lists[pointer(pattern)] : undefined;
    const step: string = isArray(here) && leaves ? String(indexOf(here, leaves, segment)) : segment;
    pattern.push(isArray(here) ? "*" : segment);
    written.push(step);
    if (isArray(here)) here = here[Number(step)];
    else here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return written;
}

/** -1 when no element has this identity: its leaves' values, joined by commas. */
function indexOf(list: readonly Json[], leaves: readonly string[], identity: string): number {
  return list.findIndex((element) => {
    const own = leaves.map((leaf) => (isObject(element) ? (element[leaf] ?? null) : null));
    return own.map((part) => (typeof part === "string" ? part : canonicalText(part))).join(",") === identity;
  });
}

/** The value with this one at a path by index; undefined takes it out. */
export function withAt(value: Json, path: readonly string[], other: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return other ?? null;
  if (isArray(value)) {
    const at = Number(step);
    if (at < 0) return other === undefined ? value : [...value, other];
    if (rest.length === 0 && other === undefined) return value.toSpliced(at, 1);
    return value.with(at, withAt(value[at] ?? null, rest, other));
  }
  const members = isObject(value) ? value : {};
  const own = Object.hasOwn(members, step) ? members[step] : undefined;
  if (rest.length > 0 || other !== undefined) return { ...members, [step]: withAt(own ?? {}, rest, other) };
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== step));
}
