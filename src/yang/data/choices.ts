/** Choices (RFC 7950, 7.9): which cases data selects, and which nodes of other cases it displaces. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { elementIdentity } from "../../model/list-identity.ts";
import type { SchemaNode } from "../schema/node.ts";
import { childOf, dataName } from "../schema/schema.ts";

/** A case, and its choice. */
export interface ChosenCase {
  readonly choice: SchemaNode;
  readonly taken: SchemaNode;
}

/** Returns the cases that contain a data node, up to the node's data parent, the innermost case first. */
export function casesAround(node: SchemaNode): readonly ChosenCase[] {
  const found: ChosenCase[] = [];
  for (let at = node.parent; at !== undefined && !at.isData; at = at.parent)
    if (at.kind === "case" && at.parent !== undefined) found.push({ choice: at.parent, taken: at });
  return found;
}

/** Returns the nodes in other cases of a node's choices. None of them can coexist with the node. */
export function otherCases(node: SchemaNode): readonly SchemaNode[] {
  return casesAround(node).flatMap(({ choice, taken }) =>
    choice.children
      .filter((each) => each !== taken)
      .flatMap((each) => (each.isData ? [each] : each.dataChildren)),
  );
}

/** Returns the live values of the nodes that a node displaces, by name below their common parent. */
export function displacedBeside(node: SchemaNode, live: JsonObject): readonly (readonly [string, Json])[] {
  const parent = node.dataParent;
  if (parent === undefined) return [];
  const others = new Set(otherCases(node));
  return Object.entries(live).filter(([member, value]) => {
    const own = others.size === 0 ? undefined : childOf(parent, member);
    return own !== undefined && others.has(own) && isThere(own, value);
  });
}

/** False for values that have no meaning: an empty non-presence container, or an empty list. */
function isThere(node: SchemaNode, value: Json): boolean {
  if (isArray(value)) return value.length > 0;
  if (node.kind !== "container" || node.isPresence || !isObject(value)) return true;
  return Object.entries(value).some(([member, each]) => {
    const child = childOf(node, member);
    return child === undefined || isThere(child, each);
  });
}

/** A member, and the case that it selects. */
interface Selection {
  readonly taken: SchemaNode;
  readonly by: string;
}

/**
 * Returns, for each choice, the case that a parent's members select, including nested choices. If two members select
 * different cases, the first member decides.
 */
function selectionsIn(parent: SchemaNode, value: JsonObject): ReadonlyMap<SchemaNode, Selection> {
  const selected = new Map<SchemaNode, Selection>();
  for (const [member, each] of Object.entries(value)) {
    const node = childOf(parent, member);
    if (node === undefined || !isThere(node, each)) continue;
    for (const { choice, taken } of casesAround(node))
      if (!selected.has(choice)) selected.set(choice, { taken, by: member });
  }
  return selected;
}

/** A selected case, and the member that selects it. */
export interface TakenCase extends ChosenCase {
  /** The members that lead to the parent of `by`. List entries are named by their identity. */
  readonly path: readonly string[];
  readonly by: string;
}

/** Returns all cases selected in a node's value, at any depth. */
export function casesIn(node: SchemaNode, value: Json, path: readonly string[] = []): readonly TakenCase[] {
  if (node.kind === "list" && isArray(value))
    return value.flatMap((entry) => casesIn(node, entry, [...path, elementIdentity(entry, node.keys) ?? ""]));
  if ((node.kind !== "container" && node.kind !== "list") || !isObject(value)) return [];
  const own = [...selectionsIn(node, value)].map(([choice, { taken, by }]) => ({ choice, taken, by, path }));
  const inside = Object.entries(value).flatMap(([member, each]) => {
    const child = childOf(node, member);
    return child ? casesIn(child, each, [...path, dataName(child, node)]) : [];
  });
  return [...own, ...inside];
}

/**
 * Returns the value without empty members in choice cases. Such members do not exist as data, but a device might
 * interpret their names as a selection. If there are no such members, returns the same object.
 */
export function withoutEmptyCases(node: SchemaNode, value: Json): Json {
  if (node.kind === "list" && isArray(value)) {
    const entries = value.map((each) => (isObject(each) ? membersThere(node, each) : each));
    return entries.some((each, at) => each !== value[at]) ? entries : value;
  }
  return node.kind === "container" && isObject(value) ? membersThere(node, value) : value;
}

function membersThere(parent: SchemaNode, value: JsonObject): JsonObject {
  let isSame = true;
  const kept = Object.entries(value).flatMap(([member, each]): [string, Json][] => {
    const node = childOf(parent, member);
    const own = node ? withoutEmptyCases(node, each) : each;
    const isGone = node !== undefined && !isThere(node, own) && casesAround(node).length > 0;
    if (isGone || own !== each) isSame = false;
    return isGone ? [] : [[member, own]];
  });
  return isSame ? value : Object.fromEntries(kept);
}

/** A live node that a declaration displaces, because the node belongs to another case of a choice. */
export interface DisplacedNode {
  /** The members that lead to the node. List entries are named by their identity. */
  readonly path: readonly string[];
  readonly value: Json;
  /** The path of the declared member that selects the other case. */
  readonly by: readonly string[];
}

/** Live and declared data, both canonical. */
interface ComparedData {
  readonly live: Json;
  readonly declared: Json;
}

/** Live data, split by a declaration. */
export interface PartedData {
  /** The live data without the nodes that the declaration displaces. */
  readonly left: Json;
  readonly displaced: readonly DisplacedNode[];
}

/**
 * Returns the effect of a node's declaration on the node's live value. If nothing is displaced, `left` is the same
 * object as `live`.
 */
export function displacing(node: SchemaNode, { live, declared }: ComparedData): PartedData {
  const displaced: DisplacedNode[] = [];
  const left = leftOf(node, { live, declared }, { path: [], displaced });
  return { left: displaced.length === 0 ? live : left, displaced };
}

interface Walk {
  readonly path: readonly string[];
  readonly displaced: DisplacedNode[];
}

function leftOf(node: SchemaNode, { live, declared }: ComparedData, walk: Walk): Json {
  if (node.kind === "list" && isArray(live) && isArray(declared)) {
    const wanted = new Map(declared.map((each) => [elementIdentity(each, node.keys), each]));
    return live.map((entry) => {
      const identity = elementIdentity(entry, node.keys);
      const own = identity === undefined ? undefined : wanted.get(identity);
      if (own === undefined || identity === undefined || !isObject(entry) || !isObject(own)) return entry;
      return membersLeft(node, { live: entry, declared: own }, { ...walk, path: [...walk.path, identity] });
    });
  }
  return node.kind === "container" && isObject(live) && isObject(declared)
    ? membersLeft(node, { live, declared }, walk)
    : live;
}

function membersLeft(
  parent: SchemaNode,
  { live, declared }: { readonly live: JsonObject; readonly declared: JsonObject },
  walk: Walk,
): JsonObject {
  const selected = selectionsIn(parent, declared);
  const left = Object.entries(live).flatMap(([member, value]): [string, Json][] => {
    const node = childOf(parent, member);
    if (node === undefined) return [[member, value]];
    const other = casesAround(node).flatMap(({ choice, taken }) => {
      const found = selected.get(choice);
      return found === undefined || found.taken === taken ? [] : [found.by];
    })[0];
    const path = [...walk.path, member];
    if (other !== undefined) {
      if (isThere(node, value)) walk.displaced.push({ path, value, by: [...walk.path, other] });
      return [];
    }
    const own = declared[dataName(node, parent)] ?? declared[member];
    if (own === undefined) return [[member, value]];
    return [[member, leftOf(node, { live: value, declared: own }, { ...walk, path })]];
  });
  return Object.fromEntries(left);
}

/**
 * True if a leaf has its default, given its siblings (RFC 7950, 7.6.1, 7.9.3). A leaf in the default case of a choice
 * has its default as long as no node of another case exists. A leaf in any other case has its default once a node of
 * that case exists.
 */
export function hasDefaultBeside(node: SchemaNode, siblings: () => JsonObject): boolean {
  const around = casesAround(node);
  const above = around.at(-1)?.choice.parent;
  if (above === undefined) return true;
  const selected = selectionsIn(above, siblings());
  return around.every(({ choice, taken }) => {
    const found = selected.get(choice);
    return found === undefined ? choice.defaults.includes(taken.name) : found.taken === taken;
  });
}
