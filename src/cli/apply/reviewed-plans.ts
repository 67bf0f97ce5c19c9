/** The plans of proposals that were reviewed, and the part of a plan that is in one of them. */

import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { PlanFile, PlanFileRefusal } from "../../load/documents/plan-file.ts";
import type { Address } from "../../model/address.ts";
import type { Plan } from "../../model/plan.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { withoutTakenOver } from "../../plan/fingerprint.ts";
import { unreviewed } from "../../plan/reviewed.ts";
import { counted, nameShown } from "../../report/text/value.ts";
import type { Cli } from "../cli.ts";
import { tellProblems } from "../terminal/printing.ts";
import { readPlan } from "./plan-file.ts";

/**
 * Reads every `.json` file of a folder as a plan. A plan from a snapshot approves nothing, since nobody had looked; one
 * of an earlier trueup neither. They are told and left out, so that what they hold waits for someone.
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
    else if (read.approvesNothing) leftOut.push({ ...read.problem, severity: "warning" });
    else return read;
  }
  tellProblems(cli, leftOut);
  return { reviewed: files };
}

/**
 * The addresses of a plan's changes that are in none of the plans of its environment. Secrets that are written by
 * consent need no other review: the consent names the plan that leaves them.
 */
export function notReviewed(plan: Plan, files: readonly PlanFile[]): ReadonlySet<Address> {
  const own = files.filter(({ environment }) => environment === plan.environment);
  const changes = plan.changes.flatMap((change) => withoutTakenOver(change).change ?? []);
  const left = unreviewed({ changes, steps: plan.steps }, own);
  return new Set(left.map(({ address }) => address));
}

/** What is left because nobody has reviewed it; empty when there is nothing. */
export function skippedText(addresses: ReadonlySet<Address>): string {
  if (addresses.size === 0) return "";
  const max = 20;
  const lines = [...addresses].slice(0, max).map((address) => `  ${nameShown(address)}\n`);
  const more = addresses.size > max ? `  and ${addresses.size - max} more\n` : "";
  const head = `Skipped, because no reviewed plan contains it: ${counted(addresses.size, "change")}\n`;
  return head + lines.join("") + more;
}

function noFolder(folder: string): Problem {
  return problem("plan-file", `${folder} is not a folder that can be read`, {
    hint: "Give --plans the folder with the plan files that were reviewed.",
  });
}
