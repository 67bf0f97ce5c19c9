/** Resource limits for external input: one meter per load, which counts steps in proportion to their cost. */

/** The counted resources, and their limits. */
export interface Bounds {
  /** Steps of at most a quarter of a microsecond each: evaluated nodes, visited elements, states of a pattern. */
  readonly steps: number;
  /** Elements of all intermediate and resulting lists and maps. */
  readonly elements: number;
  /** Characters of all intermediate and resulting texts. */
  readonly bytes: number;
}

/** The error that is thrown when a limit is exceeded. */
export class Exhaustion extends Error {
  constructor(bound: keyof Bounds, of: Bounds, whose = "the expression takes") {
    super(`${whose} more than ${of[bound].toLocaleString("en-US")} ${bound}`);
  }
}

/** The maximum number of names that are compared for suggestions in all hints: enough to correct hundreds of typos. */
const maxCompared = 500_000;
/** The maximum number of texts that are remembered as compiled. */
const maxReady = 10_000;

/** The remaining budget of a load or another task. It never reads a clock. */
export class Meter {
  readonly #left: Record<keyof Bounds, number>;
  readonly #of: Bounds;
  readonly #whose: string;
  #compared = maxCompared;
  /** True once the exhaustion has been reported. It is then not reported for further expressions. */
  isTold = false;
  readonly #ready = new Set<string>();

  /** `whose`: what the limit applies to, for the message, such as `all policies`. */
  constructor(of: Bounds, whose: string) {
    this.#of = of;
    this.#left = { ...of };
    this.#whose = whose;
  }

  /** Uses up some of a budget; throws if nothing is left. */
  take(bound: keyof Bounds, amount: number): void {
    this.#left[bound] -= amount;
    if (this.#left[bound] < 0) throw new Exhaustion(bound, this.#of, `${this.#whose} together take`);
  }

  /** Uses up steps where an error must not be thrown; returns false if none are left. */
  spend(steps: number): boolean {
    this.#left.steps -= steps;
    return this.#left.steps >= 0;
  }

  /** The limit that has been reached; undefined if none. */
  get exhausted(): string | undefined {
    const bound = (["steps", "elements", "bytes"] as const).find((each) => this.#left[each] < 0);
    return bound && new Exhaustion(bound, this.#of, `${this.#whose} together take`).message;
  }

  /** Returns true the first time that a text is compiled, so that its compilation is charged only once. */
  isFirst(text: string): boolean {
    if (this.#ready.has(text)) return false;
    if (this.#ready.size >= maxReady) this.#ready.clear();
    this.#ready.add(text);
    return true;
  }

  /** False once all comparisons are used up. Candidates for hints are then no longer needed. */
  get hasHints(): boolean {
    return this.#compared > 0;
  }

  /** Uses up one comparison of names; returns false if none are left, so that there are no more hints. */
  compares(): boolean {
    this.#compared -= 1;
    return this.#compared >= 0;
  }

  /** Runs synchronous work, and charges this meter for everything that asks for the meter with `underWay`. */
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

/** The meter of the current work; undefined if nothing is counted. */
export function underWay(): Meter | undefined {
  return current;
}
