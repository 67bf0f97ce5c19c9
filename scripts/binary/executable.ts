/** Builds one single executable: Node for a system, with the program injected. */

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Assets } from "./bundle.ts";

/** The name of the executable's section from which Node loads the program. */
const section = "NODE_SEA_BLOB";
const names = [
  "--sentinel-fuse",
  "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
  "--macho-segment-name",
  "NODE_SEA",
];
const postject = fileURLToPath(import.meta.resolve("postject/dist/cli.js"));

/** The parts of an executable. */
interface Parts {
  readonly node: string;
  readonly main: string;
  readonly assets: Assets;
}

/** Writes the executable. `work` is for temporary files; this process's Node must have the same version. */
export function makeExecutable({ node, main, assets }: Parts, to: string, work: string): void {
  const blob = join(work, "blob");
  const config = join(work, "sea.json");
  const options = { disableExperimentalSEAWarning: true, useSnapshot: false, useCodeCache: false };
  writeFileSync(config, JSON.stringify({ main, output: blob, ...options, assets }));
  execFileSync(process.execPath, ["--experimental-sea-config", config], { stdio: "pipe" });
  copyFileSync(node, to);
  chmodSync(to, 0o755);
  // A signed file must not be changed. But macOS only runs files with a signature, so an ad-hoc signature is added
  // later.
  const isSigned = process.platform === "darwin";
  if (isSigned) execFileSync("codesign", ["--remove-signature", to]);
  execFileSync(process.execPath, [postject, to, section, blob, ...names], { stdio: "pipe" });
  if (isSigned) execFileSync("codesign", ["--sign", "-", to]);
}
