/** The files of a repository that plan, apply and look for drift at its host. */

import { shippedText } from "../../runtime/files/shipped.ts";
import type { LockedPackage } from "./package-lock.ts";
import type { InitRepository, WorkflowHost } from "./remote.ts";

/** A file to write, from the top of the repository. */
export interface WorkflowFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Each workflow of GitHub. */
export const githubWorkflows = ["plan", "comment", "apply", "drift", "snapshot"] as const;

/** The path of a workflow, from the top of the repository. */
export function githubPath(name: (typeof githubWorkflows)[number]): string {
  return `.github/workflows/trueup-${name}.yml`;
}

/** What GitLab's own file says to take the jobs of `.trueup/gitlab.yml`. */
export const gitlabInclude = "include: [{ local: .trueup/gitlab.yml }]\n";

/** Whether the repository's own file for GitLab takes those jobs. */
export function includesGitlabJobs(text: string): boolean {
  return text.includes(".trueup/gitlab.yml");
}

/** The workflows of a host, as they come with this program. Rejects where they did not come along. */
export async function workflowFiles(
  host: WorkflowHost,
  { prefix, branch }: Pick<InitRepository, "prefix" | "branch">,
): Promise<readonly WorkflowFile[]> {
  const install = { path: ".trueup/install.sh", content: shipped("install.sh") };
  if (host === "other") return [install];
  if (host === "gitlab")
    return [
      { path: ".gitlab-ci.yml", content: gitlabInclude },
      { path: ".trueup/gitlab.yml", content: shipped("gitlab.yml") },
      install,
    ];
  const workflows = githubWorkflows.map(async (name) => {
    const text = shipped(`github/${name}.yml`);
    return { path: githubPath(name), content: forProject(text, { prefix, branch }) };
  });
  return [
    ...(await Promise.all(workflows)),
    { path: ".trueup/action.yml", content: shipped("action.yml") },
    install,
  ];
}

/** What a runner installs. */
export function lockFiles({ text, file }: LockedPackage): readonly WorkflowFile[] {
  const own = file ? [{ path: `.trueup/${file.name}`, content: file.bytes }] : [];
  return [{ path: ".trueup/lock.json", content: text }, ...own];
}

/** For the branch that is merged into, and the folder that the project is in. */
function forProject(text: string, { prefix, branch }: Pick<InitRepository, "prefix" | "branch">): string {
  const on = text.replace("branches: [main]", () => `branches: [${branchPattern(branch)}]`);
  const folder = prefix.replace(/\/$/, "");
  if (folder === "") return on;
  return on.replace(
    /^( *)command: .*$/gm,
    (line, indent) => `${line}\n${indent}project: ${JSON.stringify(folder)}`,
  );
}

/** That branch alone: whoever names a repository's branches names no second one, and nothing else of the file. */
function branchPattern(branch: string): string {
  return /^[A-Za-z][\w./-]*$/.test(branch) ? branch : JSON.stringify(branch.replace(/[+!]/g, "\\$&"));
}

function shipped(name: string): string {
  const text = shippedText(`action/${name}`);
  if (text === undefined) throw new Error(`action/${name} is missing from this installation`);
  return text;
}
