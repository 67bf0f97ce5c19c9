/**
 * `npm run hostile` in its smallest form. Its inputs are small and depend only on the seed, and it reports slow inputs.
 */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { grammars, hostileProject } from "../../../scripts/hostile/grammars.ts";
import { folder } from "../../cli/command.ts";
import { isSmall } from "./process-cost.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("every language is tried, the same for a seed, and nothing in it is large", () => {
  const made = Array.from({ length: 300 }, (_, seed) => hostileProject(seed));
  expect(new Set(made.map(({ language }) => language))).toEqual(new Set(Object.keys(grammars)));
  for (const [seed, { files }] of made.entries()) {
    expect([seed, isSmall(files)]).toEqual([seed, true]);
    expect(hostileProject(seed).files).toEqual(files);
  }
});

test("what takes more than it may is found, and said with its seed", { timeout: 120_000 }, async () => {
  const keep = join(await folder(), "kept");
  const run = (...args: readonly string[]) =>
    spawnSync(
      process.execPath,
      ["scripts/hostile-loads.ts", "--count", "2", "--from", "3", "--keep", keep, ...args],
      {
        cwd: root,
        encoding: "utf8",
      },
    );
  // Every read takes more time than this limit, so the search must report every input.
  const planted = run("--seconds", "0.01", "--factor", "1");
  expect(planted.stdout).toMatch(/^from seed 3\nseed 3 \(.+\): [\d.]+ s of processor time\nseed 4 /);
  expect(planted.status).toBe(1);
  const honest = run("--factor", "10");
  expect(honest.stdout).toContain("2 projects, 0 that take too much");
  expect(honest.status).toBe(0);
});
