/** Writes several files of a project, all or none: writes a draft beside each file, then renames the drafts. */

import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SourceText } from "../../model/source.ts";
import { writeWhole } from "./files.ts";
import { makeFolder } from "./folders.ts";

/**
 * Replaces files below `root`. If one cannot be written, restores the others, removes the drafts and rejects. After a
 * crash, every file is complete, but some may still have their old content.
 */
export async function replaceAll(root: string, files: readonly SourceText[]): Promise<void> {
  const drafts: { readonly draft: string; readonly path: string }[] = [];
  const done: { readonly path: string; readonly before: Uint8Array | undefined }[] = [];
  try {
    for (const file of files) {
      const path = join(root, file.path);
      const draft = join(dirname(path), `.${randomUUID()}.draft`);
      drafts.push({ draft, path });
      await makeFolder(dirname(path));
      await writeDraft(draft, file.text);
    }
    for (const { draft, path } of drafts) {
      const before = await bytesOf(path);
      await rename(draft, path);
      done.push({ path, before });
    }
  } catch (error) {
    await Promise.all(drafts.map(({ draft }) => rm(draft, { force: true })));
    for (const { path, before } of done)
      await (before === undefined ? rm(path, { force: true }) : writeWhole(path, before));
    throw error;
  }
}

async function writeDraft(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx");
  await file.writeFile(text, "utf8");
  await file.sync();
}

async function bytesOf(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path, { flag: constants.O_RDONLY | constants.O_NOFOLLOW });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Returns in words what prevents writing to a path: a link, or something other than a folder or file. Undefined:
 * nothing does. Links are never written through.
 */
export async function inTheWay(root: string, path: string): Promise<string | undefined> {
  const parts = path.split("/");
  for (const count of parts.keys()) {
    const here = parts.slice(0, count + 1).join("/");
    const found = await lstat(join(root, here)).catch(() => undefined);
    if (found === undefined) return undefined;
    if (found.isSymbolicLink()) return `${here} is a link`;
    const isLast = count === parts.length - 1;
    if (!isLast && !found.isDirectory()) return `${here} is not a folder`;
    if (isLast && !found.isFile()) return `${here} is not a plain file`;
  }
  return undefined;
}
