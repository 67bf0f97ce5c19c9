/** Reads files of a record's memory by object id, if this clone has them and they do not exceed their limits. */

import { answer, type Git, GitUnavailable } from "./git.ts";
import { maxFileBytes } from "./memory-lines.ts";
import { blobsIn } from "./objects.ts";

/** The maximum size of all files requested together: several times the size for 450,000 addresses. */
const maxBytes = 256 * 1024 * 1024;

/** The maximum number of ids per git process. */
const maxIds = 20_000;

/** How many times a batch is halved to find the objects that git fails to read. */
const maxHalvings = 64;

/**
 * Returns the local objects that are too large: objects over 16 MB, and all objects beyond 256 MB in total. Anyone who
 * may push refs can push a few kilobytes that unpack to hundreds of megabytes.
 */
export async function tooLargeHere(git: Git, ids: readonly string[]): Promise<readonly string[]> {
  let all = 0;
  const large: string[] = [];
  for (let at = 0; at < ids.length; at += maxIds) {
    const some = [...new Set(ids.slice(at, at + maxIds))];
    const said = await answer(git, ["cat-file", "--batch-check"], `${some.join("\n")}\n`);
    for (const [, id = "", size] of (said ?? "").matchAll(/^([0-9a-f]+) blob (\d+)$/gm)) {
      const bytes = Number(size);
      if (bytes > maxFileBytes || all + bytes > maxBytes) large.push(id);
      else all += bytes;
    }
  }
  return large;
}

/** Returns the requested files that are in this clone, in any order. Files that git fails to read are left out. */
export async function blobsHere(
  git: Git,
  ids: readonly string[],
): Promise<readonly (readonly [string, Uint8Array])[]> {
  const found: (readonly [string, Uint8Array])[] = [];
  let halvings = 0;
  const read = async (some: readonly string[]): Promise<void> => {
    try {
      const batch = await git.bytes(["cat-file", "--batch"], `${some.join("\n")}\n`);
      for (const [at, content] of blobsIn(batch, some.length).entries()) {
        const id = some[at];
        if (content && id !== undefined) found.push([id, content]);
      }
    } catch (error) {
      if (error instanceof GitUnavailable) throw error;
      halvings += 1;
      if (some.length === 1 || halvings > maxHalvings) return;
      await read(some.slice(0, some.length / 2));
      await read(some.slice(some.length / 2));
    }
  };
  const unique = [...new Set(ids)];
  for (let at = 0; at < unique.length; at += maxIds) await read(unique.slice(at, at + maxIds));
  return found;
}
