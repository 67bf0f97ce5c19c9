/**
 * Runs the steps of a job as GitHub's runner does: scripts with bash, composite actions, and actions from a closed
 * list.
 */

import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { JsonObject } from "../../src/model/json.ts";
import { actions } from "./actions.ts";
import { filled, holds, type Scope } from "./expressions.ts";
import type { Host } from "./host.ts";
import { watchedPath } from "./machine.ts";
import { actionOf, type Permissions, type Step } from "./workflow.ts";

/** The host, the repository and the settings with which workflows run. */
export interface Site {
  readonly host: Host;
  /** A folder that is removed after the test. */
  readonly root: string;
  /** The bare repository from which everything is cloned, and to which everything is pushed. */
  readonly remote: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Runs git on the remote. */
  readonly git: (...args: string[]) => string;
}

/** An event at the host. */
export interface HostEvent {
  readonly name: "pull_request" | "push" | "workflow_run" | "schedule" | "issue_comment";
  /** The file of the scheduled workflow. It is set for the event `schedule`. */
  readonly file?: string;
  readonly payload: JsonObject;
  readonly ref: string;
  readonly sha: string;
  readonly actor: string;
  /**
   * The newest commit of the pull request, and the repository of this commit, for events of pull requests. If absent,
   * the event is about `sha` in this repository.
   */
  readonly head?: { readonly sha: string; readonly repository: string };
}

/** Returns the folders of the machine, and the path of the log of programs that were started there. */
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

/** The surroundings in which the steps of a job run. */
export interface Place {
  readonly site: Site;
  readonly event: HostEvent;
  readonly run: number;
  readonly workspace: string;
  readonly temp: string;
  /** The folder of the files through which the runner communicates with the steps of this job. */
  readonly control: string;
  readonly token: string;
  readonly permissions: Permissions;
  readonly log: (text: string) => void;
  /** The folder of the running action, relative to the workspace. */
  readonly action: string;
  /** The process groups that steps have started. If a group outlasts its job, the runner ends it. */
  readonly groups: number[];
}

/** The values that a step can see. */
export interface Surroundings {
  readonly scope: Scope;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs steps in order. The returned scope contains their outputs. */
export async function runSteps(
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
  const [name = ""] = step.uses?.split("@") ?? [];
  if (name.startsWith("./")) return composite({ ...place, action: name.slice(2) }, given, on);
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
  const action = actionOf(readFileSync(join(place.workspace, place.action, "action.yml"), "utf8"));
  for (const name of Object.keys(given))
    if (!action.inputs[name]) throw new Error(`there is no input ${name}`);
  const inputs = Object.entries(action.inputs).map(([name, input]) => {
    if (input.required && !given[name]) throw new Error(`the input ${name} is required`);
    return [name, given[name] ?? filled(input.default ?? "", on.scope)] as const;
  });
  const { secrets: _, vars: __, needs: ___, matrix: ____, ...contexts } = on.scope.contexts;
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
    detached: true,
  });
  if (child.pid !== undefined) place.groups.push(child.pid);
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

function environmentOf(place: Place): Record<string, string> {
  const { site, event, workspace, temp, control, run, action } = place;
  const { home, started } = machineOf(site);
  const added = join(control, "path");
  if (!existsSync(added)) appendFileSync(added, "");
  const first = readFileSync(added, "utf8").split("\n").filter(Boolean);
  const set = join(control, "env");
  if (!existsSync(set)) appendFileSync(set, "");
  const variables = readFileSync(set, "utf8").split("\n").filter(Boolean);
  const path = [...first, watchedPath(join(site.root, "watched"), started)].join(delimiter);
  return {
    ...Object.fromEntries(variables.map((line) => line.split(/=(.*)/s, 2))),
    PATH: path,
    HOME: home,
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION_PATH: join(workspace, action),
    GITHUB_ACTOR: event.actor,
    GITHUB_API_URL: site.host.url,
    GITHUB_ENV: set,
    GITHUB_EVENT_PATH: eventFile(control, event),
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

function eventFile(control: string, { payload }: HostEvent): string {
  const path = join(control, "event.json");
  writeFileSync(path, JSON.stringify(payload));
  return path;
}

/** Returns the texts with expressions replaced by their values. */
export function filledAll(
  texts: Readonly<Record<string, string>> | undefined,
  scope: Scope,
): Record<string, string> {
  return Object.fromEntries(Object.entries(texts ?? {}).map(([name, text]) => [name, filled(text, scope)]));
}
