/** Outlines: the position of every node of a YAML document, in four numbers per node. */

import type { TextFile } from "./text-file.ts";

/** Numbers for key names, shared by all outlines of one load. */
export type KeyNumbers = Map<string, number>;

/**
 * The nodes of one YAML document in text order. Node `n` has at `4n`: the offset of its key (-1: none), of its value
 * (-1: empty), the number of its key's name (-1: an element), and the node after its last descendant. For an alias, the
 * last number is `-1 - anchored node` instead.
 */
export interface Outline {
  readonly file: TextFile;
  readonly numbers: Int32Array;
  readonly names: KeyNumbers;
}

/** How many numbers an outline has per node. */
export const nodeSize = 4;

/** The offset of each number from the node's first. */
export const slot = { key: 0, value: 1, name: 2, after: 3 } as const;

/** The number of a key's name; a new name gets a new number. */
export function nameNumber(names: KeyNumbers, name: string): number {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, names.size);
  return names.size - 1;
}

/** How far a path leads: the last written node on it, and the number of segments leading there. */
export interface DeepestNode {
  readonly node: number;
  readonly depth: number;
}

/**
 * Follows a path from the root as far as it was written, through aliases. An appended list (`tags+`) counts as its
 * field; the origin of its elements is not recorded.
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

/** The number of nodes up to which children are found by scanning siblings. */
const scannedNodesMax = 64;

/** For complete documents, the children of large nodes: by the key's number, elements by -1 - index. */
const indexes = new WeakMap<Outline, Map<number, ReadonlyMap<number, number>>>();

/** Like `child`, for a complete document: in constant time even for large maps. */
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

/** The child of a node by key, or by index for an element; undefined if there is none. The document may still grow. */
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

/** The children of a node, in text order. */
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
 * The range of a node's children: the node that contains them (the node itself, or the target of its alias), and the
 * node after the last child.
 */
function rangeOf({ numbers }: Outline, parent: number): readonly [number, number] {
  const held = numbers[parent * nodeSize + slot.after] ?? 0;
  const from = held < 0 ? -1 - held : parent;
  return [from, numbers[from * nodeSize + slot.after] ?? 0];
}

/** The position of a node's key; without a key, the position of its value. */
export function keyOffset(outline: Outline, node: number): number {
  const key = outline.numbers[node * nodeSize + slot.key] ?? -1;
  return key >= 0 ? key : Math.max(0, outline.numbers[node * nodeSize + slot.value] ?? 0);
}

/** The position of a node's value; if the value is empty, the position of its key. */
export function valueOffset(outline: Outline, node: number): number {
  const value = outline.numbers[node * nodeSize + slot.value] ?? -1;
  return value >= 0 ? value : keyOffset(outline, node);
}
