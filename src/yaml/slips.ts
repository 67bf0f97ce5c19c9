/** Hints for common YAML mistakes: colons, foreign spaces and quotes, templates. */

import type { Fault } from "./fault.ts";

/** The number of characters that are examined before and after a place. Nobody writes longer lines by hand. */
const around = 1000;

/**
 * Returns the line of an offset, and the column in this line. For a very long line, only the nearby part is returned.
 */
function lineAt(text: string, offset: number): { readonly line: string; readonly column: number } {
  const [from, to] = [Math.max(0, offset - around), Math.min(text.length, offset + around)];
  const near = text.slice(from, to);
  const start = near.lastIndexOf("\n", offset - from - 1) + 1;
  const end = near.indexOf("\n", offset - from);
  return { line: near.slice(start, end === -1 ? near.length : end), column: offset - from - start };
}

/** Matches a key with a value that contains another colon and is not quoted. */
const twoColons = /^\s*(?:- +)*([^\s:#"'{[][^:#]*): +[^"'\s{[|>&*!#][^#:]*(?::\S[^#:]*)*:(?: |$)/u;

/** Returns the error of a line such as `name: Office: Berlin`. Undefined: the line has another form. */
export function unquotedColon(text: string, offset: number): Omit<Fault, "offset"> | undefined {
  const { line } = lineAt(text, offset);
  const [, key] = twoColons.exec(line.slice(0, 1000)) ?? [];
  if (key === undefined) return undefined;
  // The message does not repeat the value, because the value could be a secret.
  const message = "a value that contains `: ` must be in quotes";
  return { code: "yaml-syntax", message, hint: `Put the value of \`${key.trim()}\` in quotes.` };
}

/** Matches a key whose value follows the colon without a space. YAML reads such a line as plain text. */
const gluedColon = /^\s*(?:- +)*([A-Za-z][\w-]{0,100}):(?![\s/])\S/;

/** Returns the key in the line above an offset if no space follows the key's colon. */
function gluedAbove(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf("\n", offset - 1);
  if (start <= 0) return undefined;
  return gluedColon.exec(lineAt(text, start - 1).line)?.[1];
}

/**
 * Characters that look like spaces, but are letters for YAML: zero-width, non-breaking, typographic and ideographic
 * spaces.
 */
const otherSpaces = "[\\u00a0\\u2000-\\u200b\\u202f\\u205f\\u3000\\ufeff]";
const misplacedSpace = new RegExp(`^[ \\t]*${otherSpaces}|:${otherSpaces}|^ *-${otherSpaces}`, "u");

/**
 * Returns what to do if the error at an offset comes from a common mistake. Undefined: no common mistake is recognized.
 */
export function slipHint(text: string, offset: number): string | undefined {
  const { line, column } = lineAt(text, offset);
  const glued = gluedAbove(text, offset);
  if (glued !== undefined) return `In the line above, insert a blank after the colon: \`${glued}: ...\`.`;
  const beside = line.slice(Math.max(0, column - 1), column + 2);
  if (beside.includes("{{") || /[:-]\s+\{\{/.test(line))
    return "In YAML `{{` begins two maps: put text in quotes. Expressions begin with `${`.";
  if (/[{[][^"'#]*[:,[]\s*\$\{[^"']*$/u.test(line.slice(0, column + 2)))
    return 'Within `{ }` and `[ ]` an expression must be in quotes: "${...}".';
  if (/^[\u201c-\u201f\u2018-\u201b\u00ab\u00bb]/u.test(line.slice(column)))
    return "Typographic quotes are a part of the text to YAML: write plain ones, \" or '.";
  if (misplacedSpace.test(line))
    return "This line contains a special space, such as a non-breaking one: replace it with a plain one.";
  return undefined;
}
