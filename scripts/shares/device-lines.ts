/**
 * Measures how many lines of public IOS-XE configurations have a section. `test/shares/ios-xe-lines.json` has these
 * lines, as facts only. An entry has the number of occurrences of a line, its form, and its path in the device's tree,
 * relative to `native`. In the form, words in capitals stand for names, addresses and numbers, and parent lines come
 * first with ` > `. An empty path means that the modules do not have the line.
 */

import { readFileSync } from "node:fs";
import { z } from "zod";
import type { MappingData } from "../../src/catalog/schema/mapping.ts";
import { plainPath, sectionPaths } from "./section-paths.ts";

const line = z.tuple([z.int().min(1), z.string().min(1), z.string()]);

const configuration = z.strictObject({
  source: z.string().min(1).describe("Where it is from."),
  commit: z.string().min(7).exactOptional(),
  what: z.string().min(1).describe("Half a sentence for people."),
  atLeast: z.number().min(0).max(100).describe("Percent of its lines that have a section: it never falls."),
  lines: z.array(line).min(1),
});

const file = z.strictObject({ configurations: z.array(configuration).min(1) });

/** A public configuration as its lines. */
export type ConfiguredLines = z.infer<typeof configuration>;

/** The number of lines, and the lines without a section, the most frequent first. */
export interface LineShare {
  readonly lines: number;
  readonly inSections: number;
  readonly left: readonly (readonly [form: string, count: number])[];
}

/** The public configurations. Throws if their file is invalid. */
export function deviceConfigurations(): readonly ConfiguredLines[] {
  const at = new URL("../../test/shares/ios-xe-lines.json", import.meta.url);
  return file.parse(JSON.parse(readFileSync(at, "utf8"))).configurations;
}

/**
 * Returns how many lines the sections of a mapping cover, and which lines remain. The hostname counts as covered,
 * because it has a field of its own.
 */
export function lineShare({ mapping, kinds }: MappingData, { lines }: ConfiguredLines): LineShare {
  const sections = kinds.map((kind) => sectionPaths(kind));
  const hostname = `/${mapping.container}/${mapping.hostname}`;
  const has = (path: string) => {
    const full = plainPath(`/${mapping.container}/${path}`);
    return (
      path !== "" &&
      (full === hostname || sections.some(({ paths, places }) => paths.has(full) || places.has(full)))
    );
  };
  const left = lines.flatMap(([count, form, path]) => (has(path) ? [] : [[form, count] as const]));
  const all = lines.reduce((sum, [count]) => sum + count, 0);
  const without = left.reduce((sum, [, count]) => sum + count, 0);
  return { lines: all, inSections: all - without, left: left.toSorted((one, other) => other[1] - one[1]) };
}

/** Percent, rounded down to one digit. */
export function linePercent({ lines, inSections }: LineShare): number {
  return Math.floor((1000 * inSections) / lines) / 10;
}

/** The lines for people: the share, then every line without a section. */
export function lineText({ what }: ConfiguredLines, share: LineShare): string {
  return [
    `ios-xe: ${linePercent(share)}% of ${what} (${share.inSections} of ${share.lines} lines)`,
    ...share.left.map(([form, count]) => `  ${String(count).padStart(5)}  ${form}`),
  ].join("\n");
}
