/** The package as people install it, in a folder of its own, for measuring whole processes. */

import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The path of the checkout. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** An installed package. */
export interface Installed {
  /** The absolute path of the script that node runs as `trueup`. */
  readonly command: string;
  readonly remove: () => Promise<void>;
}

/** Builds the package, and unpacks it into a new folder. */
export async function installed(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  await run("npm", ["run", "build"], { cwd: root });
  for (const part of ["bin", "dist", "package.json"])
    await cp(join(root, part), join(folder, part), { recursive: true });
  return { command: join(folder, "bin/trueup.js"), remove: () => rm(folder, { recursive: true }) };
}
