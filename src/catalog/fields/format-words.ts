/** Descriptions of text formats, for pages of kinds and for editors. Pure. */

import type { Field } from "../schema/field.ts";
import type { FormatWord } from "../schema/format.ts";

/** The noun for each format. */
const nouns: Readonly<Partial<Record<FormatWord, string>>> = {
  cidr: "subnet",
  ip: "IP address",
  ipv4: "IPv4 address",
  ipv6: "IPv6 address",
  mac: "MAC address",
  timeZone: "time zone",
  lowerCase: "text in lower case",
  email: "mail address",
  uri: "URI",
  "date-time": "date and time",
  duration: "duration",
  numberSet: "numbers and ranges",
  timeOfDay: "time of day",
  decimalText: "number as text",
  asNumber: "AS number",
  community: "BGP community",
  area: "OSPF area",
  netmask: "mask, or length of a prefix",
};

/** The differences that each format ignores. */
const without: Readonly<Partial<Record<FormatWord, string>>> = {
  ignoreCase: "case-insensitive",
  trimmed: "surrounding blanks ignored",
};

const separated: Readonly<Partial<Record<FormatWord, string>>> = {
  flags: "set with commas",
  parts: "list with commas",
};

const bits = { kept: [], masked: ["host bits ignored"], refused: ["without host bits"] } as const;

/** Returns a format in words: `list with commas, of: subnet, case-insensitive`. */
export function formatInWords({
  format = [],
  hostBits = "kept",
}: Pick<Field, "format" | "hostBits">): string {
  const words = [format].flat();
  const lists = words.flatMap((word) => separated[word] ?? []);
  const kinds = words.flatMap((word) => nouns[word] ?? []);
  const noun = kinds.length === 0 ? "text" : kinds.join(" or ");
  const own = lists.length === 0 ? noun : `${lists.join(", ")}, of: ${noun}`;
  return [own, ...words.flatMap((word) => without[word] ?? []), ...bits[hostBits]].join(", ");
}
