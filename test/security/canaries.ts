/** Secrets that are recognized wherever they appear: whole, in part, and in every encoding that texts pass through. */

import { Buffer } from "node:buffer";

/** Values that need every kind of escape, by the variable that contains them. `session` is the token of a login. */
export const canaries = {
  DASHBOARD_API_KEY: "Kx7+/&=\"'%_*|<q>~W9",
  CONTROLLER_USER: "uSer_9&`canary[z]",
  CONTROLLER_PASSWORD: 'pä$$wörd/+?&"\\@#|Zq8_*',
  FABRIC_TOKEN: "fab::tok-Q4/x==!{Yv}",
  ROUTER_USER: "R0uter.Usr(a)\\1",
  ROUTER_PASSWORD: "routЯ\t漢字 $&{Pw}…^7Lm",
  ACME_CORP_PSK: "corp <psk> & 'Qz5' \\u0041",
  ACME_GUEST_PSK: "aB3x",
  session: "s3ss10n/tok+en_Hq2==",
} as const;

/** The names of the canaries in a text, whole or in part. Independent of how the program finds secrets. */
export function found(text: string): readonly string[] {
  const plain = undone(text).toLowerCase();
  return sought.flatMap(({ name, parts, whole }) => {
    const part = parts.find((each) => plain.includes(each));
    const form = whole.find((each) => text.includes(each));
    const seen = part ?? form;
    return seen === undefined ? [] : [`${name}: ${JSON.stringify(seen)} in ${around(text, seen)}`];
  });
}

/** The forms in which a server may repeat a whole secret: literally, and in every encoding. */
export function said(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const entities = (as: (code: number) => string) =>
    value.replace(/[^A-Za-z0-9]/gu, (character) => `&#${as(character.codePointAt(0) ?? 0)};`);
  return [
    ...plainForms(value),
    encodeURIComponent(encodeURIComponent(value)),
    value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
    entities((code) => `${code}`),
    entities((code) => `x${code.toString(16)}`),
    ...["", "u", "us"].flatMap((before) => {
      const whole = Buffer.concat([Buffer.from(before), bytes, Buffer.from(":y")]);
      return [whole.toString("base64"), whole.toString("base64url")];
    }),
    bytes.toString("base64"),
  ];
}

/**
 * The forms of a secret that must not be found: every encoding, without base64 digits that also depend on neighbouring
 * bytes.
 */
export function forms(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const base64 = ["", "u", "us"].map((before) => {
    const whole = Buffer.from(before + value).toString("base64");
    return whole.slice(
      before.length === 0 ? 0 : before.length + 1,
      Math.floor(((before.length + bytes.length) * 8) / 6),
    );
  });
  const urls = base64.map((each) => each.replaceAll("+", "-").replaceAll("/", "_"));
  return [...new Set([...plainForms(value), ...base64, ...urls])];
}

function plainForms(value: string): readonly string[] {
  const hex = Buffer.from(value).toString("hex");
  const ascii = JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    ascii.slice(1, -1),
    encodeURIComponent(value),
    encodeURIComponent(value).replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
    new URLSearchParams({ v: value }).toString().slice(2),
    hex,
    hex.toUpperCase(),
  ];
}

/** A text as a reader would decode it: without the escapes of Markdown, HTML, JSON and terminals. */
function undone(text: string): string {
  return text
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/\\u([0-9a-f]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll("\u200b", "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#64;", "@")
    .replaceAll("&amp;", "&")
    .replace(/\\t/g, "\t")
    .replace(/\\(?=[^\w\s])/g, "");
}

/** The parts and encodings that `found` searches for. */
const sought = Object.entries(canaries).map(([name, value]) => ({
  name,
  parts: windows(value.toLowerCase(), 8),
  whole: forms(value),
}));

function windows(value: string, size: number): readonly string[] {
  const bare = undone(value);
  if (bare.length <= size) return [bare];
  return Array.from({ length: bare.length - size + 1 }, (_, at) => bare.slice(at, at + size));
}

function around(text: string, seen: string): string {
  const at = Math.max(0, text.indexOf(seen));
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + 100));
}
