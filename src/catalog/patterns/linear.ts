/** Matches untrusted regular expressions with RE2, in time linear in the text. */

import { RE2JS } from "re2js";
import { underWay } from "../../model/meter.ts";
import type { BoundedExpression, PatternUse } from "./pattern.ts";
import { Re2, stepsOfReadying, type TakeSteps } from "./re2.ts";
import { PatternTooLarge, re2Classes, re2Size } from "./re2-size.ts";
import { re2Source } from "./re2-source.ts";

/** The maximum size of an expression, in parts (classes, characters, repeats), with repeats expanded. */
const maxParts = 5_000;
/** The cost of a Unicode class, in parts. */
const classParts = 10;
/** The limit for the number of parts times the number of characters. Longer texts are not matched. */
const maxWork = 10_000_000;
/** The maximum number of expressions in the cache. There is a cache because compiling takes longer than matching. */
const maxKept = 2_000;
/** The maximum memory of all expressions in the cache, in bytes. */
const maxHeld = 64_000_000;

/**
 * Returns the expression, matched by RE2. Undefined: RE2 cannot match it (`linearSize` says why). The result is a
 * `RegExp`, so that schemas and editors know its source. Its methods `test` and `exec`, and the text methods that call
 * them, use RE2. The flags `g` and `y` are not supported. A group that takes no part in the match is empty.
 */
export function linearPattern(source: string, use: PatternUse = {}): RegExp | undefined {
  const read = re2Source(source);
  if ("lacks" in read || read.parts > maxParts) return undefined;
  const re2 = compiled(read.source, use.flags === "i" ? RE2JS.CASE_INSENSITIVE : 0);
  return re2 && new LinearPattern(source, { re2, longest: maxWork / read.parts }, use);
}

/**
 * Returns the size of an expression in parts, in which each Unicode class counts ten more. If RE2 cannot match the
 * expression, returns the feature that RE2 lacks, in words for people.
 */
export function linearSize(source: string): { readonly parts: number } | { readonly lacks: string } {
  const read = re2Source(source);
  if ("lacks" in read) return read;
  if (read.parts > maxParts) return { lacks: `more than ${maxParts} parts, with repeats expanded` };
  return compiled(read.source, 0)
    ? { parts: read.parts + classParts * re2Classes(read.source) }
    : { lacks: "syntax that RE2 does not support" };
}

/** The step budget for an expression. */
export interface PatternAllowance {
  readonly take: (bound: "steps", amount: number) => void;
  /** Charges for compiling an expression. `isForgotten`: the expression is not in the cache. */
  readonly ready: (text: string, steps: number, isForgotten: boolean) => void;
}

/**
 * True if an RE2 expression matches a part of a text. Throws if the expression is invalid or too large, and if the
 * allowance throws.
 */
export function matchesRe2(text: string, pattern: string, allowance: PatternAllowance): boolean {
  const isForgotten = !kept.has(keyOf(pattern, 0));
  const size = re2Size(pattern);
  if (size > maxParts)
    throw new PatternTooLarge(
      `a pattern has at most ${maxParts.toLocaleString("en-US")} parts, with repeats expanded`,
    );
  allowance.ready(`matches ${pattern}`, stepsOfReadying(pattern, size), isForgotten);
  const re2 = compiled(pattern, 0);
  if (!re2) throw new Error(`\`${pattern}\` is not a valid regular expression of RE2`);
  return re2.test(text, (steps) => allowance.take("steps", steps));
}

const kept = new Map<string, Re2 | undefined>();
/** The number of matches since the cache's memory was last measured. */
let unweighed = 0;
/** The memory of the expressions compiled since the cache's memory was last measured, in bytes. */
let madeSince = 0;
const weighedAfter = 50;

function keyOf(source: string, flags: number): string {
  return `${flags} ${source}`;
}

function compiled(source: string, flags: number): Re2 | undefined {
  weigh();
  const key = keyOf(source, flags);
  if (kept.has(key)) return kept.get(key);
  const made = tried(() => new Re2(source, flags));
  if (kept.size >= maxKept) kept.clear();
  kept.set(key, made);
  madeSince += made?.held ?? 0;
  return made;
}

/** Clears the cache if it uses too much memory. Its expressions are compiled again on demand. */
function weigh(): void {
  unweighed += 1;
  if (unweighed < weighedAfter && madeSince < maxHeld / 2) return;
  [unweighed, madeSince] = [0, 0];
  let held = 0;
  for (const each of kept.values()) held += each?.held ?? 0;
  if (held > maxHeld) kept.clear();
}

function tried<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Thrown if the budget for patterns is used up. */
class NothingLeft extends Error {}

/** Charges the current work if it is metered. */
const takeUnderWay: TakeSteps = (steps) => {
  if (underWay()?.spend(steps) === false) throw new NothingLeft();
};

class LinearPattern extends RegExp implements BoundedExpression {
  readonly #re2: Re2;
  /** The maximum length of a text, in characters. */
  readonly #longest: number;
  readonly #unsure: boolean;

  constructor(
    source: string,
    { re2, longest }: { readonly re2: Re2; readonly longest: number },
    { flags, unsure = false }: PatternUse,
  ) {
    super(source, flags);
    this.#re2 = re2;
    this.#longest = longest;
    this.#unsure = unsure;
  }

  override test(text: string): boolean {
    return this.#within(text, (take) => this.#re2.test(text, take)) ?? this.#unsure;
  }

  override exec(text: string): RegExpExecArray | null {
    const found = this.#within(text, (take) => this.#re2.exec(text, take) ?? null);
    if (found === undefined) return this.#unsure ? foundIn(text, 0, [text]) : null;
    return found === null ? null : foundIn(text, found.index, found.found);
  }

  whyUnsaid(text: string): string | undefined {
    if (text.length > this.#longest) return `the text is longer than ${Math.floor(this.#longest)} characters`;
    return underWay()?.exhausted;
  }

  /**
   * Returns the result of a match. Undefined: it cannot be determined, because the text is too long or the budget is
   * used up.
   */
  #within<T>(text: string, act: (take: TakeSteps) => T): T | undefined {
    if (text.length > this.#longest) return undefined;
    try {
      return act(takeUnderWay);
    } catch (error) {
      if (error instanceof NothingLeft) return undefined;
      throw error;
    }
  }
}

function foundIn(input: string, index: number, found: [string, ...string[]]): RegExpExecArray {
  return Object.assign(found, { index, input });
}
