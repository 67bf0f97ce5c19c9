/** Output for a CI runner: annotations, the job summary, and outputs of the step. */

import { appendFile } from "node:fs/promises";
import { checkoutFolder, filesUrl } from "../code-host/ci-variables.ts";
import type { Finding } from "../report/findings/findings.ts";
import { githubAnnotations } from "../report/formats/annotations.ts";
import type { AnnotationHost } from "../report/formats/registry.ts";
import { type LineLink, lineLink } from "../report/text/line-link.ts";
import { pathInside } from "../runtime/files/project-file.ts";
import type { Cli } from "./cli.ts";

/**
 * The path of the project's folder, relative to the repository's root, with a trailing slash. Empty if the project is
 * at the root, or if the root is unknown.
 */
export function folderSeen({ env }: Cli, folder: string): string {
  const root = checkoutFolder(env);
  if (root === undefined) return "";
  const path = pathInside(root, folder);
  return path === undefined ? "" : `${path}/`;
}

/** Prints annotations if they were requested. They go to standard error, which the runner reads too. */
export function annotate(
  cli: Cli,
  findings: readonly Finding[],
  on: { readonly annotations?: AnnotationHost | undefined; readonly folder: string },
): void {
  if (on.annotations === "github") cli.command(githubAnnotations(findings, on.folder));
}

/** Appends to the files for the job summary and for the step's outputs, if the runner provides them. */
export async function conclude(
  { env }: Cli,
  { summary, outputs }: { readonly summary: () => string | Promise<string>; readonly outputs: string },
): Promise<void> {
  const { GITHUB_STEP_SUMMARY: page, GITHUB_OUTPUT: values } = env;
  if (page) await appendFile(page, await summary());
  if (values) await appendFile(values, outputs);
}

/**
 * Returns the link to a line of a project file; undefined if the environment variables do not show the host. `folder`
 * is the project's path, relative to the repository's root.
 */
export function linkOf(
  { env }: Pick<Cli, "env">,
  { folder, commit }: { readonly folder: string; readonly commit?: string | undefined },
): LineLink | undefined {
  const url = filesUrl(env, commit);
  return url === undefined ? undefined : lineLink({ url, folder });
}
