/** RFC 6902: an update as a JSON Patch of the live value, for machines. */

import jsonpatch, { type Operation } from "fast-json-patch";
import type { Change } from "../model/change.ts";
import { isArray, isObject } from "../model/json.ts";
import { withAt, writtenPath } from "../model/list-identity.ts";
import { at, pointer } from "../model/pointer.ts";
import { overKept } from "../model/sameness/kept.ts";

/** One operation of a JSON Patch (RFC 6902, section 4). */
export type { Operation };

/**
 * The operations that make the live value what the update wants: its differences and nothing else, lists by
 * position. New elements of lists with identity go to the end; of other lists an element that has all that is declared
 * keeps what else it has. Secrets are references.
 */
export function patchOf(change: Extract<Change, { action: "update" }>): readonly Operation[] {
  const live = change.live.value;
  const { lists, ownership } = change.desired;
  const wanted = change.differences.reduce((value, { path, desired }) => {
    const there = at(value, pointer(writtenPath({ value, lists }, path)));
    return withAt({ value, lists }, path, ownership === "exclusive" ? desired : overKept(desired, there));
  }, live);
  const comparable = (isObject(live) && isObject(wanted)) || (isArray(live) && isArray(wanted));
  return comparable ? jsonpatch.compare(live, wanted) : [{ op: "replace", path: "", value: wanted }];
}
