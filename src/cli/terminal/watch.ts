/** Watch mode: reads at an interval and redraws the screen until it is interrupted. */

import type { Clock } from "../../model/wire.ts";
import type { Screen } from "./screen.ts";

/** The minimum interval: polling must not exhaust the limits. */
export const shortestSeconds = 10;

/** What to watch, and how to draw it. */
export interface WatchOptions<T> {
  readonly screen: Screen;
  readonly seconds: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  read(): Promise<T>;
  /** The current state as a text of this many lines; further lines are cut. */
  text(seen: T, rows: number): string;
}

/** Reads and draws until the signal is aborted, then rejects with its reason. The terminal is restored. */
export async function watch<T>(on: WatchOptions<T>): Promise<never> {
  const { screen, clock, signal, seconds } = on;
  try {
    screen.draw("reading …");
    for (;;) {
      const begun = clock.now();
      const seen = await on.read();
      const at = clock.date().slice(11, 19);
      const draw = () => {
        const { rows } = screen.size();
        const head = `trueup status  ${at} UTC  every ${seconds} s  Ctrl-C ends it`;
        screen.draw([head, "", ...fitting(on.text(seen, rows - 3).split("\n"), rows - 2)].join("\n"));
      };
      screen.resized(draw);
      draw();
      await clock.wait(seconds * 1000 - (clock.now() - begun), signal);
    }
  } finally {
    screen.close();
  }
}

/** As many lines as fit; the last line shows the number of omitted lines. */
function fitting(lines: readonly string[], rows: number): readonly string[] {
  const shown = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  if (shown.length <= rows) return shown;
  const left = shown.length - rows + 1;
  return [...shown.slice(0, rows - 1), `… ${left} more lines: enlarge the terminal, or choose with --target`];
}
