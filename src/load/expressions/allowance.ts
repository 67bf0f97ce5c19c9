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
  constructor(bound: keyof Bounds, of: Bounds, whose = "the expression takes") {
    super(`${whose} more than ${of[bound].toLocaleString("en-US")} ${bound}`);
  }
}

/** What all expressions of one load may take together: many rows times many costly expressions end here. */
const boundsOfAll: Bounds = { steps: 200_000_000, elements: 50_000_000, bytes: 500_000_000 };

/** What is left of that. */
export class ExpressionBudget {
  readonly #left: Record<keyof Bounds, number>;
  readonly #of: Bounds;

  readonly #whose: string;

  constructor(of: Bounds = boundsOfAll, whose = "all expressions of desired state") {
    this.#of = of;
    this.#left = { ...of };
    this.#whose = whose;
  }

  /** Takes some; throws once there is none left. */
  take(bound: keyof Bounds, amount: number): void {
    this.#left[bound] -= amount;
    if (this.#left[bound] < 0) throw new Exhaustion(bound, this.#of, `${this.#whose} together take`);
  }
}

/** What is left of the bounds. Once one is reached, everything that is asked throws the same. */
export class Allowance {
  readonly #left: Record<keyof Bounds, number>;
  readonly #of: Bounds;
  readonly #all: ExpressionBudget | undefined;
  #end: Exhaustion | undefined;

  constructor(of: Bounds = bounds, all?: ExpressionBudget) {
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
    try {
      this.#all?.take(bound, amount);
    } catch (error) {
      throw error instanceof Exhaustion ? this.#ended(error) : error;
    }
  }

  #ended(end: Exhaustion): Exhaustion {
    this.#end = end;
    return end;
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
