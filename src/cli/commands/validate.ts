/** `trueup validate`: makes all checks that need no network and no secrets. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { asList, type Json } from "../../model/json.ts";
import { hasErrors, type Problem } from "../../model/problem.ts";
import { authorityProblems } from "../../project/authority-problems.ts";
import { outcomeOf } from "../../project/outcomes.ts";
import { policyProblems } from "../../project/policy-problems.ts";
import { loadInputs, type ProjectInputs, readInputs } from "../../project/read.ts";
import type { AnnotationHost, FormatFor } from "../../report/formats/registry.ts";
import { counted } from "../../report/text/value.ts";
import { computed, fromFiles } from "../../runtime/signals.ts";
import type { Cli } from "../cli.ts";

/** The command's arguments and options. */
export interface ValidateOptions {
  readonly format: FormatFor<"problems">;
  readonly annotations?: AnnotationHost | undefined;
}

/**
 * The problems of `sources.yaml` beside the project file. Loaded on demand, because most projects have no such file.
 */
async function sourcesProblems(folder: string): Promise<readonly Problem[]> {
  if (!existsSync(join(folder, "sources.yaml"))) return [];
  const { readSources } = await import("../../project/sources.ts");
  return (await readSources(folder))?.problems ?? [];
}

/** The result of checking desired state. The counts are present only if nothing is wrong. */
interface Judged {
  readonly problems: readonly Problem[];
  readonly counts?: { readonly resources: number; readonly targets: number } | undefined;
}

async function judged(inputs: ProjectInputs): Promise<Judged> {
  const { read, problems: faults } = await loadInputs(inputs);
  if (!read) return { problems: faults };
  const ofPolicies = hasErrors(faults) ? [] : await computed(fromFiles, () => policyProblems(read));
  const { project, loaded } = read;
  const resources = [...loaded.desired.resources.values()].filter(({ observed }) => !observed).length;
  return { problems: [...faults, ...ofPolicies], counts: { resources, targets: project.targets.size } };
}

/** Only the counts of projects without problems are cached, so that projects with a problem are checked each time. */
const keptCounts = {
  kept: ({ problems, counts }: Judged): Json | undefined =>
    problems.length === 0 && counts ? [counts.resources, counts.targets] : undefined,
  read: (kept: Json): Judged | undefined => {
    const [resources, targets] = asList(kept);
    if (typeof resources !== "number" || typeof targets !== "number") return undefined;
    return { problems: [], counts: { resources, targets } };
  },
};

function judgedOnce({ env }: Cli, inputs: ProjectInputs): Promise<Judged> {
  return outcomeOf<Judged>(inputs, { command: ["validate"], env, ...keptCounts }, () => judged(inputs));
}

/** Exit status: 0 if there is no error, otherwise 1. */
export async function runValidate(cli: Cli, options: ValidateOptions): Promise<number> {
  const found = await readInputs(cli.cwd, cli.global.project);
  const inputs = "inputs" in found ? found.inputs : undefined;
  const folder = "inputs" in found ? found.inputs.file.folder : found.folder;
  const { problems: faults, counts }: Judged =
    "inputs" in found ? await judgedOnce(cli, found.inputs) : { problems: found.problems };
  const authorities = inputs ? await authorityProblems(inputs.project) : [];
  const ofSources = folder === undefined ? [] : await sourcesProblems(folder);
  const problems = [...faults, ...authorities, ...ofSources];
  const forPeople = options.format === "text";
  if (problems.length > 0 || !forPeople) {
    // Loaded on demand: most runs have nothing to print, and the code of reports is half as large as all other code.
    const { printProblems } = await import("../terminal/printing.ts");
    printProblems(cli, problems, { ...options, folder });
  }
  if (hasErrors(problems)) return 1;
  if (!forPeople || !counts) return 0;
  const what = `${counted(counts.resources, "resource")} for ${counted(counts.targets, "target")}`;
  cli.out(`${cli.style.green("✔")} ${what}: all in order.\n`);
  return 0;
}
