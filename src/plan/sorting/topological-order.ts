/** Topological order of ranks, by Kahn's algorithm. */

/** Two ranks, counted from 0. `before` must come before `after`. */
export interface Edge {
  readonly before: number;
  readonly after: number;
}

/**
 * Returns the ranks below `size` in order. Among candidates, the lowest rank comes first. Ranks in a cycle are missing.
 */
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

/** A binary min-heap of numbers. Adding or taking a number takes logarithmic time. */
export class MinHeap {
  readonly #heap: number[] = [];

  add(value: number): void {
    const heap = this.#heap;
    let here = heap.length;
    heap.push(value);
    while (here > 0) {
      const above = (here - 1) >> 1;
      const other = heap[above];
      if (other === undefined || other <= value) break;
      heap[here] = other;
      heap[above] = value;
      here = above;
    }
  }

  /** Takes out the smallest number. Undefined if the heap is empty. */
  take(): number | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let here = 0;
    for (;;) {
      const left = 2 * here + 1;
      const right = heap[left + 1];
      const next = right !== undefined && right < (heap[left] ?? right) ? left + 1 : left;
      const below = heap[next];
      if (below === undefined || below >= last) break;
      heap[here] = below;
      here = next;
    }
    heap[here] = last;
    return first;
  }
}
