/** Runs the watch mode in virtual time, on a screen that records its content. */

import { expect, test } from "vitest";
import type { Screen } from "../../../src/cli/terminal/screen.ts";
import { watch } from "../../../src/cli/terminal/watch.ts";
import { VirtualClock } from "../../servers/virtual-time/clock.ts";

class Remembered implements Screen {
  readonly drawn: string[] = [];
  closed = 0;
  rows = 10;
  onResize = () => {};
  size = () => ({ rows: this.rows, columns: 80 });
  draw(text: string): void {
    this.drawn.push(text);
  }
  resized(listener: () => void): void {
    this.onResize = listener;
  }
  close(): void {
    this.closed += 1;
  }
}

function watching(reading: (clock: VirtualClock) => Promise<string>) {
  const clock = new VirtualClock();
  const read = () => reading(clock);
  const screen = new Remembered();
  const stop = new AbortController();
  const text = (seen: string) => seen;
  const ended = watch({ screen, seconds: 60, clock, signal: stop.signal, read, text }).catch(String);
  return { clock, screen, stop, ended };
}

test("it reads every so many seconds, however long the reading takes, and gives the terminal back", async () => {
  const begun: number[] = [];
  const on = watching(async (clock) => {
    begun.push(clock.now());
    await clock.wait(7000);
    return `read ${begun.length}`;
  });
  await on.clock.run(on.clock.wait(150_000));
  expect(begun.map((at) => at - (begun[0] ?? 0))).toEqual([0, 60_000, 120_000]);
  expect(on.screen.drawn.map((text) => text.split("\n").at(-1))).toEqual([
    "reading …",
    "read 1",
    "read 2",
    "read 3",
  ]);
  expect(on.screen.drawn[1]).toContain("every 60 s");
  on.stop.abort(new Error("interrupted"));
  expect(await on.clock.run(on.ended)).toBe("Error: interrupted");
  expect(on.screen.closed).toBe(1);
});

test("what does not fit is cut and counted, and another size draws it anew without reading", async () => {
  let reads = 0;
  const on = watching(async () => {
    reads += 1;
    return Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join("\n");
  });
  await on.clock.run(on.clock.wait(1000));
  expect(on.screen.drawn.at(-1)?.split("\n")).toHaveLength(10);
  expect(on.screen.drawn.at(-1)).toContain("line 7\n… 13 more lines");
  on.screen.rows = 30;
  on.screen.onResize();
  expect(on.screen.drawn.at(-1)).toContain("line 20");
  expect(reads).toBe(1);
});

test("a reading that fails gives the terminal back too", async () => {
  const on = watching(() => Promise.reject(new Error("broken")));
  expect(await on.clock.run(on.ended)).toBe("Error: broken");
  expect(on.screen.closed).toBe(1);
});
