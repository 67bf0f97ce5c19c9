/**
 * Runs the long form of the tests that have one, or of the named ones, and passes other arguments to vitest: `npm run
 * test:long -- [FILE...] [--drawn N] [OPTIONS]`. `--drawn N`: a sample of this many files, determined by the commit.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { longForms, onlyLong, partlyLong } from "../test/long-forms.ts";
import { commitHere, drawn } from "./planted/deciding.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const given = process.argv.slice(2);
const at = given.indexOf("--drawn");
const count = at === -1 ? undefined : Number(given.splice(at, 2)[1]);
if (count !== undefined && !(Number.isInteger(count) && count > 0))
  throw new Error("--drawn needs the number of files to draw");
const isNamed = given.some((argument) => argument.startsWith("test/"));
const all = [...[...onlyLong, ...Object.values(longForms)].flatMap(({ files }) => files), ...partlyLong];
const long = [...new Set(isNamed ? [] : all)];
const chosen = count === undefined ? long : chosenFrom(long, count);
const { status } = spawnSync(process.execPath, [vitest, "run", ...chosen, ...given], {
  cwd: root,
  env: { ...process.env, TRUEUP_TESTS: "long" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;

function chosenFrom(files: readonly string[], most: number): readonly string[] {
  const named = files.map((name) => ({ name }));
  const found = drawn(named, most, commitHere(root)).map(({ name }) => name);
  process.stdout.write(`${found.length} of ${files.length} files, drawn by the commit\n`);
  return found;
}
