/** Output for a CI runner: annotations, the job summary, and outputs of the step. */

import { appendFile } from "node:fs/promises";
import type { Finding } from "../report/findings/findings.ts";
import { githubAnnotations } from "../report/formats/annotations.ts";
import type { AnnotationHost } from "../report/formats/registry.ts";
import { type LineLink, lineLink } from "../report/text/line-link.ts";
import { pathInside } from "../runtime/files/project-file.ts";
import type { Cli } from "./cli.ts";

/**
 * The project's folder as the root of the repository sees it, when the runner says where that is: empty, or with a
 * slash at its end.
 */
export function folderSeen({ env }: Cli, folder: string): string {
  const root = env.GITHUB_WORKSPACE || env.CI_PROJECT_DIR;
  if (!root) return "";
  const path = pathInside(root, folder);
  return path === undefined ? "" : `${path}/`;
}

/** Prints annotations where they were asked for; on standard error, which the runner reads too. */
export function annotate(
  cli: Cli,
  findings: readonly Finding[],
  on: { readonly annotations?: AnnotationHost | undefined; readonly folder: string },
): void {
  if (on.annotations === "github") cli.command(githubAnnotations(findings, on.folder));
}

/** Adds to the job summary and to the outputs of the step, where the runner has such files; else renders nothing. */
export async function conclude(
  { env }: Cli,
  { summary, outputs }: { readonly summary: () => string | Promise<string>; readonly outputs: string },
): Promise<void> {
  const { GITHUB_STEP_SUMMARY: page, GITHUB_OUTPUT: values } = env;
  if (page) await appendFile(page, await summary());
  if (values) await appendFile(values, outputs);
}

/** Where the run can be looked at, by the variables of GitHub and GitLab; undefined elsewhere. */
export function runUrl(env: Cli["env"]): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env;
  const github = server && repository && id ? `${server}/${repository}/actions/runs/${id}` : undefined;
  const url = URL.parse(github ?? env.CI_JOB_URL ?? "");
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : undefined;
}

/**
 * Where lines of the repository's files can be looked at, by the variables of GitHub and GitLab; undefined elsewhere.
 * `folder`: the project's, as the root of the repository sees it. `commit`: without it the one that the runner names.
 */
export function linkOf(
  { env }: Pick<Cli, "env">,
  {
    folder,
    commit = env.GITHUB_SHA || env.CI_COMMIT_SHA,
  }: { readonly folder: string; readonly commit?: string | undefined },
): LineLink | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, CI_PROJECT_URL: project } = env;
  const github = server && repository ? `${server}/${repository}/blob` : undefined;
  const files = github ?? (project ? `${project}/-/blob` : undefined);
  const url = URL.parse(files ?? "");
  if (!url || !/^https?:$/.test(url.protocol) || !/^[0-9a-f]{40,64}$/.test(commit ?? "")) return undefined;
  return lineLink({ url: `${url.origin}${url.pathname}/${commit}/`, folder });
}
