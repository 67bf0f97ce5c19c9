/** Plain files: composed resources in files of desired state, a folder for each target and each organization. Pure. */

import { slug } from "../../model/address.ts";
import type { JsonObject } from "../../model/json.ts";
import { type PlainInput, type PlainPart, plainParts } from "./documents.ts";

/** A file to be, and what stands in it. */
export interface PlainFile {
  /** From the folder that they are written into, with forward slashes. */
  readonly path: string;
  readonly document: JsonObject;
}

/** So many entries stand in one file; the next ones in another. */
const entriesMax = 500;

/** The files, in the order of their documents. Loaded as desired state of the same project they are the same. */
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

/** Names that differ also where upper and lower case are the same. */
function freeName(name: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const own = number === 1 ? name : `${name}-${number}`;
    const folded = own.toUpperCase().toLowerCase();
    if (taken.has(folded)) continue;
    taken.add(folded);
    return own;
  }
}
