/** What is said where there is no project file: which others there are, and how one of them is chosen. */

import { dirname, relative, resolve, sep } from "node:path";
import { type Problem, problem } from "../model/problem.ts";
import {
  type EnvironmentFile,
  nearestProjectFiles,
  projectFilesIn,
} from "../runtime/files/environment-file.ts";
import type { ProjectChoice } from "../runtime/files/project-file.ts";

/** So many are named. */
const maxNamed = 5;

/** The problem of a project file that `readProjectFile` does not find. */
export async function missingProject(cwd: string, given?: ProjectChoice): Promise<Problem> {
  const { what, files, hint } = await missing(cwd, given);
  if (files.length === 0) return problem("no-project", what, { hint });
  const named = files.slice(0, maxNamed).map(({ name }) => name);
  const rest = files.length - named.length;
  const others = rest > 0 ? `${named.join(", ")} and ${rest} more` : listed(named);
  const choices = files.slice(0, maxNamed).map(({ option }) => `\`${option}\``);
  const choice = `Name the one that is meant: ${choices.join(", ")}${rest > 0 ? " or another" : ""}.`;
  return problem("no-project", `${what}, but ${others}`, { hint: choice });
}

/** A project file that may be meant: its path from where the command runs, and the option that takes it. */
interface OtherFile {
  readonly name: string;
  readonly option: string;
}

interface Missing {
  readonly what: string;
  readonly files: readonly OtherFile[];
  /** Where there are none. */
  readonly hint: string;
}

async function missing(cwd: string, given: ProjectChoice | undefined): Promise<Missing> {
  if (typeof given === "string") {
    const isFile = /\.ya?ml$/.test(given);
    const folder = resolve(cwd, isFile ? dirname(given) : given);
    const files = (await projectFilesIn(folder)).map(({ path }) => {
      const name = fromHere(cwd, path, `.${sep}`);
      return { name, option: `--project ${name}` };
    });
    return isFile
      ? { what: `there is no project file ${given}`, files, hint: "Correct the path after --project." }
      : { what: `there is no trueup.yaml in ${given}`, files, hint: writeOne };
  }
  const found = await nearestProjectFiles(cwd);
  const isOnly = ({ environment }: EnvironmentFile) =>
    found.filter((each) => each.environment === environment).length === 1;
  const files = found.map((each) => {
    const name = fromHere(cwd, each.path);
    return { name, option: isOnly(each) ? `--environment ${each.environment}` : `--project ${name}` };
  });
  return { what: `there is no trueup.yaml in ${cwd} or above it`, files, hint: writeOne };
}

const writeOne =
  "Run `trueup init` to write one, or name it with --project: trueup does not look for trueup.yml.";

/** `before`: what a path begins with that does not lead out of the folder. */
function fromHere(cwd: string, path: string, before = ""): string {
  const way = relative(cwd, path);
  return way.startsWith(`..${sep}`) ? way : before + way;
}

function listed(names: readonly string[]): string {
  const [last = "", ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} and ${last}`;
}
