/** Reads the files of a revision. Touches neither the work tree nor the index. */

import { type Problem, problem } from "../model/problem.ts";
import type { SourceText } from "../model/source.ts";
import { answer, type Git, GitUnavailable, openGit } from "./git.ts";
import { entriesOf, isData, readable, type TreeEntry, textsOf, type WantedFiles } from "./objects.ts";
import type { WorkTree } from "./work-tree.ts";

/** The files to read. */
export interface RevisionRequest {
  readonly workTree: WorkTree;
  /** Any name of a commit that git understands: a branch, a tag, `HEAD~1`, an object id. */
  readonly revision: string;
  /** The folder to read, relative to the project's folder. */
  readonly folder: string;
  /** Selects files by their paths relative to the folder. Absent: the files of desired state. */
  readonly wanted?: WantedFiles | undefined;
}

/** The files, or the first problem. */
export type RevisionTexts =
  | {
      readonly files: readonly SourceText[];
      /** The commit to which the revision resolves. */
      readonly commit: string;
    }
  | { readonly problem: Problem };

/**
 * Returns all `*.yaml`, `*.yml` and data files (`*.csv`, `*.json`) of a folder at a revision, in path order, with paths
 * relative to the project's folder. Names that begin with a dot are skipped, as on disk. A link, a file over 8 MB or a
 * file that is not UTF-8 is a problem. For a data file, it is a problem only if the file is used. Never throws for user
 * errors.
 *
 * Takes three processes for any number of files: one resolves the revision and the folder, one lists object ids, and
 * one reads the stored bytes. Unlike `git archive` or a checkout, this applies no filter, line-ending conversion or
 * export attribute.
 */
export async function textsAt(input: RevisionRequest): Promise<RevisionTexts> {
  const { workTree, revision } = input;
  const folder = input.folder.replace(/^(?:\.\/)+|\/+$/g, "").replace(/^\.$/, "");
  const git = openGit(workTree);
  const at = await placeOf(git, revision);
  if (at === undefined) return { problem: noRevision(revision) };
  if (at === "nowhere") return { problem: noRepository(workTree.top) };
  const { commit } = at;
  const path = `${at.prefix}${workTree.prefix}${folder}`;
  const listing = await listingOf(git, `${commit}:${path}`);
  if (listing === "flood") return { problem: treeTooLarge(revision, folder, tooMany) };
  if (listing === undefined) return { problem: noFolder(revision, folder) };
  const listed = entriesOf(listing, folder, input.wanted);
  const bad = listed.find((entry) => !isPlain(entry) && !isData(entry.path));
  if (bad) return { problem: notPlain(revision, bad) };
  const entries = listed.filter(isPlain);
  if (entries.length === 0) return { files: [], commit };
  const asked = readable(entries, input.wanted?.maxBytes);
  const bytes = asked.reduce((sum, each) => sum + each.bytes, 0);
  const mostMegabytes = input.wanted ? 256 : 48;
  if (entries.length > maxFiles) return { problem: treeTooLarge(revision, folder, tooMany) };
  if (bytes > mostMegabytes * megabyte)
    return { problem: treeTooLarge(revision, folder, `${mostMegabytes} MB`) };
  const ids = asked.map(({ id }) => `${id}\n`).join("");
  const batch = ids === "" ? noBatch : await git.bytes(["cat-file", "--batch"], ids).catch(() => undefined);
  if (!batch) return { problem: noObjects(revision) };
  const texts = textsOf(batch, { entries, revision, maxBytes: input.wanted?.maxBytes });
  return "problem" in texts ? texts : { ...texts, commit };
}

/**
 * The maximum number of files, as on disk. The limit for bytes is also the same. YANG modules are larger files, so
 * their limit for bytes is higher.
 */
const maxFiles = 20_000;
/** The input for git if no object is wanted. Git needs some input, because it waits for it. */
const noBatch = Buffer.alloc(0);
const tooMany = "20,000 files";
const megabyte = 1024 * 1024;

/**
 * Returns a list of all files below a folder, with sizes; undefined if git fails. `flood`: the list exceeds its limit.
 */
export async function listingOf(git: Git, tree: string): Promise<string | "flood" | undefined> {
  try {
    return await answer(git, ["ls-tree", "-r", "-z", "-l", "--full-tree", tree]);
  } catch (error) {
    if (error instanceof GitUnavailable && error.flood) return "flood";
    throw error;
  }
}

/**
 * Returns the commit of a revision, and the path from git's own top to the top of the work tree, which is usually
 * empty. `nowhere`: there is no repository. Undefined: the revision does not exist.
 */
async function placeOf(
  git: Git,
  revision: string,
): Promise<{ readonly commit: string; readonly prefix: string } | "nowhere" | undefined> {
  const asked = ["--show-prefix", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const said = await answer(git, ["rev-parse", ...asked]);
  if (said === undefined)
    return (await answer(git, ["rev-parse", "--git-dir"])) === undefined ? "nowhere" : undefined;
  // The name of a folder may contain a line break, so the commit id is taken from the last line.
  const [, prefix, commit] = /^(.*)\n([0-9a-f]+)\n$/s.exec(said) ?? [];
  return commit === undefined ? undefined : { commit, prefix: prefix ?? "" };
}

function isPlain({ mode }: TreeEntry): boolean {
  return mode === "100644" || mode === "100755";
}

/** The problem if a revision is requested in a folder without Git. */
export function noRepository(repository: string): Problem {
  return problem("no-repository", `${repository} is not in a Git work tree that can be read.`, {
    hint: "Run `git status` in that folder to see why. Without Git, name a folder as the base instead of a revision.",
  });
}

function noRevision(revision: string): Problem {
  return problem("unknown-revision", `there is no commit \`${revision}\` in this repository.`, {
    hint: "Check the name. In a shallow clone, fetch the commit first (in a workflow: fetch-depth: 0).",
  });
}

function noObjects(revision: string): Problem {
  return problem("unreadable-revision", `git could not read the files of revision ${revision}.`, {
    hint: "Run `git fsck`, or fetch the revision again.",
  });
}

function noFolder(revision: string, folder: string): Problem {
  return problem("missing-folder", `the folder ${folder} does not exist at revision ${revision}.`, {
    hint: "Name a revision that has this folder.",
  });
}

function treeTooLarge(revision: string, folder: string, most: string): Problem {
  return problem("tree-too-large", `${folder} at revision ${revision} holds more than ${most}.`, {
    hint: "Name a revision in which the folder is smaller, or move other files out of it.",
  });
}

function notPlain(revision: string, { path }: TreeEntry): Problem {
  return problem("not-a-file", `${path} at revision ${revision} is a link, not a file.`, {
    hint: "Put a copy of the file there instead of the link.",
  });
}
