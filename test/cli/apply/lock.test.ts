/** The lock as a user sees it: two real applies, a run that was killed, and `trueup unlock`. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type LockLocation, takeLock } from "../../../src/git/lock.ts";
import { repositoryOf } from "../../../src/project/work-tree.ts";
import { logReport } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { git, remoteOf, repository, shallowClone } from "../../git/repositories.ts";
import { projectFor, simulator, trueup } from "../command.ts";

const state = `target: cloud
organization: Acme
networks:
  berlin: { name: Berlin Office, timeZone: Europe/Paris }
`;

function projectIn(served: RunningSimulator): string {
  const files = {
    "trueup.yaml": projectFor(served),
    ".gitignore": ".trueup/\n",
    "desired-state/a.yaml": state,
  };
  return repository(files);
}

async function lockedBy(folder: string, run: string, now: Date): Promise<LockLocation> {
  const found = await repositoryOf(folder, undefined);
  if (!found || "problem" in found) throw new Error("there is no repository");
  const place = {
    repository: found.repository,
    head: found.repository.head ?? "",
    prefix: "refs/trueup/test",
  };
  await takeLock(place, { run, owner: "ada on host-1", now: now.toISOString(), lifetimeMs: 300_000 });
  return place;
}

const writes = (served: RunningSimulator) => Number(logReport(served.world().log).writes);

describe("a lock of another run", () => {
  test("refuses an apply with 4 before anything is asked, and says by whom, since when and what to do", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    await lockedBy(cwd, "other", new Date());
    const ended = await trueup(["apply", "--yes"], { cwd });
    expect(ended.status).toBe(4);
    expect(ended.err).toMatch(
      /Refused: test is locked by ada on host-1, since \d{4}-\S+, until \d{4}-\S+ unless/,
    );
    expect(ended.err).toContain("trueup unlock");
    expect(logReport(served.world().log).counts).toMatchObject({ dashboard: {} });
    expect((await trueup(["plan"], { cwd })).status).toBe(0);
  });

  test("that has expired is taken over, and the apply says so", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    await lockedBy(cwd, "other", new Date(Date.now() - 3_600_000));
    const ended = await trueup(["apply", "--yes"], { cwd });
    expect(ended.status).toBe(0);
    expect(ended.err).toContain("The lock of ada on host-1 had expired at");
    expect(git(cwd, "for-each-ref", "--format=%(refname)", "refs/trueup")).toBe("refs/trueup/test/applied");
  });

  test("is removed by unlock, which asks before that, or needs --yes", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    const { path } = remoteOf(cwd);
    await lockedBy(cwd, "other", new Date());
    const refused = await trueup(["unlock"], { cwd });
    expect(refused).toMatchObject({
      status: 4,
      out: expect.stringContaining("test is locked by ada on host-1"),
    });
    expect(git(path, "for-each-ref", "refs/trueup")).not.toBe("");
    expect(await trueup(["unlock", "--yes"], { cwd })).toMatchObject({
      status: 0,
      out: expect.stringContaining("The lock is removed."),
    });
    expect(git(path, "for-each-ref", "refs/trueup")).toBe("");
    expect((await trueup(["unlock"], { cwd })).out).toBe("test is not locked.\n");
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
  });
});

test("a run that was killed does not lock out the next one in the same folder", async () => {
  const served = await simulator();
  const cwd = projectIn(served);
  await lockedBy(cwd, "killed", new Date());
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(4);
  writeFileSync(join(cwd, ".trueup/test.run"), "killed");
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
});

test("of two applies at the same time, in two clones, one applies and the other is refused", async () => {
  const served = await simulator({ settings: { latencyMs: 400 } });
  const { url } = remoteOf(projectIn(served));
  const clones = [shallowClone(url), shallowClone(url)];
  const ended = await Promise.all(clones.map((cwd) => trueup(["apply", "--yes"], { cwd })));
  expect(ended.map(({ status }) => status).sort()).toEqual([0, 4]);
  expect(ended.find(({ status }) => status === 4)?.err).toMatch(/Refused: test is locked by .+, process \d+/);
  expect(writes(served)).toBe(1);
});

test("an apply that is refused, or that fails, leaves no lock", async () => {
  const served = await simulator();
  const cwd = projectIn(served);
  expect((await trueup(["apply"], { cwd })).status).toBe(4);
  expect((await trueup(["apply", "--yes", "--base", "nowhere"], { cwd })).status).toBe(1);
  expect(git(cwd, "for-each-ref", "refs/trueup")).toBe("");
});
