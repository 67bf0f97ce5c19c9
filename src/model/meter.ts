/** How much what others wrote may take: one meter for a load, in steps that follow what they cost. */

/** What is counted, and how much of it there may be. */
export interface Bounds {
  /** A quarter of a microsecond each at most: nodes evaluated, elements walked over, states of a pattern. */
  readonly steps: number;
  /** Elements of all lists and maps that are made on the way, and of the result. */
  readonly elements: number;
  /** Characters of all texts that are made on the way, and of the result. */
  readonly bytes: number;
}

/** Thrown when a bound is reached. */
export class Exhaustion extends Error {
  constructor(bound: keyof Bounds, of: Bounds, whose = "the expression takes") {
    super(`${whose} more than ${of[bound].toLocaleString("en-US")} ${bound}`);
  }
}

/** Names that are held against mistyped ones, for all hints together: enough to correct hundreds of slips. */
const maxCompared = 500_000;
/** Texts that are remembered as made ready. */
const maxReady = 10_000;

/** What is left for all of a load, or of another piece of work. Nothing in it looks at a clock. */
export class Meter {
  readonly #left: Record<keyof Bounds, number>;
  readonly #of: Bounds;
  readonly #whose: string;
  #compared = maxCompared;
  /** True once it was said that a bound is reached: to say so of everything after it helps nobody. */
  isTold = false;
  readonly #ready = new Set<string>();

  /** `whose`: the beginning of what is said where a bound is reached, such as `all policies`. */
  constructor(of: Bounds, whose: string) {
    this.#of = of;
    this.#left = { ...of };
    this.#whose = whose;
  }

  /** Takes some; throws once there is none left. */
  take(bound: keyof Bounds, amount: number): void {
    this.#left[bound] -= amount;
    if (this.#left[bound] < 0) throw new Exhaustion(bound, this.#of, `${this.#whose} together take`);
  }

  /** Takes steps of what cannot throw; false once there are none left. */
  spend(steps: number): boolean {
    this.#left.steps -= steps;
    return this.#left.steps >= 0;
  }

  /** Says which bound is reached; undefined while none is. */
  get exhausted(): string | undefined {
    const bound = (["steps", "elements", "bytes"] as const).find((each) => this.#left[each] < 0);
    return bound && new Exhaustion(bound, this.#of, `${this.#whose} together take`).message;
  }

  /** True the first time that a text is to be made ready: that is paid for once, whoever made it ready before. */
  isFirst(text: string): boolean {
    if (this.#ready.has(text)) return false;
    if (this.#ready.size >= maxReady) this.#ready.clear();
    this.#ready.add(text);
    return true;
  }

  /** False once all comparisons of names are done: names need not be collected for hints any more. */
  get hasHints(): boolean {
    return this.#compared > 0;
  }

  /** Takes one comparison of names; false once there is none left: then there are no more hints. */
  compares(): boolean {
    this.#compared -= 1;
    return this.#compared >= 0;
  }

  /** Does work that never waits: what it asks by `underWay` is counted here. */
  during<T>(work: () => T): T {
    const before = current;
    current = this;
    try {
      return work();
    } finally {
      current = before;
    }
  }
}

let current: Meter | undefined;

/** The meter of the work that goes on; undefined where nothing is counted. */
export function underWay(): Meter | undefined {
  return current;
}
