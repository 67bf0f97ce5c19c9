/**
 * What a filter asks for, and what its answer may be taken for. A filter that omits a path leaves it out of the
 * reply, so what was not asked for is unknown, never absent. Pure.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { type Modules, memberParts } from "./modules.ts";
import type { XmlNode } from "./write-xml.ts";

/** A part of a device's tree: all of what stands at a path; of a list only one element, where a key is given. */
export interface TreePart {
  /** Members from the top: `Vendor-native:native`, `hostname`. */
  readonly path: readonly string[];
  /** The leaf that tells the element from the others, and its value. */
  readonly key?: { readonly leaf: string; readonly value: string };
}

/** What is known of a part. */
export type PartObservation =
  | { readonly state: "present"; readonly value: Json }
  | { readonly state: "absent" }
  | { readonly state: "unknown" };

/** True when whoever asks for `outer` has asked for `inner` too. */
export function covers(outer: TreePart, inner: TreePart): boolean {
  const { path, key } = outer;
  if (path.length > inner.path.length || path.some((member, index) => member !== inner.path[index]))
    return false;
  if (key === undefined) return true;
  if (path.length < inner.path.length) return false;
  return inner.key?.leaf === key.leaf && inner.key.value === key.value;
}

/** What the answer to a filter for `asked` says of a part. */
export function seen(asked: readonly TreePart[], tree: JsonObject, part: TreePart): PartObservation {
  if (!asked.some((one) => covers(one, part))) return { state: "unknown" };
  let here: Json = tree;
  for (const member of part.path) {
    // Inside a list nobody can say which element is meant.
    if (isArray(here)) return { state: "unknown" };
    if (!isObject(here) || !Object.hasOwn(here, member)) return { state: "absent" };
    here = here[member] ?? null;
  }
  const { key } = part;
  if (key === undefined) return { state: "present", value: here };
  const elements = isArray(here) ? here : [here];
  const found = elements.find((each) => isObject(each) && each[key.leaf] === key.value);
  return found === undefined ? { state: "absent" } : { state: "present", value: found };
}

/** The parts without those that another one covers: nothing is asked for twice. */
export function needed(parts: readonly TreePart[]): readonly TreePart[] {
  const left = parts.filter(
    (part, index) =>
      !parts.some((other, at) => at !== index && covers(other, part) && (at < index || !covers(part, other))),
  );
  return left.map(({ path, key }) => ({ path, ...(key && { key }) }));
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
    const below = inside.flatMap(({ path: [, ...path], key }) =>
      path.length === 0 ? [] : [{ path, ...(key && { key }) }],
    );
    const entries = ends.map(({ key }) =>
      node(key === undefined ? [] : [{ name: key.leaf, namespace: "", content: key.value }]),
    );
    return below.length === 0 ? entries : [...entries, node(nodesFor(below, { modules, around: module }))];
  });
}
