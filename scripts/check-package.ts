/**
 * Packs the package as a release does, and checks it from a user's point of view: it contains all files that
 * `package.json` names (publint), every import has its types (arethetypeswrong), and npm would publish it. Needs
 * no login, and changes nothing.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "trueup-packed-"));
const run = (command: string, ...args: readonly string[]) => {
  process.stdout.write(`$ ${[command, ...args].join(" ")}\n`);
  execFileSync(command, args, { stdio: "inherit" });
};

try {
  run("npm", "pack", "--silent", "--pack-destination", folder);
  const [name = ""] = readdirSync(folder);
  const tarball = join(folder, name);
  run("publint", "run", "--strict", tarball);
  // The package contains only ES modules. CommonJS code can load it with `import()`.
  run("attw", tarball, "--profile", "esm-only");
  // A version with a hyphen must not become the one that `npm install trueup` installs.
  run("npm", "publish", "--dry-run", "--access", "public", "--tag", "next", tarball);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
