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
 * The addresses of a plan's changes that are in none of the plans of its environment, or only in those that were made
 * while what their words do was defined otherwise. Secrets that are written by consent need no other review: the
 * consent names the plan that leaves them.
 */
export function notReviewed(plan: Plan, files: readonly PlanFile[]): ReadonlySet<Address> {
  const own = files.filter(({ environment }) => environment === plan.environment);
  const changes = plan.changes.flatMap((change) => withoutTakenOver(change).change ?? []);
  const reviewed = own.map((file) => {
    const isAsDefined = ({ address }: { readonly address: string }) =>
      !isRedefined(file, plan, targetOf(address));
    return { ...file, changes: file.changes.filter(isAsDefined) };
  });
  const left = unreviewed({ changes, steps: plan.steps }, reviewed);
  return new Set(left.map(({ address }) => address));
}

/** The targets of a plan's changes of which a plan file was made while they were defined otherwise; in their order. */
export function redefinedTargets(plan: Plan, file: PlanFile): readonly string[] {
  const targets = new Set(plan.changes.map(({ address }) => targetOf(address)));
  return [...targets].filter((target) => isRedefined(file, plan, target)).sort();
}

function isRedefined({ origin }: PlanFile, plan: Plan, target: string): boolean {
  return origin.definitions?.[target] !== plan.origin?.definitions?.[target];
}

function targetOf(address: string): string {
  return address.slice(0, address.indexOf("/"));
}

/** What is left because nobody has reviewed it as it is now; empty when there is nothing. */
export function skippedText(addresses: ReadonlySet<Address>, plan: Plan, files: readonly PlanFile[]): string {
  if (addresses.size === 0) return "";
  const max = 20;
  const lines = [...addresses].slice(0, max).map((address) => `  ${nameShown(address)}\n`);
  const more = addresses.size > max ? `  and ${addresses.size - max} more\n` : "";
  const head = `Skipped, because no reviewed plan contains it: ${counted(addresses.size, "change")}\n`;
  const left = new Set([...addresses].map(targetOf));
  const redefined = new Set(
    files.flatMap((file) => redefinedTargets(plan, file)).filter((target) => left.has(target)),
  );
  return head + lines.join("") + more + redefinedText([...redefined].sort());
}

function redefinedText(targets: readonly string[]): string {
  if (targets.length === 0) return "";
  const names = targets.map((name) => nameShown(name)).join(", ");
  return (
    `Plans of ${names} were reviewed with another definition: the target's entry in the project file, its catalog,\n` +
    "mapping or modules, or policies have changed since. Review a new plan of what is left.\n"
  );
}

function noFolder(folder: string): Problem {
  return problem("plan-file", `${folder} is not a folder that can be read`, {
    hint: "Give --plans the folder with the plan files that were reviewed.",
  });
}
