/** Composes the message for a missing project file: which other project files exist, and how to choose one. */

import { type Problem, problem } from "../model/problem.ts";
import { type OtherProjectFile, otherProjectFiles } from "../runtime/files/other-project-files.ts";
import type { ProjectChoice } from "../runtime/files/project-file.ts";

/** The maximum number of files that are named. */
const maxNamed = 5;

/** The problem if `readProjectFile` finds no project file. */
export async function missingProject(cwd: string, given?: ProjectChoice): Promise<Problem> {
  const { what, hint } = missing(cwd, given);
  const files = await otherProjectFiles(cwd, given);
  if (files.length === 0) return problem("no-project", what, { hint });
  const named = files.slice(0, maxNamed);
  const rest = files.length - named.length;
  const paths = named.map(({ path }) => path);
  const others = rest > 0 ? `${paths.join(", ")} and ${rest} more` : listed(paths);
  const optionOf =
    typeof given === "string" ? byPath : (file: OtherProjectFile) => byEnvironment(file, files);
  const options = named.map((file) => `\`${optionOf(file)}\``).join(", ");
  return problem("no-project", `${what}, but there is ${others}`, {
    hint: `Select one: ${options}${rest > 0 ? " or another" : ""}.`,
  });
}

function missing(
  cwd: string,
  given: ProjectChoice | undefined,
): { readonly what: string; readonly hint: string } {
  if (typeof given !== "string")
    return { what: `there is no trueup.yaml in ${cwd} or above it`, hint: writeOne };
  return /\.ya?ml$/.test(given)
    ? { what: `there is no project file ${given}`, hint: "Correct the path after --project." }
    : { what: `there is no trueup.yaml in ${given}`, hint: writeOne };
}

const writeOne =
  "Run `trueup init` to write one, or name the file with --project. trueup does not look for trueup.yml.";

function byPath({ path }: OtherProjectFile): string {
  return `--project ${path}`;
}

/**
 * Returns how to select a file: by its environment, or by its path. The path is needed if two files describe the same
 * environment, or if the file is in a subfolder, which is not searched.
 */
function byEnvironment(file: OtherProjectFile, files: readonly OtherProjectFile[]): string {
  if (file.isBelow) return byPath(file);
  const same = files.filter(({ environment }) => environment === file.environment);
  return same.length === 1 ? `--environment ${file.environment}` : byPath(file);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
