/** The longest increasing subsequence of a list of numbers. Pure. */

/** Returns the positions of a longest strictly increasing subsequence, in O(n log n). */
export function longestRise(numbers: readonly number[]): readonly number[] {
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? ends[low - 1] : undefined;
    ends[low] = index;
  }
  const rise: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.push(at);
  return rise.toReversed();
}
