/** Plan files as apply is given them. */

import { resolve } from "node:path";
import { type PlanFile, readPlanFile } from "../load/plan-file.ts";
import type { Problem } from "../model/problem.ts";
import { readText } from "../runtime/files.ts";
import type { Cli } from "./cli.ts";

/** Reads a plan file that apply is given. */
export async function readPlan(
  cli: Cli,
  path: string,
): Promise<{ readonly file: PlanFile } | { readonly problem: Problem }> {
  const read = await readText(resolve(cli.cwd, path), path);
  if ("problem" in read) return read;
  const found = readPlanFile(read.file.text);
  if ("file" in found) return found;
  return { problem: { ...found.problem, message: `${path}: ${found.problem.message}` } };
}
