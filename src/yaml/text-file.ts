/** Texts and places in them: converts offsets to lines and columns, and cuts excerpts. */

import type { SourcePosition } from "../model/source.ts";

/** A text with its lines, computed lazily. A byte order mark is not part of the text. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
  /** The offsets of line starts. The list is empty until it is needed. */
  readonly lineStarts: number[];
}

/** Returns the text file of a path and its text. */
export function textFile(path: string, text: string): TextFile {
  return { path, text: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, lineStarts: [] };
}

/**
 * Returns the line and column of an offset, both counted from 1. An offset outside the text counts as the text's start
 * or end.
 */
export function positionAt(file: TextFile, offset: number): SourcePosition {
  const starts = linesOf(file);
  const inside = Math.min(Math.max(offset, 0), file.text.length);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= inside) low = middle;
    else high = middle - 1;
  }
  return { file: file.path, line: low + 1, column: inside - (starts[low] ?? 0) + 1 };
}

/**
 * Returns the offset at which a line begins. Lines count from 1. For a line after the last one, it is the end of the
 * text.
 */
export function lineOffset(file: TextFile, line: number): number {
  return linesOf(file)[line - 1] ?? file.text.length;
}

const widthMax = 100;
/**
 * The maximum length of a line in an excerpt. Longer lines are not shown: nobody would read them, and masking their
 * secrets would take time.
 */
const lineMax = 2000;

/**
 * Returns the line before a position, the line itself, and a caret below the error. Even-numbered groups of `veiled`
 * are masked. Tabs and control characters are shown as one column each.
 */
export function excerptAt(file: TextFile, at: SourcePosition, veiled: RegExp): string {
  const margin = String(at.line).length;
  const rows: string[] = [];
  for (const line of [at.line - 1, at.line]) {
    if (line < 1) continue;
    const whole = lineText(file, line);
    const shown = whole.length > lineMax ? "" : veil(whole, veiled);
    const from = cutFrom(at.column);
    const text = plainText(shown.slice(from, from + widthMax));
    if (line === at.line || text.trim() !== "") rows.push(`${String(line).padStart(margin)} | ${text}`);
  }
  const caret = at.column - 1 - cutFrom(at.column);
  rows.push(`${" ".repeat(margin)} | ${" ".repeat(caret)}^`);
  return rows.map((row) => row.trimEnd()).join("\n");
}

/** Returns the column from which a line is shown. Long lines are cut on the left, so that the error stays visible. */
function cutFrom(column: number): number {
  return column <= widthMax ? 0 : column - widthMax / 2;
}

/** Masks the even-numbered groups of each match. Each character becomes a star. */
function veil(line: string, veiled: RegExp): string {
  const cover = (_: string, ...groups: readonly (string | undefined)[]) => {
    const [field = "", value = "", scheme = "", user = ""] = groups;
    return `${field}${"*".repeat(value.length)}${scheme}${"*".repeat(user.length)}`;
  };
  return line.replace(veiled, cover);
}

function plainText(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) => (char === "\t" ? " " : "\u00b7"));
}

function lineText(file: TextFile, line: number): string {
  const starts = linesOf(file);
  const from = starts[line - 1] ?? file.text.length;
  return file.text.slice(from, starts[line] ?? file.text.length).replace(/[\r\n]+$/, "");
}

function linesOf(file: TextFile): readonly number[] {
  if (file.lineStarts.length > 0) return file.lineStarts;
  file.lineStarts.push(0);
  for (const match of file.text.matchAll(/\r\n|\n|\r/g)) file.lineStarts.push(match.index + match[0].length);
  return file.lineStarts;
}
