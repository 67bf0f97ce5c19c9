/** Catalog keys for equivalent spellings. Data only. */

import { z } from "zod";

/**
 * Formats with one canonical spelling, which is used for declared and live values, and also sent. Used alone, most of
 * these formats also restrict the text.
 */
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

/** Formats whose spellings are compared as equal. The declared spelling is sent. */
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

/** Formats of texts that are numbers. A list of formats contains at most one of them. */
export const numberFormats: ReadonlySet<string> = new Set<(typeof alikeFormats)[number]>([
  "numberSet",
  "decimalText",
  "asNumber",
  "community",
  "area",
  "netmask",
]);

/** All formats of fields. */
export const fieldFormats = [...canonicalFormats, ...alikeFormats] as const;

/** A format of a field. */
export type FormatWord = (typeof fieldFormats)[number];

/** A format that defines a canonical spelling. The canonical spelling is sent. */
export type CanonicalFormat = (typeof canonicalFormats)[number];

const formatWord = z.enum(fieldFormats);

/** One format, or several that are applied in sequence. */
const format = z
  .union([formatWord, z.array(formatWord).min(1).max(5)])
  .exactOptional()
  .describe(
    "The format of a text. Equivalent spellings count as equal; see Formats in docs/catalogs.md. " +
      "Several formats are applied in order. They are used only to compare values, and do not change " +
      "what is sent. With `parts` or `flags`, the formats are applied to each part.",
  );

/** The keys about spellings: `format`, and the keys that depend on it. */
export const spellings = {
  format,
  hostBits: z
    .enum(["kept", "masked", "refused"])
    .exactOptional()
    .describe(
      "With `cidr`: how the product treats 10.0.20.1/24. kept: the product keeps the address with " +
        "its prefix. masked: only the network counts, and trueup sends the network. refused: the " +
        "product refuses host bits, and `validate` reports them. Default: kept.",
    ),
  keys: z
    .union([formatWord, z.array(formatWord).min(1).max(5)])
    .exactOptional()
    .describe("For an object with any keys: the format of the keys."),
  derivedFrom: z
    .array(z.string().min(1).max(256))
    .min(1)
    .exactOptional()
    .describe(
      "Sibling fields from which the product derives this field. If one of these sibling fields is " +
        "declared, this field is sent but not compared, and `validate` warns.",
    ),
} as const;
