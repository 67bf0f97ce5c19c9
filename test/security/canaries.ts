/** Secrets that are recognised wherever they turn up: whole, in part, and in every form in which texts travel. */

import { Buffer } from "node:buffer";

/** Values that need every escape there is, by the variable that holds them; `session` is the token of a login. */
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

/** The names of the canaries that a text holds, whole or in part. Independent of how the program looks for them. */
export function found(text: string): readonly string[] {
  const plain = undone(text).toLowerCase();
  return sought.flatMap(({ name, parts, whole }) => {
    const part = parts.find((each) => plain.includes(each));
    const form = whole.find((each) => text.includes(each));
    const seen = part ?? form;
    return seen === undefined ? [] : [`${name}: ${JSON.stringify(seen)} in ${around(text, seen)}`];
  });
}

/** All that a server can say of a secret: as it is, and in every form. */
export function forms(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const ascii = JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const base64 = ["", "u", "us"].map((before) => {
    const whole = Buffer.from(before + value).toString("base64");
    return whole.slice(
      before.length === 0 ? 0 : before.length + 1,
      Math.floor(((before.length + bytes.length) * 8) / 6),
    );
  });
  const all = [
    value,
    JSON.stringify(value).slice(1, -1),
    ascii.slice(1, -1),
    encodeURIComponent(value),
    encodeURIComponent(value).toLowerCase(),
    new URLSearchParams({ v: value }).toString().slice(2),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...base64,
    ...base64.map((each) => each.replaceAll("+", "-").replaceAll("/", "_")),
  ];
  return [...new Set(all)];
}

/** What a reader would make of a text: without the escapes of Markdown, HTML, JSON and terminals. */
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

/** What `found` looks for. */
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
