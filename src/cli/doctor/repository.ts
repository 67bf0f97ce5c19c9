/** Checks the repository of a project: its remote, and whether the refs of an apply can be read and written. */

import { openGit } from "../../git/git.ts";
import { memoryRef } from "../../git/record.ts";
import { type Repository, saidBy } from "../../git/repository.ts";
import type { Project } from "../../model/project.ts";
import { repositoryOf } from "../../project/work-tree.ts";
import type { CheckupLine } from "../../report/checkup.ts";
import { repositoryAround, workflowHostOf } from "../init/remote.ts";

const area = "repository";

/** The lines about the repository. Changes nothing: every push has `--dry-run`. */
export async function repositoryLines({
  folder,
  git,
  environment,
}: Project): Promise<readonly CheckupLine[]> {
  const found = await repositoryOf(folder, git?.remote, git?.timeoutSeconds);
  if (!found) return [noRepository];
  if ("problem" in found)
    return [{ area, about: "git", state: "failed", says: found.problem.message, hint: found.problem.hint }];
  const { repository } = found;
  if (repository.remote === undefined) return [noRemote];
  const prefix = `${git?.refs ?? "refs/trueup"}/${environment}`;
  return [...(await namespaceLines(folder, prefix)), ...(await remoteLines(repository, prefix))];
}

const noRepository: CheckupLine = {
  area,
  about: "git",
  state: "warning",
  says: "this is not a Git repository: trueup can neither record applies nor prevent two runs at once",
  hint: "Run git init, and make a commit.",
};

const noRemote: CheckupLine = {
  area,
  about: "remote",
  state: "warning",
  says: "there is no remote: the record of the last apply and the lock stay in this clone",
  hint: "Run git remote add origin URL. If this is intended, set `git: { remote: false }` in trueup.yaml.",
};

/** The lines for a code host that accepts only branches and tags. */
async function namespaceLines(folder: string, prefix: string): Promise<readonly CheckupLine[]> {
  const around = await repositoryAround(folder);
  const host = around && "remoteHost" in around ? workflowHostOf(around.remoteHost ?? "") : undefined;
  if (host !== "gitlab" || /^refs\/(?:tags|heads)\//.test(prefix)) return [];
  const says = `GitLab accepts only branches and tags, and not ${prefix}`;
  const hint = "Set `git: { refs: refs/tags/trueup }` in trueup.yaml.";
  return [{ area, about: "refs", state: "failed", says, hint }];
}

async function remoteLines(repository: Repository, prefix: string): Promise<readonly CheckupLine[]> {
  const { remote = "", head } = repository;
  const git = openGit(repository);
  const begun = performance.now();
  const listed = await git.text(["ls-remote", remote, `${prefix}/*`]).catch((error: unknown) => ({ error }));
  if (typeof listed !== "string") {
    const hint = "Check the network and the credential that git uses: `git ls-remote` must work.";
    const says = `git cannot reach ${remote}: ${saidBy(listed.error)}`;
    return [{ area, about: "remote", state: "failed", says, hint }];
  }
  const ms = Math.round(performance.now() - begun);
  const names = listed.split("\n").map((line) => line.split("\t")[1] ?? "");
  const applied = names.includes(`${prefix}/applied`)
    ? `${prefix}/applied exists`
    : "nothing was applied yet";
  return [
    { area, about: "remote", state: "ok", says: `${remote} answers in ${ms} ms; ${applied}` },
    head === undefined ? nothingCommitted : await pushLine(repository, prefix),
    ...(names.includes(`${prefix}/lock`) ? [locked] : []),
  ];
}

const nothingCommitted: CheckupLine = {
  area,
  about: "push",
  state: "untried",
  says: "cannot check whether refs may be written: there is no commit yet",
};

const locked: CheckupLine = {
  area,
  about: "lock",
  state: "warning",
  says: "a run holds the lock, or did not release it",
  hint: "Wait while the run is active. If it has ended without releasing the lock, run trueup unlock.",
};

async function pushLine(repository: Repository, prefix: string): Promise<CheckupLine> {
  const { remote = "" } = repository;
  const name = `${prefix}/doctor`;
  const command = ["push", "--dry-run", "--quiet", "--no-verify", "--no-signed", remote];
  const both = [`HEAD:${name}`, `+HEAD:${memoryRef(prefix)}`];
  const line = { area, about: "push" } as const;
  try {
    await openGit(repository).text([...command, ...both]);
    return {
      ...line,
      state: "ok",
      says: `refs below ${prefix} may be written, according to a dry run of a push`,
    };
  } catch (error) {
    const says = `${remote} refuses writes to refs below ${prefix}: ${saidBy(error)}`;
    const hint =
      "Give the token `contents: write` (GitHub) or `write_repository` (GitLab). An apply needs it, plans do not.";
    return { ...line, state: "failed", says, hint };
  }
}
