/** What must come before what, as an order: Kahn's algorithm over ranks. */

import { MinHeap } from "./min-heap.ts";

/** Two ranks, from 0, of which one must come before the other. */
export interface Edge {
  readonly before: number;
  readonly after: number;
}

/** The ranks below `size` in order. Of what may come next the lowest comes first; what is in a circle is missing. */
export function topologicalOrder(size: number, edges: readonly Edge[]): readonly number[] {
  const followers: number[][] = Array.from({ length: size }, () => []);
  const open = new Array<number>(size).fill(0);
  for (const { before, after } of edges) {
    followers[before]?.push(after);
    open[after] = (open[after] ?? 0) + 1;
  }
  const ready = new MinHeap();
  for (const [rank, count] of open.entries()) if (count === 0) ready.add(rank);
  const order: number[] = [];
  for (let rank = ready.take(); rank !== undefined; rank = ready.take()) {
    order.push(rank);
    for (const follower of followers[rank] ?? []) {
      const count = (open[follower] ?? 0) - 1;
      open[follower] = count;
      if (count === 0) ready.add(follower);
    }
  }
  return order;
}
