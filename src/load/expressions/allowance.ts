/**
 * The limits of one evaluation: steps, elements, bytes. At a limit the evaluation ends, even inside operators that
 * ignore errors.
 */

import { type Bounds, Exhaustion, type Meter } from "../../model/meter.ts";

/** The limits of every expression. */
export const bounds: Bounds = { steps: 1_000_000, elements: 100_000, bytes: 1_000_000 };

/** The remaining budget. Once a limit is reached, every further call throws the same error. */
export class Allowance {
  readonly #left: Record<keyof Bounds, number>;
  readonly #of: Bounds;
  readonly #all: Meter | undefined;
  #end: Exhaustion | undefined;

  constructor(of: Bounds = bounds, all?: Meter) {
    this.#of = of;
    this.#left = { ...of };
    this.#all = all;
  }

  /**
   * Set once a limit is reached. The caller must check it after an evaluation, because CEL's `||` and `exists` continue
   * after an error.
   */
  get end(): Exhaustion | undefined {
    return this.#end;
  }

  /** Uses up part of a limit. Throws if not enough is left. */
  take(bound: keyof Bounds, amount: number): void {
    if (this.#end) throw this.#end;
    this.#left[bound] -= amount;
    if (this.#left[bound] < 0) throw this.#ended(new Exhaustion(bound, this.#of));
    this.#takeOfAll(bound, amount);
  }

  #takeOfAll(bound: keyof Bounds, amount: number): void {
    try {
      this.#all?.take(bound, amount);
    } catch (error) {
      throw error instanceof Exhaustion ? this.#ended(error) : error;
    }
  }

  /**
   * Charges the budget of the load for compiling an expression or a pattern: the first time, and whenever it is
   * compiled again because the cache has dropped it.
   */
  ready(text: string, steps: number, isForgotten: boolean): void {
    if (this.#end) throw this.#end;
    if (this.#all && (this.#all.isFirst(text) || isForgotten)) this.#takeOfAll("steps", steps);
  }

  #ended(end: Exhaustion): Exhaustion {
    this.#end = end;
    return end;
  }

  /** Charges for a new value. Texts and bytes cost their length, lists and maps the number of their elements. */
  made(value: unknown): void {
    if (typeof value === "string" || value instanceof Uint8Array) this.take("bytes", value.length);
    else if (Array.isArray(value)) this.take("elements", value.length);
    else if (value instanceof Map) this.take("elements", value.size);
  }

  /** Charges for one pass over a value. Texts cost little, because they are scanned quickly. */
  walked(value: unknown): void {
    if (typeof value === "string" || value instanceof Uint8Array) this.take("steps", value.length >> 4);
    else if (Array.isArray(value)) this.take("steps", value.length);
    else if (value instanceof Map) this.take("steps", value.size);
  }

  /** Charges for one pass over a value and everything in it. */
  walkedDeep(value: unknown): void {
    this.walked(value);
    if (Array.isArray(value) || value instanceof Map)
      for (const member of value.values()) this.walkedDeep(member);
  }
}
