/**
 * Maintains an issue of the repository for each finding of soaks: `node scripts/soak-issues.ts FOLDER ...
 * [--most N]` reads what `npm run soak` has stored there, and creates or updates issues with `trueup issue`.
 * Stored texts are treated as data.
 */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { issueOf } from "./soak/issue-text.ts";
import { type Findings, findingsFile } from "./soak/soaked.ts";

const command = fileURLToPath(new URL("../bin/trueup.js", import.meta.url));

process.exitCode = main();

/** Returns the exit status: 1 if an issue could not be written, otherwise 0. Findings beyond `--most` get no issue. */
function main(): 0 | 1 {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { most: { type: "string", default: "10" } },
  });
  const all = positionals.flatMap(found);
  const told = all.slice(0, Number(values.most));
  const failed = told.filter(({ start, finding }) => {
    const { key, title, text } = issueOf(finding, start);
    const args = [command, "issue", "-", "--key", key, "--title", title];
    const { status } = spawnSync(process.execPath, args, {
      input: text,
      stdio: ["pipe", "inherit", "inherit"],
    });
    return status !== 0;
  });
  for (const { finding } of all.slice(told.length))
    process.stdout.write(
      `no issue for ${finding.kind}, seed ${finding.seed}: there are ${told.length} already\n`,
    );
  process.stdout.write(`${all.length} findings, ${failed.length} without an issue\n`);
  return failed.length > 0 ? 1 : 0;
}

/** The findings in a folder; none if the soak has found nothing. */
function found(folder: string) {
  const path = join(folder, findingsFile);
  if (!existsSync(path)) return [];
  const { start, findings }: Findings = JSON.parse(readFileSync(path, "utf8"));
  return findings.map((finding) => ({ start, finding }));
}
