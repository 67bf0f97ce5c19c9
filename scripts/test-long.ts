/**
 * Runs the long form of the tests that have one, or of the named ones, and passes other arguments to vitest:
 * `npm run test:long -- [FILE...] [OPTIONS]`.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { longForms, onlyLong } from "../test/long-forms.ts";

const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const given = process.argv.slice(2);
const isNamed = given.some((argument) => argument.startsWith("test/"));
const long = isNamed ? [] : [...onlyLong, ...Object.values(longForms)].flatMap(({ files }) => files);
const { status } = spawnSync(process.execPath, [vitest, "run", ...new Set(long), ...given], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  env: { ...process.env, TRUEUP_TESTS: "long" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
