/** The trouble during writes to the fictional product: drawn. */

import { type Draw, maybe, pick, under } from "../draw.ts";
import type { WayFault } from "./wire.ts";

/** All trouble. */
export interface ProductTrouble {
  /** What happens to the n-th read, and to the n-th write, of an apply. */
  readonly reads: ReadonlyMap<number, WayFault>;
  readonly writes: ReadonlyMap<number, WayFault>;
  /** The product refuses writes of the n-th step's object. */
  readonly disliked?: number;
  /** The process is killed after this many turns of the clock. */
  readonly turns?: number;
  /** Someone else writes a field at the n-th arrival. */
  readonly others?: { readonly at: number; readonly choice: number };
  readonly rollsBack: boolean;
  /** How long after the plan the apply begins, and how long after the apply the next run begins. */
  readonly afterMs: number;
  readonly restartMs: number;
}

/** Draws the trouble of a seed; many seeds have none. */
export function productTrouble(draw: Draw): ProductTrouble {
  const writes = new Map<number, WayFault>();
  const reads = new Map<number, WayFault>();
  const kind = pick(draw, [
    "none",
    "none",
    "lost",
    "lost",
    "lost",
    "busy",
    "disliked",
    "disliked",
    "killed",
    "others",
    "blind",
  ] as const);
  const some = (faults: readonly [WayFault, ...WayFault[]], into: Map<number, WayFault>, most: number) => {
    for (let count = 1 + under(draw, 2); count > 0; count -= 1)
      into.set(under(draw, most), pick(draw, faults));
  };
  if (kind === "lost" || kind === "killed")
    some(["lostAfter", "lostAfter", "lostBefore", "failing"], writes, 6);
  if (kind === "busy") some(["throttled", "unavailable"], writes, 6);
  if (kind === "blind") some(["failing", "lostBefore"], reads, 8);
  return {
    reads,
    writes,
    rollsBack: maybe(draw, 0.5),
    afterMs: pick(draw, [0, 0, 5000]),
    restartMs: pick(draw, [500, 20_000, 60_000]),
    ...((kind === "disliked" || (kind === "lost" && maybe(draw, 0.3))) && { disliked: under(draw, 8) }),
    ...(kind === "killed" && { turns: 1 + under(draw, 120) }),
    ...(kind === "others" && { others: { at: under(draw, 12), choice: under(draw, 1000) } }),
  };
}

/** True if there is no trouble. */
export function isCalm({ reads, writes, disliked, turns, others }: ProductTrouble): boolean {
  return (
    reads.size + writes.size === 0 && disliked === undefined && turns === undefined && others === undefined
  );
}
