/** Finds cycles: the strongly connected components of ranks and edges, by Tarjan's algorithm. */

import type { Edge } from "./topological-order.ts";

/**
 * Returns the number of the component of each rank below `size`. All ranks of one component reach each other. Takes
 * linear time.
 */
export function partsOf(size: number, edges: readonly Edge[]): readonly number[] {
  const followers: number[][] = Array.from({ length: size }, () => []);
  for (const { before, after } of edges) followers[before]?.push(after);
  const part = new Array<number>(size).fill(-1);
  const found = new Array<number>(size).fill(-1);
  const lowest = new Array<number>(size).fill(-1);
  const open: number[] = [];
  let count = 0;
  let parts = 0;
  const enter = (rank: number) => {
    found[rank] = count;
    lowest[rank] = count;
    count += 1;
    open.push(rank);
    return { rank, next: 0 };
  };
  const leave = (rank: number) => {
    if (lowest[rank] !== found[rank]) return;
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      part[one] = parts;
      if (one === rank) break;
    }
    parts += 1;
  };
  const lower = (rank: number, to: number | undefined) => {
    lowest[rank] = Math.min(lowest[rank] ?? 0, to ?? 0);
  };
  for (let first = 0; first < size; first += 1) {
    const path = found[first] === -1 ? [enter(first)] : [];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const { rank } = here;
      const follower = followers[rank]?.[here.next];
      here.next += 1;
      if (follower === undefined) {
        path.pop();
        leave(rank);
        const above = path.at(-1);
        if (above) lower(above.rank, lowest[rank]);
      } else if (found[follower] === -1) path.push(enter(follower));
      else if (part[follower] === -1) lower(rank, found[follower]);
    }
  }
  return part;
}

/** Returns the loose edges without those in a cycle, because no order satisfies mutual references. */
export function withoutCircles(
  size: number,
  { firm, loose }: { readonly firm: readonly Edge[]; readonly loose: readonly Edge[] },
): readonly Edge[] {
  if (loose.length === 0) return loose;
  const part = partsOf(size, [...firm, ...loose]);
  return loose.filter(({ before, after }) => part[before] !== part[after]);
}
