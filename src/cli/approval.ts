/** Approvals of apply: a fingerprint, or a plan file with all that was approved; and what moved since. */

import { resolve } from "node:path";
import { commitsBetween } from "../git/repository.ts";
import { type PlanFile, readPlanFile } from "../load/plan-file.ts";
import type { Plan } from "../model/plan.ts";
import { type Problem, problem } from "../model/problem.ts";
import { visible } from "../report/escape.ts";
import { movedLines } from "../report/plan-moved.ts";
import { readText } from "../runtime/files.ts";
import type { GitState } from "../state.ts";
import type { Cli } from "./cli.ts";

/** What was approved. */
export interface Approval {
  readonly fingerprint: string;
  /** The plan that was approved, where it is at hand. */
  readonly file?: PlanFile;
}

/** Reads a plan file that apply is given. */
export async function readApproval(
  cli: Cli,
  path: string,
): Promise<{ readonly file: PlanFile } | { readonly problem: Problem }> {
  const read = await readText(resolve(cli.cwd, path), path);
  if ("problem" in read) return read;
  const found = readPlanFile(read.file.text);
  if ("file" in found) return found;
  return { problem: { ...found.problem, message: `${path}: ${found.problem.message}` } };
}

/** The options that say what a plan is about: with a plan file they are the file's. */
export interface Asked {
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly prune?: boolean | undefined;
  readonly approved?: string | undefined;
}

/** Why a plan file and options that say something else can't both be followed. */
export function contradiction({ only, base, prune, approved }: Asked): Problem | undefined {
  const given = Object.entries({ only, base, prune, approved }).filter(([, value]) => value !== undefined);
  if (given.length === 0) return undefined;
  const names = given.map(([name]) => `--${name}`).join(", ");
  const hint = "Give these to `trueup plan`, and the file alone to apply.";
  return problem("plan-file", `a plan file says itself what it is about: ${names} cannot be added`, { hint });
}

/** Why a plan is not the one that was approved, and what moved since. Nothing when it is the same. */
export async function disapproval(
  { fingerprint, file }: Approval,
  plan: Plan,
  state: GitState | undefined,
): Promise<string | undefined> {
  if (file && file.environment !== plan.environment)
    return `Refused: the plan file is of ${visible(file.environment)}, this is ${visible(plan.environment)}.`;
  if (fingerprint === plan.fingerprint) return undefined;
  const head = `Refused: ${visible(fingerprint)} was approved, the plan is now ${plan.fingerprint}.`;
  const review = `Review the plan, then approve it with --approved ${plan.fingerprint}.`;
  if (!file) {
    const what = "Git or the live side has moved since; with the plan file instead, apply says what.";
    return `${head} ${what} ${review}`;
  }
  const lines = [...(await gitLines(file, state)), ...movedLines(file.changes, plan)];
  const shown = lines.slice(0, linesMax).map((line) => `\n  ${line}`);
  const more = lines.length > linesMax ? [`\n  and ${lines.length - linesMax} more`] : [];
  return `${head} What moved:${[...shown, ...more].join("")}\n${review}`;
}

const linesMax = 40;

/** Which commits came since the plan was made. */
async function gitLines({ origin }: PlanFile, state: GitState | undefined): Promise<readonly string[]> {
  const was = origin.commit;
  if (!state || was === undefined || was === state.head) return [];
  const [before, now] = [visible(was.slice(0, 12)), state.head.slice(0, 12)];
  const commits = await commitsBetween(state.repository, was, state.head);
  const named = commits.map((line) => `  ${visible(line)}`);
  return [`Git: ${before} was planned, ${now} is checked out`, ...named];
}
