/**
 * Expressions of RE2 whose work is counted while it is done: states that are made, and characters that are looked at.
 * Reads what version 2.10 of the library does not declare of its machine; a test holds that it is there.
 */

import { RE2JS } from "re2js";
import { classesToRead, re2Classes } from "./re2-size.ts";

/** Takes steps, of a quarter of a microsecond each; throws where there are none left. */
export type TakeSteps = (steps: number) => void;

/** The machine of an expression: its states are made when they are first met. */
interface Machine {
  makeState(...given: readonly unknown[]): unknown;
  match(...given: readonly unknown[]): unknown;
}

/** Making one ready takes so many steps for each of its instructions. */
const readySteps = 40;
/** Reading a class of Unicode takes so many steps, and each instruction that is one holds so many bytes. */
const classSteps = 4_000;
const classBytes = 10_000;
/** Characters that are looked at in one step, where the states are known. */
const charactersOfStep = 8;
/** What one expression may hold at most, in bytes: the library bounds it so. */
const maxHeld = 8_000_000;

/** The steps of making an expression ready, before it is made. `size`: as `re2Size`. */
export function stepsOfReadying(source: string, size: number): number {
  return readySteps * size + classSteps * classesToRead(source);
}

/** An expression that is ready. */
export class Re2 {
  readonly #re2: RE2JS;
  /** Its instructions, repeats written out. */
  readonly size: number;
  readonly #isCounted: boolean;
  /** What it holds before it has met a text, in bytes. */
  readonly #own: number;
  #take: TakeSteps = () => {};
  #held = 0;

  constructor(source: string, flags: number) {
    this.#re2 = RE2JS.compile(source, flags);
    this.size = this.#re2.programSize();
    this.#own = 200 * this.size + classBytes * re2Classes(source);
    this.#isCounted = this.#count();
  }

  /** About what it holds, in bytes: itself, and the states that it has met. */
  get held(): number {
    return this.#own + Math.min(maxHeld, this.#held);
  }

  test(text: string, take: TakeSteps): boolean {
    this.#take = take;
    take(1 + Math.ceil(text.length / charactersOfStep));
    if (!this.#isCounted) take(this.size * text.length);
    return this.#re2.test(text);
  }

  /** The first match with its groups: a group without a part in it is empty. */
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

  /** Counts each state as it is made, and what is matched without states; false where the library is another. */
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
