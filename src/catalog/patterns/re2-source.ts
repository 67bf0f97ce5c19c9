/** Translates JavaScript regular expressions (without flags) to equivalent RE2 expressions. Pure. */

/** The RE2 source and its size in parts, or the unsupported feature. */
export type Re2Source = { readonly source: string; readonly parts: number } | { readonly lacks: string };

/** A feature that RE2 lacks, in words for people. */
class Lacking extends Error {}

/** Translates a JavaScript expression. */
export function re2Source(pattern: string): Re2Source {
  try {
    const { source, parts } = new Scan(pattern).whole();
    return { source, parts };
  } catch (error) {
    if (error instanceof Lacking) return { lacks: error.message };
    throw error;
  }
}

interface Part {
  readonly source: string;
  readonly parts: number;
  /** The maximum number of repetitions of any part inside this part. Nested repeats are multiplied. */
  readonly times: number;
}

/** RE2's maximum number of repetitions of a part. Nested repeats are multiplied. */
const maxTimes = 1_000;
/** The maximum nesting of groups, because each level uses stack space. */
const maxDepth = 200;

/** JavaScript's white space, and its complement. */
const blanks =
  "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const noBlanks =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}" +
  "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";
const sets: Readonly<Record<string, string>> = { d: "0-9", w: "0-9A-Za-z_", s: blanks, S: noBlanks };
const single: Readonly<Record<string, string>> = { t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" };
const noLineEnd = "[^\\n\\r\\x{2028}\\x{2029}]";

/** A member of a class: one character, or a set in class notation. */
type Member = { readonly one: string } | { readonly set: string };

class Scan {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Part {
    return this.#either(0);
  }

  /** Parses alternatives, up to the closing token. */
  #either(depth: number): Part {
    if (depth > maxDepth) throw new Lacking(`groups that are nested more than ${maxDepth} deep`);
    const pieces: Part[] = [];
    while (this.#at < this.#text.length && this.#next() !== ")") pieces.push(this.#piece(depth));
    return {
      source: pieces.map(({ source }) => source).join(""),
      parts: pieces.reduce((sum, { parts }) => sum + parts, 0),
      times: Math.max(1, ...pieces.map(({ times }) => times)),
    };
  }

  #next(): string {
    return this.#text.charAt(this.#at);
  }

  /** Consumes a match at the current position. Undefined: there is no match. */
  #take(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at;
    const found = form.exec(this.#text);
    if (found) this.#at = form.lastIndex;
    return found ?? undefined;
  }

  #piece(depth: number): Part {
    if (this.#take(/\|/y)) return { source: "|", parts: 1, times: 1 };
    const part = this.#atom(depth);
    const found = this.#take(/(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y);
    if (!found) return part;
    const [written, mark, least = "", comma, most] = found;
    if (mark !== undefined)
      return { source: part.source + written, parts: part.parts + 1, times: part.times };
    const isOpen = comma !== undefined && most === "";
    const times = Math.max(1, Number(isOpen || comma === undefined ? least : most));
    if (times * part.times > maxTimes) throw new Lacking(`repeats of more than ${maxTimes}`);
    return {
      source: part.source + written,
      parts: part.parts * (isOpen ? times + 1 : times) + 1,
      times: times * part.times,
    };
  }

  #atom(depth: number): Part {
    const one = (source: string) => ({ source, parts: 1, times: 1 });
    if (this.#take(/\(/y)) return this.#group(depth);
    if (this.#take(/\[/y)) return one(this.#class());
    if (this.#take(/\./y)) return one(noLineEnd);
    const anchor = this.#take(/\^|\$|\\[bB]/y)?.[0];
    if (anchor !== undefined) return one(anchor);
    const member = this.#member(false);
    return one("one" in member ? literal(member.one) : `[${member.set}]`);
  }

  #group(depth: number): Part {
    if (this.#take(/\?<?[=!]/y)) throw new Lacking("look-around");
    const isOpen = this.#take(/\?:/y) !== undefined;
    // Group names are dropped, because nothing uses them.
    if (!isOpen && !this.#take(/\?<[^>]*>/y) && this.#next() === "?") throw new Lacking("flags of groups");
    const inside = this.#either(depth + 1);
    this.#at += 1;
    return { ...inside, source: `${isOpen ? "(?:" : "("}${inside.source})` };
  }

  /** Parses a class in brackets. Its opening bracket is already consumed. */
  #class(): string {
    const negated = this.#take(/\^/y) ? "^" : "";
    const written: string[] = [];
    while (!this.#take(/\]/y)) {
      const from = this.#member(true);
      const isRange = this.#take(/-(?!\])/y) !== undefined;
      const to = isRange ? this.#member(true) : undefined;
      // If one end is a set, the class member is not a range, and its hyphen is literal.
      written.push(inClass(from), ...(to ? ["one" in from && "one" in to ? "-" : "\\-", inClass(to)] : []));
    }
    if (written.length > 0) return `[${negated}${written.join("")}]`;
    return negated === "" ? "[^\\x{0}-\\x{10ffff}]" : "[\\x{0}-\\x{10ffff}]";
  }

  /** Parses a literal character, or an escape. */
  #member(isInClass: boolean): Member {
    const found = this.#take(/\\?(?:[\ud800-\udbff][\udc00-\udfff]|[\s\S])/y)?.[0] ?? "";
    if (found.length === 1 || !found.startsWith("\\")) return { one: found };
    const letter = found.slice(1);
    if (letter === "b" && isInClass) return { one: "\b" };
    if (Object.hasOwn(single, letter)) return { one: single[letter] ?? "" };
    if (Object.hasOwn(sets, letter)) return { set: sets[letter] ?? "" };
    if (letter === "D" || letter === "W") return { set: `\\${letter}` };
    if (letter === "p" || letter === "P") return this.#property(letter);
    if (/[1-9]/.test(letter) || (letter === "k" && this.#next() === "<"))
      throw new Lacking("back-references");
    return { one: this.#coded(letter) };
  }

  /** Parses a Unicode property. JavaScript only accepts it with the flag `u`, which editors use. */
  #property(letter: string): Member {
    const name = this.#take(/\{([A-Za-z]{1,30})\}/y)?.[1];
    if (name === undefined) throw new Lacking(`\\${letter} with a property other than a category or script`);
    return { set: `\\${letter}{${name}}` };
  }

  /** Parses a character that is given by its code, or a literal character. */
  #coded(letter: string): string {
    const forms: Readonly<Record<string, RegExp>> = {
      x: /([0-9a-fA-F]{2})/y,
      u: /\{([0-9a-fA-F]{1,6})\}|([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|([0-9a-fA-F]{4})/y,
      c: /([A-Za-z])/y,
    };
    if (letter === "0") return "\0";
    const form = Object.hasOwn(forms, letter) ? forms[letter] : undefined;
    const [, first = "", high, low, four] = (form && this.#take(form)) ?? [];
    if (letter === "c") {
      if (first === "") throw new Lacking("\\c without a letter");
      return String.fromCharCode(first.charCodeAt(0) % 32);
    }
    const codes = high === undefined || low === undefined ? [four ?? first] : [high, low];
    const numbers = codes.filter((code) => code !== "").map((code) => Number.parseInt(code, 16));
    if (numbers.some((number) => number > 0x10_ff_ff)) throw new Lacking("characters above U+10FFFF");
    // Two codes may form a surrogate pair.
    return numbers.length === 0 ? letter : numbers.map((number) => String.fromCodePoint(number)).join("");
  }
}

function inClass(member: Member): string {
  return "set" in member ? member.set : literal(member.one);
}

function literal(character: string): string {
  if (/^[A-Za-z0-9_]$/.test(character)) return character;
  return `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
