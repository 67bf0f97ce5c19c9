/**
 * Public configurations of products, as facts: `test/shares/<product>.json`. See `scripts/shares.ts` for the
 * format.
 */

import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

const object = z.strictObject({
  path: z.string().min(1).describe("Where it stands: the path of a request, or the path of an object."),
  class: z.string().min(1).exactOptional().describe("Of an object that has one."),
  values: z.record(z.string(), z.json()).describe("What it has there, without envelopes."),
});

const configuration = z.strictObject({
  source: z.string().min(1).describe("The repository, and what of it."),
  commit: z.string().min(7).exactOptional(),
  what: z.string().min(1).describe("Half a sentence for people."),
  atLeast: z.number().min(0).max(100).describe("Percent of its values that can be declared: it never falls."),
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
