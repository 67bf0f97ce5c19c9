/**
 * Writes the characters that Unicode TR39 calls confusable with ASCII: `node scripts/unicode/confusables.ts
 * FILE`, where FILE is `confusables.txt` from https://www.unicode.org/Public/security/ (also part of ICU
 * distributions).
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const written = join(import.meta.dirname, "../../src/report/text/confusables.ts");

/** The mapping in a `confusables.txt`, and its version. */
interface Confusables {
  readonly version: string;
  readonly prototypes: ReadonlyMap<string, string>;
}

function read(text: string): Confusables {
  const version = /^# Version: (\S+)/m.exec(text)?.[1];
  if (version === undefined) throw new Error("not confusables.txt: it has no line `# Version:`");
  const rows = text.matchAll(/^\ufeff?([0-9A-F]+)\s*;\s*([0-9A-F]+(?: [0-9A-F]+)*)\s*;/gm);
  const prototypes = [...rows].map(
    ([, source = "", target = ""]) => [characters(source), characters(target)] as const,
  );
  return { version, prototypes: new Map(prototypes) };
}

function characters(hex: string): string {
  return String.fromCodePoint(...hex.split(" ").map((each) => Number.parseInt(each, 16)));
}

/**
 * Returns the characters outside ASCII that look like ASCII. The skeleton of such a character (TR39, section 4) is
 * ASCII, or equals the skeleton of an ASCII character.
 */
function likeAscii({ prototypes }: Confusables): readonly number[] {
  const skeleton = (text: string) =>
    Array.from(text.normalize("NFD"), (each) => prototypes.get(each) ?? each)
      .join("")
      .normalize("NFD");
  const ascii = new Set(Array.from({ length: 95 }, (_, at) => skeleton(String.fromCodePoint(0x20 + at))));
  const isAscii = (form: string) => /^[ -~]+$/.test(form) || ascii.has(form);
  return [...prototypes.keys()]
    .filter((each) => !/^[ -~]$/.test(each) && isAscii(skeleton(each)))
    .map((each) => each.codePointAt(0) ?? 0)
    .sort((a, b) => a - b);
}

/** Code points and ranges in hexadecimal, such as `b4 b8 2b9-2be`. */
function ranges(points: readonly number[]): readonly string[] {
  const found: [number, number][] = [];
  for (const point of points) {
    const last = found.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else found.push([point, point]);
  }
  return found.map(([from, to]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`));
}

function hex(point: number): string {
  return point.toString(16);
}

function lines(words: readonly string[], width: number): readonly string[] {
  const made: string[] = [];
  for (const word of words) {
    const last = made.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      made[made.length - 1] = `${last} ${word}`;
    else made.push(word);
  }
  return made;
}

const [file] = process.argv.slice(2);
if (file === undefined)
  throw new Error("say which file: node scripts/unicode/confusables.ts confusables.txt");
const data = read(readFileSync(file, "utf8"));
const points = likeAscii(data);
writeFileSync(
  written,
  `/**
 * Characters that look like one or several of ASCII: Unicode TR39, confusables.txt ${data.version}. Made by
 * scripts/unicode/confusables.ts; © Unicode, Inc., under the licence in scripts/unicode/license.txt.
 */

/** ${points.length} code points and ranges of them, in hexadecimal. */
export const confusableRanges = [
${lines(ranges(points), 100)
  .map((line) => `  "${line}",`)
  .join("\n")}
];
`,
);
