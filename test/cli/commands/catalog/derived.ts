/** Made-up descriptions, and the catalogs that are derived from them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "../../../../src/model/json.ts";
import { folderWith } from "../../../project/own-catalogs/ipam.ts";
import { trueup } from "../../command.ts";

/** Derives a catalog in a new folder, with `files` beside the description. */
export async function derived(description: string | Json, files: Readonly<Record<string, string>> = {}) {
  const text = typeof description === "string" ? description : JSON.stringify(description);
  const { cwd, put } = folderWith({ "api.yaml": text, ...files });
  const run = (...args: string[]) =>
    trueup(["catalog", "derive", "api.yaml", "--out", "catalogs/our-ipam", ...args], { cwd });
  const ended = await run();
  const read = (name: string) => readFileSync(join(cwd, "catalogs/our-ipam", name), "utf8");
  return { ...ended, cwd, put, run, read };
}

/** Returns a body with a schema. */
export const body = (schema: Json) => ({ content: { "application/json": { schema } } });
/** Returns an answer with this schema. */
export const answer = (schema: Json) => ({ responses: { 200: { description: "", ...body(schema) } } });

/** Returns a collection at a path. Its items have this schema. */
export function collection(path: string, schema: Json): JsonObject {
  const write = { requestBody: body(schema), ...answer(schema) };
  return {
    [path]: { get: answer({ type: "array", items: schema }), post: write },
    [`${path}/{id}`]: {
      get: answer(schema),
      put: write,
      delete: { responses: { 204: { description: "" } } },
    },
  };
}

/** Returns a description with these paths. */
export function description(paths: JsonObject, schemas: JsonObject = {}): JsonObject {
  return { openapi: "3.1.0", info: { title: "Made up", version: "1" }, paths, components: { schemas } };
}

/** An object with an id and a name. */
export const named = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "string" }, name: { type: "string" } },
};
