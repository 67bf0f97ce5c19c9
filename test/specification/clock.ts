/** A faster clock for the command, and the current time by that clock. */

/** The environment for a command, and a function that reads its time. */
export interface FastClock {
  readonly env: Readonly<Record<string, string>>;
  /** The current time in milliseconds since 1970, by the command's clock. */
  readonly now: () => number;
}

/**
 * A clock by which waits take a `factor`th of their time. Give requests longer timeouts, because timeouts are
 * shortened, too.
 */
export function fastClock(factor: number): FastClock {
  const from = Date.now();
  const preload = new URL("./fast-clock.mjs", import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, FAST_CLOCK: String(factor), FAST_CLOCK_FROM: String(from) },
    now: () => from + (Date.now() - from) * factor,
  };
}
