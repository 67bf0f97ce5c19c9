/**
 * Builds the documentation site in `scripts/site/dist/`: `npm run docs`. A broken link or an empty page fails the
 * build. `--serve` shows the site on a local port while pages are edited. `TRUEUP_SITE_SOURCE` is the URL at which
 * repository files that are not pages can be viewed (`https://HOST/OWNER/NAME/blob/COMMIT`). Without this URL, such
 * files are not linked. `TRUEUP_SITE_BASE` is the site's path at its host.
 */

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root, stagedSite, writeSite } from "./site/stage.ts";

const { values } = parseArgs({ options: { serve: { type: "boolean", default: false } } });
const home = join(root, "scripts/site");
const staged = await stagedSite(process.env.TRUEUP_SITE_SOURCE);
if (staged.dead.length > 0) {
  process.stderr.write(`These links lead nowhere:\n${staged.dead.map((each) => `  ${each}\n`).join("")}`);
  process.exit(1);
}
await writeSite(staged, join(home, "pages"));
// The site has packages of its own, installed only when it is built.
if (!existsSync(join(home, "node_modules"))) await run("npm", ["ci", "--prefix", home]);
const program = join(home, "node_modules/vitepress/bin/vitepress.js");
await run(process.execPath, [program, values.serve ? "dev" : "build", home]);
if (!values.serve) checkPages();

/** The generator exits with 0 even if a page failed to render, and leaves it empty. */
function checkPages(): void {
  const empty = [...staged.pages.keys()].filter((name) => {
    const built = join(home, "dist", name.replace(/\.md$/, ".html"));
    return name.endsWith(".md") && !(existsSync(built) && readFileSync(built, "utf8").includes("</h1>"));
  });
  if (empty.length === 0) return;
  process.stderr.write(`These pages are empty:\n${empty.map((each) => `  ${each}\n`).join("")}`);
  process.exitCode = 1;
}

/** Runs a program with its output passed through. Rejects if it fails. */
function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: home, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) =>
      status === 0 ? resolve() : reject(new Error(`${command} ${args[0]} ended with ${status}`)),
    );
  });
}
