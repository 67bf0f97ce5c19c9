/**
 * Requires that a server's own file and folder are outside the repositories that it follows: a merge must not
 * decide who may do what.
 */

import { answer, openGit } from "../../git/git.ts";
import { findRepository } from "../../git/repository.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { workTreeOf } from "../../project/work-tree.ts";
import type { ServeConfig } from "./serve-config.ts";

/** Why the file in `folder`, or the data folder, is refused; undefined if both are outside. */
export async function insideFollowed(
  file: string,
  { folder, data, repositories }: Pick<ServeConfig, "folder" | "data" | "repositories">,
): Promise<Problem | undefined> {
  const urls = repositories.map(({ url }) => plainUrl(url));
  const places = [
    [file, folder, "file"],
    [data, data, "folder"],
  ] as const;
  for (const [path, at, what] of places) {
    const names = await namesAround(at);
    if ("problem" in names) return names.problem;
    if (!names.some((name) => urls.includes(name))) continue;
    const message = `${path} is in a work tree of a repository that the server follows.`;
    const hint =
      what === "file"
        ? "Move it elsewhere, such as /etc/trueup/serve.yaml: a merge must not change who may do what."
        : "Set `data` to a folder outside, such as /var/lib/trueup: it holds session keys and clones.";
    return problem("inside-repository", message, { hint });
  }
  return undefined;
}

/** Returns the folders and the remote URLs of the repositories that contain a folder. */
async function namesAround(folder: string): Promise<readonly string[] | { readonly problem: Problem }> {
  const place = await nearestWorkTree(folder);
  if (!place) return [];
  // If git is missing or fails, the names cannot be determined, which is a problem.
  const found = await findRepository(place, undefined);
  if ("problem" in found) return found;
  const said = await answer(openGit(place), ["config", "--get-regexp", "^remote\\..*\\.url$"]);
  const remotes = (said ?? "").split("\n").map((line) => line.slice(line.indexOf(" ") + 1));
  const outer = place.outer.map(({ top }) => top);
  return [place.top, ...outer, ...remotes.filter((url) => url !== "")].map(plainUrl);
}

/**
 * The work tree that contains a folder. If the folder does not exist yet, its nearest existing parent folder is used.
 */
async function nearestWorkTree(folder: string): ReturnType<typeof workTreeOf> {
  const found = await workTreeOf(folder);
  const above = folder.slice(0, folder.lastIndexOf("/"));
  return found ?? (above === "" ? undefined : nearestWorkTree(above));
}

/** Reduces all spellings of a URL to one form, such as `git.example.net/acme/network`. */
function plainUrl(url: string): string {
  const [, host = "", path = ""] = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.*)$/.exec(url) ?? [];
  const parsed = host === "" ? URL.parse(url) : undefined;
  const own = parsed ? `${parsed.hostname}${parsed.pathname}` : host === "" ? url : `${host}/${path}`;
  return own
    .toLowerCase()
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");
}
