/** Choices (RFC 7950, 7.9): which cases data selects, and what goes as soon as nodes of another case come. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { elementIdentity } from "../../model/list-identity.ts";
import type { SchemaNode } from "../schema/node.ts";
import { childOf, dataName } from "../schema/schema.ts";

/** A case, and the choice that it is one of. */
export interface ChosenCase {
  readonly choice: SchemaNode;
  readonly taken: SchemaNode;
}

/** The cases that a node of data is in, up to the node that data has around it; the innermost first. */
export function casesAround(node: SchemaNode): readonly ChosenCase[] {
  const found: ChosenCase[] = [];
  for (let at = node.parent; at !== undefined && !at.isData; at = at.parent)
    if (at.kind === "case" && at.parent !== undefined) found.push({ choice: at.parent, taken: at });
  return found;
}

/** The nodes that are in other cases of the choices that a node is in: none of them is there together with it. */
export function otherCases(node: SchemaNode): readonly SchemaNode[] {
  return casesAround(node).flatMap(({ choice, taken }) =>
    choice.children
      .filter((each) => each !== taken)
      .flatMap((each) => (each.isData ? [each] : each.dataChildren)),
  );
}

/** What is live of them, by the names that it has below the parent of the node. */
export function displacedBeside(node: SchemaNode, live: JsonObject): readonly (readonly [string, Json])[] {
  const parent = node.dataParent;
  if (parent === undefined) return [];
  const others = new Set(otherCases(node));
  return Object.entries(live).filter(([member, value]) => {
    const own = others.size === 0 ? undefined : childOf(parent, member);
    return own !== undefined && others.has(own) && isThere(own, value);
  });
}

/** False for what says nothing by being there: a container without presence, or a list, that holds nothing. */
function isThere(node: SchemaNode, value: Json): boolean {
  if (isArray(value)) return value.length > 0;
  if (node.kind !== "container" || node.isPresence || !isObject(value)) return true;
  return Object.entries(value).some(([member, each]) => {
    const child = childOf(node, member);
    return child === undefined || isThere(child, each);
  });
}

/** A member, and the case that it selects of a choice. */
interface Selection {
  readonly taken: SchemaNode;
  readonly by: string;
}

/** By choice, the case that the members below a parent select, nested ones too; of two that contradict the first. */
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

/** A case that data takes, where it does, and the member that takes it. */
export interface TakenCase extends ChosenCase {
  /** The members that lead there; entries of lists by their identity. */
  readonly path: readonly string[];
  readonly by: string;
}

/** All cases that the value of a node takes, at any depth. */
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
 * The value without what holds nothing in cases of choices: as data it is not there, and a device that takes its name
 * for data would take its case. The same value where there is none.
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

/** A live node that goes when what is declared comes, since it is of another case of one choice. */
export interface DisplacedNode {
  /** The members that lead to it; entries of lists by their identity. */
  readonly path: readonly string[];
  readonly value: Json;
  /** The declared member that selects the other case, by the way to it. */
  readonly by: readonly string[];
}

/** Live data beside what is declared there, both as their modules spell them. */
interface ComparedData {
  readonly live: Json;
  readonly declared: Json;
}

/** Live data without what what is declared displaces, and that. */
export interface PartedData {
  readonly left: Json;
  readonly displaced: readonly DisplacedNode[];
}

/** What becomes of the live value of a node under what is declared of it. The same value where nothing goes. */
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
 * Whether a leaf has its default, beside what else of its parent is there (RFC 7950, 7.6.1, 7.9.3): in the default case
 * of a choice while no node of another case is there, in any other case once a node of it is.
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
