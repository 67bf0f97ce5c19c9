/** Packs the project as `npm pack` does. */

import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { inject } from "vitest";

const project = resolve(import.meta.dirname, "../..");
const neverPacked = /^(?:node_modules|\.git|dist|dist-test|coverage|test|.*\.tgz)$/;

/**
 * Packs the project into the folder `root`, and returns the package's path. It packs the build of the tests, or makes a
 * new build if the tests run the sources.
 */
export function packed(root: string): string {
  const copy = join(root, "project");
  for (const name of readdirSync(project).filter((one) => !neverPacked.test(one)))
    cpSync(join(project, name), join(copy, name), { recursive: true });
  symlinkSync(join(project, "node_modules"), join(copy, "node_modules"));
  const built = dirname(inject("command"));
  const isBuilt = built === join(project, "dist-test");
  if (isBuilt) cpSync(built, join(copy, "dist"), { recursive: true });
  const pack = ["pack", "--pack-destination", root, ...(isBuilt ? ["--ignore-scripts"] : [])];
  execFileSync("npm", pack, { cwd: copy, stdio: "pipe" });
  return join(root, readdirSync(root).find((name) => name.endsWith(".tgz")) ?? "");
}
