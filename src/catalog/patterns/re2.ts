/**
 * RE2 expressions whose matching is metered: new states and read characters are counted. Uses internals of version 2.10
 * of the library; a test checks that they exist.
 */

import { RE2JS } from "re2js";
import { classesToRead, re2Classes } from "./re2-size.ts";

/** Charges steps of a quarter of a microsecond each. Throws if no steps are left. */
export type TakeSteps = (steps: number) => void;

/** The automaton of an expression, whose states are created on first use. */
interface Machine {
  makeState(...given: readonly unknown[]): unknown;
  match(...given: readonly unknown[]): unknown;
}

/** The cost of compiling an instruction, in steps. */
const readySteps = 40;
/** The cost of parsing a Unicode class, in steps. */
const classSteps = 4_000;
/** The memory of each instruction of a Unicode class, in bytes. */
const classBytes = 10_000;
/** The number of characters read per step if the states exist already. */
const charactersOfStep = 8;
/** The maximum memory of one expression, in bytes, which the library itself enforces. */
const maxHeld = 8_000_000;

/** Returns the estimated cost of compiling an expression. `size`: from `re2Size`. */
export function stepsOfReadying(source: string, size: number): number {
  return readySteps * size + classSteps * classesToRead(source);
}

/** A compiled expression. */
export class Re2 {
  readonly #re2: RE2JS;
  /** The expression's number of instructions, with repeats expanded. */
  readonly size: number;
  readonly #isCounted: boolean;
  /** The expression's initial memory, in bytes. */
  readonly #own: number;
  #take: TakeSteps = () => {};
  #held = 0;

  constructor(source: string, flags: number) {
    this.#re2 = RE2JS.compile(source, flags);
    this.size = this.#re2.programSize();
    this.#own = 200 * this.size + classBytes * re2Classes(source);
    this.#isCounted = this.#count();
  }

  /** The approximate memory in bytes: the expression itself, and the states created so far. */
  get held(): number {
    return this.#own + Math.min(maxHeld, this.#held);
  }

  test(text: string, take: TakeSteps): boolean {
    this.#take = take;
    take(1 + Math.ceil(text.length / charactersOfStep));
    if (!this.#isCounted) take(this.size * text.length);
    return this.#re2.test(text);
  }

  /** Returns the first match with its groups. A group that takes no part in the match is empty. */
  exec(
    text: string,
    take: TakeSteps,
  ): { readonly index: number; readonly found: [string, ...string[]] } | undefined {
    take(1 + Math.ceil((this.size * text.length) / 4));
    this.#take = take;
    const matcher = this.#re2.matcher(text);
    if (!matcher.find()) return undefined;
    const groups = Array.from({ length: matcher.groupCount() }, (_, at) => matcher.group(at + 1) ?? "");
    return { index: matcher.start(), found: [matcher.group() ?? "", ...groups] };
  }

  /**
   * Meters each new state, and each match without states. Returns false if the library's internals are not the expected
   * ones.
   */
  #count(): boolean {
    const machine = machineOf(this.#re2);
    if (!machine) return false;
    const { makeState, match } = machine;
    machine.makeState = (...given) => {
      this.#take(this.size);
      this.#held += 200 + 16 * this.size;
      return makeState.apply(machine, [...given]);
    };
    machine.match = (...given) => {
      const made = match.apply(machine, [...given]);
      const [input] = given;
      if (made === null) this.#take(this.size * lengthOf(input));
      return made;
    };
    return true;
  }
}

function machineOf(re2: RE2JS): Machine | undefined {
  const inner = memberOf(re2, "re2Input");
  const machine = memberOf(inner, "dfa");
  return isMachine(machine) ? machine : undefined;
}

function isMachine(value: unknown): value is Machine {
  return typeof memberOf(value, "makeState") === "function" && typeof memberOf(value, "match") === "function";
}

function lengthOf(input: unknown): number {
  const endPos = memberOf(input, "endPos");
  const length: unknown = typeof endPos === "function" ? endPos.call(input) : undefined;
  return typeof length === "number" ? length : 0;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
