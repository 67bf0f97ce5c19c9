/** Formats of texts: which texts have one, and the one spelling of those that mean the same. Pure. */

import { z } from "zod";
import type { Field } from "../schema/field.ts";

/** What a text may be. */
type TextFormat = NonNullable<Field["format"]>;

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

/** What ICU calls by a name that IANA has replaced. */
const renamed: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** Names that mean themselves everywhere, and most that are met: the first question to ICU takes it milliseconds. */
export const settledTimeZones: ReadonlySet<string> = new Set(
  [
    "Africa: Algiers Cairo Casablanca Johannesburg Lagos Nairobi Tunis",
    "America: Anchorage Bogota Caracas Chicago Denver Detroit Edmonton Halifax Havana",
    "America: Lima Los_Angeles Mexico_City Monterrey",
    "America: Montevideo New_York Panama Phoenix Puerto_Rico Santiago Sao_Paulo Tijuana Toronto",
    "America: Vancouver Winnipeg",
    "Asia: Baghdad Bangkok Colombo Dhaka Dubai Hong_Kong Jakarta Jerusalem Karachi",
    "Asia: Kuala_Lumpur Kuwait Manila Qatar Riyadh",
    "Asia: Seoul Shanghai Singapore Taipei Tashkent Tehran Tokyo",
    "Australia: Adelaide Brisbane Darwin Hobart Melbourne Perth Sydney",
    "Europe: Amsterdam Andorra Athens Belgrade Berlin Bratislava Brussels Bucharest Budapest",
    "Europe: Copenhagen Dublin Helsinki",
    "Europe: Istanbul Lisbon Ljubljana London Luxembourg Madrid Malta Minsk Monaco",
    "Europe: Moscow Oslo Paris Prague Riga Rome Sofia",
    "Europe: Stockholm Tallinn Tirane Vienna Vilnius Warsaw Zagreb Zurich",
    "Pacific: Auckland Fiji Guam Honolulu",
  ].flatMap((line) => {
    const [region, names = ""] = line.split(": ");
    return names.split(" ").map((name) => `${region}/${name}`);
  }),
);

const known = new Map<string, string | undefined>();

/** True for the name of an IANA time zone, in any spelling that means one; not for offsets such as `+01:00`. */
export function isTimeZone(name: string): boolean {
  return lookUp(name) !== undefined;
}

/** The one spelling of a time zone. A name that means none stays as it is. */
export function canonicalTimeZone(name: string): string {
  return lookUp(name) ?? name;
}

function lookUp(name: string): string | undefined {
  if (settledTimeZones.has(name)) return name;
  if (!known.has(name)) known.set(name, resolve(name));
  return known.get(name);
}

function resolve(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return undefined;
  try {
    const found = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    return renamed[found] ?? found;
  } catch {
    return undefined;
  }
}
