/** Path templates: which texts are allowed. No template can lead outside a target. */

import { z } from "zod";

/** Matches a path without `..` (even encoded), without a `.` segment, and without an empty segment. */
const within = String.raw`(?!.*(?:\.\.|%2[eE]|//|/\.(?:/|$)))`;
const literal = String.raw`[\w.~!$&'()*+,;=:@-]`;

/**
 * A path below the product's base path. A variable in braces is one of these: the name of an ancestor kind (for its
 * live id), `id` (the resource's live id, or its key if the author chooses the key), `identity` (the match value, if
 * its key contains it), or `settings.NAME`. Each variable is one encoded segment; `{id*}` is a path whose segments are
 * encoded separately. The path has no query and no `..`.
 */
export const path = z
  .string()
  .max(1024)
  .regex(
    /^(?!.*(?:\.\.|%2[eE]|\/\/|\/\.(?:\/|$)))(?:\/(?:[^\s?#\\{}/]|\{[a-zA-Z][\w.]*\*?\})+)+\/?$/,
    "must be a path such as /networks/{network}/settings",
  );

/**
 * Returns the schema of a setting that is a path with the variables of `example`. Each variable is a whole segment, and
 * stands for an id. All variables are required except those in `free`. The path has no query, no `..`, and nothing
 * encoded, because ids are encoded when they are filled in.
 */
export function template(example: string, free: readonly string[] = []): z.ZodString {
  const words = [...example.matchAll(/\{(\w+)\}/g)].map(([, word = ""]) => word);
  const needed = words.filter((word) => !free.includes(word)).map((word) => `(?=.*\\{${word}\\})`);
  const part = [literal, ...words.map((word) => `\\{${word}\\}`)].join("|");
  const pattern = new RegExp(`^${within}${needed.join("")}(?:/(?:${part})+)+$`);
  return z.string().max(1024).regex(pattern, `must be a path such as ${example}`);
}

/** A setting for a path without variables. */
export const plainPath = z
  .string()
  .regex(new RegExp(`^${within}/[^\\s?#\\\\]*$`), "must be a path that starts with / and stays below it");

/** A setting for the prefix of every path. It is a path without a trailing slash, or empty. */
export const basePath = z
  .string()
  .regex(
    new RegExp(`^(?:${within}/[^\\s?#\\\\]*[^\\s?#\\\\/])?$`),
    "must be a path that starts with / and does not end with it, or nothing",
  );
