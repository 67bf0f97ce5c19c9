/**
 * Runs workflows as GitHub's runner does: events, conditions, permissions, `run:` steps with bash, and composite
 * actions. All jobs run on one self-hosted machine, which keeps everything between jobs. It even keeps `RUNNER_TEMP`,
 * because the runner cannot remove files that a job has left there as another user.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/model/json.ts";
import { filled, holds, type Scope } from "./expressions.ts";
import { filledAll, type HostEvent, machineOf, runSteps, type Site } from "./steps.ts";
import { type Calling, type Job, type Permissions, type Workflow, workflowOf } from "./workflow.ts";

/** A run that has ended, or that waits for the approval of an environment. */
export interface Run {
  readonly id: number;
  readonly file: string;
  readonly conclusion: "success" | "failure" | "skipped" | "waiting";
  readonly log: string;
  /** Approves a run that waits, so that its job continues. */
  readonly approve: () => Promise<Run>;
}

/**
 * Runs every workflow that listens to the event. Then runs the workflows that listen to the end of one of these runs.
 */
export async function emit(site: Site, event: HostEvent): Promise<readonly Run[]> {
  const runs: Run[] = [];
  const files = site.git("ls-tree", "--name-only", `${event.sha}:.github/workflows`).split("\n");
  for (const file of files) {
    const workflow = workflowOf(site.git("show", `${event.sha}:.github/workflows/${file}`));
    if (!listens(workflow, event, file)) continue;
    const run = await runWorkflow(site, { workflow, file, event });
    runs.push(run);
    if (event.name === "workflow_run") continue;
    runs.push(...(await endOf(site, { run, workflow, event })));
  }
  return runs;
}

function listens({ on }: Workflow, { name, file: wanted, ref, payload }: HostEvent, file: string): boolean {
  switch (name) {
    case "pull_request":
      return on.pull_request !== undefined;
    case "issue_comment":
      return on.issue_comment !== undefined;
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
  /** The inputs of a workflow that another workflow has called. */
  readonly inputs: JsonObject;
}

/** What started each run, by host and by the run's id. It is needed to repeat the run. */
const starts = new WeakMap<object, Map<number, Starting>>();

function startsOf({ host }: Site): Map<number, Starting> {
  const known = starts.get(host) ?? new Map<number, Starting>();
  starts.set(host, known);
  return known;
}

/**
 * Repeats a run with the same event and commit, as the host does on request. Then runs the workflows that listen to the
 * end of this run.
 */
export async function runAgain(site: Site, id: number): Promise<readonly Run[]> {
  const starting = startsOf(site).get(id);
  const hosted = site.host.runs.find((run) => run.id === id);
  if (!starting || !hosted) throw new Error(`there is no run ${id}`);
  const { event, file, workflow } = starting;
  const on: Running = { ...starting, id, lines: [], needs: {}, inputs: {} };
  const run = await runJobs(site, on, Object.entries(workflow.jobs));
  hosted.status = run.conclusion;
  return [{ ...run, file }, ...(await endOf(site, { run, workflow, event }))];
}

async function endOf(
  site: Site,
  { run, workflow, event }: Pick<Starting, "workflow" | "event"> & { readonly run: Run },
): Promise<readonly Run[]> {
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
  return emit(site, { ...ended, actor: event.actor });
}

async function runWorkflow(site: Site, starting: Starting): Promise<Run> {
  const { event, file } = starting;
  const { host } = site;
  const id = 1000 + host.runs.length;
  const { sha: head_sha, repository } = event.head ?? { sha: event.sha, repository: host.repository };
  startsOf(site).set(id, starting);
  const hosted = {
    id,
    file,
    event: event.name,
    head_sha,
    head_repository: { full_name: repository },
    status: "",
  };
  host.runs.push(hosted);
  const on: Running = { ...starting, id, lines: [], needs: {}, inputs: {} };
  const run = await runJobs(site, on, Object.entries(starting.workflow.jobs));
  hosted.status = run.conclusion;
  return run;
}

async function runJobs(
  site: Site,
  on: Running,
  jobs: readonly (readonly [string, Job | Calling])[],
): Promise<Run> {
  const conclusions: Run["conclusion"][] = [];
  const waiting: Run[] = [];
  for (const [index, [name, job]] of jobs.entries()) {
    const before = conclusions.length;
    if ("uses" in job && !holds(job.if, scopeOf(site, on, {}))) continue;
    for (const leg of job.strategy?.matrix.environment ?? [undefined]) {
      const matrix: JsonObject = leg === undefined ? {} : { environment: leg };
      const run =
        "uses" in job
          ? await runCalled(site, on, { job, matrix })
          : await runLeg(site, on, { name, job, matrix, rest: jobs.slice(index + 1) });
      if (run === undefined) continue;
      conclusions.push(run.conclusion);
      if (run.conclusion === "waiting") waiting.push(run);
    }
    const own = conclusions.slice(before);
    if (own.includes("failure") || own.includes("waiting")) break;
  }
  return endedRun(on, conclusions, waiting);
}

/**
 * Runs one job of a matrix, or the only job. Returns undefined if its condition is false. A job that waits continues
 * after its approval.
 */
async function runLeg(
  site: Site,
  on: Running,
  of: {
    readonly name: string;
    readonly job: Job;
    readonly matrix: JsonObject;
    readonly rest: readonly (readonly [string, Job | Calling])[];
  },
): Promise<Run | undefined> {
  const { name, job, matrix, rest } = of;
  const scope = scopeOf(site, on, { matrix });
  if (!holds(job.if, scope)) return undefined;
  const go = async (): Promise<Run> => {
    const conclusion = (await runJob(site, on, { name, job, matrix })) ? "success" : "failure";
    return endedRun(on, [conclusion], []);
  };
  if (job.environment === undefined || filled(job.environment, scope) === "") return go();
  const approve = async () => {
    const run = await go();
    return rest.length === 0 ? run : runJobs(site, on, rest);
  };
  return { ...endedRun(on, ["waiting"], []), approve };
}

/**
 * Runs the workflow that a job calls, with the job's inputs. The called workflow must not ask for more permissions than
 * the caller has.
 */
async function runCalled(
  site: Site,
  on: Running,
  { job, matrix }: { readonly job: Calling; readonly matrix: JsonObject },
): Promise<Run> {
  const path = job.uses.replace("./", "");
  const workflow = workflowOf(site.git("show", `${on.event.sha}:${path}`));
  const inputs = filledAll(job.with, scopeOf(site, on, { matrix }));
  const wanted = Object.keys(workflow.on.workflow_call?.inputs ?? {});
  if (wanted.join() !== Object.keys(inputs).join())
    throw new Error(`${path} takes the inputs ${wanted.join()}`);
  for (const called of Object.values(workflow.jobs))
    for (const [name, level] of Object.entries(called.permissions))
      if (!mayGrant(job.permissions, name, level ?? ""))
        throw new Error(`${path} asks for ${name}: ${level}`);
  return runJobs(site, { ...on, workflow, needs: {}, inputs }, Object.entries(workflow.jobs));
}

function endGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // All processes of the group have already ended.
  }
}

function mayGrant(permissions: Permissions, name: string, level: string): boolean {
  const own = Object.entries(permissions).find(([each]) => each === name)?.[1];
  return own === "write" || own === level;
}

/** Returns a run that has ended with the worst of these results. One approval lets all waiting jobs continue. */
function endedRun(
  { id, file, lines }: Pick<Running, "id" | "file" | "lines">,
  conclusions: readonly Run["conclusion"][],
  waiting: readonly Run[],
): Run {
  const worst = (["failure", "waiting", "success"] as const).find((each) => conclusions.includes(each));
  const approve = async (): Promise<Run> => {
    if (waiting.length === 0) throw new Error("this run does not wait");
    const ended: Run[] = [];
    for (const run of waiting) ended.push(await run.approve());
    return endedRun(
      { id, file, lines },
      ended.map(({ conclusion }) => conclusion),
      ended.filter(({ conclusion }) => conclusion === "waiting"),
    );
  };
  return { id, file, conclusion: worst ?? "skipped", log: lines.join(""), approve };
}

async function runJob(
  site: Site,
  on: Running,
  { name, job, matrix }: { readonly name: string; readonly job: Job; readonly matrix: JsonObject },
): Promise<boolean> {
  const { workspace, temp, home } = machineOf(site);
  const leg = [name, ...Object.values({ ...matrix, ...on.inputs }).map(String)].join("-");
  const control = join(site.root, `run-${on.id}-${leg}`);
  for (const path of [workspace, temp, home, control]) mkdirSync(path, { recursive: true });
  const permissions = isForeign(site, on.event) ? readOnly(job.permissions) : job.permissions;
  const token = site.host.token(permissions);
  const writable = join(site.remote, "writable");
  if (permissions.contents === "write") writeFileSync(writable, "");
  const log = (text: string) => on.lines.push(text);
  const groups: number[] = [];
  const where = { workspace, temp, control, action: "" };
  const place = { site, event: on.event, run: on.id, ...where, token, permissions, log, groups };
  const scope = scopeOf(site, on, { github: { token }, runner: { temp }, matrix });
  const done = await runSteps(place, job.steps, { scope, env: {} });
  rmSync(writable, { force: true });
  for (const group of groups) endGroup(group);
  const outputs = Object.entries(job.outputs ?? {}).map(
    ([key, text]) => [key, filled(text, done.scope)] as const,
  );
  on.needs[name] = { outputs: Object.fromEntries(outputs) };
  return done.scope.success;
}

function scopeOf(
  site: Site,
  on: Running,
  more: { readonly github?: JsonObject; readonly runner?: JsonObject; readonly matrix?: JsonObject },
): Scope {
  const { event, needs, inputs } = on;
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
  const { runner = {}, matrix = {} } = more;
  return { contexts: { github, vars: site.vars, secrets, needs, inputs, runner, matrix }, success: true };
}

/**
 * True if the event comes from a proposal of a fork. Jobs of such events get no secrets, and their token may only read.
 */
function isForeign({ host }: Site, { head }: HostEvent): boolean {
  return head !== undefined && head.repository !== host.repository;
}

function readOnly(permissions: Permissions): Permissions {
  return Object.fromEntries(Object.keys(permissions).map((name) => [name, "read" as const]));
}
