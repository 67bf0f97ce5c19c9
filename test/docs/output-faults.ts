/** Checks a document that a command printed against its published schema. */

import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { z } from "zod";

const head = z.looseObject({ format: z.string().regex(/^trueup\.[\w-]+$/), version: z.int() });
const published = z.looseObject({ properties: z.record(z.string(), z.unknown()) });

/** Returns the faults of a document according to the schema that its format names. Unknown names count as faults. */
export function faultsOf(text: string): { readonly name: string; readonly faults: readonly string[] } {
  const document = head.parse(JSON.parse(text));
  const name = document.format.replace("trueup.", "");
  const schema = JSON.parse(readFileSync(new URL(`../../schemas/${name}.json`, import.meta.url), "utf8"));
  const ajv = new Ajv({ allErrors: true, strict: false });
  ajv.addFormat("date-time", true).addFormat("uri", true);
  ajv.validate(schema, document);
  const wrong = (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  const { properties } = published.parse(schema);
  const unnamed =
    name === "plan" ? [] : Object.keys(document).filter((key) => !Object.hasOwn(properties, key));
  return { name, faults: [...wrong, ...unnamed.map((key) => `${key} is in no schema`)] };
}
