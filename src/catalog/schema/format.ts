/** The words for spellings that mean the same. Data only. */

import { z } from "zod";

/** One spelling for both sides, which is also what is sent. Alone, such a word is a check too. */
export const canonicalFormats = [
  "cidr",
  "ip",
  "ipv4",
  "ipv6",
  "mac",
  "timeZone",
  "lowerCase",
  "email",
  "date-time",
] as const;

/** Spellings that are compared as one: what people write is what is sent. */
export const alikeFormats = [
  "uri",
  "duration",
  "ignoreCase",
  "trimmed",
  "numberSet",
  "timeOfDay",
  "decimalText",
  "asNumber",
  "community",
  "area",
  "netmask",
  "flags",
  "parts",
] as const;

/** All of them. */
export const fieldFormats = [...canonicalFormats, ...alikeFormats] as const;

/** One of them. */
export type FormatWord = (typeof fieldFormats)[number];

/** What makes one spelling of several, and is sent. */
export type CanonicalFormat = (typeof canonicalFormats)[number];

const formatWord = z.enum(fieldFormats);

const formatMeaning =
  "Alone, ip, ipv4, ipv6, cidr, mac, date-time, timeZone, lowerCase and email are sent in their one spelling. " +
  "Sent as written: uri, duration (ISO 8601), ignoreCase, trimmed (blanks and line breaks at both ends, blanks at " +
  "the ends of lines, CRLF), numberSet (`1, 10-12`), timeOfDay (`8:00`), decimalText (`020`, `1.50`), asNumber " +
  "(`1.10` is 65546), community (65537 is `1:1`), area (of OSPF: 0 is `0.0.0.0`), netmask (24 is `255.255.255.0`), " +
  "flags (a set as text, with commas), parts (the same in order). A list of words only compares: by one after the other, each part of flags and parts " +
  "by itself.";

/** A word, or several of them that count one after the other. */
export const format = z
  .union([formatWord, z.array(formatWord).min(1).max(5)])
  .exactOptional()
  .describe(`What a text is; spellings of one meaning count as equal. ${formatMeaning}`);

/** The words beside `format`. */
export const spellings = {
  format,
  hostBits: z
    .enum(["kept", "masked", "refused"])
    .exactOptional()
    .describe(
      "Beside `cidr`: what the product makes of 10.0.20.1/24. kept: an address with its prefix. masked: the network " +
        "counts, and is sent. refused: so does `validate`. Default: kept.",
    ),
  keys: z
    .union([formatWord, z.array(formatWord).min(1).max(5)])
    .exactOptional()
    .describe("Of an object with keys of any name: their format."),
  derivedFrom: z
    .array(z.string().min(1).max(256))
    .min(1)
    .exactOptional()
    .describe(
      "Fields beside it out of which the product works it out: where one of them is declared, this one is sent and " +
        "not compared, and `validate` warns.",
    ),
} as const;
