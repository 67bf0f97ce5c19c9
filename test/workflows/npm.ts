/** npm as the workflows need it: the packed project, and installations of it that cost what a link costs. */

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { inject } from "vitest";
import { isLong } from "../long-forms.ts";

const project = resolve(import.meta.dirname, "../..");
const neverPacked = /^(?:node_modules|\.git|dist|dist-test|coverage|test|.*\.tgz)$/;

/** The packed project, in that folder: what the tests have built, or built anew where they run the sources. */
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

/**
 * A folder for the PATH with an npm whose first installation is real, and each later one a link to what that has
 * installed. In the long form all of them are real.
 */
export function npmOnce(root: string): string {
  const [bin, kept] = [join(root, "npm-once"), join(root, "installed")];
  const real = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
  mkdirSync(bin);
  if (isLong) return bin;
  const script = `#!/bin/sh
prefix=$npm_config_prefix
for word; do
  if [ "$before" = --prefix ]; then prefix=$word; fi
  before=$word
done
if [ ! -e "${kept}" ]; then
  "${real}" "$@" || exit
  cp -a "$prefix" "${kept}"
elif [ ! -e "$prefix/lib/node_modules/trueup" ]; then
  mkdir -p "$prefix/lib/node_modules" "$prefix/bin"
  ln -s "${kept}/lib/node_modules/trueup" "$prefix/lib/node_modules/trueup"
  ln -s "${kept}/bin/trueup" "$prefix/bin/trueup"
fi
`;
  writeFileSync(join(bin, "npm"), script);
  chmodSync(join(bin, "npm"), 0o755);
  return bin;
}
