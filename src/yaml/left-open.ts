/** Finds the unclosed quote or bracket behind an indentation error. */

import type { Fault } from "./fault.ts";

/** The maximum number of lines that are searched. */
const maxLines = 200;
/** The maximum number of characters of a line that are searched. */
const maxLength = 2000;

const openers = "[{";
const closers = "]}";
/** Matches the text before a quote that begins a quoted text. After anything else, a quote is an ordinary character. */
const beforeQuote = /(?:^|[:,[{?-])\s*$/;

/** Returns an error for the nearest quote or bracket before an offset that is still open. Undefined: none is found. */
export function leftOpen(text: string, offset: number): Fault | undefined {
  let end = text.lastIndexOf("\n", offset - 1);
  let closed = 0;
  for (let count = 0; count < maxLines && end >= 0; count++) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const { quote, brackets, closes } = openIn(text.slice(start, Math.min(end, start + maxLength)));
    if (quote !== undefined) return faultOf("quote", start + quote);
    const innermost = brackets.at(-1 - closed);
    if (innermost !== undefined) return faultOf("bracket", start + innermost);
    closed += closes - brackets.length;
    end = start - 1;
  }
  return undefined;
}

function faultOf(what: "quote" | "bracket", offset: number): Fault {
  const message = `the indentation ends before this ${what} is closed`;
  const hint = `Close the ${what}, or indent its lines further than the line in which it opens.`;
  return { code: "yaml-syntax", message, hint, offset };
}

interface OpenParts {
  readonly quote: number | undefined;
  /** The positions of brackets that the line opens and does not close. */
  readonly brackets: readonly number[];
  /** The number of brackets that the line closes but did not open. */
  readonly closes: number;
}

function openIn(line: string): OpenParts {
  const brackets: number[] = [];
  let closes = 0;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    const before = line.slice(Math.max(0, at - 20), at);
    if (character === "#" && /(?:^|\s)$/.test(before)) break;
    if (openers.includes(character)) brackets.push(at);
    else if (closers.includes(character) && brackets.pop() === undefined) closes += 1;
    else if ((character === '"' || character === "'") && beforeQuote.test(before)) {
      const end = endOf(line, at);
      if (end === undefined) return { quote: at, brackets, closes };
      at = end;
    }
  }
  return { quote: undefined, brackets, closes };
}

/** Returns the end of the quoted text that begins at an index. Undefined: the text does not end in this line. */
function endOf(line: string, start: number): number | undefined {
  const quote = line.charAt(start);
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === "\\" && quote === '"') at += 1;
    else if (line[at] === quote && quote === "'" && line[at + 1] === quote) at += 1;
    else if (line[at] === quote) return at;
  }
  return undefined;
}
