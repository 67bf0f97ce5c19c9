/** Parses XML Schema regular expressions (XSD part 2, F), which YANG patterns use. */

import { bracketClass, escapedClass, literal, type PatternCursor } from "./character-class.ts";

/** A part of a pattern. */
export type PatternPart =
  | { readonly kind: "one"; readonly test: RegExp }
  | { readonly kind: "all" | "either"; readonly parts: readonly PatternPart[] }
  | { readonly kind: "repeat"; readonly part: PatternPart; readonly least: number; readonly most: number };

const maxLength = 20_000;
const maxDepth = 50;

/**
 * Returns the parts of a pattern. Undefined: the pattern is invalid. A `^` at the start and a `$` at the end of a
 * branch are ignored: XML Schema has no anchors, because patterns always match the whole text, but many modules contain
 * anchors.
 */
export function parsePattern(text: string): PatternPart | undefined {
  if (text.length > maxLength) return undefined;
  const cursor = { text, at: 0 };
  const part = either(cursor, 0);
  return cursor.at === text.length ? part : undefined;
}

function either(cursor: PatternCursor, depth: number): PatternPart | undefined {
  if (depth > maxDepth) return undefined;
  const parts: PatternPart[] = [];
  do {
    if (parts.length > 0) cursor.at += 1;
    const branch = all(cursor, depth);
    if (branch === undefined) return undefined;
    parts.push(branch);
  } while (cursor.text.charAt(cursor.at) === "|");
  return { kind: "either", parts };
}

function all(cursor: PatternCursor, depth: number): PatternPart | undefined {
  const parts: PatternPart[] = [];
  if (cursor.text.charAt(cursor.at) === "^") cursor.at += 1;
  while (!endsBranch(cursor)) {
    const part = atom(cursor, depth);
    const repeated = part && quantified(cursor, part);
    if (repeated === undefined) return undefined;
    parts.push(repeated);
  }
  if (cursor.text.charAt(cursor.at) === "$") cursor.at += 1;
  return { kind: "all", parts };
}

function endsBranch({ text, at }: PatternCursor): boolean {
  const next = text.charAt(at) === "$" ? text.charAt(at + 1) : text.charAt(at);
  return next === "" || next === "|" || next === ")";
}

function atom(cursor: PatternCursor, depth: number): PatternPart | undefined {
  const character = String.fromCodePoint(cursor.text.codePointAt(cursor.at) ?? 0);
  cursor.at += character.length;
  switch (character) {
    case "(": {
      // A non-capturing group is not part of XML Schema, but modules often contain one.
      if (cursor.text.startsWith("?:", cursor.at)) cursor.at += 2;
      const part = either(cursor, depth + 1);
      cursor.at += 1;
      return cursor.text.charAt(cursor.at - 1) === ")" ? part : undefined;
    }
    case "[":
      return one(bracketClass(cursor));
    case "\\":
      return one(escapedClass(cursor));
    case ".":
      return one("[^\\n\\r]");
    case "?":
    case "*":
    case "+":
    case "{":
      return undefined;
    default:
      return one(literal(character));
  }
}

function one(written: string | undefined): PatternPart | undefined {
  if (written === undefined) return undefined;
  try {
    return { kind: "one", test: new RegExp(`^${written}$`, "v") };
  } catch {
    // The range is reversed: its end is before its start.
    return undefined;
  }
}

function quantified(cursor: PatternCursor, part: PatternPart): PatternPart | undefined {
  const rest = cursor.text.slice(cursor.at, cursor.at + 20);
  const [whole = "", mark, least = "", comma, most] =
    /^(?:([?*+])|\{(\d{1,6})(?:(,)(\d{1,6})?)?\})/.exec(rest) ?? [];
  cursor.at += whole.length;
  if (whole === "") return rest.startsWith("{") ? undefined : part;
  if (mark !== undefined)
    return {
      kind: "repeat",
      part,
      least: mark === "+" ? 1 : 0,
      most: mark === "?" ? 1 : Number.POSITIVE_INFINITY,
    };
  const from = Number(least);
  const to = most === undefined ? (comma === undefined ? from : Number.POSITIVE_INFINITY) : Number(most);
  return from > to ? undefined : { kind: "repeat", part, least: from, most: to };
}
