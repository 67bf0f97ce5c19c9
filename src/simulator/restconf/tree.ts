/** Looks up and replaces nodes of a tree of YANG data. Trees are never modified. Pure. */

import type { Json, JsonObject } from "../../model/json.ts";
import { isList, isRecord } from "../wire/message.ts";
import type { PathStep } from "./path.ts";
import type { RouterSeed } from "./state.ts";

/** The key leaves of a router's lists. */
export type ListKeys = RouterSeed["keys"];

/** Returns the node at a path. For a list element, it is an object. Returns undefined if there is no node. */
export function nodeAt(tree: Json, steps: readonly PathStep[], keys: ListKeys): Json | undefined {
  return steps.reduce<Json | undefined>((node, step, index) => {
    const member = isRecord(node) ? memberOf(node, step, steps[index - 1]?.module) : undefined;
    if (step.keys === undefined || member === undefined) return member;
    return elements(member).find((element) => hasKeys(element, step, keys));
  }, tree);
}

/** True if every list entry on the path exists. Containers need not exist, because they are created implicitly. */
export function hasParents(tree: Json, steps: readonly PathStep[], keys: ListKeys): boolean {
  const above = steps.slice(0, -1).flatMap((step, at) => (step.keys ? [steps.slice(0, at + 1)] : []));
  return above.every((each) => nodeAt(tree, each, keys) !== undefined);
}

/** A node to set: its path, its value, and the key leaves of lists. */
export interface Setting {
  readonly steps: readonly PathStep[];
  readonly value: Json;
  readonly keys: ListKeys;
  /** The module of the parent of the first step. If absent, the first step is at the root. */
  readonly within?: string | undefined;
}

/** Returns the tree with a node set at a path. Missing parents are created. */
export function withNode(tree: Json, setting: Setting): Json {
  const { steps, value, keys, within } = setting;
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const below = { ...setting, steps: rest, within: step.module };
  const node = isRecord(tree) ? tree : {};
  const name = memberName(node, step, within);
  const member = memberOf(node, step, within);
  if (step.keys === undefined) return { ...node, [name]: withNode(member ?? {}, below) };
  const list = elements(member ?? []);
  const index = list.findIndex((element) => hasKeys(element, step, keys));
  const isEntry = rest.length > 0 || isRecord(value);
  const element = isEntry ? withNode(list[index] ?? keyed(step, keys), below) : value;
  return { ...node, [name]: index < 0 ? [...list, element] : list.with(index, element) };
}

/** Returns the tree without the node at a path. */
export function withoutNode(tree: Json, steps: readonly PathStep[], keys: ListKeys): Json {
  const last = steps.at(-1);
  const above = steps.slice(0, -1);
  const parent = nodeAt(tree, above, keys);
  if (last === undefined || !isRecord(parent)) return tree;
  const name = memberName(parent, last, above.at(-1)?.module);
  const { [name]: member, ...others } = parent;
  const kept = last.keys && elements(member ?? []).filter((element) => !hasKeys(element, last, keys));
  // A list without entries does not exist.
  const value = kept && kept.length > 0 ? { ...parent, [name]: kept } : others;
  return withNode(tree, { steps: above, value, keys });
}

/**
 * Returns the resource in the body of a PUT. The body contains the resource inside all of its parent containers.
 * Returns undefined if a parent or the resource is missing, or if the keys of an element differ from the keys in the
 * path.
 */
export function resourceIn(body: Json, steps: readonly PathStep[], keys: ListKeys): Json | undefined {
  const top = steps[0];
  if (top === undefined || !isRecord(body) || !Object.hasOwn(body, `${top.module}:${top.name}`))
    return undefined;
  const list = nodeAt(body, withoutLastKeys(steps), keys);
  if (steps.at(-1)?.keys !== undefined && elements(list ?? null).length !== 1) return undefined;
  return nodeAt(body, steps, keys);
}

/**
 * Returns the body of the reply for the node at a path: `{"<module>:<name>": ...}`. A list element is shown as a list
 * with one element.
 */
export function shown(node: Json, steps: readonly PathStep[]): JsonObject {
  const { module, name, keys } = steps.at(-1) ?? { module: "", name: "" };
  return { [`${module}:${name}`]: keys === undefined ? node : [node] };
}

/** Returns the node with every leaf of one of these names shown as `****`. */
export function masked(node: Json, names: readonly string[]): Json {
  if (names.length === 0) return node;
  if (isList(node)) return node.map((element) => masked(element, names));
  if (!isRecord(node)) return node;
  const entries = Object.entries(node).map(([name, value]) => [
    name,
    names.includes(name) ? "****" : masked(value, names),
  ]);
  return Object.fromEntries(entries);
}

/**
 * True if null occurs outside `[null]`. `[null]` is a leaf of type empty, and YANG has no other use of null (RFC 7951
 * section 6.9).
 */
export function holdsNull(node: Json): boolean {
  if (isList(node)) return !(node.length === 1 && node[0] === null) && node.some(holdsNull);
  return isRecord(node) ? Object.values(node).some(holdsNull) : node === null;
}

function withoutLastKeys(steps: readonly PathStep[]): readonly PathStep[] {
  return steps.map((step, index) =>
    index < steps.length - 1 ? step : { name: step.name, module: step.module },
  );
}

/**
 * Returns the member name of a step. It includes the module if that differs from the parent's module (RFC 7951 section
 * 4).
 */
function memberName(node: JsonObject, step: PathStep, within: string | undefined): string {
  const qualified = `${step.module}:${step.name}`;
  return step.module !== within || Object.hasOwn(node, qualified) ? qualified : step.name;
}

function memberOf(node: JsonObject, step: PathStep, within: string | undefined): Json | undefined {
  const name = memberName(node, step, within);
  return Object.hasOwn(node, name) ? node[name] : undefined;
}

/** Returns the key leaves of the lists with this name. */
export function keyLeaves(name: string, keys: ListKeys): readonly string[] {
  const named = keys !== undefined && Object.hasOwn(keys, name) ? keys[name] : undefined;
  return named ?? ["name"];
}

function hasKeys(element: Json, step: PathStep, keys: ListKeys): boolean {
  const leaves = keyLeaves(step.name, keys);
  // A leaf-list value is its own key.
  if (!isRecord(element)) return step.keys?.length === 1 && String(element) === step.keys[0];
  if (step.keys?.length !== leaves.length) return false;
  return leaves.every((leaf, index) => String(element[leaf]) === step.keys?.[index]);
}

function keyed(step: PathStep, keys: ListKeys): JsonObject {
  const leaves = keyLeaves(step.name, keys);
  return Object.fromEntries(leaves.map((leaf, index) => [leaf, step.keys?.[index] ?? ""]));
}

function elements(value: Json): readonly Json[] {
  return isList(value) ? value : [];
}
