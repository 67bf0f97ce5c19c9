/**
 * Runs workflows as GitHub's runner does: events, conditions, permissions, `run:` steps with bash, composite actions. All
 * jobs run on one machine of one's own, which keeps everything between them, `RUNNER_TEMP` too: what a job has left there
 * as another user, the runner cannot remove.
 */

import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { JsonObject } from "../../src/model/json.ts";
import { actions } from "./actions.ts";
import { filled, holds, type Scope } from "./expressions.ts";
import type { Host } from "./host.ts";
import { watchedPath } from "./machine.ts";
import { actionOf, type Job, type Permissions, type Step, type Workflow, workflowOf } from "./workflow.ts";

/** Where workflows run. */
export interface Site {
  readonly host: Host;
  /** A folder that is gone after the test. */
  readonly root: string;
  /** The bare repository that everything is cloned from and pushed to. */
  readonly remote: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Runs git on the remote. */
  readonly git: (...args: string[]) => string;
}

/** What happened at the host. */
export interface HostEvent {
  readonly name: "pull_request" | "push" | "workflow_run" | "schedule";
  /** For `schedule`: whose. */
  readonly file?: string;
  readonly payload: JsonObject;
  readonly ref: string;
  readonly sha: string;
  readonly actor: string;
  /** The head of what is proposed, and whose it is; else the commit itself. */
  readonly head?: { readonly sha: string; readonly repository: string };
}

/** A run that has ended, or waits for an environment's approval. */
export interface Run {
  readonly id: number;
  readonly file: string;
  readonly conclusion: "success" | "failure" | "skipped" | "waiting";
  readonly log: string;
  /** Of a run that waits: goes on with the job. */
  readonly approve: () => Promise<Run>;
}

/** Runs every workflow that listens to the event, and then those that listen to the end of such a run. */
export async function emit(site: Site, event: HostEvent): Promise<readonly Run[]> {
  const runs: Run[] = [];
  const files = site.git("ls-tree", "--name-only", `${event.sha}:.github/workflows`).split("\n");
  for (const file of files) {
    const workflow = workflowOf(site.git("show", `${event.sha}:.github/workflows/${file}`));
    if (!listens(workflow, event, file)) continue;
    const run = await runWorkflow(site, { workflow, file, event });
    runs.push(run);
    if (event.name === "workflow_run") continue;
    const main = site.git("rev-parse", "main");
    const { id, conclusion } = run;
    const workflow_run = {
      id,
      conclusion,
      name: workflow.name,
      event: event.name,
      head_sha: event.head?.sha ?? event.sha,
    };
    const ended = {
      name: "workflow_run",
      payload: { workflow_run },
      ref: "refs/heads/main",
      sha: main,
    } as const;
    runs.push(...(await emit(site, { ...ended, actor: event.actor })));
  }
  return runs;
}

function listens({ on }: Workflow, { name, file: wanted, ref, payload }: HostEvent, file: string): boolean {
  switch (name) {
    case "pull_request":
      return on.pull_request !== undefined;
    case "push":
      return on.push?.branches.includes(ref.replace("refs/heads/", "")) ?? false;
    case "schedule":
      return on.schedule !== undefined && file === wanted;
    case "workflow_run": {
      const { workflow_run: ended } = payload;
      const of = typeof ended === "object" && ended !== null && "name" in ended ? ended.name : undefined;
      return on.workflow_run?.workflows.includes(String(of)) ?? false;
    }
  }
}

interface Starting {
  readonly workflow: Workflow;
  readonly file: string;
  readonly event: HostEvent;
}

interface Running extends Starting {
  readonly id: number;
  readonly lines: string[];
  readonly needs: Record<string, JsonObject>;
}

async function runWorkflow(site: Site, starting: Starting): Promise<Run> {
  const { event, file } = starting;
  const { host } = site;
  const id = 1000 + host.runs.length;
  const { sha: head_sha, repository } = event.head ?? { sha: event.sha, repository: host.repository };
  const hosted = {
    id,
    file,
    event: event.name,
    head_sha,
    head_repository: { full_name: repository },
    status: "",
  };
  host.runs.push(hosted);
  const on: Running = { ...starting, id, lines: [], needs: {} };
  const run = await runJobs(site, on, Object.entries(starting.workflow.jobs));
  hosted.status = run.conclusion;
  return run;
}

async function runJobs(site: Site, on: Running, jobs: readonly (readonly [string, Job])[]): Promise<Run> {
  let conclusion: Run["conclusion"] = "skipped";
  const ended = (how: Run["conclusion"], approve: Run["approve"]): Run => {
    const { id, file, lines } = on;
    return { id, file, conclusion: how, log: lines.join(""), approve };
  };
  const never = () => Promise.reject(new Error("this run does not wait"));
  for (const [index, [name, job]] of jobs.entries()) {
    const scope = scopeOf(site, on, {});
    if (!holds(job.if, scope)) continue;
    const go = async () => ((await runJob(site, on, name, job)) ? "success" : "failure");
    if (job.environment !== undefined && filled(job.environment, scope) !== "") {
      const rest = jobs.slice(index + 1);
      return ended("waiting", async () => {
        const how = await go();
        return rest.length === 0 ? ended(how, never) : runJobs(site, on, rest);
      });
    }
    conclusion = await go();
    if (conclusion === "failure") break;
  }
  return ended(conclusion, never);
}

/** The folders of the machine, and the lines of what was started there. */
export function machineOf({ root }: Pick<Site, "root">) {
  const machine = join(root, "machine");
  return {
    machine,
    workspace: join(machine, "workspace"),
    temp: join(machine, "temp"),
    home: join(machine, "home"),
    started: join(root, "started.txt"),
  };
}

/** Where a job's steps run. */
export interface Place {
  readonly site: Site;
  readonly event: HostEvent;
  readonly run: number;
  readonly workspace: string;
  readonly temp: string;
  /** Where the runner has the files by which it talks with the steps of this job. */
  readonly control: string;
  readonly token: string;
  readonly permissions: Permissions;
  readonly log: (text: string) => void;
}

async function runJob(site: Site, on: Running, name: string, job: Job): Promise<boolean> {
  const { workspace, temp, home } = machineOf(site);
  const control = join(site.root, `run-${on.id}-${name}`);
  for (const path of [workspace, temp, home, control]) mkdirSync(path, { recursive: true });
  const permissions = isForeign(site, on.event) ? readOnly(job.permissions) : job.permissions;
  const token = site.host.token(permissions);
  const writable = join(site.remote, "writable");
  if (permissions.contents === "write") writeFileSync(writable, "");
  const log = (text: string) => on.lines.push(text);
  const place = { site, event: on.event, run: on.id, workspace, temp, control, token, permissions, log };
  const scope = scopeOf(site, on, { github: { token }, runner: { temp } });
  const done = await runSteps(place, job.steps, { scope, env: {} });
  rmSync(writable, { force: true });
  const outputs = Object.entries(job.outputs ?? {}).map(
    ([key, text]) => [key, filled(text, done.scope)] as const,
  );
  on.needs[name] = { outputs: Object.fromEntries(outputs) };
  return done.scope.success;
}

interface Surroundings {
  readonly scope: Scope;
  readonly env: Readonly<Record<string, string>>;
}

async function runSteps(
  place: Place,
  steps: readonly Step[],
  { scope, env }: Surroundings,
): Promise<Surroundings> {
  let now: Scope = { contexts: { ...scope.contexts, steps: {} }, success: scope.success };
  for (const step of steps) {
    if (!holds(step.if, now)) continue;
    place.log(`# ${step.name ?? step.id ?? step.uses ?? "run"}\n`);
    const own = { ...env, ...filledAll(step.env, now) };
    const done = await runStep(place, step, { scope: now, env: own });
    const { steps: before } = now.contexts;
    const outputs = step.id === undefined ? {} : { [step.id]: { outputs: done.outputs } };
    const known = typeof before === "object" && before !== null ? before : {};
    now = {
      contexts: { ...now.contexts, steps: { ...known, ...outputs } },
      success: now.success && done.success,
    };
  }
  return { scope: now, env };
}

interface Done {
  readonly success: boolean;
  readonly outputs: Readonly<Record<string, string>>;
}

async function runStep(place: Place, step: Step, on: Surroundings): Promise<Done> {
  const given = filledAll(step.with, on.scope);
  if (step.run !== undefined) return bash(place, step, on);
  if (step.uses === "./.trueup") return composite(place, given, on);
  const [name = ""] = step.uses?.split("@") ?? [];
  const action = actions[name];
  if (!action) throw new Error(`no workflow here may use ${step.uses ?? "nothing"}`);
  const success = await action(place, given);
  return { success, outputs: {} };
}

async function composite(
  place: Place,
  given: Readonly<Record<string, string>>,
  on: Surroundings,
): Promise<Done> {
  const action = actionOf(readFileSync(join(place.workspace, ".trueup/action.yml"), "utf8"));
  for (const name of Object.keys(given))
    if (!action.inputs[name]) throw new Error(`there is no input ${name}`);
  const inputs = Object.entries(action.inputs).map(([name, input]) => {
    if (input.required && !given[name]) throw new Error(`the input ${name} is required`);
    return [name, given[name] ?? filled(input.default ?? "", on.scope)] as const;
  });
  const { secrets: _, vars: __, needs: ___, ...contexts } = on.scope.contexts;
  const scope = { contexts: { ...contexts, inputs: Object.fromEntries(inputs) }, success: true };
  const done = await runSteps(place, action.runs.steps, { scope, env: on.env });
  const outputs = Object.entries(action.outputs).map(
    ([name, { value }]) => [name, filled(value, done.scope)] as const,
  );
  return { success: done.scope.success, outputs: Object.fromEntries(outputs) };
}

async function bash(place: Place, step: Step, { scope, env }: Surroundings): Promise<Done> {
  const { workspace, control, log } = place;
  if (/\$\{\{/.test(step.run ?? "")) throw new Error("an expression inside of run: is run as code");
  const script = join(control, "step.sh");
  const output = join(control, "output");
  writeFileSync(script, step.run ?? "");
  writeFileSync(output, "");
  const cwd = join(workspace, filled(step["working-directory"] ?? ".", scope));
  const shell = ["--noprofile", "--norc", "-eo", "pipefail", script];
  const child = spawn("bash", shell, {
    cwd,
    env: { ...environmentOf(place), ...env, GITHUB_OUTPUT: output },
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", log);
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (status !== 0) log(`# ended with ${status}\n`);
  const lines = readFileSync(output, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const outputs = lines.map(
    (line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const,
  );
  return { success: status === 0, outputs: Object.fromEntries(outputs) };
}

function environmentOf({ site, event, workspace, temp, control, run }: Place): Record<string, string> {
  const { home, started } = machineOf(site);
  const added = join(control, "path");
  if (!existsSync(added)) appendFileSync(added, "");
  const first = readFileSync(added, "utf8").split("\n").filter(Boolean);
  const path = [...first, watchedPath(join(site.root, "watched"), started)].join(delimiter);
  return {
    PATH: path,
    HOME: home,
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION_PATH: join(workspace, ".trueup"),
    GITHUB_ACTOR: event.actor,
    GITHUB_API_URL: site.host.url,
    GITHUB_PATH: added,
    GITHUB_REF: event.ref,
    GITHUB_REF_NAME: event.ref.replace(/^refs\/(?:heads|pull)\//, ""),
    GITHUB_REPOSITORY: site.host.repository,
    GITHUB_RUN_ID: String(run),
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_SHA: event.sha,
    GITHUB_STEP_SUMMARY: join(control, "summary.md"),
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: temp,
    npm_config_offline: "true",
  };
}

function scopeOf(
  site: Site,
  on: Running,
  more: { readonly github?: JsonObject; readonly runner?: JsonObject },
): Scope {
  const { event, needs } = on;
  const { ref, sha, actor, payload } = event;
  const { repository } = site.host;
  const refName = ref.replace(/^refs\/(?:heads|pull)\//, "");
  const github = {
    event: payload,
    event_name: event.name,
    repository,
    ref,
    ref_name: refName,
    sha,
    actor,
    ...more.github,
  };
  const secrets = isForeign(site, event) ? {} : site.secrets;
  return { contexts: { github, vars: site.vars, secrets, needs, runner: more.runner ?? {} }, success: true };
}

/** A proposal from a fork: no secrets, and a token that only reads. */
function isForeign({ host }: Site, { head }: HostEvent): boolean {
  return head !== undefined && head.repository !== host.repository;
}

function readOnly(permissions: Permissions): Permissions {
  return Object.fromEntries(Object.keys(permissions).map((name) => [name, "read" as const]));
}

function filledAll(
  texts: Readonly<Record<string, string>> | undefined,
  scope: Scope,
): Record<string, string> {
  return Object.fromEntries(Object.entries(texts ?? {}).map(([name, text]) => [name, filled(text, scope)]));
}
