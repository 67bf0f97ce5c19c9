/** The tokens of a YANG text (RFC 7950 6.1): words, quoted texts, blanks and comments. */

/** A syntax error, as half a sentence, and its position. */
export interface SyntaxFault {
  readonly message: string;
  readonly offset: number;
}

const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20];
const [doubleQuote, singleQuote] = [0x22, 0x27];
const [asterisk, slash, semicolon, opening, closing] = [0x2a, 0x2f, 0x3b, 0x7b, 0x7d];
const byteOrderMark = 0xfeff;

/** Reads one text from start to end. It stops at the first error. */
export class Lexer {
  readonly #text: string;
  /** The current position. */
  at = 0;
  fault: SyntaxFault | undefined;

  constructor(text: string) {
    this.#text = text;
    if (text.charCodeAt(0) === byteOrderMark) this.at = 1;
  }

  /**
   * Returns the first character of the next token, after blanks and comments. The result is empty at the end of the
   * text, or after an error.
   */
  peek(): string {
    while (this.fault === undefined) {
      while (isBlank(this.#text.charCodeAt(this.at))) this.at += 1;
      if (this.#text.charCodeAt(this.at) !== slash) break;
      const next = this.#text.charCodeAt(this.at + 1);
      if (next !== slash && next !== asterisk) break;
      this.#passComment(next === slash ? "\n" : "*/");
    }
    return this.fault === undefined ? this.#text.charAt(this.at) : "";
  }

  #passComment(end: string): void {
    const at = this.#text.indexOf(end, this.at + 2);
    if (at === -1 && end === "*/") this.report("a comment without an end", this.at);
    this.at = at === -1 ? this.#text.length : at + end.length;
  }

  /** Returns an unquoted word. The result is empty if there is no word. */
  word(): string {
    const from = this.at;
    while (!this.#endsWord()) this.at += 1;
    return this.#text.slice(from, this.at);
  }

  #endsWord(): boolean {
    const code = this.#text.charCodeAt(this.at);
    if (code === slash) {
      const next = this.#text.charCodeAt(this.at + 1);
      return next === slash || next === asterisk;
    }
    const ends = code === semicolon || code === opening || code === closing;
    return ends || isBlank(code) || Number.isNaN(code);
  }

  /**
   * Returns an argument: a word, or quoted texts joined by `+`. Without `isKept`, a quoted argument is only skipped,
   * and the result is empty.
   */
  argument(isKept: boolean): string {
    const quote = this.#text.charCodeAt(this.at);
    if (quote !== doubleQuote && quote !== singleQuote) return this.word();
    let all = this.#quoted(isKept);
    while (this.peek() === "+") {
      this.at += 1;
      if (!/["']/.test(this.peek())) this.report("a `+` without a quoted text after it", this.at);
      if (this.fault !== undefined) return "";
      const more = this.#quoted(isKept);
      if (isKept) all += more;
    }
    return all;
  }

  #quoted(isKept: boolean): string {
    const from = this.at + 1;
    const isSingle = this.#text.charCodeAt(this.at) === singleQuote;
    const end = isSingle ? this.#text.indexOf("'", from) : this.#endOfDoubleQuoted(from);
    if (end === -1) this.report("a quoted text without an end", this.at);
    this.at = end === -1 ? this.#text.length : end + 1;
    if (!isKept || end === -1) return "";
    const raw = this.#text.slice(from, end);
    return isSingle || !/[\\\n]/.test(raw) ? raw : unquoted(raw, this.#columnOf(from));
  }

  #endOfDoubleQuoted(from: number): number {
    let end = this.#text.indexOf('"', from);
    while (end !== -1 && this.#backslashesBefore(end) % 2 === 1) end = this.#text.indexOf('"', end + 1);
    return end;
  }

  #backslashesBefore(end: number): number {
    let count = 0;
    while (this.#text.charAt(end - 1 - count) === "\\") count += 1;
    return count;
  }

  /** Returns the column of the text after a quote. A tab counts as eight columns. */
  #columnOf(offset: number): number {
    const line = this.#text.slice(this.#text.lastIndexOf("\n", offset - 1) + 1, offset);
    return widthOf(line);
  }

  /** Stops at this error, unless there was an earlier error. */
  report(message: string, offset: number): undefined {
    this.fault ??= { message, offset };
    return undefined;
  }
}

function isBlank(code: number): boolean {
  return code === space || code === lineFeed || code === tab || code === carriageReturn;
}

function widthOf(blank: string): number {
  let width = 0;
  for (let at = 0; at < blank.length; at += 1) width += blank.charCodeAt(at) === tab ? 8 : 1;
  return width;
}

/** Removes indentation up to the quote's column, and blanks at line ends. Then resolves escapes. */
function unquoted(raw: string, column: number): string {
  const [head = "", ...rest] = raw.split(/\r?\n/);
  const lines = [head, ...rest.map((line) => outdented(line, column))];
  const last = lines.length - 1;
  return lines
    .map((line, at) => (at === last ? line : line.slice(0, contentLength(line))))
    .join("\n")
    .replace(/\\([nt"\\])/g, (_, escaped: string) => escapes[escaped] ?? escaped);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t" };

/**
 * Returns the length of a line without the blanks at its end. No regular expression is used, because `\s+$` takes
 * quadratic time on lines of blanks.
 */
function contentLength(line: string): number {
  let end = line.length;
  while (end > 0 && isBlank(line.charCodeAt(end - 1))) end -= 1;
  return end;
}

function outdented(line: string, column: number): string {
  let [width, at] = [0, 0];
  while (width < column && (line[at] === " " || line[at] === "\t")) {
    width += line[at] === "\t" ? 8 : 1;
    at += 1;
  }
  return " ".repeat(Math.max(0, width - column)) + line.slice(at);
}
