/** A faster clock for the command, and a function that reads this clock. */

/** The environment of a command with the fast clock, and a function that reads this clock. */
export interface FastClock {
  readonly env: Readonly<Record<string, string>>;
  /** Returns the current time by the command's clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Returns a clock by which each wait takes a `factor`th of its time. It also shortens timeouts, so requests need longer
 * ones.
 */
export function fastClock(factor: number): FastClock {
  const from = Date.now();
  const preload = new URL("./fast-clock.mjs", import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, FAST_CLOCK: String(factor), FAST_CLOCK_FROM: String(from) },
    now: () => from + (Date.now() - from) * factor,
  };
}
