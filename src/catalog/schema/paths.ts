/** Templates of paths: which texts may be one. A template leaves no target. */

import { z } from "zod";

/** No `..`, encoded neither, no `.` as a segment, and no empty one. */
const within = String.raw`(?!.*(?:\.\.|%2[eE]|//|/\.(?:/|$)))`;
const literal = String.raw`[\w.~!$&'()*+,;=:@-]`;

/**
 * A path below the product's base path. In braces: the name of a kind above (its live id), `id` (the own live id, or
 * the own key where the author chooses it), `identity` (what it is matched by, where its key says it), or
 * `settings.NAME`. Each is one segment, encoded; `{id*}` is a path whose segments are encoded one by one. No query, no
 * `..`.
 */
export const path = z
  .string()
  .max(1024)
  .regex(
    /^(?!.*(?:\.\.|%2[eE]|\/\/|\/\.(?:\/|$)))(?:\/(?:[^\s?#\\{}/]|\{[a-zA-Z][\w.]*\*?\})+)+\/?$/,
    "must be a path such as /networks/{network}/settings",
  );

/**
 * A setting for a path: whole segments, with the words in braces that the example has, each of which stands for an
 * id. It must have all of them but the `free` ones. No query, no `..`, nothing encoded: ids are encoded when they are
 * put in.
 */
export function template(example: string, free: readonly string[] = []): z.ZodString {
  const words = [...example.matchAll(/\{(\w+)\}/g)].map(([, word = ""]) => word);
  const needed = words.filter((word) => !free.includes(word)).map((word) => `(?=.*\\{${word}\\})`);
  const part = [literal, ...words.map((word) => `\\{${word}\\}`)].join("|");
  const pattern = new RegExp(`^${within}${needed.join("")}(?:/(?:${part})+)+$`);
  return z.string().max(1024).regex(pattern, `must be a path such as ${example}`);
}

/** A setting for a path with nothing in braces. */
export const plainPath = z
  .string()
  .regex(new RegExp(`^${within}/[^\\s?#\\\\]*$`), "must be a path that starts with / and stays below it");

/** A setting for what stands before every path: like one, without a slash at its end; or empty. */
export const basePath = z
  .string()
  .regex(
    new RegExp(`^(?:${within}/[^\\s?#\\\\]*[^\\s?#\\\\/])?$`),
    "must be a path that starts with / and does not end with it, or nothing",
  );
