/** The repository of a new project: its top folder, its branch, and the host of its remote. */

import { answer, type Git, openGit } from "../../git/git.ts";
import { findRepository } from "../../git/repository.ts";
import type { Problem } from "../../model/problem.ts";
import { workTreeOf } from "../../project/work-tree.ts";

/** The hosts for which workflows are written. For other hosts, only the files that install trueup are written. */
export type WorkflowHost = "github" | "gitlab" | "other";

/** A repository to which workflows can be written. */
export interface InitRepository {
  readonly top: string;
  /** The path from the top to the project, with a trailing slash; empty at the top. */
  readonly prefix: string;
  /** The host of the remote; undefined if there is no remote. */
  readonly remoteHost: string | undefined;
  /** The branch that pull requests merge into. */
  readonly branch: string;
  /**
   * The first of these paths that git ignores, and the pattern that ignores it; undefined if git ignores none of them.
   */
  readonly ignored: (paths: readonly string[]) => Promise<IgnoredPath | undefined>;
}

/** A path that git ignores, and the ignoring pattern: its file, relative to the top, and its line there. */
export interface IgnoredPath {
  readonly path: string;
  readonly pattern: string;
  readonly file: string;
  readonly line: number;
}

/** The repository around a folder; undefined if there is none. */
export async function repositoryAround(
  folder: string,
): Promise<InitRepository | { readonly problem: Problem } | undefined> {
  const place = await workTreeOf(folder);
  if (!place) return undefined;
  const found = await findRepository(place, undefined);
  if ("problem" in found) return found;
  const git = openGit(place);
  const { remote } = found.repository;
  return {
    top: place.top,
    prefix: place.prefix,
    remoteHost: remote === undefined ? undefined : await hostOfRemote(git, remote),
    branch: await branchOf(git),
    ignored: async (paths) => {
      // Runs git without `openGit`, which makes all paths literal: `check-ignore` does not support that.
      const args = ["check-ignore", "--no-index", "--verbose", "-z", "--stdin"];
      const input = paths.map((path) => `${path}\0`).join("");
      const end = await place.run({
        args,
        cwd: place.top,
        env: place.environment,
        input,
        mostBytes: mostAnswered,
      });
      return end.is === "ended" && end.status === 0 ? firstIgnored(end.out) : undefined;
    },
  };
}

/** The maximum size of git's output, in bytes. */
const mostAnswered = 16 * 1024 * 1024;

/**
 * The first ignored path in git's output, which has file, line, pattern and path for each path that a pattern matches.
 * Undefined if there is none.
 */
function firstIgnored(out: Uint8Array): IgnoredPath | undefined {
  const words = Buffer.from(out).toString("utf8").split("\0");
  for (let at = 0; at + 4 <= words.length; at += 4) {
    const [file = "", line = "", pattern = "", path = ""] = words.slice(at, at + 4);
    // A pattern that begins with `!` means that its path is not ignored.
    if (!pattern.startsWith("!")) return { path, pattern, file, line: Number(line) };
  }
  return undefined;
}

/**
 * The host of a remote, from its URL as written, or from the URL to which git resolves the written one. In either URL,
 * the host may be an alias that the user has defined.
 */
async function hostOfRemote(git: Git, remote: string): Promise<string> {
  const written = await answer(git, ["config", "--get", `remote.${remote}.url`]);
  const meant = await answer(git, ["remote", "get-url", remote]);
  const hosts = [written, meant].map((url) => hostIn((url ?? "").trim()));
  return hosts.find((host) => workflowHostOf(host)) ?? hosts.find((host) => host !== "") ?? "";
}

async function branchOf(git: Git): Promise<string> {
  const remote = await answer(git, ["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"]);
  if (remote?.trim()) return remote.trim().replace(/^origin\//, "");
  const own = (await answer(git, ["symbolic-ref", "--quiet", "--short", "HEAD"]))?.trim();
  return own === "master" || own === "trunk" ? own : "main";
}

/** The host in a URL, such as `github.com` in `git@github.com:acme/network.git`; empty for a path. */
function hostIn(url: string): string {
  const [, short] = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)/.exec(url) ?? [];
  return (URL.parse(url)?.hostname || short) ?? "";
}

/** The workflow format of a remote, by the name of its host; undefined if the name does not show it. */
export function workflowHostOf(remoteHost: string): WorkflowHost | undefined {
  if (/(?:^|[.-])github(?:[.-]|$)/i.test(remoteHost)) return "github";
  return /(?:^|[.-])gitlab(?:[.-]|$)/i.test(remoteHost) ? "gitlab" : undefined;
}
