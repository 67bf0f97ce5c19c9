/**
 * Aligns two lists of texts. The result alternates between runs of equal elements and runs of differing elements. Pure.
 */

import { longestRise } from "../../model/sameness/longest-rise.ts";

/** A run: elements that are equal on both sides, or the differing elements of both sides between two equal runs. */
export interface Run {
  readonly isAlike: boolean;
  readonly one: readonly string[];
  readonly other: readonly string[];
}

/** Up to this number of pairs, the exact longest common subsequence is computed. */
const maxPairs = 100_000;

/**
 * The maximum recursion depth. Each level visits all elements once, and malicious lists could need one level per
 * element.
 */
const maxDepth = 12;

/**
 * The runs in order; equal and differing runs alternate. In long differing runs, only elements that occur once on each
 * side are matched, with limited recursion, so that this takes little longer than sorting. Unmatched elements stay in
 * differing runs.
 */
export function runsOf(one: readonly string[], other: readonly string[]): readonly Run[] {
  return merged(stretch(one, other));
}

/** Three runs: the common beginning, everything between, and the common end. */
export function endsOf(one: readonly string[], other: readonly string[]): readonly [Run, Run, Run] {
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const rest = { one: one.slice(start, one.length - end), other: other.slice(start, other.length - end) };
  return [alikeRun(one.slice(0, start)), { isAlike: false, ...rest }, alikeRun(one.slice(one.length - end))];
}

/** The runs of two lists. The common ends are split off first, because most lists have nothing else in common. */
function stretch(one: readonly string[], other: readonly string[], depth = 0): readonly Run[] {
  const [start, rest, end] = endsOf(one, other);
  return [start, ...split(rest.one, rest.other, depth), end];
}

function alikeRun(all: readonly string[]): Run {
  return { isAlike: true, one: all, other: all };
}

function split(one: readonly string[], other: readonly string[], depth: number): readonly Run[] {
  const small = one.length * other.length <= maxPairs;
  if (!small && depth >= maxDepth) return [{ isAlike: false, one, other }];
  const pairs = small ? longestSubsequence(one, other) : anchors(one, other);
  if (pairs.length === 0) return [{ isAlike: false, one, other }];
  const runs: Run[] = [];
  let [left, right] = [0, 0];
  for (const [a, b] of [...pairs, [one.length, other.length] as const]) {
    const between = [one.slice(left, a), other.slice(right, b)] as const;
    const found = small
      ? [{ isAlike: false, one: between[0], other: between[1] }]
      : stretch(...between, depth + 1);
    for (const run of found) runs.push(run);
    runs.push(alikeRun(one.slice(a, a + 1)));
    [left, right] = [a + 1, b + 1];
  }
  return runs;
}

type Pair = readonly [number, number];

/** The longest common subsequence. */
function longestSubsequence(one: readonly string[], other: readonly string[]): readonly Pair[] {
  const width = other.length + 1;
  const lengths = new Uint32Array((one.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1) {
    const text = one[i];
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const here = i * width + j;
      const below = here + width;
      lengths[here] =
        text === other[j]
          ? (lengths[below + 1] ?? 0) + 1
          : Math.max(lengths[below] ?? 0, lengths[here + 1] ?? 0);
    }
  }
  const pairs: Pair[] = [];
  for (let [i, j] = [0, 0]; i < one.length && j < other.length; ) {
    if (one[i] === other[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** The largest set of elements that occur once on each side and have the same order there (Cohen's patience diff). */
function anchors(one: readonly string[], other: readonly string[]): readonly Pair[] {
  const [ofOne, ofOther] = [onlyOnce(one), onlyOnce(other)];
  const pairs = [...ofOne].flatMap(([text, a]): readonly Pair[] => {
    const b = ofOther.get(text);
    return b === undefined ? [] : [[a, b]];
  });
  return longestRise(pairs.map(([, place]) => place)).flatMap((at) => pairs.slice(at, at + 1));
}

function onlyOnce(list: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, text] of list.entries()) {
    if (places.has(text)) repeated.add(text);
    places.set(text, at);
  }
  for (const text of repeated) places.delete(text);
  return places;
}

/** The runs without empty ones; adjacent runs of one type are merged. */
export function merged(runs: readonly Run[]): readonly Run[] {
  const all: { isAlike: boolean; one: string[]; other: string[] }[] = [];
  for (const { isAlike, one, other } of runs) {
    if (one.length + other.length === 0) continue;
    let last = all.at(-1);
    if (last?.isAlike !== isAlike) {
      last = { isAlike, one: [], other: [] };
      all.push(last);
    }
    for (const text of one) last.one.push(text);
    for (const text of other) last.other.push(text);
  }
  return all;
}
