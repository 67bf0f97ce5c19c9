/** `trueup validate`: checks everything that needs no network and no secrets. */

import { readProject } from "../read.ts";
import { counted } from "../report/value.ts";
import type { Cli } from "./cli.ts";
import { hasErrors, printProblems } from "./prepare.ts";

/** 0 when there is no error, else 1. */
export async function validate(cli: Cli, { format }: { readonly format: "text" | "json" }): Promise<number> {
  const { read, problems } = await readProject(cli.cwd, cli.global.project);
  if (problems.length > 0 || format === "json") printProblems(cli, format, problems);
  if (hasErrors(problems)) return 1;
  if (format === "json" || !read) return 0;
  const { project, loaded } = read;
  const resources = [...loaded.desired.resources.values()].filter(({ observed }) => !observed).length;
  const what = `${counted(resources, "resource")} for ${counted(project.targets.size, "target")}`;
  cli.out(`${cli.style.green("✔")} ${what}: all in order.\n`);
  return 0;
}
