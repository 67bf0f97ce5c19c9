/** Outlines: the position of every node of a YAML document, in four numbers per node. */

import type { TextFile } from "./text-file.ts";

/** Numbers for the names of keys. All outlines of one load share them. */
export type KeyNumbers = Map<string, number>;

/**
 * The nodes of one YAML document in text order. Node `n` has four numbers, which begin at index `4n`: the offset of its
 * key (-1: no key), the offset of its value (-1: empty), the number of its key's name (-1: an element), and the node
 * after its last descendant. For an alias, the last number is `-1 - anchored node` instead.
 */
export interface Outline {
  readonly file: TextFile;
  readonly numbers: Int32Array;
  readonly names: KeyNumbers;
}

/** The number of numbers per node in an outline. */
export const nodeSize = 4;

/** The index of each number, counted from the node's first number. */
export const slot = { key: 0, value: 1, name: 2, after: 3 } as const;

/** Returns the number of a key's name. A new name gets a new number. */
export function nameNumber(names: KeyNumbers, name: string): number {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, names.size);
  return names.size - 1;
}

/** How far a path was written: its last written node, and the number of segments that lead to this node. */
export interface DeepestNode {
  readonly node: number;
  readonly depth: number;
}

/**
 * Follows a path from the root as far as it was written, also through aliases. An appended list (`tags+`) is found
 * under the name of its field; where its elements come from is not recorded.
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

/** If a node contains at most this many nodes, its children are found by scanning. */
const scannedNodesMax = 64;

/**
 * The children of large nodes, for documents that are complete. They are found by the number of the key's name; an
 * element has the number `-1 - position`.
 */
const indexes = new WeakMap<Outline, Map<number, ReadonlyMap<number, number>>>();

/** Like `child`, but for a complete document, and in constant time even for large maps. */
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

/**
 * Returns the child of a node by key, or by index in a list. Undefined: there is no such child. Also usable while the
 * document is still being composed.
 */
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

/** Returns the children of a node, in text order. */
function* children(outline: Outline, parent: number): Generator<number> {
  const { numbers } = outline;
  const [from, end] = rangeOf(outline, parent);
  for (let node = from + 1; node < end; ) {
    yield node;
    const after = numbers[node * nodeSize + slot.after] ?? 0;
    node = after < 0 ? node + 1 : after;
  }
}

/**
 * Returns the range of a node's children: the node that contains them (the node itself, or the one to which its alias
 * refers), and the node after the last child.
 */
function rangeOf({ numbers }: Outline, parent: number): readonly [number, number] {
  const held = numbers[parent * nodeSize + slot.after] ?? 0;
  const from = held < 0 ? -1 - held : parent;
  return [from, numbers[from * nodeSize + slot.after] ?? 0];
}

/** Returns the position of a node's key. If there is no key, it is the position of the node's value. */
export function keyOffset(outline: Outline, node: number): number {
  const key = outline.numbers[node * nodeSize + slot.key] ?? -1;
  return key >= 0 ? key : Math.max(0, outline.numbers[node * nodeSize + slot.value] ?? 0);
}

/** Returns the position of a node's value. If the value is empty, it is the position of the node's key. */
export function valueOffset(outline: Outline, node: number): number {
  const value = outline.numbers[node * nodeSize + slot.value] ?? -1;
  return value >= 0 ? value : keyOffset(outline, node);
}
