/**
 * A broken Git must never count as a folder without Git: without lock and base, an apply would overwrite what others
 * have done.
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changeLive } from "../../../src/simulator/changes.ts";
import { logReport } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { commitAll, put, repository, scratch } from "../../git/repositories.ts";
import { projectFor, simulator, trueup } from "../command.ts";

const file = "desired-state/offices.yaml";
const office = (zone: string) => ({
  [file]: `target: cloud\norganization: Acme\nnetworks:\n  berlin: { name: Berlin Office, timeZone: ${zone} }\n`,
});
const writes = (served: RunningSimulator) => Number(logReport(served.world().log).writes);

/** Creates a project with a network that was applied, and was then changed both in Git and by hand. */
async function conflicting(served: RunningSimulator, projectFile = projectFor(served)): Promise<string> {
  const cwd = repository({
    "trueup.yaml": projectFile,
    ".gitignore": ".trueup/\n",
    ...office("Europe/Berlin"),
  });
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
  commitAll(cwd, office("Europe/Paris"));
  served.edit((world) => {
    const set = { timeZone: "Europe/Oslo" };
    const changed = changeLive(world, { interface: "dashboard", network: "Berlin Office", set });
    if (!changed) throw new Error("the company has no Berlin Office");
    return changed;
  });
  return cwd;
}

test.each([
  ["git is not installed", "git-missing", () => ({ PATH: scratch() })],
  [
    "HEAD is empty",
    "git-unusable",
    (cwd: string) => {
      put(cwd, { ".git/HEAD": "" });
      return {};
    },
  ],
  [
    "the repository of a submodule is gone",
    "git-unusable",
    (cwd: string) => {
      rmSync(join(cwd, ".git"), { recursive: true });
      put(cwd, { ".git": "gitdir: ../.git/modules/gone\n" });
      return {};
    },
  ],
])("where %s, apply does not begin, and plan says what it cannot know", async (_, code, breakGit) => {
  const served = await simulator();
  const cwd = await conflicting(served);
  const before = writes(served);
  const env = breakGit(cwd);
  const applied = await trueup(["apply", "--yes"], { cwd, env });
  expect(applied).toMatchObject({ status: 1, err: expect.stringContaining(`error[${code}]`) });
  expect(writes(served)).toBe(before);
  const planned = await trueup(["plan"], { cwd, env });
  expect(planned.err).toContain(`warning[${code}]`);
  expect(planned.err).toContain("cannot distinguish drift from conflicts");
  expect(planned.out).toContain("1 to update");
});

test("where the project has settings for Git and stands in none, apply does not begin", async () => {
  const served = await simulator();
  const cwd = await conflicting(served, `${projectFor(served)}git: { remote: false }\n`);
  const before = writes(served);
  rmSync(join(cwd, ".git"), { recursive: true });
  const applied = await trueup(["apply", "--yes"], { cwd });
  expect(applied).toMatchObject({ status: 1, err: expect.stringContaining("error[no-work-tree]") });
  expect(writes(served)).toBe(before);
  expect((await trueup(["plan"], { cwd })).err).toContain("warning[no-work-tree]");
});
