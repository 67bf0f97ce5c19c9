/**
 * What a filter asks for, and what its answer may be taken for. A filter that omits a path leaves it out of the
 * reply, so what was not asked for is unknown, never absent. Pure.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { XmlNode } from "./edits/write-xml.ts";
import { type Modules, memberParts } from "./modules.ts";

/** A part of a device's tree: all of what stands at a path; of a list only one element, where a key is given. */
export interface TreePart {
  /** Members from the top: `Vendor-native:native`, `hostname`. */
  readonly path: readonly string[];
  /** The leaf that tells the element from the others, and its value. */
  readonly key?: { readonly leaf: string; readonly value: string } | undefined;
}

/** What is known of a part. */
export type PartObservation =
  | { readonly state: "present"; readonly value: Json }
  | { readonly state: "absent" }
  | { readonly state: "unknown" };

/** Whether whoever asks for these parts has asked for another. */
export function coverage(parts: readonly TreePart[]): (part: TreePart) => boolean {
  const all = new Set(parts.map(partText));
  return (part) =>
    all.has(partText(part)) || part.path.some((_, index) => all.has(partText(above(part, index))));
}

/** The part at this place of the way to another, whole. */
function above({ path }: TreePart, index: number): TreePart {
  return { path: path.slice(0, index + 1) };
}

/** The same text for the same part. */
export function partText({ path, key }: TreePart): string {
  return JSON.stringify(key === undefined ? path : [...path, [key.leaf, key.value]]);
}

/** What the answer to a filter for `asked` says of each part. */
export function seenIn(asked: readonly TreePart[], tree: JsonObject): (part: TreePart) => PartObservation {
  const isAsked = coverage(asked);
  const elements = new Map<string, ReadonlyMap<Json | undefined, Json>>();
  const elementOf = (part: TreePart, here: Json, { leaf, value }: NonNullable<TreePart["key"]>) => {
    const list = JSON.stringify([part.path, leaf]);
    const known = elements.get(list) ?? byLeaf(isArray(here) ? here : [here], leaf);
    elements.set(list, known);
    return known.get(value);
  };
  return (part) => {
    if (!isAsked(part)) return { state: "unknown" };
    let here: Json = tree;
    for (const member of part.path) {
      // Inside a list nobody can say which element is meant.
      if (isArray(here)) return { state: "unknown" };
      if (!isObject(here) || !Object.hasOwn(here, member)) return { state: "absent" };
      here = here[member] ?? null;
    }
    const { key } = part;
    if (key === undefined) return { state: "present", value: here };
    const found = elementOf(part, here, key);
    return found === undefined ? { state: "absent" } : { state: "present", value: found };
  };
}

/** The elements of a list by the value of a leaf, of several the first. */
function byLeaf(list: readonly Json[], leaf: string): ReadonlyMap<Json | undefined, Json> {
  return new Map(
    list
      .toReversed()
      .flatMap((each): [Json | undefined, Json][] => (isObject(each) ? [[each[leaf], each]] : [])),
  );
}

/** The parts without those that another one covers: nothing is asked for twice. */
export function needed(parts: readonly TreePart[]): readonly TreePart[] {
  const first = new Map(parts.map((part) => [partText(part), part]));
  const all = new Set(first.keys());
  const isInside = ({ path, key }: TreePart) =>
    (key === undefined ? path.slice(0, -1) : path).some((_, index) =>
      all.has(partText({ path: path.slice(0, index + 1) })),
    );
  return [...first.values()].filter((part) => !isInside(part)).map(({ path, key }) => ({ path, key }));
}

/** The content of the subtree filter (RFC 6241, 6) for these parts. */
export function filterFor(parts: readonly TreePart[], modules: Modules): readonly XmlNode[] {
  return nodesFor(needed(parts), { modules, around: "" });
}

function nodesFor(
  parts: readonly TreePart[],
  { modules, around }: { readonly modules: Modules; readonly around: string },
): readonly XmlNode[] {
  const groups = Map.groupBy(parts, ({ path: [first = ""] }) => first);
  return [...groups].flatMap(([member, inside]): readonly XmlNode[] => {
    const { module, name } = memberParts(member, around);
    const namespace = module === around ? "" : (modules.namespaceOf(module) ?? "");
    const node = (content: readonly XmlNode[]): XmlNode => ({ name, namespace, content });
    const ends = inside.filter(({ path }) => path.length === 1);
    const below = inside.flatMap(({ path: [, ...path], key }) => (path.length === 0 ? [] : [{ path, key }]));
    const entries = ends.map(({ key }) =>
      node(key === undefined ? [] : [{ name: key.leaf, namespace: "", content: key.value }]),
    );
    return below.length === 0 ? entries : [...entries, node(nodesFor(below, { modules, around: module }))];
  });
}
