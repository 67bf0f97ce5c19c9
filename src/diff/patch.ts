/** RFC 6902: an update as a JSON Patch of the live value, for machines. */

import jsonpatch, { type Operation } from "fast-json-patch";
import type { Change } from "../model/change.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import { withAt, writtenPath } from "../model/list-identity.ts";
import { holdsHidden, isHidden } from "../model/live/hidden.ts";
import { at, pointer } from "../model/pointer.ts";
import { overKept } from "../model/sameness/kept.ts";

/** One operation of a JSON Patch (RFC 6902, section 4). */
export type { Operation };

/**
 * Returns the operations that turn the live value into the updated value: exactly the differences of the change, with
 * list elements by position. In lists with identity, new elements are appended. In other lists, an element that has all
 * declared values keeps its undeclared values. Secrets appear as references.
 */
export function patchOf(change: Extract<Change, { action: "update" }>): readonly Operation[] {
  const live = change.live.value;
  const { lists, ownership } = change.desired;
  const wanted = change.differences.reduce((value, { path, desired }) => {
    const there = at(value, pointer(writtenPath({ value, lists }, path)));
    return withAt({ value, lists }, path, ownership === "exclusive" ? desired : overKept(desired, there));
  }, live);
  const [before, after] = [withHiddenLeaves(live), withHiddenLeaves(wanted)];
  const comparable = (isObject(before) && isObject(after)) || (isArray(before) && isArray(after));
  return comparable ? jsonpatch.compare(before, after) : [{ op: "replace", path: "", value: after }];
}

/** Returns the value with a text such as `[hidden …]` instead of each hidden part. */
function withHiddenLeaves(value: Json): Json {
  if (typeof value !== "object" || value === null || !holdsHidden(value)) return value;
  if (isHidden(value)) return `[hidden ${value.$hidden}]`;
  if (isArray(value)) return value.map((each) => withHiddenLeaves(each));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withHiddenLeaves(each)]));
}
