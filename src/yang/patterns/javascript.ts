/**
 * Translates XML Schema patterns to JavaScript for editors. The result has the flag `u`, and matches only a whole text.
 * Pure.
 */

import { type PatternPart, parsePattern } from "./parse-pattern.ts";

/** The maximum length of a pattern. A longer pattern would not help in an editor. */
const maxLength = 2_000;

/** Returns an equivalent pattern. Undefined: the pattern is invalid, or editors would interpret it differently. */
export function javascriptPattern(pattern: string): string | undefined {
  const part = parsePattern(pattern);
  const source = part && sourceOf(part);
  if (source === undefined || source.length > maxLength) return undefined;
  return `^(?:${source})$`;
}

function sourceOf(part: PatternPart): string | undefined {
  switch (part.kind) {
    case "one":
      return oneOf(part.test.source.slice(1, -1));
    case "all":
      return joined(part.parts, "");
    case "either":
      return part.parts.length === 1 ? joined(part.parts, "") : wrapped(joined(part.parts, "|"));
    case "repeat": {
      const inside = sourceOf(part.part);
      if (inside === undefined) return undefined;
      return `${part.part.kind === "one" ? inside : `(?:${inside})`}${quantifier(part)}`;
    }
  }
}

function joined(parts: readonly PatternPart[], between: string): string | undefined {
  const sources = parts.map(sourceOf);
  return sources.every((each) => each !== undefined) ? sources.join(between) : undefined;
}

function wrapped(source: string | undefined): string | undefined {
  return source === undefined ? undefined : `(?:${source})`;
}

/**
 * Returns a pattern for one character. Undefined: the class contains other classes, which would require the flag `v`.
 */
function oneOf(written: string): string | undefined {
  if (/^\[.*\[/.test(written)) return undefined;
  const plain = written.replaceAll(/\\u\{([0-9a-f]{2})\}/g, (whole, code: string) => {
    const character = String.fromCodePoint(Number.parseInt(code, 16));
    return /[A-Za-z0-9_ :;,@#%&~=<>"']/.test(character) ? character : whole;
  });
  try {
    return new RegExp(plain, "u") && plain;
  } catch {
    return undefined;
  }
}

function quantifier({ least, most }: Extract<PatternPart, { kind: "repeat" }>): string {
  if (most === Number.POSITIVE_INFINITY) return least === 0 ? "*" : least === 1 ? "+" : `{${least},}`;
  if (least === 0 && most === 1) return "?";
  return least === most ? `{${least}}` : `{${least},${most}}`;
}
