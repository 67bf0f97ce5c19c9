/**
 * The origin of rows, which is stored in `.pulled.json` beside the files. It contains a digest, which shows whether
 * someone has edited a file. Pure.
 */

import { z } from "zod";
import { parseJson } from "../model/json.ts";
import type { Digest } from "../model/wire.ts";
import type { PulledFile, Source } from "./sources.ts";

/** The name of the file with the origins. It begins with a dot, so that the file is not read as desired state. */
export const provenanceName = ".pulled.json";

const originSchema = z.strictObject({
  source: z.string(),
  url: z.string(),
  query: z.string(),
  rows: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const provenanceSchema = z.strictObject({
  format: z.literal("trueup.pulled"),
  version: z.literal(1),
  files: z.record(z.string(), originSchema),
});

/** The origin of one file's rows. It contains no time, so that the same rows leave it unchanged. */
export type RowsOrigin = z.infer<typeof originSchema>;

/** The origins by file name, for one folder. */
export type Origins = Readonly<Record<string, RowsOrigin>>;

/** Returns the origins in the text of a `.pulled.json`; undefined if it cannot be read. */
export function originsIn(text: string): Origins | undefined {
  const read = provenanceSchema.safeParse(parseJson(text), { jitless: true });
  return read.success ? read.data.files : undefined;
}

/** Returns the text of the origins, with one file per line; undefined if there are none. */
export function originsText(origins: Origins): string | undefined {
  const lines = Object.keys(origins)
    .sort()
    .map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(origins[name])}`);
  if (lines.length === 0) return undefined;
  return `{\n  "format": "trueup.pulled",\n  "version": 1,\n  "files": {\n${lines.join(",\n")}\n  }\n}\n`;
}

/** The origin of a file's rows. */
export function rowsOrigin(
  source: Source,
  { query }: PulledFile,
  made: { readonly rows: readonly unknown[]; readonly text: string; readonly digest: Digest },
): RowsOrigin {
  const { name, url } = source;
  const rows = made.rows.length;
  return {
    source: name,
    url,
    query: queryText(query, made.digest),
    rows,
    sha256: digestOf(made.text, made.digest),
  };
}

/** Returns the digest of a text with Unix line breaks, because Git may convert line breaks in a work tree. */
export function digestOf(text: string, digest: Digest): string {
  return digest(text.replaceAll("\r\n", "\n"));
}

function queryText(query: PulledFile["query"], digest: Digest): string {
  if (query.is === "graphql") {
    const asked = digest(JSON.stringify([query.document, query.variables])).slice(0, 12);
    return `graphql ${query.rows} ${asked}`;
  }
  const filters = new URLSearchParams();
  for (const [name, values] of query.filters) for (const value of values) filters.append(name, value);
  return filters.size === 0 ? query.path : `${query.path}?${filters}`;
}
