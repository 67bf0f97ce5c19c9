/**
 * The workflows of this repository, and those that `trueup init` writes. They name exact versions of their actions, and
 * have only the permissions that they list.
 */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const root = new URL("../../", import.meta.url);
const names = [".github/workflows", "action/github"].flatMap((folder) =>
  readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}`),
);

test.each(names)("actions are pinned by commit, and permissions are named: %s", (name) => {
  const text = readFileSync(new URL(name, root), "utf8");
  const uses = [...text.matchAll(/^\s*(?:- )?uses: *(\S+)/gm)].map(([, action = ""]) => action);
  for (const action of uses) expect(action).toMatch(/^(?:\.\/|[\w.-]+\/[\w./-]+@[0-9a-f]{40}$)/);
  const workflow: unknown = parse(text);
  expect(workflow).toHaveProperty("permissions");
  expect(text).not.toMatch(/permissions: *(?:write-all|read-all)|pull_request_target/);
});

test("what takes long waits for the quick job, which waits for nothing", () => {
  const { jobs } = z
    .object({
      jobs: z.record(z.string(), z.object({ needs: z.string().optional(), "timeout-minutes": z.number() })),
    })
    .parse(parse(readFileSync(new URL(".github/workflows/ci.yml", root), "utf8")));
  const { quick, ...others } = jobs;
  expect(quick?.needs).toBeUndefined();
  const long = Object.entries(others).filter(([, each]) => each["timeout-minutes"] > 10);
  expect(long.length).toBeGreaterThan(1);
  expect(long.filter(([, { needs }]) => needs !== "quick").map(([name]) => name)).toEqual([]);
});
