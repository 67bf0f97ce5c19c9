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
