/** How much one evaluation may take: steps, elements, bytes. What goes beyond ends it, whatever it catches. */

import { type Bounds, Exhaustion, type Meter } from "../../model/meter.ts";

/** The bounds of every expression. */
export const bounds: Bounds = { steps: 1_000_000, elements: 100_000, bytes: 1_000_000 };

/** What is left of the bounds. Once one is reached, everything that is asked throws the same. */
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

  /** Set once a bound was reached: CEL's `||` and `exists` go on after an error. */
  get end(): Exhaustion | undefined {
    return this.#end;
  }

  /** Takes some of a bound; throws when that is more than is left. */
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

  /** Takes the steps of making an expression or a pattern ready: once, and where it was forgotten; of those of all. */
  ready(text: string, steps: number, isForgotten: boolean): void {
    if (this.#end) throw this.#end;
    if (this.#all && (this.#all.isFirst(text) || isForgotten)) this.#takeOfAll("steps", steps);
  }

  #ended(end: Exhaustion): Exhaustion {
    this.#end = end;
    return end;
  }

  /** Takes a value that was made: texts and bytes by their length, a list or map by its elements alone. */
  made(value: unknown): void {
    if (typeof value === "string" || value instanceof Uint8Array) this.take("bytes", value.length);
    else if (Array.isArray(value)) this.take("elements", value.length);
    else if (value instanceof Map) this.take("elements", value.size);
  }

  /** Takes the steps of something that walks once over a value: texts count little, for machines are quick at them. */
  walked(value: unknown): void {
    if (typeof value === "string" || value instanceof Uint8Array) this.take("steps", value.length >> 4);
    else if (Array.isArray(value)) this.take("steps", value.length);
    else if (value instanceof Map) this.take("steps", value.size);
  }

  /** Takes the steps of something that walks over a value and all that it holds. */
  walkedDeep(value: unknown): void {
    this.walked(value);
    if (Array.isArray(value) || value instanceof Map)
      for (const member of value.values()) this.walkedDeep(member);
  }
}
