/** Draws what goes wrong during an apply to the fictional product. */

import { type Draw, maybe, pick, under } from "../draw.ts";
import type { WayFault } from "./wire.ts";

/** Everything that goes wrong during an apply. */
export interface ProductTrouble {
  /** What happens to a read of the apply, by the number of the read from 0. */
  readonly reads: ReadonlyMap<number, WayFault>;
  /** What happens to a write of the apply, by the number of the write from 0. */
  readonly writes: ReadonlyMap<number, WayFault>;
  /** Selects a step whose object the product refuses to write. */
  readonly disliked?: number;
  /** The number of turns of the clock after which the process is killed. */
  readonly turns?: number;
  /**
   * When somebody else writes a field. `at` is the number of requests that have arrived by then, and `choice` selects
   * the resource.
   */
  readonly others?: { readonly at: number; readonly choice: number };
  readonly rollsBack: boolean;
  /** How long after the plan the apply begins. */
  readonly afterMs: number;
  /** How long after the end of the apply the next run begins. */
  readonly restartMs: number;
}

/** Draws what goes wrong in a seed. In many seeds, nothing goes wrong. */
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

/** True if nothing goes wrong. */
export function isCalm({ reads, writes, disliked, turns, others }: ProductTrouble): boolean {
  return (
    reads.size + writes.size === 0 && disliked === undefined && turns === undefined && others === undefined
  );
}
