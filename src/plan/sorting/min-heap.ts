/** A binary heap of numbers: takes the smallest one next. */

/** Numbers of which the smallest is taken first; adding and taking cost the logarithm of their count. */
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

  /** Undefined when there is none left. */
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
