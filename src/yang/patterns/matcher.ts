/** A linear-time matcher: it never backtracks. */

import { underWay } from "../../model/meter.ts";
import { type PatternPart, parsePattern } from "./parse-pattern.ts";

/**
 * A state of the matcher. It takes one character and leads to the next state, or it splits into several states, or it
 * is the end.
 */
type State =
  | { readonly kind: "take"; readonly test: RegExp; readonly next: number }
  | { readonly kind: "split"; next: readonly number[] }
  | { readonly kind: "end" };

/** Returns whether a whole text matches. Undefined: the match would take too long. */
export interface Matcher {
  (text: string): boolean | undefined;
  /** The number of states. */
  readonly states: number;
}

const maxStates = 20_000;
const maxSteps = 20_000_000;
/** The number of states that are tried per step of the load's budget. */
const statesOfStep = 3;
/** The number of budget steps for each parsed character of a pattern. */
const stepsOfCharacter = 8;

/** Returns a matcher for a pattern. Undefined: the pattern is invalid or too large, or the budget is used up. */
export function matcherOf(pattern: string): Matcher | undefined {
  if (underWay()?.spend(pattern.length * stepsOfCharacter) === false) return undefined;
  const part = parsePattern(pattern);
  const states: State[] = [{ kind: "end" }];
  const start = part && compile(part, 0, states);
  if (underWay()?.spend(states.length) === false) return undefined;
  if (start === undefined || states.length > maxStates) return undefined;
  return Object.assign((text: string) => matches(states, start, text), { states: states.length });
}

/** Adds the states of a part, which continue at `next`. Returns the first of these states. */
function compile(part: PatternPart, next: number, states: State[]): number {
  if (states.length > maxStates) return next;
  switch (part.kind) {
    case "one":
      return states.push({ kind: "take", test: part.test, next }) - 1;
    case "all":
      return part.parts.reduceRight((after, each) => compile(each, after, states), next);
    case "either":
      return states.push({ kind: "split", next: part.parts.map((each) => compile(each, next, states)) }) - 1;
    case "repeat":
      return repeated(part, next, states);
  }
}

function repeated(part: PatternPart & { readonly kind: "repeat" }, next: number, states: State[]): number {
  let after = next;
  if (part.most === Number.POSITIVE_INFINITY) {
    const loop: State & { readonly kind: "split" } = { kind: "split", next: [] };
    after = states.push(loop) - 1;
    loop.next = [compile(part.part, after, states), next];
  } else
    for (let count = part.least; count < part.most && states.length <= maxStates; count += 1)
      after = states.push({ kind: "split", next: [compile(part.part, after, states), next] }) - 1;
  for (let count = 0; count < part.least && states.length <= maxStates; count += 1)
    after = compile(part.part, after, states);
  return after;
}

function matches(states: readonly State[], start: number, text: string): boolean | undefined {
  if (underWay()?.spend(states.length / 64) === false) return undefined;
  const seenAt = new Int32Array(states.length).fill(-1);
  let at = 0;
  let current = reached(states, [start], { seenAt, at });
  let steps = 0;
  for (const character of text) {
    at += 1;
    const next: number[] = [];
    for (const each of current) {
      const state = states[each];
      if (state?.kind === "take" && state.test.test(character)) next.push(state.next);
    }
    current = reached(states, next, { seenAt, at });
    steps += current.length + 1;
    if (current.length === 0) return false;
    if (steps > maxSteps) return undefined;
    if (underWay()?.spend(1 + current.length / statesOfStep) === false) return undefined;
  }
  return current.includes(0);
}

/**
 * Follows splits, which read no character, and returns the other states that are reached. Each state is returned once
 * per position.
 */
function reached(
  states: readonly State[],
  from: number[],
  { seenAt, at }: { readonly seenAt: Int32Array; readonly at: number },
): readonly number[] {
  const found: number[] = [];
  for (let next = from.pop(); next !== undefined; next = from.pop()) {
    if (seenAt[next] === at) continue;
    seenAt[next] = at;
    const state = states[next];
    if (state?.kind === "split") from.push(...state.next);
    else found.push(next);
  }
  return found;
}
