/** What repositories hold, without disks and processes: commits with their parents and files, tag objects, refs. */

import { createHash } from "node:crypto";
import { noTrees, type VirtualTrees } from "./trees.ts";

/** A commit: its parents, and the texts of its files by their paths. */
export interface VirtualCommit {
  readonly parents: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** Objects by their ids. All repositories of a stage share them: an object is of use to whoever knows of it. */
export interface VirtualObjects {
  readonly commits: Map<string, VirtualCommit>;
  /** Tag objects and what else a ref can point at. */
  readonly texts: Map<string, { readonly type: "tag" | "blob"; readonly text: string }>;
  /** What memories are stored as. */
  readonly memory: VirtualTrees;
}

/** A repository: its refs. */
export interface VirtualRepository {
  readonly refs: Map<string, string>;
  /** Commits whose parents it does not have; empty where it has the whole history. */
  readonly shallow: Set<string>;
}

/** No objects yet. */
export function noObjects(): VirtualObjects {
  return { commits: new Map(), texts: new Map(), memory: noTrees() };
}

/** Keeps a text as an object; its id. */
export function keep({ texts }: VirtualObjects, type: "tag" | "blob", text: string): string {
  const id = idOf(`${type} ${text}`);
  texts.set(id, { type, text });
  return id;
}

/** Makes a commit; its id. */
export function commit({ commits }: VirtualObjects, of: VirtualCommit): string {
  const id = idOf(`${commits.size} ${JSON.stringify(of)}`);
  commits.set(id, of);
  return id;
}

/** All that leads to a commit, and it itself, as far as a repository knows. */
export function historyOf(
  { commits }: VirtualObjects,
  of: string,
  shallow: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [of];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (!shallow.has(id)) waiting.push(...(commits.get(id)?.parents ?? []));
  }
  return seen;
}

function idOf(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
