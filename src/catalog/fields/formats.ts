/** Formats of texts: which texts have one, and the one spelling of those that mean the same. Pure. */

import { z } from "zod";
import type { Field } from "../schema/field.ts";
import { canonicalTimeZone, isTimeZone } from "./time-zone.ts";

/** What a text may be. */
export type TextFormat = NonNullable<Field["format"]>;

interface FormatRule {
  readonly isOne: (text: string) => boolean;
  /** For people: what it must be. */
  readonly name: string;
  /** Total and idempotent: a text that is none of the format stays as it is. */
  readonly canonical: (text: string) => string;
}

const macOctets = /^[0-9a-f]{2}(?:[:-]?[0-9a-f]{2}){5}$|^[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}$/i;
const same = (text: string) => text;
const lower = (text: string) => text.toLowerCase();

/** Made by the first text that is asked about: a start asks about few. */
function fits(make: () => z.ZodType): (text: string) => boolean {
  let schema: z.ZodType | undefined;
  return (text) => {
    schema ??= make();
    return schema.safeParse(text).success;
  };
}

const formats: Readonly<Record<TextFormat, FormatRule>> = {
  cidr: {
    isOne: fits(() => z.union([z.cidrv4(), z.cidrv6()])),
    name: "a prefix such as 10.0.0.0/8",
    canonical: lower,
  },
  ip: { isOne: fits(() => z.union([z.ipv4(), z.ipv6()])), name: "an IP address", canonical: lower },
  ipv4: { isOne: fits(() => z.ipv4()), name: "an IPv4 address such as 10.0.0.1", canonical: same },
  ipv6: { isOne: fits(() => z.ipv6()), name: "an IPv6 address such as 2001:db8::1", canonical: lower },
  mac: { isOne: (text) => macOctets.test(text), name: "a MAC address", canonical: canonicalMac },
  timeZone: { isOne: isTimeZone, name: "an IANA time zone name", canonical: canonicalTimeZone },
  lowerCase: { isOne: () => true, name: "a text", canonical: lower },
  email: { isOne: fits(() => z.email()), name: "an email address", canonical: lower },
  uri: { isOne: (text) => URL.canParse(text), name: "a URI", canonical: same },
  "date-time": {
    isOne: fits(() => z.iso.datetime({ offset: true, local: true })),
    name: "a moment such as 2026-01-31T12:00:00Z",
    canonical: same,
  },
};

/** A schema of texts that takes those of this format only. */
export function withFormat(schema: z.ZodString, format: TextFormat): z.ZodString {
  if (format === "ipv4") return schema.check(z.ipv4());
  const { isOne, name } = formats[format];
  return schema.refine(isOne, `not ${name}`);
}

/** The one spelling of a text. */
export function inFormat(format: TextFormat | undefined, text: string): string {
  return format === undefined ? text : formats[format].canonical(text);
}

function canonicalMac(text: string): string {
  if (!macOctets.test(text)) return text;
  const digits = text.toLowerCase().replaceAll(/[^0-9a-f]/g, "");
  return digits.replaceAll(/(..)(?!$)/g, "$1:");
}
