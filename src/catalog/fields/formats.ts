/** Formats of texts. They determine which texts are valid, and which texts are equivalent. Pure. */

import { z } from "zod";
import {
  canonicalAddress,
  canonicalMac,
  canonicalPrefix,
  canonicalV6,
  type HostBits,
  isMac,
} from "../../model/spelling/addresses.ts";
import {
  canonicalDuration,
  canonicalMoment,
  canonicalTimeOfDay,
  isMoment,
} from "../../model/spelling/moments.ts";
import {
  canonicalArea,
  canonicalAsNumber,
  canonicalCommunity,
  canonicalNetmask,
} from "../../model/spelling/network-numbers.ts";
import { canonicalDecimal, canonicalNumberSet, foldedCase, trimmedText } from "../../model/spelling/texts.ts";
import { canonicalUri } from "../../model/spelling/uri.ts";
import type { Field } from "../schema/field.ts";
import type { CanonicalFormat, FormatWord } from "../schema/format.ts";
import { canonicalTimeZone, isTimeZone } from "./time-zones.ts";

interface TextWords {
  readonly format?: Field["format"] | undefined;
  readonly hostBits?: Field["hostBits"] | undefined;
}

/**
 * Converts a text to the canonical form of a format. Idempotent. A text that does not have the format stays unchanged.
 */
type Spelling = (text: string, hostBits?: HostBits) => string;

const lower = (text: string) => text.toLowerCase();

const canonicals: Readonly<Record<CanonicalFormat, Spelling>> = {
  cidr: canonicalPrefix,
  ip: canonicalAddress,
  ipv4: (text) => text,
  ipv6: canonicalV6,
  mac: canonicalMac,
  timeZone: canonicalTimeZone,
  lowerCase: lower,
  email: lower,
  "date-time": canonicalMoment,
};

const alikes: Readonly<Record<Exclude<FormatWord, CanonicalFormat | "flags" | "parts">, Spelling>> = {
  uri: (text) => canonicalUri(text),
  duration: canonicalDuration,
  ignoreCase: foldedCase,
  trimmed: trimmedText,
  numberSet: canonicalNumberSet,
  timeOfDay: canonicalTimeOfDay,
  decimalText: canonicalDecimal,
  asNumber: canonicalAsNumber,
  community: canonicalCommunity,
  area: canonicalArea,
  netmask: canonicalNetmask,
};

const spellings = { ...canonicals, ...alikes };

/**
 * Returns the canonical form of a text, if its format is a single canonical word. Otherwise returns the text unchanged.
 */
export function inFormat({ format, hostBits }: TextWords, text: string): string {
  return typeof format === "string" && isCanonical(format) ? canonicals[format](text, hostBits) : text;
}

function isCanonical(word: FormatWord): word is CanonicalFormat {
  return Object.hasOwn(canonicals, word);
}

/** Returns the form in which a text is compared. Undefined: it is compared literally. */
export function alikeText({ format, hostBits }: TextWords): ((text: string) => string) | undefined {
  if (format === undefined || (typeof format === "string" && isCanonical(format))) return undefined;
  const words = [format].flat();
  const each = (text: string) =>
    words.reduce((own, word) => (isSeparated(word) ? own : spellings[word](own, hostBits)), text);
  if (!words.some(isSeparated)) return each;
  return (text) => {
    const parts = textParts(format, text).map(each);
    return (words.includes("flags") ? [...new Set(parts)].filter(Boolean).sort() : parts).join(",");
  };
}

/** Returns the parts of a text that is a list separated by commas. For any other text, returns the text itself. */
export function textParts(format: Field["format"], text: string): readonly string[] {
  return [format ?? []].flat().some(isSeparated) ? text.split(",").map((part) => part.trim()) : [text];
}

function isSeparated(word: FormatWord): word is "flags" | "parts" {
  return word === "flags" || word === "parts";
}

interface FormatCheck {
  readonly isOne: (text: string) => boolean;
  /** The noun for a valid text in messages, such as `an IP address`. */
  readonly name: string;
}

/** Builds the check on first use, since few checks are needed at the start. */
function fits(make: () => z.ZodType): (text: string) => boolean {
  let schema: z.ZodType | undefined;
  return (text) => {
    schema ??= make();
    return schema.safeParse(text).success;
  };
}

/**
 * The checks of the formats that limit which texts are valid. A check applies only to fields that have no other format.
 */
const checks: Readonly<Partial<Record<FormatWord, FormatCheck>>> = {
  cidr: { isOne: fits(() => z.union([z.cidrv4(), z.cidrv6()])), name: "a prefix such as 10.0.0.0/8" },
  ip: { isOne: fits(() => z.union([z.ipv4(), z.ipv6()])), name: "an IP address" },
  ipv6: { isOne: fits(() => z.ipv6()), name: "an IPv6 address such as 2001:db8::1" },
  mac: { isOne: isMac, name: "a MAC address" },
  timeZone: { isOne: isTimeZone, name: "an IANA time zone name" },
  email: { isOne: fits(() => z.email()), name: "an email address" },
  uri: { isOne: (text) => URL.canParse(text), name: "a URI" },
  "date-time": { isOne: isMoment, name: "a moment such as 2026-01-31T12:00:00Z" },
};

/**
 * Returns the text schema, restricted to this format if there is a check for the format. A list of formats restricts
 * nothing.
 */
export function withFormat(schema: z.ZodString, format: Field["format"]): z.ZodString {
  if (format === "ipv4") return schema.check(z.ipv4());
  const check = typeof format === "string" ? checks[format] : undefined;
  return check ? schema.refine(check.isOne, `not ${check.name}`) : schema;
}
