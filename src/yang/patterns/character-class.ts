/** Character classes of regular expressions in XML Schema, as tests of a single character (XSD part 2, F.1). */

/** Reads a pattern from left to right. */
export interface PatternCursor {
  readonly text: string;
  at: number;
}

const nameStart =
  ":A-Z_a-z\\u{C0}-\\u{2FF}\\u{370}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{2FEF}\\u{3001}-\\u{FFFD}";
const nameRest = `${nameStart}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}`;

/** Multi-character escapes, as JavaScript character classes. */
const multiple: Readonly<Record<string, string>> = {
  s: "[ \\t\\n\\r]",
  S: "[^ \\t\\n\\r]",
  d: "\\p{Nd}",
  D: "\\P{Nd}",
  w: "[^\\p{P}\\p{Z}\\p{C}]",
  W: "[\\p{P}\\p{Z}\\p{C}]",
  i: `[${nameStart}]`,
  I: `[^${nameStart}]`,
  c: `[${nameRest}]`,
  C: `[^${nameRest}]`,
};

const single: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** Unicode blocks by their XML Schema names. Only the blocks that known modules use are listed. */
const blocks: Readonly<Record<string, string>> = {
  IsBasicLatin: "[\\u{0}-\\u{7F}]",
  "IsLatin-1Supplement": "[\\u{80}-\\u{FF}]",
};

/**
 * Returns a class in JavaScript notation with the flag `v`. Undefined: the class is invalid. Reading begins after the
 * `\\`.
 */
export function escapedClass(cursor: PatternCursor): string | undefined {
  const letter = cursor.text.charAt(cursor.at);
  cursor.at += 1;
  if (letter === "p" || letter === "P") return property(cursor, letter);
  if (Object.hasOwn(multiple, letter)) return multiple[letter];
  if (Object.hasOwn(single, letter)) return literal(single[letter] ?? "");
  return /^[\\|.?*+(){}[\]^$\-/"'@#%&:;,<>=!~_ ]$/.test(letter) ? literal(letter) : undefined;
}

function property(cursor: PatternCursor, letter: string): string | undefined {
  const [whole = "", name = ""] =
    /^\{([A-Za-z0-9-]{1,40})\}/.exec(cursor.text.slice(cursor.at, cursor.at + 44)) ?? [];
  cursor.at += whole.length;
  const block = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
  if (block !== undefined) return letter === "p" ? block : block.replace("[", "[^");
  return /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/.test(name)
    ? `\\${letter}{${name}}`
    : undefined;
}

/** Returns one character, escaped for a JavaScript class. */
export function literal(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The maximum nesting of class subtractions. */
const maxSubtractions = 10;

/**
 * Returns a class in brackets, in JavaScript notation. Undefined: the class is invalid. Reading begins after the
 * opening bracket and consumes the closing bracket.
 */
export function bracketClass(cursor: PatternCursor, depth = 0): string | undefined {
  const isNegated = cursor.text.charAt(cursor.at) === "^";
  if (isNegated) cursor.at += 1;
  const parts: string[] = [];
  while (cursor.at < cursor.text.length) {
    const next = cursor.text.charAt(cursor.at);
    if (next === "]" && parts.length > 0) {
      cursor.at += 1;
      return inBrackets(parts, isNegated);
    }
    if (next === "-" && cursor.text.charAt(cursor.at + 1) === "[" && parts.length > 0)
      return depth > maxSubtractions ? undefined : withoutClass(cursor, inBrackets(parts, isNegated), depth);
    const part = rangeOrOne(cursor);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return undefined;
}

function inBrackets(parts: readonly string[], isNegated: boolean): string {
  return `[${isNegated ? "^" : ""}${parts.join("")}]`;
}

function withoutClass(cursor: PatternCursor, from: string, depth: number): string | undefined {
  cursor.at += 2;
  const taken = bracketClass(cursor, depth + 1);
  if (taken === undefined || cursor.text.charAt(cursor.at) !== "]") return undefined;
  cursor.at += 1;
  return `[${from}--${taken}]`;
}

function rangeOrOne(cursor: PatternCursor): string | undefined {
  const from = classAtom(cursor);
  const isRange =
    cursor.text.charAt(cursor.at) === "-" && !/[\][]/.test(cursor.text.charAt(cursor.at + 1) || "]");
  if (from === undefined || !isRange) return from;
  cursor.at += 1;
  const to = classAtom(cursor);
  const isOne = (part: string) => part.startsWith("\\u{");
  return to !== undefined && isOne(from) && isOne(to) ? `${from}-${to}` : undefined;
}

function classAtom(cursor: PatternCursor): string | undefined {
  const character = String.fromCodePoint(cursor.text.codePointAt(cursor.at) ?? 0);
  cursor.at += character.length;
  if (character === "\\") return escapedClass(cursor);
  return character === "[" ? undefined : literal(character);
}
