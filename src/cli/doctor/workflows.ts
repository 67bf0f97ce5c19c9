/**
 * Checks a project's workflows: whether they exist, have the needed permissions, and get the secrets. Needs no
 * network.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ReadProject } from "../../project/read.ts";
import { readSources } from "../../project/sources.ts";
import type { CheckupLine } from "../../report/checkup.ts";
import { fewOf } from "../../report/text/value.ts";
import { readText } from "../../runtime/files/files.ts";
import type { Cli } from "../cli.ts";
import { shippedHashes, stateOf, type TextState } from "../init/earlier-texts.ts";
import { type TrueupStep, trueupSteps } from "../init/github-jobs.ts";
import { type InitRepository, repositoryAround, type WorkflowHost, workflowHostOf } from "../init/remote.ts";
import {
  githubPath,
  githubWorkflows,
  includesGitlabJobs,
  type WorkflowPlace,
  workflowFiles,
} from "../init/workflow-files.ts";
import { type DescribedEnvironments, environmentLines, gitlabRuns } from "./environments.ts";
import { lockLine } from "./package-lock.ts";
import { type SecretNames, secretNames, setHereLine } from "./secret-names.ts";

const area = "workflows";

/**
 * Checks the workflows for the projects of one folder, at the code host of the remote. `environments`: the environments
 * of the project files; empty if `trueup.yaml` is the only one.
 */
export async function workflowLines(
  cli: Cli,
  reads: readonly ReadProject[],
  environments: readonly string[],
): Promise<readonly CheckupLine[]> {
  const [first] = reads;
  const repository = first && (await repositoryAround(first.project.folder));
  if (!repository || "problem" in repository || repository.remoteHost === undefined)
    return [
      {
        area,
        about: "host",
        state: "untried",
        says: "there is no remote, so no code host can run workflows",
      },
    ];
  const host = hostOf(repository);
  if (!host) {
    const says = `${repository.remoteHost || "a folder"}: trueup only has workflows for GitHub and GitLab`;
    return [{ area, about: "host", state: "untried", says }];
  }
  const { sources } = (await readSources(first.project.folder)) ?? {};
  const names = secretNames(reads, sources);
  const all = [...new Set([...environments, ...reads.map(({ project }) => project.environment)])];
  const own = await linesOf[host](repository, names, { all, named: environments });
  const place = { ...repository, environments, hasSources: sources !== undefined };
  const version = await versionLines(repository.top, host, place);
  return [...own, ...version, await lockLine(repository.top), setHereLine(cli, host, names)];
}

/**
 * The lines about workflows of an earlier version. They may trust what a later version does not, such as folders that
 * another job has left.
 */
async function versionLines(
  top: string,
  host: WorkflowHost,
  place: WorkflowPlace,
): Promise<readonly CheckupLine[]> {
  const files = (await workflowFiles(host, place)).filter(({ path }) => path in shippedHashes);
  const states = await Promise.all(
    files.map(async ({ path, content }) => {
      const read = await readText(join(top, path), path);
      return "file" in read && typeof content === "string" ? stateOf(path, read.file.text, content) : "same";
    }),
  );
  const line = { area, about: "version", state: "warning" } as const;
  return (["earlier", "own"] as const).flatMap((state) => {
    const paths = files.map(({ path }) => path).filter((_, at) => states[at] === state);
    return paths.length === 0 ? [] : [{ ...line, ...versionWords[state](paths) }];
  });
}

const versionWords: Readonly<
  Record<Exclude<TextState, "same">, (paths: readonly string[]) => Pick<CheckupLine, "says" | "hint">>
> = {
  earlier: (paths) => ({
    says: `${paths.join(", ")} ${paths.length === 1 ? "is" : "are"} of an earlier version`,
    hint: "Run trueup init --upgrade: it rewrites these files, and keeps their branches, schedules and runners.",
  }),
  own: (paths) => ({
    says: `${paths.join(", ")} ${paths.length === 1 ? "has" : "have"} changes of your own`,
    hint: "Run trueup init --upgrade: it shows the differences from this version's files, and leaves yours unchanged.",
  }),
};

const linesOf: Readonly<
  Record<
    WorkflowHost,
    (
      of: InitRepository,
      names: SecretNames,
      environments: DescribedEnvironments,
    ) => Promise<readonly CheckupLine[]>
  >
> = {
  github: githubLines,
  gitlab: gitlabLines,
  other: async () => [{ area, about: "files", state: "ok", says: ".trueup/install.sh exists" }],
};

/**
 * The code host, recognized by the remote's name or else by the existing files. Undefined if neither shows the code
 * host.
 */
function hostOf({ top, remoteHost = "" }: InitRepository): WorkflowHost | undefined {
  const named = workflowHostOf(remoteHost);
  if (named) return named;
  if (existsSync(join(top, githubPath("plan")))) return "github";
  if (existsSync(join(top, ".trueup/gitlab.yml"))) return "gitlab";
  return existsSync(join(top, ".trueup/install.sh")) ? "other" : undefined;
}

async function githubLines(
  { top }: InitRepository,
  names: SecretNames,
  environments: DescribedEnvironments,
): Promise<readonly CheckupLine[]> {
  const { steps, unread } = await trueupSteps(top);
  const commands = new Set(steps.map(({ command }) => (command === "observe" ? "snapshot" : command)));
  const missing = neededWorkflows.filter((name) => !commands.has(name));
  const commented = commands.has("comment-command") ? "; comments may contain commands" : "";
  const files: CheckupLine =
    missing.length === 0
      ? {
          area,
          about: "files",
          state: "ok",
          says: `the workflows for GitHub exist: ${neededWorkflows.join(", ")}${commented}`,
        }
      : {
          area,
          about: "files",
          state: "failed",
          says: `no workflow runs ${missing.join(", ")}`,
          hint: "Run trueup init: it writes missing workflows.",
        };
  const unreadable: readonly CheckupLine[] =
    unread.length === 0
      ? []
      : [{ area, about: "files", state: "warning", says: `cannot be read as workflows: ${fewOf(unread)}` }];
  const permissions = steps.map(permissionLine);
  const lacking = permissions.filter(({ state }) => state !== "ok");
  const lines = lacking.length > 0 ? lacking : permissions.slice(0, 1).map(allPermitted);
  const runs = steps.map((step) => ({ command: step.command, environments: step.environments }));
  return [
    files,
    ...unreadable,
    ...environmentLines(runs, neededWorkflows, environments),
    ...lines,
    secretsLine(steps, names),
  ];
}

function allPermitted(one: CheckupLine): CheckupLine {
  return { ...one, says: "each job has the permissions that it needs" };
}

/** All workflows, except the one for commands in comments: a team that does not want commands removes it. */
const neededWorkflows = githubWorkflows.filter((name) => name !== "command");

/** The permissions that a job's token needs for a command. */
const needed: Readonly<Record<string, Readonly<Record<string, "read" | "write">>>> = {
  plan: { contents: "read" },
  comment: { actions: "read", contents: "read", "pull-requests": "write" },
  "comment-command": { actions: "write", contents: "write", "pull-requests": "write" },
  apply: { contents: "write" },
  drift: { contents: "read" },
  issue: { issues: "write" },
  snapshot: { contents: "write" },
  pull: { contents: "write", "pull-requests": "write" },
};

function permissionLine({ file, job, command, permissions }: TrueupStep): CheckupLine {
  const line = { area, about: "permissions" } as const;
  const where = `${file}, job ${job}`;
  if (permissions === "all")
    return { ...line, state: "warning", says: `${where} has all permissions`, hint: onlyThose };
  if (permissions === undefined)
    return {
      ...line,
      state: "warning",
      says: `${where} names no permissions, so the repository's default applies`,
      hint: onlyThose,
    };
  const lacks = Object.entries(needed[command] ?? {}).filter(
    ([name, level]) => permissions[name] !== level && permissions[name] !== "write",
  );
  if (lacks.length === 0)
    return { ...line, state: "ok", says: `${where} has the permissions that ${command} needs` };
  const what = lacks.map(([name, level]) => `\`${name}: ${level}\``).join(" and ");
  const hint =
    "Add this permission, or remove the file and run trueup init: its workflows have what they need.";
  return { ...line, state: "failed", says: `${where} runs ${command} without ${what}`, hint };
}

const onlyThose =
  "Give the job only the permissions that it needs, like the workflows that trueup init writes.";

function secretsLine(steps: readonly TrueupStep[], { credentials, declared }: SecretNames): CheckupLine {
  const line = { area, about: "secrets" } as const;
  const lacks = steps.flatMap(({ file, command, secrets }) => {
    if (secrets === "all" || ["comment", "comment-command", "issue"].includes(command)) return [];
    const wanted = command === "apply" ? [...credentials, ...declared] : credentials;
    const missing = wanted.filter((name) => !secrets.has(name));
    return missing.length === 0 ? [] : [`${file} lacks ${fewOf(missing)}`];
  });
  if (lacks.length === 0)
    return { ...line, state: "ok", says: "every secret that trueup.yaml refers to reaches its jobs" };
  const hint = `Give the step \`secrets: \${{ toJSON(secrets) }}\`, or each secret with \`env:\`.`;
  return { ...line, state: "failed", says: lacks.join("; "), hint };
}

async function gitlabLines(
  { top }: InitRepository,
  _: SecretNames,
  environments: DescribedEnvironments,
): Promise<readonly CheckupLine[]> {
  const line = { area, about: "files" } as const;
  const hint =
    "Run trueup init: it writes .trueup/gitlab.yml, or shows the line that your .gitlab-ci.yml needs.";
  if (!existsSync(join(top, ".trueup/gitlab.yml")))
    return [{ ...line, state: "failed", says: "there is no .trueup/gitlab.yml", hint }];
  const own = await readText(join(top, ".gitlab-ci.yml"), ".gitlab-ci.yml");
  if (!("file" in own) || !includesGitlabJobs(own.file.text))
    return [{ ...line, state: "failed", says: ".gitlab-ci.yml does not include .trueup/gitlab.yml", hint }];
  const jobs = await readText(join(top, ".trueup/gitlab.yml"), ".trueup/gitlab.yml");
  const runs = gitlabRuns("file" in jobs ? jobs.file.text : "");
  return [
    { ...line, state: "ok", says: "the jobs for GitLab exist: plan, planned, apply, drift" },
    ...environmentLines(runs, ["plan", "planned", "apply", "drift"], environments),
  ];
}
