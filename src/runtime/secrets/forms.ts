/** The encoded forms of a text, as regular expressions. Each matches the whole encoded text, and nothing shorter. */

/**
 * The pattern of one encoded form, in units of one character each. The joined units are the source of a regular
 * expression.
 */
export type Form = readonly string[];

/**
 * Returns the encoded forms of a secret. The plain form matches any mixture of escapes by JSON, Markdown, HTML,
 * terminals and URLs, several layers deep. The others are hexadecimal and base64 (RFC 4648 §4 and §5), also inside a
 * longer encoded text such as `user:password`.
 */
export function secretForms(value: string): readonly Form[] {
  const bytes = Buffer.from(value, "utf8");
  const plain = [...value.matchAll(/\\{1,64}|[^\\]/gu)].map(([text]) =>
    text[0] === "\\" ? backslashes(text) : unit(text),
  );
  return [plain, hexadecimal(bytes), ...[0, 1, 2].map((before) => insideBase64(bytes, before))];
}

/** A zero-width space. Reports insert it between characters that a host would turn into a link or a mention. */
const joint = String.raw`\u200b?`;

/** The beginning of an HTML entity. Its ampersand may be escaped again. */
const ampersand = "&(?:amp;|#0*38;|#[xX]0*26;)*";
/** The beginning of a backslash escape. In a URL, the backslash may be encoded. */
const backslash = String.raw`(?:\\|%(?:25)*5[cC])`;

const entities: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

/** The pattern of one character in all its escaped forms. Letters and digits are never escaped. */
function unit(character: string): string {
  if (/^[A-Za-z0-9]$/.test(character)) return character;
  const codePoint = anyCase((character.codePointAt(0) ?? 0).toString(16));
  const named = entities[character];
  const entity = [`#0*${character.codePointAt(0)}`, `#[xX]0*${codePoint}`, ...(named ? [named] : [])];
  // Longer alternatives come first, so that no part of an escape is left over.
  const all = [
    `${ampersand}(?:${entity.join("|")});`,
    percent(character),
    `${backslash}{1,31}(?:${backslashed(character, codePoint).join("|")})`,
    String.raw`\\{0,31}${character === "\n" ? String.raw`\r?` : ""}${units(character)}`,
    ...(character === " " ? [String.raw`\+`] : []),
  ];
  return `${joint}(?:${all.join("|")})${joint}`;
}

/** Matches a whole run of backslashes. Escaping doubles backslashes, so their original number is unknown. */
function backslashes(run: string): string {
  const all = [
    ...[`${ampersand}#(?:0*92|[xX]0*5[cC]);`, percent("\\"), `${backslash}{1,31}(?:u005|x5)[cC]`].map(
      (each) => `(?:${each}){${run.length}}`,
    ),
    String.raw`\\{${run.length},${32 * run.length}}`,
  ];
  return `${joint}(?:${all.join("|")})${joint}`;
}

/** What follows the backslash in escapes of JSON, terminals, and programming languages. */
function backslashed(character: string, codePoint: string): readonly string[] {
  const json = unitsOf(character).map((code) => `u${anyCase(code)}`);
  const short = JSON.stringify(character).slice(2, -1);
  return [
    json.join(`${backslash}{1,31}`),
    ...(character.length === 1 && character <= "\u00ff" ? [`x${anyCase(hex(character.charCodeAt(0)))}`] : []),
    String.raw`u\{0*${codePoint}\}`,
    ...(/^[bfnrt]$/.test(short) ? [short] : []),
  ];
}

/** The pattern of a character that is percent-encoded one or more times. */
function percent(character: string): string {
  return [...Buffer.from(character, "utf8")].map((byte) => `%(?:25)*${anyCase(hex(byte))}`).join("");
}

function units(text: string): string {
  return unitsOf(text)
    .map((code) => String.raw`\u${code}`)
    .join("");
}

/** The UTF-16 code units of a text, in four digits each. */
function unitsOf(text: string): readonly string[] {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0"));
}

function hexadecimal(bytes: Buffer): Form {
  return [...bytes].map((byte) => anyCase(hex(byte)));
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

function anyCase(digits: string): string {
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * The base64 form of bytes that follow `before` other bytes in a group of three. The first and the last character also
 * encode bits of other bytes; only the bits of `bytes` must match.
 */
function insideBase64(bytes: Buffer, before: number): Form {
  const from = before * 8;
  const to = from + bytes.length * 8;
  const bit = (at: number) => ((bytes[(at - from) >> 3] ?? 0) >> (7 - ((at - from) & 7))) & 1;
  const form: string[] = [];
  for (let start = from - (from % 6); start < to; start += 6) {
    let [known, value] = [0, 0];
    for (let at = start; at < start + 6; at++) {
      const isOwn = at >= from && at < to;
      known = known * 2 + Number(isOwn);
      value = value * 2 + (isOwn ? bit(at) : 0);
    }
    form.push(known === 63 ? (ofBase64()[value] ?? "") : oneOf(known, value));
  }
  return form;
}

/** The patterns of the base64 characters, by value. In URLs, the last two characters differ. */
let inBase64: readonly string[] | undefined;
function ofBase64(): readonly string[] {
  inBase64 ??= Array.from(alphabet, (character) => {
    const inUrls = { "+": "-", "/": "_" }[character];
    return inUrls === undefined ? character : `(?:${unit(character)}|${unit(inUrls)})`;
  });
  return inBase64;
}

/** The pattern of all base64 characters whose bits in the mask `known` have this value. */
function oneOf(known: number, value: number): string {
  return `(?:${ofBase64()
    .filter((_, index) => (index & known) === value)
    .join("|")})`;
}
