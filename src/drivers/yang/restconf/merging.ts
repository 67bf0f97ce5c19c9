/**
 * Determines whether a merge achieves the declared state. A PATCH adds and changes values, but removes nothing. Values
 * that are removed from a leaf-list are removed individually; all other removals take a PUT. Pure.
 */

import { isArray, isObject, type Json, sameJson } from "../../../model/json.ts";
import { byIdentity, elementIdentity } from "../../../model/list-identity.ts";
import { type Pointer, pointer } from "../../../model/pointer.ts";
import { childOf } from "../../../yang/schema/schema.ts";
import type { Write } from "../../contract/contract.ts";
import { interfaceOnWire } from "../device/items.ts";
import type { TreeStep } from "../device/kinds/data-path.ts";
import type { DeviceModel } from "../device/model.ts";
import { type ModelledPlace, placeIn } from "../device/model-place.ts";
import { orderedIn } from "../device/model-values.ts";
import type { KeyedLists } from "../device/overlay.ts";
import { isLeafList, valueSteps } from "./value-steps.ts";

/** A value that is removed from a leaf-list. */
export interface LostValue {
  /** The steps from the resource to the leaf-list. */
  readonly steps: readonly TreeStep[];
  readonly value: Json;
  /** True: the value is removed before new values are added, because the list would otherwise be too long. */
  readonly isFirst: boolean;
}

/** The properties of a dialect that affect merging. */
export interface MergingDialect extends DeviceModel {
  readonly write: "patch" | "put" | "yang-patch";
  readonly masked: RegExp;
}

type MergedChange = Pick<
  Write,
  "kind" | "identity" | "desired" | "live" | "lists" | "ownership" | "operation"
>;

/**
 * Returns the values to remove in addition to merging the declaration. Undefined: a merge cannot achieve the declared
 * state.
 *
 * | declared            | live                        | becomes                                       |
 * |---------------------|-----------------------------|-----------------------------------------------|
 * | a list with keys    | any                         | merged, entry by entry                        |
 * | an ordered list     | a prefix of the declaration | merged: new entries are appended              |
 * | an ordered list     | anything else               | no merge                                      |
 * | values              | all are declared            | merged                                        |
 * | values              | some are not declared       | merged; undeclared values are removed         |
 * | ordered values      | in another order            | no merge; without modules, any may be ordered |
 * | a list without keys | identical                   | merged                                        |
 * | a list without keys | anything else               | no merge                                      |
 *
 * An exclusive resource is not merged, nor is a resource that is sent by PUT anyway. A create is always merged.
 */
export function mergedWith(dialect: MergingDialect, of: MergedChange): readonly LostValue[] | undefined {
  const { desired, ownership, live, kind } = of;
  if (dialect.write === "put" || desired === undefined) return undefined;
  if (of.operation === "create") return [];
  if (ownership === "exclusive") return undefined;
  const lost: LostValue[] = [];
  const isInterface = kind === "deviceInterface";
  const declared = isInterface ? interfaceOnWire(desired) : desired;
  const place = placeIn(dialect, of);
  const here = {
    lists: of.lists,
    ordered: orderedIn(dialect, of, desired),
    hasModules: place !== undefined,
    masked: dialect.masked,
    node: place?.node,
    at: [],
    steps: [],
    lost,
  };
  const raw = live?.raw ?? live?.value;
  return merge(declared, raw, here) ? lost : undefined;
}

interface Place {
  readonly lists: KeyedLists;
  /** Lists whose order is significant. */
  readonly ordered: ReadonlySet<Pointer>;
  readonly hasModules: boolean;
  readonly masked: RegExp;
  readonly node: ModelledPlace["node"] | undefined;
  /** The path of the place, with `*` for list entries. */
  readonly at: readonly string[];
  readonly steps: readonly TreeStep[];
  readonly lost: LostValue[];
}

function merge(declared: Json, live: Json | undefined, place: Place): boolean {
  if (isObject(declared)) return membersMerge(declared, live, place);
  if (!isArray(declared) || isEmptyLeaf(declared)) return true;
  const there = live !== undefined && isArray(live) && !isEmptyLeaf(live) ? live : [];
  if (isLeafList(declared) && isLeafList(there)) return valuesMerge(declared, there, place);
  return entriesMerge(declared, there, place);
}

function membersMerge(declared: Json, live: Json | undefined, place: Place): boolean {
  if (!isObject(declared)) return false;
  return Object.entries(declared).every(([member, value]) => {
    const own = live !== undefined && isObject(live) ? live[member] : undefined;
    const node = place.node && childOf(place.node, member);
    const below = { at: [...place.at, member], steps: [...place.steps, member], node };
    return merge(value, own, { ...place, ...below });
  });
}

function entriesMerge(declared: readonly Json[], live: readonly Json[], place: Place): boolean {
  const { lists, ordered, at, steps } = place;
  const leaves = lists[pointer(at)];
  const wanted = leaves && byIdentity(declared, leaves);
  const known = leaves && byIdentity(live, leaves);
  if (!leaves || !wanted || !known) return sameJson(declared, live);
  const isOrdered = ordered.has(pointer(at));
  const names = [...wanted.keys()];
  if (isOrdered && [...known.keys()].some((name, index) => names[index] !== name)) return false;
  return [...wanted].every(([name, index]) => {
    const entry = declared[index] ?? null;
    const key = leaves.map((leaf) => ({ leaf, value: elementIdentity(entry, [leaf]) ?? "" }));
    const below = { ...place, at: [...at, "*"], steps: [...steps, key] };
    return merge(entry, live[known.get(name) ?? -1], below);
  });
}

function valuesMerge(declared: readonly Json[], live: readonly Json[], place: Place): boolean {
  const { ordered, at, hasModules, masked, node, steps, lost } = place;
  // A masked text is not the real value, so the values cannot be compared.
  if (live.some((each) => typeof each === "string" && masked.test(each))) return false;
  const isSet = hasModules && !ordered.has(pointer(at));
  const { moved, removed } = valueSteps(live, declared, isSet);
  if (moved.length > 0) return false;
  const isFirst = declared.length + removed.length > (node?.maxElements ?? Number.POSITIVE_INFINITY);
  if (isFirst && live.length - removed.length < (node?.minElements ?? 0)) return false;
  lost.push(...removed.map(({ value }) => ({ steps, value, isFirst })));
  return true;
}

/** True for a leaf of type `empty` (RFC 7951, 6.9). */
function isEmptyLeaf(value: readonly Json[]): boolean {
  return value.length === 1 && value[0] === null;
}
