/** Runs the long form of the tests that have one, with what vitest is given besides: `npm run test:long`. */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { longForms } from "../test/long-forms.ts";

const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const long = new Set<string>(Object.values(longForms).flatMap(({ files }) => files));
const { status } = spawnSync(process.execPath, [vitest, "run", ...long, ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  env: { ...process.env, TRUEUP_TESTS: "long" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
