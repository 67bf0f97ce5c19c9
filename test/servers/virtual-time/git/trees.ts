/** Trees and files as objects, with git's ids. They store memories. */

import { createHash } from "node:crypto";

/** The objects of memories by id. A tree is stored as the input lines of `mktree`. */
export interface VirtualTrees {
  readonly blobs: Map<string, string>;
  readonly trees: Map<string, readonly TreeLine[]>;
  /** Commits without a parent, and their trees. */
  readonly memories: Map<string, { readonly tree: string; readonly text: string }>;
}

interface TreeLine {
  readonly isFolder: boolean;
  readonly id: string;
  readonly name: string;
}

/** Returns a store without objects. */
export function noTrees(): VirtualTrees {
  return { blobs: new Map(), trees: new Map(), memories: new Map() };
}

/** Reads the contents of files from the input of `fast-import`. */
export function importBlobs({ blobs }: VirtualTrees, input: string): void {
  let rest = Buffer.from(input);
  while (rest.length > 0) {
    const [head = "", bytes = "0"] = /^blob\ndata (\d+)\n/.exec(rest.toString("latin1", 0, 40)) ?? [];
    const content = rest.subarray(head.length, head.length + Number(bytes));
    blobs.set(idOf("blob", content), content.toString());
    rest = rest.subarray(head.length + Number(bytes) + 1);
  }
}

/** Reads the input of `mktree --batch -z`, and returns the ids. */
export function makeTrees({ trees }: VirtualTrees, input: string): readonly string[] {
  const asked: TreeLine[][] = [[]];
  for (const line of input.split("\0").slice(0, -1)) {
    const [, type, id = "", name = ""] = /^\d+ (\w+) (\w+)\t(.+)$/.exec(line) ?? [];
    if (line === "") asked.push([]);
    else asked.at(-1)?.push({ isFolder: type === "tree", id, name });
  }
  return asked.slice(0, -1).map((lines) => {
    const sorted = lines.toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b)));
    const parts = sorted.flatMap(({ isFolder, id, name }) => [
      Buffer.from(`${isFolder ? "40000" : "100644"} ${name}\0`),
      Buffer.from(id, "hex"),
    ]);
    const id = idOf("tree", Buffer.concat(parts));
    trees.set(id, sorted);
    return id;
  });
}

/** Creates a commit of a tree, and returns its id. The text includes the commit's header. */
export function makeMemory({ memories }: VirtualTrees, tree: string, text: string): string {
  const id = createHash("sha1").update(`${tree} ${text}`).digest("hex");
  memories.set(id, { tree, text });
  return id;
}

/** Returns the output of `ls-tree -r -t -z` for a memory, or undefined if the memory does not exist. */
export function listMemory(all: VirtualTrees, commit: string): string | undefined {
  const found = all.memories.get(commit);
  return found && listed(all, found.tree, "").join("");
}

function listed(all: VirtualTrees, tree: string, folder: string): readonly string[] {
  return (all.trees.get(tree) ?? []).flatMap(({ isFolder, id, name }) => {
    const line = `${isFolder ? "040000 tree" : "100644 blob"} ${id}\t${folder}${name}\0`;
    return isFolder ? [line, ...listed(all, id, `${folder}${name}/`)] : [line];
  });
}

function sortKey({ isFolder, name }: TreeLine): Buffer {
  return Buffer.from(isFolder ? `${name}/` : name);
}

function idOf(type: string, content: Uint8Array): string {
  return createHash("sha1").update(`${type} ${content.length}\0`).update(content).digest("hex");
}
