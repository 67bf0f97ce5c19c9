/** `trueup validate`: makes all checks that need no network and no secrets. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasErrors, type Problem } from "../../model/problem.ts";
import { authorityProblems } from "../../project/authority-problems.ts";
import { policyProblems } from "../../project/policy-problems.ts";
import { readProject } from "../../project/read.ts";
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

/** Exit status: 0 if there is no error, otherwise 1. */
export async function runValidate(cli: Cli, options: ValidateOptions): Promise<number> {
  const { read, problems: faults, folder } = await readProject(cli.cwd, cli.global.project);
  const judged = read && !hasErrors(faults) ? await computed(fromFiles, () => policyProblems(read)) : [];
  const authorities = read ? await authorityProblems(read.project) : [];
  const ofSources = folder === undefined ? [] : await sourcesProblems(folder);
  const problems = [...faults, ...authorities, ...judged, ...ofSources];
  const forPeople = options.format === "text";
  if (problems.length > 0 || !forPeople) {
    // Loaded on demand: most runs have nothing to print, and the code of reports is half as large as all other code.
    const { printProblems } = await import("../terminal/printing.ts");
    printProblems(cli, problems, { ...options, folder });
  }
  if (hasErrors(problems)) return 1;
  if (!forPeople || !read) return 0;
  const { project, loaded } = read;
  const resources = [...loaded.desired.resources.values()].filter(({ observed }) => !observed).length;
  const what = `${counted(resources, "resource")} for ${counted(project.targets.size, "target")}`;
  cli.out(`${cli.style.green("✔")} ${what}: all in order.\n`);
  return 0;
}
