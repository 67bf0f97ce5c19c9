/** All files of the project's folder as of a commit, for programs that must not see the files of a pull request. */

import { openGit } from "./git.ts";
import { blobsIn, listedIn } from "./objects.ts";
import { listingOf } from "./revision.ts";
import type { WorkTree } from "./work-tree.ts";

/** A file as of a commit. */
export interface StoredFile {
  /** The file's path, relative to the project's folder. */
  readonly path: string;
  /** The type of the file. The content of a link is its destination. */
  readonly is: "file" | "program" | "link";
  readonly content: Uint8Array;
}

/** The commit to read, and the folders to leave out. */
export interface StoredFolder {
  readonly workTree: WorkTree;
  readonly commit: string;
  /** Folders in the project's folder, without leading and trailing slashes. */
  readonly without: readonly string[];
}

const maxFiles = 5_000;
const maxBytes = 64 * 1024 * 1024;
const kinds: Readonly<Record<string, StoredFile["is"]>> = {
  "100644": "file",
  "100755": "program",
  "120000": "link",
};

/**
 * Returns the files; none if there are more than 5,000 files or 64 MB; undefined if git fails. Submodules are left out.
 */
export async function storedFiles(of: StoredFolder): Promise<readonly StoredFile[] | undefined> {
  const { workTree, commit, without } = of;
  const git = openGit(workTree);
  const tree = `${commit}:${workTree.prefix}`;
  const listing = await listingOf(git, tree);
  if (listing === "flood") return [];
  if (listing === undefined) return undefined;
  const entries = listedIn(listing).filter(
    ({ mode, path }) => kinds[mode] && !without.some((folder) => path.startsWith(`${folder}/`)),
  );
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (entries.length === 0 || entries.length > maxFiles || bytes > maxBytes) return [];
  const ids = `${entries.map(({ id }) => id).join("\n")}\n`;
  const batch = await git.bytes(["cat-file", "--batch"], ids).catch(() => undefined);
  const blobs = batch ? blobsIn(batch, entries.length) : [];
  const files = entries.flatMap(({ path, mode }, index): readonly StoredFile[] => {
    const [is, content] = [kinds[mode], blobs[index]];
    return is && content ? [{ path, is, content }] : [];
  });
  return files.length === entries.length ? files : undefined;
}
