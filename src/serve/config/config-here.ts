/** The project of a folder as what a server follows: for whoever starts one without a file, on loopback alone. */

import { answer, openGit } from "../../git/git.ts";
import { findRepository } from "../../git/repository.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { commandIn } from "../../model/secret.ts";
import { readProject } from "../../project/read.ts";
import { workTreeOf } from "../../project/work-tree.ts";
import type { ProjectChoice } from "../../runtime/files/project-file.ts";
import { hostText } from "./listen-address.ts";
import { defaultLimits, type ServeConfig } from "./serve-config.ts";

/** Where somebody starts it. */
export interface ServePlace {
  readonly cwd: string;
  readonly project: ProjectChoice | undefined;
  readonly listen: { readonly host: string; readonly port: number };
  /** The folder that servers keep their own in, by the top of the work tree. */
  readonly dataFor: (top: string) => string;
}

/**
 * The project's repository at its remote, or the work tree where it has none; the branch that is checked out. The
 * secrets that the project names now are those that it may open: what is merged later can name no others.
 */
export async function configHere(
  place: ServePlace,
): Promise<{ readonly config: ServeConfig } | { readonly problems: readonly Problem[] }> {
  const { read, problems, folder } = await readProject(place.cwd, place.project);
  if (!read || folder === undefined) return { problems };
  const workTree = await workTreeOf(folder);
  if (!workTree) return { problems: [noRepository(folder)] };
  const found = await findRepository(workTree, undefined);
  if ("problem" in found) return { problems: [found.problem] };
  const git = openGit(workTree);
  const line = async (...command: string[]) => (await answer(git, command))?.trim() ?? "";
  const branch = await line("symbolic-ref", "--quiet", "--short", "HEAD");
  if (branch === "") return { problems: [noBranch(workTree.top)] };
  const { top, prefix } = workTree;
  const remote = await line("remote", "get-url", "origin");
  const named = [
    ...read.credentials,
    ...read.loaded.references,
    ...(read.fingerprintKey ? [read.fingerprintKey] : []),
  ];
  const references = [...new Set(named.map(({ reference }) => reference))];
  const project = {
    file: `${prefix}${read.fileName}`,
    secrets: references.filter((reference) => !commandIn(reference)),
    command: references.some((reference) => commandIn(reference)),
  };
  const url = remote === "" ? top : absolute(remote, top);
  const name =
    (/([^/:]+?)(?:\.git)?\/*$/.exec(url)?.[1] ?? "").replace(/^[^A-Za-z0-9]+|[^\w.-]+/g, "") || "project";
  return {
    config: {
      folder,
      data: place.dataFor(top),
      repositories: [{ name, url, fetchMs: 60_000, branches: [{ name: branch, projects: [project] }] }],
      listen: place.listen,
      access: {
        publicUrl: `http://${hostText(place.listen)}`,
        behind: [],
        tokens: [],
        roles: new Map(),
        sessions: { lifetimeMs: 8 * 3_600_000, keys: [] },
      },
      limits: defaultLimits,
    },
  };
}

/** A remote that is a path is one from the top of the work tree. */
function absolute(remote: string, top: string): string {
  return /^\.{1,2}(?:\/|$)/.test(remote) ? `${top}/${remote}` : remote;
}

function noRepository(folder: string): Problem {
  return problem("serve-no-repository", `${folder} is in no Git repository, and a server follows one.`, {
    hint: "Begin with `git init` and a commit, or name what is followed in serve.yaml: see docs/serve.md.",
  });
}

function noBranch(top: string): Problem {
  return problem("serve-no-branch", `${top} has no branch checked out, and a server follows one.`, {
    hint: "Check a branch out: git switch main.",
  });
}
