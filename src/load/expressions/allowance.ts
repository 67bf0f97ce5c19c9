/** How much one evaluation may take: steps, elements, bytes. What goes beyond ends it, whatever it catches. */

/** What one evaluation may take at most. */
export interface Bounds {
  /** Nodes evaluated, and elements that functions and comparisons walk over. */
  readonly steps: number;
  /** Elements of all lists and maps that are made on the way, and of the result. */
  readonly elements: number;
  /** Characters of all texts that are made on the way, and of the result. */
  readonly bytes: number;
}

/** The bounds of every expression. */
export const bounds: Bounds = { steps: 1_000_000, elements: 100_000, bytes: 1_000_000 };

/** Thrown when a bound is reached. */
export class Exhaustion extends Error {
  constructor(bound: keyof Bounds) {
    super(`more than ${bounds[bound].toLocaleString("en-US")} ${bound}`);
  }
}

/** What is left of the bounds. Once one is reached, everything that is asked throws the same. */
export class Allowance {
  readonly #left: Record<keyof Bounds, number>;
  #end: Exhaustion | undefined;

  constructor(of: Bounds = bounds) {
    this.#left = { ...of };
  }

  /** Set once a bound was reached: CEL's `||` and `exists` go on after an error. */
  get end(): Exhaustion | undefined {
    return this.#end;
  }

  /** Takes some of a bound; throws when that is more than is left. */
  take(bound: keyof Bounds, amount: number): void {
    if (this.#end) throw this.#end;
    this.#left[bound] -= amount;
    if (this.#left[bound] >= 0) return;
    this.#end = new Exhaustion(bound);
    throw this.#end;
  }

  /** Takes a value that was made: a text by its length, a list or map by its elements, without what they hold. */
  made(value: unknown): void {
    if (typeof value === "string") this.take("bytes", value.length);
    else if (Array.isArray(value)) this.take("elements", value.length);
    else if (value instanceof Map) this.take("elements", value.size);
  }

  /** Takes the steps of something that walks once over a value: texts count little, for machines are quick at them. */
  walked(value: unknown): void {
    if (typeof value === "string") this.take("steps", value.length >> 4);
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
