/**
 * A GitLab runner on one machine. The machine keeps everything between jobs: work folders, caches, the home folder, and
 * temporary files.
 */

import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { z } from "zod";
import { watchedPath } from "./machine.ts";

const variables = z.record(z.string(), z.string());
const job = z.strictObject({
  extends: z.literal(".trueup"),
  rules: z.array(z.strictObject({ if: z.string(), when: z.literal("manual").optional() })),
  script: z.array(z.string()),
  needs: z.array(z.string()).optional(),
  environment: z.string().optional(),
  resource_group: z.string().optional(),
  artifacts: z.strictObject({ when: z.literal("always").optional(), paths: z.array(z.string()) }).optional(),
});
const shared = z.strictObject({
  image: z.string(),
  cache: z.tuple([]).optional(),
  variables: variables.optional(),
  before_script: z.array(z.string()),
});
/** A job of an environment. It extends another job by its own settings. */
const extending = z.strictObject({
  rules: z.array(z.strictObject({ if: z.string() })).optional(),
  extends: z.string().regex(/^\.trueup:\w+$/),
  variables,
  needs: z.array(z.string()).optional(),
  environment: z.string().optional(),
  resource_group: z.string().optional(),
});
const file = z.object({ ".trueup": shared }).catchall(z.union([job, extending]));

/**
 * The names of the jobs that `trueup init` writes. The name of an environment's job ends with the environment's name.
 */
export type JobName =
  `trueup:${"plan" | "planned" | "apply" | "drift" | "command" | "approved"}${"" | `:${string}`}`;

/** The machine of a runner, and the project whose jobs it runs. */
export interface Machine {
  /** The folder with everything on the machine that outlives a job. */
  readonly root: string;
  /** The address of the project's repository, without user and password. */
  readonly repository: string;
  /** The token that each job gets from GitLab. It may only read. */
  readonly jobToken: string;
  /** The variables of the project, and those that GitLab sets. */
  readonly env: Readonly<Record<string, string>>;
}

/** Returns the folders of a machine. */
export function placesOf({ root }: Pick<Machine, "root">) {
  return {
    home: join(root, "home"),
    temporary: join(root, "tmp"),
    /** The folder in which jobs run: `CI_PROJECT_DIR`. */
    work: join(root, "builds/acme/network"),
    /** The file that has a line for each started program, as `ps` would have shown the program. */
    started: join(root, "../started.txt"),
  };
}

/**
 * Runs a job of the branch's `.trueup/gitlab.yml`. Resolves with its output, or rejects if its exit status is not 0.
 */
export async function runJob(machine: Machine, name: JobName, branch = "main"): Promise<string> {
  const { work } = placesOf(machine);
  // The file of the pipeline is read before a runner gets the job, as GitLab's server does.
  const text = await textAt(machine, `${branch}:.trueup/gitlab.yml`);
  const { ".trueup": common, ...jobs } = file.parse(parse(text));
  const { script, needs = [], artifacts, own } = jobIn(jobs, name);
  await sources(machine, branch, common.variables?.GIT_STRATEGY ?? "fetch");
  for (const needed of needs) cpSync(artifactsOf(machine, needed), work, { recursive: true });
  const ended = await shell(machine, {
    lines: [...common.before_script, ...script],
    variables: { ...common.variables, ...own },
  });
  const kept = artifactsOf(machine, name);
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  for (const path of artifacts?.paths ?? [])
    if (existsSync(join(work, path))) cpSync(join(work, path), join(kept, path), { recursive: true });
  if (ended.status !== 0) throw new Error(`${name} ended with ${ended.status}:\n${ended.said}`);
  return ended.said;
}

/** Returns a job, merged with the job that it extends. */
function jobIn(
  jobs: Readonly<Record<string, z.infer<typeof job> | z.infer<typeof extending>>>,
  name: string,
) {
  const found = jobs[name];
  if (found === undefined) throw new Error(`there is no job ${name}`);
  if ("script" in found) return { ...found, own: {} };
  const base = jobs[found.extends];
  if (base === undefined || !("script" in base)) throw new Error(`there is no job ${found.extends}`);
  const { variables: own, extends: _, ...more } = found;
  return { ...base, ...more, own };
}

/** Runs the given commands on a branch, instead of a job that `trueup init` writes. */
export async function runOther(machine: Machine, branch: string, lines: readonly string[]): Promise<string> {
  await sources(machine, branch, "fetch");
  return (await shell(machine, { lines })).said;
}

function artifactsOf({ root }: Machine, name: string): string {
  return join(root, "../artifacts", name.replaceAll(":", "-"));
}

const started = promisify(execFile);

async function textAt({ root }: Machine, name: string): Promise<string> {
  return (await started("git", ["show", name], { cwd: join(root, "../served/acme/network.git") })).stdout;
}

/** Prepares the sources as the runner does. `clone` begins with an empty folder, and `fetch` with the existing one. */
async function sources(machine: Machine, branch: string, strategy: string): Promise<void> {
  const { home, work } = placesOf(machine);
  if (strategy === "clone") rmSync(work, { recursive: true, force: true });
  else if (strategy !== "fetch") throw new Error(`no job here has the strategy ${strategy}`);
  mkdirSync(work, { recursive: true });
  const env = { PATH: process.env.PATH ?? "", HOME: home };
  const git = (...args: string[]) => started("git", args, { cwd: work, env });
  const url = machine.repository.replace("://", `://gitlab-ci-token:${machine.jobToken}@`);
  await git("init", "--quiet");
  await git("remote", "add", "origin", url).catch(() => git("remote", "set-url", "origin", url));
  await git(
    "fetch",
    "--quiet",
    "--depth=20",
    "origin",
    `+refs/heads/${branch}:refs/remotes/origin/${branch}`,
  );
  await git("checkout", "--quiet", "--force", "--detach", `refs/remotes/origin/${branch}`);
  await git("clean", "-ffdxq");
}

interface Commands {
  readonly lines: readonly string[];
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

async function shell(
  machine: Machine,
  { lines, variables: own }: Commands,
): Promise<{ readonly status: number | null; readonly said: string }> {
  const { home, temporary, work } = placesOf(machine);
  for (const folder of [home, temporary]) mkdirSync(folder, { recursive: true });
  const env = {
    ...machine.env,
    ...own,
    CI: "true",
    CI_PROJECT_DIR: work,
    HOME: home,
    TMPDIR: temporary,
    PATH: watchedPath(join(machine.root, "../watched"), placesOf(machine).started),
  };
  const child = spawn("bash", ["-eo", "pipefail", "-c", lines.join("\n")], { cwd: work, env });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const status = await new Promise<number | null>((done) => child.once("close", done));
  return { status, said };
}
