/** The tree of a record's memory: folders by section and target, with small files. Pure. */

import { byTextOf } from "../model/compare.ts";
import { listedIn } from "./objects.ts";
import type { GitPlatform } from "./work-tree.ts";

/** The sections. The name of a section is the first part of a path, and the target is the second. */
export type MemorySection =
  | "left-behind"
  | "unfinished"
  | "secrets"
  | "resources"
  | "unseen"
  | "forms"
  | "removed"
  /** A section of empty files, one for each target whose entries are checked by their own commits. */
  | "apart";

/** A stored tree: object ids by path. */
export interface StoredTree {
  readonly files: ReadonlyMap<string, string>;
  readonly folders: ReadonlyMap<string, string>;
}

/** An empty tree. */
export const emptyTree: StoredTree = { files: new Map(), folders: new Map() };

/** Parses the output of `ls-tree -r -t -z`. */
export function storedTree(listing: string): StoredTree {
  const [files, folders] = [new Map<string, string>(), new Map<string, string>()];
  for (const { mode, path, id } of listedIn(listing)) (mode === "040000" ? folders : files).set(path, id);
  return { files, folders };
}

/** Returns any name as one path segment. The result is never `.git` or `..`. */
export function pathPart(name: string): string {
  const isPlain = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name);
  if (isPlain) return name;
  const bytes = [...Buffer.from(name, "utf8")];
  const part = bytes.map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_-]/.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
  });
  return part.join("") || "%";
}

/** Returns the files of a section for these targets. Default: for all targets. */
export function* filesOf(
  { files }: StoredTree,
  section: MemorySection,
  wanted?: ReadonlySet<string>,
): Generator<string> {
  for (const path of files.keys()) {
    if (!path.startsWith(`${section}/`)) continue;
    if (!wanted || wanted.has(path.split("/", 2)[1] ?? "")) yield path;
  }
}

/** The maximum average number of lines per file. */
const mostLines = 128;

/**
 * Distributes entries over files. The name of a file is the first digits of the SHA-256 of its addresses, with more
 * digits if there are more entries. The name is `all` if one file is enough.
 */
export function sharded<Entry>(
  entries: readonly Entry[],
  addressOf: (entry: Entry) => string,
  { hash }: Pick<GitPlatform, "hash">,
): ReadonlyMap<string, readonly Entry[]> {
  let digits = 0;
  while (digits < 4 && entries.length > mostLines * 16 ** digits) digits += 1;
  const nameOf = (entry: Entry) => hash("sha256", Buffer.from(addressOf(entry))).slice(0, digits);
  return digits === 0 ? new Map([["all", entries]]) : Map.groupBy(entries, nameOf);
}

/** The parts of a tree, by path: the texts of new files, and stored files and folders. */
export interface TreeParts {
  readonly texts: ReadonlyMap<string, string>;
  readonly stored: StoredTree;
}

/** A tree to be stored, and the objects that must be written for it. */
export interface TreeToWrite {
  readonly id: string;
  /** The contents of new files. */
  readonly blobs: readonly Uint8Array[];
  /** The trees, each as the input for `mktree -z`, with the resulting id. */
  readonly trees: readonly { readonly id: string; readonly text: string }[];
}

/** Computes object ids as git does. `isKnown`: returns true for an object that need not be written. */
export interface ObjectIds {
  readonly algorithm: "sha1" | "sha256";
  readonly hash: GitPlatform["hash"];
  readonly isKnown: (id: string) => boolean;
}

interface Member {
  readonly name: string;
  readonly id: string;
  readonly isFolder: boolean;
}

/** Assembles a tree from its parts, beginning with the leaves. */
export function assembleTree({ texts, stored }: TreeParts, ids: ObjectIds): TreeToWrite {
  const blobs = new Map<string, Uint8Array>();
  const trees = new Map<string, string>();
  const top = new Folder();
  for (const [path, text] of texts) {
    const content = Buffer.from(text);
    const id = objectId("blob", content, ids);
    if (!ids.isKnown(id)) blobs.set(id, content);
    top.put(path, { id, isFolder: false });
  }
  for (const [path, id] of stored.files) top.put(path, { id, isFolder: false });
  for (const [path, id] of stored.folders) top.put(path, { id, isFolder: true });
  const write = (folder: Folder): string => {
    const members = [
      ...folder.leaves,
      ...[...folder.folders].map(([name, below]) => ({ name, id: write(below), isFolder: true })),
    ];
    const { bytes, text } = treeObject(members);
    const id = objectId("tree", bytes, ids);
    if (!ids.isKnown(id)) trees.set(id, text);
    return id;
  };
  const id = write(top);
  return { id, blobs: [...blobs.values()], trees: [...trees].map(([each, text]) => ({ id: each, text })) };
}

/** A folder under construction. */
class Folder {
  readonly leaves: Member[] = [];
  readonly folders = new Map<string, Folder>();

  put(path: string, leaf: Omit<Member, "name">): void {
    const end = path.indexOf("/");
    if (end < 0) {
      this.leaves.push({ name: path, ...leaf });
      return;
    }
    const name = path.slice(0, end);
    const below = this.folders.get(name) ?? new Folder();
    this.folders.set(name, below);
    below.put(path.slice(end + 1), leaf);
  }
}

/**
 * Returns a tree object, and the lines from which git creates it. Folders are sorted as if their names ended with a
 * slash.
 */
function treeObject(members: readonly Member[]): { readonly bytes: Uint8Array; readonly text: string } {
  const sorted = members.toSorted(byTextOf(({ name, isFolder }) => (isFolder ? `${name}/` : name)));
  const parts = sorted.flatMap(({ name, id, isFolder }) => [
    Buffer.from(`${isFolder ? "40000" : "100644"} ${name}\0`),
    Buffer.from(id, "hex"),
  ]);
  const lines = sorted.map(
    ({ name, id, isFolder }) => `${isFolder ? "040000 tree" : "100644 blob"} ${id}\t${name}\0`,
  );
  return { bytes: Buffer.concat(parts), text: lines.join("") };
}

/** Returns the id of an object. */
export function objectId(
  type: "blob" | "tree",
  content: Uint8Array,
  { hash, algorithm }: Pick<ObjectIds, "algorithm" | "hash">,
): string {
  return hash(algorithm, Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]));
}
