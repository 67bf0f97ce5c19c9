/**
 * Configures a server that is started without a configuration file: it serves the project in a folder, on loopback
 * only.
 */

import { answer, openGit } from "../../git/git.ts";
import { findRepository } from "../../git/repository.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { commandIn } from "../../model/secret.ts";
import { readProject } from "../../project/read.ts";
import { workTreeOf } from "../../project/work-tree.ts";
import type { ProjectChoice } from "../../runtime/files/project-file.ts";
import { hostText } from "./listen-address.ts";
import { defaultLimits, type ServeConfig } from "./serve-config.ts";

/** The folder in which the server is started. */
export interface ServePlace {
  readonly cwd: string;
  readonly project: ProjectChoice | undefined;
  readonly listen: { readonly host: string; readonly port: number };
  /** The data folder of a server, given the top of the work tree. */
  readonly dataFor: (top: string) => string;
}

/**
 * Follows the project's remote, or its work tree if it has no remote, on the checked-out branch. The project may
 * open only the secrets that it names now: later merges cannot add any.
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

/** Resolves a remote whose path is relative to the top of the work tree. */
function absolute(remote: string, top: string): string {
  return /^\.{1,2}(?:\/|$)/.test(remote) ? `${top}/${remote}` : remote;
}

function noRepository(folder: string): Problem {
  return problem("serve-no-repository", `${folder} is not in a Git repository, which a server needs.`, {
    hint: "Run `git init` and commit, or name repositories in serve.yaml: see docs/serve.md.",
  });
}

function noBranch(top: string): Problem {
  return problem("serve-no-branch", `${top} has no branch checked out, which a server needs.`, {
    hint: "Check out a branch: git switch main.",
  });
}
