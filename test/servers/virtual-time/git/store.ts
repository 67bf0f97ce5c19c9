/**
 * The content of repositories, without disks and processes: commits with their parents and files, tag objects, and
 * refs.
 */

import { createHash } from "node:crypto";
import { noTrees, type VirtualTrees } from "./trees.ts";

/** A commit: its parents, and the texts of its files by path. */
export interface VirtualCommit {
  readonly parents: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** Objects by id. All repositories of a stage share them, but a repository sees an object only if it knows its id. */
export interface VirtualObjects {
  readonly commits: Map<string, VirtualCommit>;
  /** Tag objects, and blobs that a ref can point to. */
  readonly texts: Map<string, { readonly type: "tag" | "blob"; readonly text: string }>;
  /** The storage of memories. */
  readonly memory: VirtualTrees;
}

/** A repository, which consists of its refs. */
export interface VirtualRepository {
  readonly refs: Map<string, string>;
  /** Commits whose parents the repository lacks; empty if it has the whole history. */
  readonly shallow: Set<string>;
}

/** Returns a store without objects. */
export function noObjects(): VirtualObjects {
  return { commits: new Map(), texts: new Map(), memory: noTrees() };
}

/** Stores a text as an object, and returns its id. */
export function keep({ texts }: VirtualObjects, type: "tag" | "blob", text: string): string {
  const id = idOf(`${type} ${text}`);
  texts.set(id, { type, text });
  return id;
}

/** Creates a commit, and returns its id. */
export function commit({ commits }: VirtualObjects, of: VirtualCommit): string {
  const id = idOf(`${commits.size} ${JSON.stringify(of)}`);
  commits.set(id, of);
  return id;
}

/** Returns a commit and its ancestors, as far as a repository has them. */
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
