/**
 * Canonical forms of texts by the conventions of products: case, blanks, numbers, lists in one text. Pure, for every
 * text.
 */

/** A text in Unicode's simple case folding, whatever the language. */
export function foldedCase(text: string): string {
  const isAscii = !/[^\0-\x7f]/.test(text);
  return isAscii ? text.toLowerCase() : Array.from(text, foldedCharacter).join("");
}

function foldedCharacter(character: string): string {
  // The dotless i has an upper case, but is not a variant of i.
  if (character === "\u0131") return character;
  const upper = single(character.toUpperCase()) ?? character;
  return single(upper.toLowerCase()) ?? single(character.toLowerCase()) ?? character;
}

function single(text: string): string | undefined {
  return String.fromCodePoint(text.codePointAt(0) ?? 0) === text ? text : undefined;
}

/** A text without surrounding blanks and line breaks, without blanks at line ends, and with LF line breaks. */
export function trimmedText(text: string): string {
  const own = text.trim();
  if (!/[\r\n]/.test(own)) return own;
  const lines = own.split(/\r\n?|\n/);
  return lines.map((line) => line.trimEnd()).join("\n");
}

const decimal = /^([+-]?)(?=\.?\d)0*(\d*)(?:\.(\d*))?$/;

/** A decimal number without insignificant zeros. */
export function canonicalDecimal(text: string): string {
  const found = decimal.exec(text);
  if (found === null) return text;
  const [, sign = "", digits = "", fraction = ""] = found;
  const whole = digits === "" ? "0" : digits;
  const rest = fraction.replace(/0+$/, "");
  const own = rest === "" ? whole : `${whole}.${rest}`;
  return sign === "-" && own !== "0" ? `-${own}` : own;
}

const numbers = /^\s*(\d{1,15})(?:\s*-\s*(\d{1,15}))?\s*$/;

/** Numbers and ranges as sorted ranges that do not touch. */
export function canonicalNumberSet(text: string): string {
  const ranges: { from: number; to: number }[] = [];
  for (const part of text.split(",")) {
    const found = numbers.exec(part);
    if (found === null) return text;
    const from = Number(found[1]);
    const to = Number(found[2] ?? found[1]);
    if (to < from) return text;
    ranges.push({ from, to });
  }
  ranges.sort((a, b) => a.from - b.from);
  const merged: { from: number; to: number }[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else merged.push(range);
  }
  return merged.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(",");
}
