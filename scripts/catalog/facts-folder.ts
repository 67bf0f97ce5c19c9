/** The facts behind a catalog, in the `facts/` of its folder: their type, source and text. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { type Json, parseJson } from "../../src/model/json.ts";

/**
 * The types of facts: a vendor's OpenAPI description, and another client's knowledge of the product. A catalog has one
 * or both.
 */
export const factNames = ["description", "client"] as const;

/** A type of facts. */
export type FactName = (typeof factNames)[number];

const sourceSchema = z.strictObject({
  source: z.string().min(1).max(300),
  version: z.string().min(1),
  date: z.iso.date(),
});

/** The source of facts: its name, version, and date as `2026-07-01`. */
export type FactSource = z.infer<typeof sourceSchema>;

const sourcesSchema = z.strictObject({
  description: sourceSchema.exactOptional(),
  client: sourceSchema.exactOptional(),
});

/** The sources of all facts in a folder. */
export type FactSources = z.infer<typeof sourcesSchema>;

/** Texts with more characters are compressed. */
const mostCharacters = 64_000;
/** The maximum size of a file. */
const mostBytes = 256 * 1024 * 1024;

const sourcesFile = "sources.yaml";
const heading =
  "# Written by `npm run catalog:facts`. How to renew these facts: docs/renewing-facts.md.\n" +
  "# A `.br` is JSON, compressed by Brotli: `npm run catalog:facts -- --product NAME --show description`.\n";

/** The folder of a catalog's facts. */
export function factsFolder(catalog: string): string {
  return join(catalog, "facts");
}

/** A catalog's facts with this name; undefined if there are none. Throws if a file is damaged. */
export function factsIn(catalog: string, name: FactName): Json | undefined {
  const [plain, compressed] = filesOf(catalog, name);
  if (existsSync(plain)) return parsed(plain, readFileSync(plain, "utf8"));
  return existsSync(compressed) ? parsed(compressed, decompressed(compressed)) : undefined;
}

/** The sources of a catalog's facts; throws if its file is invalid. */
export function sourcesIn(catalog: string): FactSources {
  const file = join(factsFolder(catalog), sourcesFile);
  if (!existsSync(file)) return {};
  const { data, error } = sourcesSchema.safeParse(parse(readFileSync(file, "utf8")) ?? {});
  if (data === undefined) throw new Error(`${file}: ${z.prettifyError(error)}`);
  return data;
}

/** Files in a folder of facts that do not belong there: those with an unknown name, and duplicates. */
export function strangersIn(catalog: string): readonly string[] {
  const known = factNames.flatMap((name) => {
    const [plain, compressed] = filesOf(catalog, name);
    return [existsSync(plain) || !existsSync(compressed) ? plain : compressed];
  });
  const all = readdirSync(factsFolder(catalog)).filter((name) => name !== sourcesFile);
  return all.map((name) => join(factsFolder(catalog), name)).filter((path) => !known.includes(path));
}

/**
 * Writes facts and their source; throws if the source is incomplete. Unchanged facts keep their bytes, even with
 * another compressor.
 */
export function writeFacts(catalog: string, name: FactName, of: { facts: Json; source: FactSource }): void {
  const { facts, source } = of;
  const { error } = sourceSchema.safeParse(source);
  if (error) throw new Error(`where the facts are from: ${z.prettifyError(error)}`);
  const [plain, compressed] = filesOf(catalog, name);
  const text = `${JSON.stringify(facts, null, 2)}\n`;
  const isLarge = text.length > mostCharacters;
  const isThere = existsSync(isLarge ? compressed : plain);
  if (!isThere || JSON.stringify(factsIn(catalog, name)) !== JSON.stringify(facts)) {
    mkdirSync(factsFolder(catalog), { recursive: true });
    for (const file of [plain, compressed]) rmSync(file, { force: true });
    if (isLarge) writeFileSync(compressed, brotliCompressSync(JSON.stringify(facts)));
    else writeFileSync(plain, text);
  }
  const sources = { ...sourcesIn(catalog), [name]: source };
  const ordered = factNames.flatMap((each) => (sources[each] ? [[each, sources[each]] as const] : []));
  const written = stringify(Object.fromEntries(ordered), { lineWidth: 0 });
  writeFileSync(join(factsFolder(catalog), sourcesFile), heading + written);
}

function filesOf(catalog: string, name: FactName): readonly [plain: string, compressed: string] {
  const file = join(factsFolder(catalog), `${name}.json`);
  return [file, `${file}.br`];
}

function decompressed(file: string): string {
  try {
    return brotliDecompressSync(readFileSync(file), { maxOutputLength: mostBytes }).toString("utf8");
  } catch {
    return "";
  }
}

function parsed(file: string, text: string): Json {
  const value = parseJson(text);
  if (value === undefined)
    throw new Error(`${file} is damaged: restore the file from the last commit, or write it again`);
  return value;
}
