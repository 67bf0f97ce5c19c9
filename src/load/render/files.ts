/** Plain files: turns composed resources into desired-state files, in one folder per target and organization. Pure. */

import { slug } from "../../model/address.ts";
import type { JsonObject } from "../../model/json.ts";
import { type PlainInput, type PlainPart, plainParts } from "./documents.ts";

/** A file to write, and its content. */
export interface PlainFile {
  /** The path relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly document: JsonObject;
}

/** The maximum number of entries per file. */
const entriesMax = 500;

/**
 * Returns the files, in the order of their documents. Loading them as desired state of the same project gives the same
 * resources.
 */
export function plainFiles(input: PlainInput): readonly PlainFile[] {
  const taken = new Set<string>();
  return plainParts(input, entriesMax).map((part) => ({
    path: `${freeName(folderOf(part), taken)}.yaml`,
    document: part.document,
  }));
}

function folderOf({ target, words, section }: PlainPart): string {
  const names = words.map((word) => slug(word) || "other");
  return [target, ...names, section].join("/");
}

/** Returns a file name that no other file has, even on a file system that ignores case. */
function freeName(name: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const own = number === 1 ? name : `${name}-${number}`;
    const folded = own.toUpperCase().toLowerCase();
    if (taken.has(folded)) continue;
    taken.add(folded);
    return own;
  }
}
