/** Settings that a pull request may not decide for itself: they come from a trusted revision and its `trueup.yaml`. */

import { commitAt, fileAt } from "../git/file.ts";
import { foreignRepository } from "../git/provenance.ts";
import type { WorkTree } from "../git/work-tree.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { ProjectFile } from "../runtime/files/project-file.ts";
import { workTreeOf } from "./work-tree.ts";

/** The project file to use, and warnings about the project file in the pull request. */
export interface TrustedConfig {
  readonly found?: ProjectFile;
  readonly problems: readonly Problem[];
}

/** A revision that a pull request cannot change, as named by --config-from. */
export interface TrustedRevision {
  readonly workTree: WorkTree;
  /** The revision's name, as the user gave it. */
  readonly name: string;
  readonly commit: string;
}

/** Returns the revision, or why it cannot be trusted to judge the checked-out pull request. */
export async function trustedRevision(
  folder: string,
  name: string,
): Promise<{ readonly trusted: TrustedRevision } | { readonly problem: Problem }> {
  const workTree = await workTreeOf(folder);
  if (!workTree) return { problem: missing.repository(name) };
  const foreign = await foreignRepository(workTree);
  if (foreign) return { problem: foreign };
  const found = await commitAt({ workTree, revision: name });
  if ("missing" in found) return { problem: missing[found.missing](name) };
  return { trusted: { workTree, name, commit: found.commit } };
}

/** Returns the project file of the revision. If the project file in the pull request differs, a warning is added. */
export async function configFrom(trusted: TrustedRevision, proposed: ProjectFile): Promise<TrustedConfig> {
  const { file, name } = proposed;
  const text = await fileAt({ ...trusted, path: trusted.workTree.prefix + name });
  if (text === undefined) return { problems: [noFile(trusted.name, name)] };
  const found = { ...proposed, file: { path: file.path, text } };
  return { found, problems: text === file.text ? [] : [configDiffers(trusted.name, name)] };
}

const missing: Readonly<Record<"repository" | "revision" | "ambiguous", (revision: string) => Problem>> = {
  repository: () =>
    problem("no-repository", "--config-from needs a Git work tree that can be read.", {
      hint: "Run `git status` in the project's folder to see why Git cannot read it.",
    }),
  revision: (revision) =>
    problem("unknown-revision", `there is no commit \`${revision}\` in this repository.`, {
      hint: "Check the name. In a shallow clone, fetch the commit first (in a workflow: fetch-depth: 0).",
    }),
  ambiguous: (revision) =>
    problem("ambiguous-revision", `\`${revision}\` is ambiguous: more than one ref has this name.`, {
      hint: "Write the whole name, such as refs/heads/main or refs/remotes/origin/main.",
    }),
};

function noFile(revision: string, path: string): Problem {
  return problem("no-project", `revision ${revision} has no file ${path}, which --config-from needs.`, {
    hint:
      "Name the target branch of the pull request. If the pull request adds an environment, the environment " +
      "is planned only after the merge.",
  });
}

function configDiffers(revision: string, path: string): Problem {
  const used = `this plan uses the file of ${revision}`;
  const rest = `${used}: targets, hosts, credentials and guards of the pull request have no effect`;
  return {
    ...problem("config-differs", `the pull request changes ${path}, but ${rest} before the merge.`, {
      at: { file: path, line: 1, column: 1 },
      hint: "Review that change separately: it determines where credentials are sent.",
    }),
    severity: "warning",
  };
}
