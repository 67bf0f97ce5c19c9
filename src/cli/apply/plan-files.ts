/**
 * Reads the plan file or the folder of plan files given to `trueup apply`. Options that contradict a plan file are an
 * error.
 */

import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  largePlanFile,
  type PlanFile,
  type PlanFileRefusal,
  planFileBounds,
  readPlanFile,
} from "../../load/documents/plan-file.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { readText } from "../../runtime/files/files.ts";
import type { Cli } from "../cli.ts";
import { tellProblems } from "../terminal/printing.ts";

/** The options that determine a plan. If there is a plan file, its options are used. */
export interface ApprovalOptions {
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly prune?: boolean | undefined;
  readonly retry?: boolean | undefined;
  readonly approved?: string | undefined;
  /** The path of the single plan file. */
  readonly plan?: string | undefined;
  readonly plans?: string | undefined;
}

/** The problem if options contradict a plan file; undefined if there is no contradiction. */
export function contradiction({
  only,
  base,
  prune,
  retry,
  approved,
  plan,
  plans,
}: ApprovalOptions): Problem | undefined {
  if (plans !== undefined) return (plan ?? approved) ? twoApprovals : undefined;
  const given = Object.entries({ only, base, prune, retry, approved }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length === 0) return undefined;
  const names = given.map(([name]) => `--${name}`).join(", ");
  const hint =
    given.length === 1 && approved !== undefined
      ? "Omit --approved: a plan file is itself the approval."
      : "Pass these options to `trueup plan`, and give `trueup apply` only the plan file.";
  return problem(
    "plan-file",
    `${names} cannot be combined with a plan file, because the file contains the options of its plan`,
    { hint },
  );
}

const twoApprovals = problem("plan-file", "--plans cannot be combined with another approval", {
  hint: "Use only one approval: --plans, --approved or a plan file.",
});

/** Reads a plan file that was given to apply. */
export async function readPlan(
  cli: Cli,
  path: string,
): Promise<{ readonly file: PlanFile } | PlanFileRefusal> {
  const found = await readBounded(resolve(cli.cwd, path), path);
  if ("file" in found || found.problem.code === "unreadable-file") return found;
  return { ...found, problem: { ...found.problem, message: `${path}: ${found.problem.message}` } };
}

async function readBounded(real: string, path: string): Promise<ReturnType<typeof readPlanFile>> {
  const { bytes } = planFileBounds;
  const size = await stat(real).then(
    (found) => found.size,
    () => 0,
  );
  if (size > bytes) return largePlanFile(`is longer than ${bytes / 1024 / 1024} MB`);
  const read = await readText(real, path, { maxBytes: bytes });
  return "problem" in read ? read : readPlanFile(read.file.text);
}

/**
 * Reads each `.json` file of a folder as a plan. A plan approves nothing if it was made from a snapshot, because then
 * it does not show the live state. A plan of an earlier trueup and a plan that is too large approve nothing either.
 * Such plans are reported and left out, so their changes wait for a review.
 */
export async function readReviewed(
  cli: Cli,
  folder: string,
): Promise<{ readonly reviewed: readonly PlanFile[] } | PlanFileRefusal> {
  const path = resolve(cli.cwd, folder);
  const names = await readdir(path).catch(() => undefined);
  if (!names) return { problem: noFolder(folder) };
  const files: PlanFile[] = [];
  const leftOut: Problem[] = [];
  for (const name of names.filter((one) => one.endsWith(".json")).sort()) {
    const read = await readPlan(cli, join(path, name));
    if ("file" in read) files.push(read.file);
    else if (read.approvesNothing || read.tooLarge) leftOut.push({ ...read.problem, severity: "warning" });
    else return read;
  }
  tellProblems(cli, leftOut);
  return { reviewed: files };
}

function noFolder(folder: string): Problem {
  return problem("plan-file", `${folder} is not a folder that can be read`, {
    hint: "Give --plans the folder with the plan files that were reviewed.",
  });
}
