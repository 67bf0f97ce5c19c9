/**
 * Runs the tests that are nearest to the changes since main: `npm run test:changed`. `--since REVISION` compares
 * with another revision, `--most N` limits the number of test files; other arguments are passed to vitest.
 */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { onlyLong } from "../test/long-forms.ts";
import { nearestTests } from "./changed/nearest.ts";
import { changedFiles, leftAt } from "./changed/since.ts";
import { root } from "./planted/copy.ts";

const { values, tokens } = parseArgs({
  options: {
    since: { type: "string", default: "origin/main" },
    most: { type: "string", default: "40" },
  },
  strict: false,
  tokens: true,
});
const own = new Set(["since", "most"]);
const others = tokens.flatMap((token) => {
  if (token.kind !== "option") return token.kind === "positional" ? [token.value] : [];
  if (own.has(token.name)) return [];
  return [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`];
});
const say = (text: string) => process.stdout.write(`${text}\n`);
process.exitCode = run(String(values.since), Number(values.most));

function run(since: string, most: number): number {
  const commit = leftAt(root, since) ?? (since === "origin/main" ? leftAt(root, "main") : undefined);
  if (commit === undefined) {
    say(
      `git does not know the commit where this branch left ${since}: fetch it, or name another revision with --since.`,
    );
    return 1;
  }
  const changed = changedFiles(root, commit);
  const leftOut = new Set(onlyLong.flatMap(({ files }) => files));
  const tests = nearestTests(changed, texts()).filter((path) => !leftOut.has(path));
  const chosen = tests.slice(0, most);
  say(
    `Changed since ${commit.slice(0, 12)}: ${changed.length} files; ${tests.length} test files depend on them.`,
  );
  if (chosen.length < tests.length)
    say(`The ${chosen.length} nearest run; \`npm test\` runs the other ${tests.length - chosen.length}.`);
  if (chosen.length === 0) return 0;
  const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
  const args = [vitest, "run", ...chosen, ...others];
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
}

/** The texts of all files that can import others, or name others. */
function texts() {
  const { stdout } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64_000_000,
  });
  return stdout
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(root, path)))
    .map((path) => ({
      path,
      text: /\.[cm]?[jt]s$/.test(path) ? readFileSync(join(root, path), "utf8") : "",
    }));
}
