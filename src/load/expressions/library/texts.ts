/** Functions for texts. */

import { ExpressionFault } from "../faults.ts";
import type { LibraryPart } from "./function.ts";

/** The functions `slug`, `pad`, `lower`, `upper` and `replace`. */
export const texts: LibraryPart = {
  functions: [
    {
      signature: "slug(string): string",
      about: "A text as a slug: lower-case letters without accents, digits, and single hyphens between.",
      example: ['slug("Zürich / Süd 2")', '"zurich-sud-2"'],
      run: slug,
    },
    {
      signature: "pad(int, int): string",
      about: "A number with leading zeros, so that it has this many digits.",
      example: ["pad(7, 3)", '"007"'],
      run: pad,
    },
    {
      signature: "lower(string): string",
      about: "A text in lower case.",
      example: ['lower("DE-Berlin")', '"de-berlin"'],
      run: (text: string) => text.toLowerCase(),
    },
    {
      signature: "upper(string): string",
      about: "A text in upper case.",
      example: ['upper("de")', '"DE"'],
      run: (text: string) => text.toUpperCase(),
    },
    {
      signature: "replace(string, string, string): string",
      about: "The first text, with each occurrence of the second replaced by the third.",
      example: ['replace("a.b.c", ".", "-")', '"a-b-c"'],
      run: replace,
    },
  ],
};

/** Letters that Unicode decomposition does not simplify, and their replacements. */
const plain: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
};

function slug(text: string): string {
  const letters = text
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => plain[letter] ?? letter)
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "");
  return letters.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
}

function pad(number: bigint, digits: bigint): string {
  if (digits < 0n || digits > 100n) throw new ExpressionFault("pad(...) gives 0 to 100 digits");
  const sign = number < 0n ? "-" : "";
  return sign + String(number < 0n ? -number : number).padStart(Number(digits), "0");
}

function replace(text: string, from: string, to: string): string {
  if (from === "") throw new ExpressionFault("replace(...) needs a text to look for");
  const parts = text.split(from);
  const length = text.length + (parts.length - 1) * (to.length - from.length);
  if (length > 1_000_000) throw new ExpressionFault("replace(...) would give more than 1,000,000 characters");
  return parts.join(to);
}
