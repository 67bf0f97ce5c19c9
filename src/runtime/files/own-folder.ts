/** The folder `.trueup/` with its `.gitignore`. It contains both files of runs and files of the repository. */

import { lstat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readText, writeWhole } from "./files.ts";
import { makeFolder } from "./folders.ts";

/** Git must ignore journals and locks. Workflows and the files that they install belong to the repository. */
const ignored =
  "# Files that `trueup apply` needs while it runs. Everything else belongs in the repository.\n" +
  "/*.journal\n/*.journal.next\n/*.lock\n/*.lock.*\n/.gitignore\n";

/** The content that earlier versions wrote. It ignores everything, even workflows. */
const ignoredBefore = "*\n";

/**
 * Creates `.trueup/` in a folder, with its `.gitignore`. Rejects with the system's error, and if `.trueup` is a link.
 */
export async function makeOwnFolder(folder: string): Promise<void> {
  const path = join(folder, ".trueup");
  await makeFolder(path);
  if (!(await lstat(path)).isDirectory()) throw new Error(`${path} is not a folder`);
  await writeFile(join(path, ".gitignore"), ignored, { flag: "wx" }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  await mendIgnored(folder);
}

/**
 * Updates a `.gitignore` that an earlier version wrote into `.trueup/`. Leaves links, and files that people have
 * changed, as they are. Rejects with the system's error.
 */
export async function mendIgnored(folder: string): Promise<void> {
  const own = join(folder, ".trueup");
  const path = join(own, ".gitignore");
  const found = await Promise.all([own, path].map((each) => lstat(each).catch(() => undefined)));
  if (!found[0]?.isDirectory() || !found[1]?.isFile()) return;
  const read = await readText(path, path);
  if ("file" in read && read.file.text === ignoredBefore) await writeWhole(path, ignored);
}
