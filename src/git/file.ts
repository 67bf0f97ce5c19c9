/** Reads one file as it is in a revision, and finds where a branch left another. */

import { openGit } from "./git.ts";

/** Which file, and where. */
export interface FileAt {
  /** The project's folder: a work tree or a folder inside one. */
  readonly repository: string;
  /** Whatever git takes for a commit. */
  readonly revision: string;
  /** Relative to the project's folder, with forward slashes. */
  readonly path: string;
  /** All that git gets to know of the environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What came of it: the text, or why there is none. A link is no file. */
export type FileText = { readonly text: string } | { readonly missing: "repository" | "revision" | "file" };

/** The file's text. Never throws for what a user may get wrong. */
export async function fileAt({ repository, revision, path, environment }: FileAt): Promise<FileText> {
  const git = await openGit({ folder: repository, environment });
  const answer = (...command: string[]) => git.raw(command).catch(() => undefined);
  const prefix = await answer("rev-parse", "--show-prefix");
  if (prefix === undefined) return { missing: "repository" };
  const name = `${revision}^{commit}`;
  const commit = await answer("rev-parse", "--verify", "--quiet", "--end-of-options", name);
  if (!commit) return { missing: "revision" };
  const tree = await answer("ls-tree", "--full-tree", commit.trim(), "--", prefix.trimEnd() + path);
  const [, id] = /^100\d{3} blob ([0-9a-f]+)\t/.exec(tree ?? "") ?? [];
  const text = id === undefined ? undefined : await answer("cat-file", "blob", id);
  return text === undefined ? { missing: "file" } : { text };
}

/**
 * The commit in which what is checked out and a branch were last the same; undefined when git can't tell: in no
 * repository, without such a branch, or in a clone that is too shallow.
 */
export async function mergeBase(of: Omit<FileAt, "path">): Promise<string | undefined> {
  const git = await openGit({ folder: of.repository, environment: of.environment });
  const found = await git.raw(["merge-base", "--", of.revision, "HEAD"]).catch(() => undefined);
  return found?.trim() || undefined;
}
