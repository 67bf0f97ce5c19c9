/** Parses git's output: tree listings, and batches of objects. Pure. */

import { byTextOf } from "../model/compare.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { SourceText } from "../model/source.ts";

/** A file in a tree. */
export interface TreeEntry {
  /** The file's mode: `100644`, `100755`, or `120000` for a link. */
  readonly mode: string;
  readonly id: string;
  /** The path relative to the project's folder. */
  readonly path: string;
  /** The file's size, if sizes were requested; otherwise 0. */
  readonly bytes: number;
}

const megabyte = 1024 * 1024;

/** Selects the files of a folder to read, by their paths in it and by a maximum size. */
export interface WantedFiles {
  readonly has: (path: string) => boolean;
  /** The maximum size of one file, in bytes. */
  readonly maxBytes: number;
}

/** Selects YAML and data files. */
const desiredState: WantedFiles = {
  has: (path) => /\.(?:ya?ml|csv|json)$/.test(path) && !/(?:^|\/)\./.test(path),
  maxBytes: 8 * megabyte,
};

/**
 * Returns the wanted files in the output of `ls-tree -r -z` for `folder` (empty: the whole tree), in path order.
 * Default: the files of desired state.
 */
export function entriesOf(
  listing: string,
  folder: string,
  wanted: WantedFiles = desiredState,
): readonly TreeEntry[] {
  const base = folder === "" ? "" : `${folder}/`;
  return listedIn(listing)
    .filter(({ path }) => wanted.has(path))
    .map((entry) => ({ ...entry, path: base + entry.path }))
    .sort(byTextOf(({ path }) => path));
}

/** Returns all entries in the output of `ls-tree -r -z`. Sizes are listed only with `-l`; otherwise they are 0. */
export function listedIn(listing: string): readonly TreeEntry[] {
  return listing.split("\0").flatMap((line) => {
    const found = [...line.matchAll(/^(\d{6}) \w+ ([0-9a-f]+)(?: +(\d+|-|BAD))?\t(.+)$/gs)];
    return found.map(([, mode = "", id = "", size = "", path = ""]) => ({
      mode,
      id,
      path,
      bytes: Number(size) || 0,
    }));
  });
}

/**
 * Returns the first `count` objects in the output of `cat-file --batch`; undefined for an object that this clone lacks.
 */
export function blobsIn(reply: Uint8Array, count: number): readonly (Uint8Array | undefined)[] {
  const batch = Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength);
  let offset = 0;
  return Array.from({ length: count }, () => {
    const end = batch.indexOf("\n", offset);
    const [, type, size] = batch.toString("latin1", offset, end).split(" ");
    offset = end + 1;
    if (type !== "blob") return undefined;
    const bytes = batch.subarray(offset, offset + Number(size));
    offset += Number(size) + 1;
    return bytes;
  });
}

/** Returns the entries that may be read. Other files are not requested. */
export function readable(
  entries: readonly TreeEntry[],
  maxBytes = desiredState.maxBytes,
): readonly TreeEntry[] {
  return entries.filter(({ bytes }) => bytes <= maxBytes);
}

/** Returns the texts in the output of `cat-file --batch`, whose objects are in the order of the `readable` entries. */
export function textsOf(
  batch: Uint8Array,
  {
    entries,
    revision,
    maxBytes = desiredState.maxBytes,
  }: {
    readonly entries: readonly TreeEntry[];
    readonly revision: string;
    readonly maxBytes?: number | undefined;
  },
): { readonly files: readonly SourceText[] } | { readonly problem: Problem } {
  const files: SourceText[] = [];
  const known = readable(entries, maxBytes);
  const blobs = blobsIn(batch, known.length);
  const blobOf = new Map(known.map((entry, index) => [entry, blobs[index]]));
  for (const entry of entries) {
    const { id, path } = entry;
    const bytes = blobOf.get(entry);
    const where = `${path} at revision ${revision}`;
    if (!bytes && blobOf.has(entry)) return { problem: unreadable(`${where} is not in this clone (${id})`) };
    const isLarge = !bytes || bytes.length > maxBytes;
    const text = isLarge ? undefined : decoded(bytes);
    const fault = `${where} is ${isLarge ? `larger than ${maxBytes / megabyte} MB` : "not UTF-8"}`;
    if (text !== undefined) files.push({ path, text });
    else if (isData(path)) files.push({ path, text: "", fault });
    else return { problem: unreadable(fault) };
  }
  return { files };
}

/** True for data files. Errors in a data file are problems only if the file is used. */
export function isData(path: string): boolean {
  return /\.(?:csv|json)$/.test(path);
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function unreadable(message: string): Problem {
  return problem("unreadable-file", `${message}.`);
}
