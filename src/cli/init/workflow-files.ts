/** The files of a repository with which its code host plans, applies and checks for drift. */

import { shippedText } from "../../runtime/files/shipped.ts";
import { called, forEach, forEachAtGitlab } from "./environments.ts";
import type { LockedPackage } from "./package-lock.ts";
import type { InitRepository, WorkflowHost } from "./remote.ts";
import { gitlabPullPath, pullFiles, pullWorkflowText } from "./sources-workflow.ts";

/** A file to write, with its path from the top of the repository. */
export interface WorkflowFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** The project for which workflows are written. */
export interface WorkflowPlace extends Pick<InitRepository, "prefix" | "branch"> {
  /** The environments, if there are several project files. Empty if there is only `trueup.yaml`. */
  readonly environments?: readonly string[] | undefined;
  /** True if the project has sources of rows, which a workflow pulls. */
  readonly hasSources?: boolean | undefined;
}

/** The names of all GitHub workflows. */
export const githubWorkflows = ["plan", "comment", "command", "apply", "drift", "snapshot"] as const;

/** The path of a workflow, from the top of the repository. */
export function githubPath(name: (typeof githubWorkflows)[number]): string {
  return `.github/workflows/trueup-${name}.yml`;
}

/** The workflow that applies one of several environments. The workflow for pushes calls it for each environment. */
export const applyEnvironmentPath = ".github/workflows/trueup-apply-environment.yml";

/** The line of `.gitlab-ci.yml` that includes `.trueup/gitlab.yml`. */
export const gitlabInclude = "include: [{ local: .trueup/gitlab.yml }]\n";

/** Whether the repository's `.gitlab-ci.yml` includes the jobs; it may contain other text too. */
export function includesGitlabJobs(text: string, wanted: WorkflowFile["content"] = gitlabInclude): boolean {
  const paths = String(wanted).match(/\.trueup\/[\w-]+\.yml/g) ?? [];
  return paths.every((path) => text.includes(path));
}

type TextFile = WorkflowFile & { readonly content: string };

/** The workflows for a code host, as they come with this program. Rejects if they are not installed with it. */
export async function workflowFiles(host: WorkflowHost, place: WorkflowPlace): Promise<readonly TextFile[]> {
  const { hasSources = false, prefix } = place;
  const own = planningFiles(host, place);
  if (!hasSources) return own;
  const pulling = Object.entries(pullFiles[host]).map(([path, name]) => ({
    path,
    content: pullWorkflowText(shipped(name), prefix),
  }));
  const including = own.map((file) =>
    file.content === gitlabInclude ? { ...file, content: gitlabIncludeWithPull } : file,
  );
  return [...including, ...pulling];
}

const gitlabIncludeWithPull = `include: [{ local: .trueup/gitlab.yml }, { local: ${gitlabPullPath} }]\n`;

/** The workflows that plan, apply and check for drift. */
function planningFiles(host: WorkflowHost, place: WorkflowPlace): readonly TextFile[] {
  const { environments = [] } = place;
  const install = { path: ".trueup/install.sh", content: shipped("install.sh") };
  if (host === "other") return [install];
  const isOne = environments.length === 0;
  if (host === "gitlab") {
    const jobs = shipped("gitlab.yml");
    return [
      { path: ".gitlab-ci.yml", content: gitlabInclude },
      { path: ".trueup/gitlab.yml", content: isOne ? jobs : forEachAtGitlab(jobs, environments) },
      install,
    ];
  }
  const workflows = githubWorkflows.map((name) => {
    const text = shipped(`github/${name === "apply" && !isOne ? "apply-each" : name}.yml`);
    // The workflow that reads comments runs once, whatever environment a comment names.
    const isOnce = isOne || name === "command";
    const content = forProject(isOnce ? text : forEach(text, environments), place);
    return { path: githubPath(name), content };
  });
  const applying = {
    path: applyEnvironmentPath,
    content: forProject(called(shipped("github/apply.yml")), place),
  };
  return [
    ...workflows,
    ...(isOne ? [] : [applying]),
    { path: ".trueup/action.yml", content: shipped("action.yml") },
    install,
  ];
}

/** The files by which a runner installs trueup. */
export function lockFiles({ text, file }: LockedPackage): readonly WorkflowFile[] {
  const own = file ? [{ path: `.trueup/${file.name}`, content: file.bytes }] : [];
  return [{ path: ".trueup/lock.json", content: text }, ...own];
}

/** The text of a workflow, adapted to the repository's target branch and to the project's folder. */
function forProject(text: string, { prefix, branch }: WorkflowPlace): string {
  const on = text.replace("branches: [main]", () => `branches: [${branchPattern(branch)}]`);
  const folder = prefix.replace(/\/$/, "");
  if (folder === "") return on;
  return on.replace(
    /^( *)command: .*$/gm,
    (line, indent) => `${line}\n${indent}project: ${JSON.stringify(folder)}`,
  );
}

/**
 * A pattern that matches only this branch: no branch name may match another branch, or change anything else in the
 * file.
 */
function branchPattern(branch: string): string {
  return /^[A-Za-z][\w./-]*$/.test(branch) ? branch : JSON.stringify(branch.replace(/[+!]/g, "\\$&"));
}

function shipped(name: string): string {
  const text = shippedText(`action/${name}`);
  if (text === undefined) throw new Error(`action/${name} is missing from this installation`);
  return text;
}
