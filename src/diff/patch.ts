/** RFC 6902: an update as a JSON Patch of the live value, for machines. */

import jsonpatch, { type Operation } from "fast-json-patch";
import type { Change, Difference } from "../model/change.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import { segments } from "../model/pointer.ts";
import { byIdentity } from "./keyed.ts";
import { inside, shapeOf, type ValueShape } from "./value-shape.ts";

/** One operation of a JSON Patch (RFC 6902, section 4). */
export type { Operation };

/**
 * The operations that make the live value what the update wants: its differences and nothing else, lists by
 * position. Secrets are references.
 */
export function patchOf(change: Extract<Change, { action: "update" }>): readonly Operation[] {
  const live = change.live.value;
  const wanted = withDifferences(live, change.differences, shapeOf(change.desired));
  const comparable = (isObject(live) && isObject(wanted)) || (isArray(live) && isArray(wanted));
  return comparable ? jsonpatch.compare(live, wanted) : [{ op: "replace", path: "", value: wanted }];
}

/** A value with these differences carried out. New elements of lists with identity go to the end. */
function withDifferences(
  value: Json,
  differences: readonly Difference[],
  shape: ValueShape | undefined,
): Json {
  let result: Json | undefined = value;
  for (const { path, desired } of differences) result = set(result, segments(path), { desired, shape });
  return result ?? null;
}

interface Setting {
  /** Undefined: it goes. */
  readonly desired: Json | undefined;
  readonly shape: ValueShape | undefined;
}

function set(value: Json | undefined, path: readonly string[], to: Setting): Json | undefined {
  const [segment, ...rest] = path;
  if (segment === undefined) return to.desired;
  const deeper = { ...to, shape: inside(to.shape, segment) };
  const leaves = to.shape?.leaves;
  if (isArray(value) && leaves) {
    const position = byIdentity(value, leaves)?.get(segment) ?? value.length;
    const element = set(value[position], rest, deeper);
    return value.toSpliced(position, 1, ...(element === undefined ? [] : [element]));
  }
  const { [segment]: member, ...others } = isObject(value) ? value : {};
  const inner = set(member, rest, deeper);
  if (inner === undefined) return others;
  return isObject(value) ? { ...value, [segment]: inner } : { [segment]: inner };
}
