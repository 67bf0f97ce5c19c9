/**
 * Packs the package as a release does, and looks at it as those who take it do: what `package.json` names is in it
 * (publint), every import has its types (arethetypeswrong), and npm would publish it. Needs no login, changes nothing.
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
  // It is a package of modules only: who needs it from CommonJS imports it by `import()`.
  run("attw", tarball, "--profile", "esm-only");
  // A version with a hyphen is not to become what `npm install trueup` takes.
  run("npm", "publish", "--dry-run", "--access", "public", "--tag", "next", tarball);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
