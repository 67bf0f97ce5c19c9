/** Outlines: where every node of a YAML document was written, in four numbers a node. */

import type { TextFile } from "./text-file.ts";

/** Numbers for key names, shared by all outlines of one load. */
export type KeyNumbers = Map<string, number>;

/**
 * One YAML document's nodes in the order of the text. Node `n` has at `4n`: the offset of its key (-1: none),
 * of its value (-1: empty), the number of its key's name (-1: an element), and the node after its last
 * descendant; an alias has `-1 - anchored node` there.
 */
export interface Outline {
  readonly file: TextFile;
  readonly numbers: Int32Array;
  readonly names: KeyNumbers;
}

/** Numbers that one node takes. */
export const nodeSize = 4;

/** Where each number of a node is, from the node's first. */
export const slot = { key: 0, value: 1, name: 2, after: 3 } as const;

/** The number of a key's name. */
export function nameNumber(names: KeyNumbers, name: string): number {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, names.size);
  return names.size - 1;
}

/** How far a path leads: the last node on it that was written, and how many segments reach it. */
export interface DeepestNode {
  readonly node: number;
  readonly depth: number;
}

/**
 * Follows a path from the root as far as it was written. Through an alias it leads to what is anchored. A list that
 * is appended to (`tags+`) counts as its field; which of its elements became which is not recorded.
 */
export function follow(outline: Outline, path: readonly string[]): DeepestNode {
  let node = 0;
  for (const [depth, segment] of path.entries()) {
    const next = known(outline, node, segment);
    if (next === undefined) {
      const appended = outline.names.has(`${segment}+`) ? known(outline, node, `${segment}+`) : undefined;
      return appended === undefined ? { node, depth } : { node: appended, depth: depth + 1 };
    }
    node = next;
  }
  return { node, depth: path.length };
}

/** Nodes below which a child is found by going over its siblings. */
const scannedNodesMax = 64;

/** Of documents that are whole, the children of large nodes: by the key's number, elements by -1 - place. */
const indexes = new WeakMap<Outline, Map<number, ReadonlyMap<number, number>>>();

/** As `child`, of a document that is whole: every entry of a large map is found in the same time. */
function known(outline: Outline, parent: number, segment: string): number | undefined {
  const [from, end] = rangeOf(outline, parent);
  if (end - from <= scannedNodesMax) return child(outline, parent, segment);
  const of = indexes.get(outline) ?? new Map<number, ReadonlyMap<number, number>>();
  indexes.set(outline, of);
  const index = of.get(from) ?? indexOf(outline, from);
  of.set(from, index);
  return index.get(outline.names.get(segment) ?? Number.NaN) ?? index.get(-1 - Number(segment));
}

function indexOf(outline: Outline, parent: number): ReadonlyMap<number, number> {
  const index = new Map<number, number>();
  let count = 0;
  for (const node of children(outline, parent)) {
    const name = outline.numbers[node * nodeSize + slot.name] ?? -1;
    const key = name === -1 ? -1 - count : name;
    if (!index.has(key)) index.set(key, node);
    count += 1;
  }
  return index;
}

/** The child of a node by key, or by index for an element. The document may still grow. */
export function child(outline: Outline, parent: number, segment: string): number | undefined {
  const name = outline.names.get(segment) ?? -2;
  const index = Number(segment);
  let count = 0;
  for (const node of children(outline, parent)) {
    const own = outline.numbers[node * nodeSize + slot.name];
    if (own === name || (own === -1 && count === index)) return node;
    count += 1;
  }
  return undefined;
}

/** The children of a node, in the order of the text. */
function* children(outline: Outline, parent: number): Generator<number> {
  const { numbers } = outline;
  const [from, end] = rangeOf(outline, parent);
  for (let node = from + 1; node < end; ) {
    yield node;
    const after = numbers[node * nodeSize + slot.after] ?? 0;
    node = after < 0 ? node + 1 : after;
  }
}

/** The node that holds the children of this one, itself or what it is an alias of, and the node after the last. */
function rangeOf({ numbers }: Outline, parent: number): readonly [number, number] {
  const held = numbers[parent * nodeSize + slot.after] ?? 0;
  const from = held < 0 ? -1 - held : parent;
  return [from, numbers[from * nodeSize + slot.after] ?? 0];
}

/** Where a node's key was written; its value, where it has no key. */
export function keyOffset(outline: Outline, node: number): number {
  const key = outline.numbers[node * nodeSize + slot.key] ?? -1;
  return key >= 0 ? key : Math.max(0, outline.numbers[node * nodeSize + slot.value] ?? 0);
}

/** Where a node's value was written; its key, where the value is empty. */
export function valueOffset(outline: Outline, node: number): number {
  const value = outline.numbers[node * nodeSize + slot.value] ?? -1;
  return value >= 0 ? value : keyOffset(outline, node);
}
