/** Terminal recordings in asciinema's format, version 2: a line of JSON for the header, and one for each output. */

import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** An output, and its time: seconds from the start. */
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

/** The text that a recording prints, without colors. */
export function printedBy(cast: string): string {
  const [, ...lines] = cast.trimEnd().split("\n");
  const texts = lines.map((line) => event.parse(JSON.parse(line))[2]);
  return stripVTControlCharacters(texts.join("")).replaceAll("\r\n", "\n");
}

/** The deterministic part of the demo's output, without times of day, ports and durations. */
export function withoutChance(printed: string): string {
  return (
    printed
      .replaceAll(/live state read \d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "live state read TIME")
      .replaceAll(/ \(\d+ requests: [^)]*\)/g, " (REQUESTS)")
      // The fingerprint of a plan is hidden, because it depends on ports. If the example's ports are in use, its
      // servers have other ports.
      .replaceAll(/\b[0-9a-f]{64}\b/g, "DIGITS")
      .replace(/^.*The simulator's own log says: .*$/m, "THE LOG")
  );
}
