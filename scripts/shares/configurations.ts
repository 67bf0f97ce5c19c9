/**
 * Public configurations of products, as facts: `test/shares/<product>.json`. See `scripts/shares.ts` for the
 * format.
 */

import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

const object = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe("The place of the object: the path of a request, or the path of an object in a tree."),
  class: z.string().min(1).exactOptional().describe("The class of an object in a tree."),
  values: z.record(z.string(), z.json()).describe("The values of the object, without envelopes."),
});

const configuration = z.strictObject({
  source: z.string().min(1).describe("The repository, and the part of it that is used."),
  commit: z.string().min(7).exactOptional(),
  what: z.string().min(1).describe("Half a sentence for people."),
  atLeast: z
    .number()
    .min(0)
    .max(100)
    .describe("The percentage of values that can be declared, which must never fall."),
  objects: z.array(object).min(1),
});

const file = z.strictObject({ configurations: z.array(configuration).min(1) });

/** A public configuration: its objects, and the values of each. */
export type Configuration = z.infer<typeof configuration>;

/** An object of a configuration. */
export type ConfiguredObject = Configuration["objects"][number];

const folder = new URL("../../test/shares/", import.meta.url);

/** The configurations of a product; none without a file. Throws if the file is invalid. */
export function configurationsOf(product: string): readonly Configuration[] {
  const at = new URL(`${product}.json`, folder);
  return existsSync(at) ? file.parse(JSON.parse(readFileSync(at, "utf8"))).configurations : [];
}
