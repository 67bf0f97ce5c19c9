/** A clock of the command's own that runs faster, and the present as the command has it. */

/** What a command is started with, and how its time is read. */
export interface FastClock {
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds since 1970, by the command's clock. */
  readonly now: () => number;
}

/** Seconds of waiting pass in a `factor`th of the time; give requests longer timeouts, since those pass too. */
export function fastClock(factor: number): FastClock {
  const from = Date.now();
  const preload = new URL("./fast-clock.mjs", import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, FAST_CLOCK: String(factor), FAST_CLOCK_FROM: String(from) },
    now: () => from + (Date.now() - from) * factor,
  };
}
