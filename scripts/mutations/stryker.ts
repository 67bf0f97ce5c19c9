/** Runs Stryker, which is not a dependency of the project and is installed only when it is needed. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../planted/copy.ts";
import type { MutationReport } from "./score.ts";
import { type MutatedFolder, suites } from "./suites.ts";

const home = "scripts/mutations";
const program = `${home}/node_modules/@stryker-mutator/core/bin/stryker.js`;

/**
 * Mutates these files or line ranges of one folder, or the whole folder, and runs its tests. In a full run, results of
 * the last local run are reused unless the source or the tests have changed.
 */
export async function mutated(
  folder: MutatedFolder,
  { what, onlyUnits }: { readonly what: readonly string[] | undefined; readonly onlyUnits: boolean },
): Promise<MutationReport> {
  if (!existsSync(join(root, program))) await run("npm", ["ci", "--prefix", home], {});
  const all = [
    "--incremental",
    "--incrementalFile",
    `.stryker-tmp/${folder}${onlyUnits ? "-units" : ""}.json`,
  ];
  const mutate = ["--mutate", ...(what === undefined ? [`src/${folder}/**/*.ts`, ...all] : [what.join(",")])];
  const env = { TRUEUP_MUTATED: suites[folder].slice(0, onlyUnits ? 1 : undefined).join(" ") };
  await run(process.execPath, [program, "run", `${home}/stryker.json`, ...mutate], env);
  return JSON.parse(await readFile(join(root, ".stryker-tmp/report.json"), "utf8"));
}

/** Runs a program with its output passed through. Rejects if it fails. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) =>
      status === 0 ? resolve() : reject(new Error(`${command} ${args[0]} ended with ${status}`)),
    );
  });
}
