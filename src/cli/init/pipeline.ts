/** The files that `trueup init` writes for a repository's code host, and obstacles to writing them. */

import { existsSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { type Problem, problem } from "../../model/problem.ts";
import { visible } from "../../report/text/escape.ts";
import { readText } from "../../runtime/files/files.ts";
import { mendIgnored } from "../../runtime/files/own-folder.ts";
import type { Cli } from "../cli.ts";
import { trueupSteps } from "./github-jobs.ts";
import { type LockedPackage, lockPackage, type PackageWish } from "./package-lock.ts";
import {
  type IgnoredPath,
  type InitRepository,
  repositoryAround,
  type WorkflowHost,
  workflowHostOf,
} from "./remote.ts";
import {
  areEarlier,
  editedText,
  haveOtherEnvironments,
  isRepositorysOwn,
  upgraded,
  withTakenSettings,
} from "./renewal.ts";
import { pullNotes } from "./sources-workflow.ts";
import {
  applyEnvironmentPath,
  githubPath,
  githubWorkflows,
  includesGitlabJobs,
  lockFiles,
  type WorkflowFile,
  workflowFiles,
} from "./workflow-files.ts";
import { isTaken } from "./write-files.ts";

/** The files to write, and notes about them. */
export interface Pipeline {
  readonly host: WorkflowHost | undefined;
  /** The top of the repository; undefined if there is no repository. */
  readonly top?: string | undefined;
  readonly files: readonly WorkflowFile[];
  /** Existing files that stay as they are. */
  readonly there: readonly string[];
  /** Files that would be replaced, but were edited by somebody. */
  readonly edited: readonly string[];
  /** The value that `git.refs` must have at this code host. If absent, the host accepts the default. */
  readonly refs?: string | undefined;
  /** Notes for the user, one per line. */
  readonly said: readonly string[];
}

/** The user's options for workflows. */
export interface PipelineWish extends PackageWish {
  readonly folder: string;
  readonly host?: WorkflowHost | "none" | undefined;
  readonly upgrade?: boolean | undefined;
  /** The names of the environments, if there are several project files: the existing ones and the new one. */
  readonly environments?: readonly string[] | undefined;
  /** True if one of the environments is being created. */
  readonly isAdded?: boolean | undefined;
}

/** The files for the code host of the remote. Without a repository, or at another host, there are none. */
export async function pipelineFor(
  cli: Cli,
  wish: PipelineWish,
): Promise<Pipeline | { readonly problem: Problem }> {
  if (wish.host === "none") return nothing("No workflows: --host none.");
  const repository = await repositoryAround(wish.folder);
  if (repository && "problem" in repository) return repository;
  if (!repository) return nothing(noRepository);
  const host = wish.host ?? hostOf(repository);
  if (typeof host === "object") return nothing(host.unknown);
  if (host === "gitlab" && repository.prefix !== "") return { problem: notAtTop(repository.prefix) };
  return filesAt(cli, { ...wish, host, repository });
}

function nothing(said: string): Pipeline {
  return { host: undefined, files: [], there: [], edited: [], said: ["", said] };
}

const noRepository =
  "No workflows: not a Git repository. After `git init` and `git remote add origin URL`, `trueup init` adds them.";

function hostOf({ remoteHost }: InitRepository): WorkflowHost | { readonly unknown: string } {
  if (remoteHost === undefined)
    return {
      unknown:
        "No workflows: the repository has no remote. After `git remote add origin URL`, `trueup init` adds them.",
    };
  const found = workflowHostOf(remoteHost);
  if (found) return found;
  const where = remoteHost === "" ? "the remote is a folder" : `the remote is at ${remoteHost}`;
  return {
    unknown: `No workflows: ${where}. Name the code host: \`trueup init --host github\`, or gitlab, or other.`,
  };
}

async function filesAt(
  cli: Cli,
  on: PipelineWish & { readonly host: WorkflowHost; readonly repository: InitRepository },
): Promise<Pipeline | { readonly problem: Problem }> {
  const { host, repository, environments } = on;
  const { top } = repository;
  const isThere = ({ path }: WorkflowFile) => isTaken({ folder: top, path });
  const hasSources = existsSync(join(on.folder, "sources.yaml"));
  const plain = await workflowFiles(host, { ...repository, environments, hasSources });
  const isMoved = on.isAdded === true || (await haveOtherEnvironments(top, plain));
  const upgrade = on.upgrade === true || (isMoved && (await areEarlier(top, plain)));
  const isLocked = existsSync(join(top, ".trueup/lock.json"));
  const locked = isLocked && !upgrade ? undefined : await lockPackage(cli, on);
  if (locked && "problem" in locked) return locked;
  const files = [...plain, ...(locked ? lockFiles(locked) : [])];
  await mendIgnored(top).catch(() => undefined);
  const ignored = await repository.ignored(files.map(({ path }) => path));
  if (ignored !== undefined) return { problem: gitIgnores(ignored) };
  const renewed = upgrade || isMoved;
  const sorted = renewed ? await upgraded(top, files.filter(isThere)) : { written: [], edited: [] };
  const kept = files.filter(
    (file) => isThere(file) && (!renewed || isRepositorysOwn(file) || sorted.edited.includes(file)),
  );
  const made = files.filter((file) => !isThere(file));
  const written = [
    ...(await Promise.all(made.map((file) => withTakenSettings(top, file)))),
    ...sorted.written,
  ];
  return {
    host,
    top,
    files: written,
    there: kept.map(({ path }) => path),
    edited: sorted.edited.map(({ path }) => path),
    refs: host === "gitlab" ? "refs/tags/trueup" : undefined,
    said: [
      ...(await Promise.all(
        kept.map((file) => (sorted.edited.includes(file) ? editedText(top, file) : keptText(top, file))),
      )),
      ...(locked ? await unusedText(top, locked) : []),
      ...pullNotes(made),
      ...(host === "github" ? [...unusedWorkflow(top, environments), ...(await othersText(top))] : []),
      ...(await installedText(on)),
    ],
  };
}

/** The note about the package that the lock named before. */
async function unusedText(top: string, { file }: LockedPackage): Promise<readonly string[]> {
  const read = await readText(join(top, lockPath), lockPath, { isOwn: true });
  const was = "file" in read ? /"package": *"([\w.+-]+\.tgz)"/.exec(read.file.text)?.[1] : undefined;
  if (was === undefined || was === file?.name || !existsSync(join(top, ".trueup", was))) return [];
  return [`- .trueup/${was} is no longer used: remove it`];
}

const lockPath = ".trueup/lock.json";

/** The note about the workflow that nothing calls if there is only one environment. */
function unusedWorkflow(top: string, environments: readonly string[] = []): readonly string[] {
  const isLeft = environments.length === 0 && existsSync(join(top, applyEnvironmentPath));
  return isLeft ? [`- ${applyEnvironmentPath} is no longer used: remove it`] : [];
}

async function keptText(top: string, { path, content }: WorkflowFile): Promise<string> {
  const own = path === ".gitlab-ci.yml" ? await readText(join(top, path), path, { isOwn: true }) : undefined;
  if (own && !("file" in own && includesGitlabJobs(own.file.text, content)))
    return `- ${path} exists already: add the line \`${String(content).trim()}\` to it`;
  return `- ${path} exists already, and stays as it is`;
}

/**
 * The note about workflows of other names, such as those of 0.1.0: they would keep running, plan twice, and apply
 * without review.
 */
async function othersText(top: string): Promise<readonly string[]> {
  const own = new Set(
    [...githubWorkflows.map(githubPath), applyEnvironmentPath].map((path) => basename(path)),
  );
  const { steps } = await trueupSteps(top);
  const others = Map.groupBy(
    steps.filter(({ file }) => !own.has(file)),
    ({ file }) => file,
  );
  return [...others].map(([file, found]) => {
    const commands = [
      ...new Set(found.map(({ command }) => `\`${visible(`trueup ${command}`.trim())}\``)),
    ].join(" and ");
    return `- .github/workflows/${visible(file)} runs ${commands} too: remove it if an earlier version wrote it`;
  });
}

/**
 * The note about installed packages: step two says to commit everything, which must not include packages that npm has
 * installed here.
 */
async function installedText(
  on: PipelineWish & { readonly repository: InitRepository },
): Promise<readonly string[]> {
  const installed = join(on.folder, "node_modules");
  if (!existsSync(installed)) return [];
  const ignored = await on.repository.ignored([relative(on.repository.top, installed)]);
  return ignored === undefined
    ? ["- node_modules would be committed: add the line `node_modules/` to .gitignore"]
    : [];
}

function gitIgnores({ path, pattern, file, line }: IgnoredPath): Problem {
  const by = `\`${pattern}\` in ${file}, line ${line}`;
  return problem("git-ignores", `git ignores ${path}, which a runner needs: ${by}`, {
    hint: "Remove that line, or narrow its pattern. Then run the same command again.",
  });
}

function notAtTop(prefix: string): Problem {
  return problem(
    "not-at-top",
    `the project is in ${prefix} of its repository, but the GitLab jobs only work for a project at the top`,
    {
      hint: "Move the project to the top. Or use --host none and write your own jobs: see docs/gitlab.md.",
    },
  );
}
