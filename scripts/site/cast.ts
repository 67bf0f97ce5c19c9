/** Recordings of terminals in the form of asciinema, version 2: a line of JSON for the whole, and one for each output. */

import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** What was printed, and when: seconds from the start. */
export interface CastEvent {
  readonly at: number;
  readonly text: string;
}

const event = z.tuple([z.number(), z.literal("o"), z.string()]);

/** The text of a recording's file. */
export function castText(events: readonly CastEvent[]): string {
  const head = { version: 2, width: 120, height: 30, title: "trueup demo" };
  const lines = events.map(({ at, text }) => [at, "o", text.replaceAll("\n", "\r\n")]);
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** What a recording's file says was printed, without colours. */
export function printedBy(cast: string): string {
  const [, ...lines] = cast.trimEnd().split("\n");
  const texts = lines.map((line) => event.parse(JSON.parse(line))[2]);
  return stripVTControlCharacters(texts.join("")).replaceAll("\r\n", "\n");
}

/** What two runs of the demo print alike: without the time of day, free ports, and what the machine's own speed decides. */
export function withoutChance(printed: string): string {
  return (
    printed
      .replaceAll(/live read \d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "live read TIME")
      .replaceAll(/ \(\d+ requests: [^)]*\)/g, " (REQUESTS)")
      // Of a plan for servers at other ports, where the example's own are taken.
      .replaceAll(/\b[0-9a-f]{64}\b/g, "DIGITS")
      .replace(/^.*The simulator's own log says: .*$/m, "THE LOG")
  );
}
