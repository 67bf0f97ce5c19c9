/** Equivalent forms of texts and numbers, as servers store them. Pure, total and idempotent. */

import type { Json } from "../../model/json.ts";

/** The names of all forms. */
export const spellingNames = [
  "lowerCase",
  "upperCase",
  "trimmed",
  "oneBlank",
  "composed",
  "decomposed",
  "unixLines",
  "endedLine",
  "macWithColons",
  "macWithDots",
  "shortAddress",
  "longAddress",
  "maskedPrefix",
  "timeWithSeconds",
  "momentWithOffset",
  "bareNumber",
  "paddedNumber",
  "numberAsText",
  "textAsNumber",
  "spacedCommas",
  "sortedParts",
] as const;

/** The name of a form. */
export type SpellingName = (typeof spellingNames)[number];

/** Returns a value in this form. A value that does not fit the form stays unchanged. */
export function spelled(value: Json, as: SpellingName): Json {
  if (as === "numberAsText") return typeof value === "number" ? String(value) : value;
  return typeof value === "string" ? spellings[as](value) : value;
}

const spellings: Readonly<Record<Exclude<SpellingName, "numberAsText">, (text: string) => Json>> = {
  lowerCase: (text) => text.toLowerCase(),
  upperCase: (text) => text.toUpperCase(),
  trimmed: (text) => text.trim(),
  oneBlank: (text) => text.replaceAll(/\s+/g, " "),
  composed: (text) => text.normalize("NFC"),
  decomposed: (text) => text.normalize("NFD"),
  unixLines: (text) => text.replaceAll(/\r\n?/g, "\n"),
  endedLine: (text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`),
  macWithColons: (text) => mac(text, 2, ":"),
  macWithDots: (text) => mac(text, 4, "."),
  shortAddress: (text) => address(text, (groups) => shortOf(groups)),
  longAddress: (text) => address(text, (groups) => groups.map((one) => one.padStart(4, "0")).join(":")),
  maskedPrefix: masked,
  timeWithSeconds: (text) => timeOf(text) ?? text,
  momentWithOffset: (text) =>
    /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?[Zz]$/.test(text) ? `${text.slice(0, -1)}+00:00` : text,
  bareNumber: (text) => (/^\d{1,300}$/.test(text) ? text.replace(/^0+(?=\d)/, "") : text),
  paddedNumber: (text) => (/^\d+$/.test(text) ? text.padStart(6, "0") : text),
  textAsNumber: (text) => (/^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text),
  spacedCommas: (text) => partsOf(text).join(", "),
  sortedParts: (text) => partsOf(text).sort().join(","),
};

function partsOf(text: string): string[] {
  return text.includes(",") ? text.split(",").map((part) => part.trim()) : [text];
}

/** Returns a MAC address in groups of `size` digits, separated by `mark`. Any other text stays unchanged. */
function mac(text: string, size: number, mark: string): string {
  const isMac = /^([\da-f]{2}([:-]?)([\da-f]{2}\2){4}[\da-f]{2}|[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4})$/i.test(
    text,
  );
  if (!isMac) return text;
  const digits = text.replaceAll(/[^\da-f]/gi, "").toLowerCase();
  return Array.from({ length: 12 / size }, (_, at) => digits.slice(at * size, (at + 1) * size)).join(mark);
}

function address(text: string, form: (groups: readonly string[]) => string): string {
  const [host = "", ...prefix] = text.split("/");
  const groups = groupsOf(host);
  return groups ? [form(groups), ...prefix].join("/") : text;
}

/**
 * Returns the short form of an IPv6 address, as in URLs (RFC 5952). Returns undefined if the text is not an IPv6
 * address.
 */
function shortForm(text: string): string | undefined {
  const url = `http://[${text}]/`;
  return text.includes(":") && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined;
}

function shortOf(groups: readonly string[]): string {
  return shortForm(groups.join(":")) ?? groups.join(":");
}

/**
 * Returns the eight groups of an IPv6 address without leading zeros. Returns undefined if the text is not an IPv6
 * address.
 */
function groupsOf(text: string): readonly string[] | undefined {
  const [head = "", tail] = shortForm(text)?.split("::") ?? [];
  if (head === "" && tail === undefined) return undefined;
  const [left, right] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: 8 - (left?.length ?? 0) - (right?.length ?? 0) }, () => "0");
  return [...(left ?? []), ...zeros, ...(right ?? [])];
}

/** Returns a prefix without host bits. */
function masked(text: string): string {
  const [, host = "", digits = ""] = /^([\d.]+|[\da-f:.]+)\/(\d{1,3})$/i.exec(text) ?? [];
  const length = Number(digits);
  const bytes = host.split(".").map(Number);
  if (bytes.length === 4 && bytes.every((one) => one <= 255) && length <= 32 && digits !== "") {
    const kept = bytes.map(
      (one, at) => one & (0xff << (8 - Math.min(8, Math.max(0, length - at * 8)))) & 0xff,
    );
    return `${kept.join(".")}/${digits}`;
  }
  const groups = groupsOf(host);
  if (!groups || length > 128) return text;
  const kept = groups.map((one, at) => {
    const bits = Math.min(16, Math.max(0, length - at * 16));
    return (Number.parseInt(one, 16) & (0xffff << (16 - bits)) & 0xffff).toString(16);
  });
  return `${shortOf(kept)}/${digits}`;
}

/** Returns a time of day in the form `HH:MM:SS`. Returns undefined if the text is not a time of day. */
function timeOf(text: string): string | undefined {
  const [, hour, minute, second = "00"] = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
  return hour === undefined ? undefined : `${hour.padStart(2, "0")}:${minute}:${second}`;
}
