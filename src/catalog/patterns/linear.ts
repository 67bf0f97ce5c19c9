/** Regular expressions that somebody else wrote, by RE2: in time that grows with the text and no faster. */

import { RE2JS } from "re2js";
import { underWay } from "../../model/meter.ts";
import type { BoundedExpression, PatternUse } from "./pattern.ts";
import { Re2, stepsOfReadying, type TakeSteps } from "./re2.ts";
import { PatternTooLarge, re2Classes, re2Size } from "./re2-size.ts";
import { re2Source } from "./re2-source.ts";

/** As large may an expression be, in parts: a class, a character, a repeat; repeats written out. */
const maxParts = 5_000;
/** A class of Unicode holds as much as so many other parts. */
const classParts = 10;
/** Longer texts are not held against an expression; in parts times characters. */
const maxWork = 10_000_000;
/** As many are kept ready, and of so many bytes together: compiling one takes longer than matching. */
const maxKept = 2_000;
const maxHeld = 64_000_000;

/**
 * The expression, matched by RE2; undefined where `whyNotLinear` says why not. It is a `RegExp`, so that schemas and
 * editors know its source; of its methods `test`, `exec` and those of texts that call these go to RE2. Flags of places
 * (`g`, `y`) it has none. A group without a part in a match is empty.
 */
export function linearPattern(source: string, use: PatternUse = {}): RegExp | undefined {
  const read = re2Source(source);
  if ("lacks" in read || read.parts > maxParts) return undefined;
  const re2 = compiled(read.source, use.flags === "i" ? RE2JS.CASE_INSENSITIVE : 0);
  return re2 && new LinearPattern(source, { re2, longest: maxWork / read.parts }, use);
}

/**
 * How large an expression is, in parts, of which a class of Unicode counts for ten more; or why RE2 cannot match it:
 * what it has, for people.
 */
export function linearSize(source: string): { readonly parts: number } | { readonly lacks: string } {
  const read = re2Source(source);
  if ("lacks" in read) return read;
  if (read.parts > maxParts) return { lacks: `more than ${maxParts} parts, repeats written out` };
  return compiled(read.source, 0)
    ? { parts: read.parts + classParts * re2Classes(read.source) }
    : { lacks: "a word that RE2 does not know" };
}

/** What is asked for the steps that an expression takes. */
export interface PatternAllowance {
  readonly take: (bound: "steps", amount: number) => void;
  /** The steps of making one ready. */
  readonly ready: (text: string, steps: number, isForgotten: boolean) => void;
}

/**
 * Whether an expression in the syntax of RE2 matches a part of a text. Throws where it is none, where it is too
 * large, and what the allowance throws.
 */
export function matchesRe2(text: string, pattern: string, allowance: PatternAllowance): boolean {
  const isForgotten = !kept.has(keyOf(pattern, 0));
  const size = re2Size(pattern);
  if (size > maxParts)
    throw new PatternTooLarge(
      `a pattern has at most ${maxParts.toLocaleString("en-US")} parts, repeats written out`,
    );
  allowance.ready(`matches ${pattern}`, stepsOfReadying(pattern, size), isForgotten);
  const re2 = compiled(pattern, 0);
  if (!re2) throw new Error(`\`${pattern}\` is not an expression of RE2`);
  return re2.test(text, (steps) => allowance.take("steps", steps));
}

const kept = new Map<string, Re2 | undefined>();
/** What those hold that are kept was added up so many matches ago, and so much was made since. */
let unweighed = 0;
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

/** Forgets all of them where they hold too much: what they have met comes again when it is met again. */
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

/** Nothing is left for patterns. */
class NothingLeft extends Error {}

/** Takes steps of the work that goes on, where some is counted. */
const takeUnderWay: TakeSteps = (steps) => {
  if (underWay()?.spend(steps) === false) throw new NothingLeft();
};

class LinearPattern extends RegExp implements BoundedExpression {
  readonly #re2: Re2;
  /** The longest text, in characters. */
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
    if (text.length > this.#longest) return `it is longer than ${Math.floor(this.#longest)} characters`;
    return underWay()?.exhausted;
  }

  /** What it comes to; undefined where that is not said: the text is too long, or nothing is left for it. */
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
