/** What composing keeps track of while it takes a text's events, and what aliases stand for. */

import type { Event } from "js-yaml";
import type { Json } from "../model/json.ts";
import type { Fault } from "./fault.ts";
import { type KeyNumbers, nodeSize, slot } from "./positions.ts";
import type { TextFile } from "./text-file.ts";

/** Nodes that all aliases of one file may add. */
export const aliasedNodesMax = 100_000;

/** An anchored node. */
interface Anchor {
  readonly value: Json;
  readonly node: number;
  /** Nodes in it, aliases counted in full. */
  readonly weight: number;
  readonly height: number;
}

/** A composition that goes on. */
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

/** What a node turned out to be: its value and how many levels it holds. */
export interface ComposedNode {
  readonly value: Json;
  readonly height: number;
}

/** Faults that are kept of one file. */
const faultsMax = 100;

/** Notes a fault; of very many, the first ones. */
export function report(state: Composition, fault: Fault): void {
  const { offset } = fault;
  if (state.faults.length < faultsMax) state.faults.push(fault);
  else if (state.faults.length === faultsMax)
    state.faults.push({
      code: "too-many-problems",
      message: "this file has more problems from here on",
      offset,
    });
}

/** True when no further fault will be reported. */
export function isFull({ faults }: Composition): boolean {
  return faults.length > faultsMax;
}

/** What an alias stands for, within bounds. */
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
      "Anchors (`&name`) stand before their aliases, in the same document, and hold no alias of themselves.";
    report(state, {
      code: "unknown-alias",
      message: `\`*${name}\` has no anchor above it`,
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
  const message = `the aliases of this file repeat more than ${aliasedNodesMax} values`;
  if (within) report(state, { code: "too-many-aliases", message, hint: "Use `defaults:` instead.", offset });
  return { value: null, height: 0 };
}
