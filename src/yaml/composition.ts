/** What is known while a text's parser events are turned into values, and how aliases are expanded. */

import type { Event } from "js-yaml";
import type { Json } from "../model/json.ts";
import type { Fault } from "./fault.ts";
import { type KeyNumbers, nodeSize, slot } from "./positions.ts";
import type { TextFile } from "./text-file.ts";

/** The maximum number of nodes that all aliases of one file may add. */
export const aliasedNodesMax = 100_000;

/** A node with an anchor. */
interface Anchor {
  readonly value: Json;
  readonly node: number;
  /** The number of nodes in the anchored node, with aliases expanded. */
  readonly weight: number;
  readonly height: number;
}

/** A composition in progress. */
export interface Composition {
  readonly file: TextFile;
  readonly names: KeyNumbers;
  readonly events: readonly Event[];
  readonly maxDepth: number;
  readonly faults: Fault[];
  next: number;
  anchors: Map<string, Anchor>;
  numbers: Int32Array;
  nodes: number;
  weight: number;
  aliased: number;
}

/** A composed node: its value, and the nesting depth of the value. */
export interface ComposedNode {
  readonly value: Json;
  readonly height: number;
}

/** The maximum number of errors kept per file. */
const faultsMax = 100;

/** Notes an error, unless the maximum number of errors has been reached. */
export function report(state: Composition, fault: Fault): void {
  const { offset } = fault;
  if (state.faults.length < faultsMax) state.faults.push(fault);
  else if (state.faults.length === faultsMax)
    state.faults.push({
      code: "too-many-problems",
      message: "this file has more problems after this one",
      offset,
    });
}

/** True if no further error will be reported. */
export function isFull({ faults }: Composition): boolean {
  return faults.length > faultsMax;
}

/** Expands an alias, within limits. */
export function alias(
  state: Composition,
  of: { anchorStart: number; anchorEnd: number; at: number; depth: number },
): ComposedNode {
  const offset = of.anchorStart - 1;
  const name = state.file.text.slice(of.anchorStart, of.anchorEnd);
  const anchor = state.anchors.get(name);
  state.numbers[of.at + slot.value] = offset;
  state.numbers[of.at + slot.after] = of.at / nodeSize + 1;
  if (!anchor) {
    const hint =
      "Define the anchor (`&name`) before its aliases in the same document. An anchor must not " +
      "contain an alias of itself.";
    report(state, {
      code: "unknown-alias",
      message: `\`*${name}\` refers to an anchor that is not defined above it`,
      hint,
      offset,
    });
    return { value: null, height: 0 };
  }
  if (of.depth + anchor.height > state.maxDepth) {
    report(state, {
      code: "too-deep",
      message: `aliases nest deeper than ${state.maxDepth} levels`,
      offset,
    });
    return { value: null, height: 0 };
  }
  const within = state.aliased <= aliasedNodesMax;
  state.aliased += anchor.weight;
  state.weight += anchor.weight;
  if (state.aliased <= aliasedNodesMax) {
    state.numbers[of.at + slot.after] = -1 - anchor.node;
    return { value: anchor.value, height: anchor.height };
  }
  const message = `the aliases of this file expand to more than ${aliasedNodesMax} values`;
  if (within)
    report(state, { code: "too-many-aliases", message, hint: "Use `defaults:` instead of aliases.", offset });
  return { value: null, height: 0 };
}
