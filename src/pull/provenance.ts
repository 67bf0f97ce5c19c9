/** Where rows come from: `.pulled.json` beside the files says it, and by a digest whether somebody edited one. Pure. */

import { z } from "zod";
import { parseJson } from "../model/json.ts";
import type { Digest } from "../model/wire.ts";
import type { PulledFile, Source } from "./sources.ts";

/** The file's name: what begins with a dot is not read as desired state. */
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

/** Where one file's rows come from. No time is in it: the same rows leave it as it is. */
export type RowsOrigin = z.infer<typeof originSchema>;

/** By the names of files in one folder. */
export type Origins = Readonly<Record<string, RowsOrigin>>;

/** What such a file says; undefined: it cannot be read. */
export function originsIn(text: string): Origins | undefined {
  const read = provenanceSchema.safeParse(parseJson(text), { jitless: true });
  return read.success ? read.data.files : undefined;
}

/** Its text, a file a line; undefined where there is nothing to say. */
export function originsText(origins: Origins): string | undefined {
  const lines = Object.keys(origins)
    .sort()
    .map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(origins[name])}`);
  if (lines.length === 0) return undefined;
  return `{\n  "format": "trueup.pulled",\n  "version": 1,\n  "files": {\n${lines.join(",\n")}\n  }\n}\n`;
}

/** Where the rows of a file come from. */
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

/** Line breaks count as those of Unix: Git may give them another form in a work tree. */
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
