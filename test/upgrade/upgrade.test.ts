/**
 * This version reads files of trueup 0.1.0 correctly, or reports that they are old and what to do. It never misreads
 * them.
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { describe, expect, test } from "vitest";
import { changeLive } from "../../src/simulator/changes.ts";
import { logReport } from "../../src/simulator/log.ts";
import type { RunningSimulator } from "../../src/simulator/serve.ts";
import { folder, projectFor, simulator, trueup } from "../cli/command.ts";
import { git, put } from "../git/repositories.ts";
import { comment } from "../servers/comment-host.ts";
import { kept, keptRepository } from "./kept.ts";

const writes = (served: RunningSimulator) => Number(logReport(served.world().log).writes);

function byHand(served: RunningSimulator, set: Readonly<Record<string, string>>): void {
  served.edit((world) => {
    const changed = changeLive(world, { interface: "dashboard", network: "Berlin Office", set });
    if (!changed) throw new Error("the company has no Berlin Office");
    return changed;
  });
}

describe("the record of 0.1.0", () => {
  test("is the base, address by address: drift, what is pending, what is removed, and what was rotated", async () => {
    const served = await simulator();
    const { run } = keptRepository(served);
    const applied = await run(["applied", "--format", "json"]);
    expect(JSON.parse(applied.out).record).toMatchObject({ tool: "0.1.0", fingerprint: "e3b0c44298fc1c14" });

    byHand(served, { timeZone: "Europe/London" });
    const planned = await run(["plan", "--prune"], { ACME_GUEST_PSK: "canary-rotated-psk-3" });
    expect(planned.err).toMatch(
      /^Last applied state: 82cf14c86ea0, applied \S+ by alice .*; 2 resources left behind\.$/m,
    );
    expect(planned.out).toMatch(/timeZone +Europe\/London → Europe\/Berlin +drift/);
    expect(planned.out).toContain("+ network oslo");
    expect(planned.out).toContain("- network munich");
    expect(planned.out).toContain("rotated since it was applied");
    expect(planned.out).toContain("Plan: 1 to create, 2 to update, 1 to remove");
  });

  test("is followed by one of this version, in the same ref, here and at the remote", async () => {
    const served = await simulator();
    const { cwd, remote, run } = keptRepository(served);
    const done = await run(["apply", "--yes"]);
    expect(done.status, done.err).toBe(0);
    expect(done.out).toContain("Apply: 1 applied");
    const ref = "refs/trueup/production/applied";
    const text = git(remote, "cat-file", "tag", ref);
    expect(git(cwd, "cat-file", "tag", ref)).toBe(text);
    expect(text).toMatch(/"fingerprint": "[0-9a-f]{64}"/);
    expect(text).not.toContain('"tool": "0.1.0"');
    expect((await run(["plan"])).out).toContain("Plan: nothing to do; 3 as declared");
  });
});

test("a plan file of 0.1.0 is told as old, and approves nothing: not itself, not among others, not typed", async () => {
  const served = await simulator();
  const { cwd, run } = keptRepository(served);
  put(cwd, { "plan.json": kept("plan.json"), "plans/7.json": kept("plan.json") });
  const old = "this plan file was written by trueup 0.1.0, in version 1 of its format";

  const alone = await run(["apply", "plan.json"]);
  expect(alone.status).toBe(4);
  expect(alone.err).toContain(`error[old-plan-file]: plan.json: ${old}`);
  expect(alone.err).toContain("hint: Plan again with this trueup");

  const { fingerprint } = JSON.parse(kept("plan.json"));
  const typed = await run(["apply", "--approved", fingerprint]);
  expect(typed.status).toBe(4);
  expect(typed.err).toContain(
    "give all 64 digits, as shown at the end of the plan. trueup 0.1.0 showed only 16",
  );

  const among = await run(["apply", "--plans", "plans"]);
  expect(among.status, among.err).toBe(0);
  expect(among.err).toContain("warning[old-plan-file]: ");
  expect(among.err).toContain("Skipped 1 change that no reviewed plan contains:\n  cloud/network/oslo");
  expect(writes(served)).toBe(0);

  // This plan has the same changes. Its fingerprint differs, because it also covers the requests and the URLs of
  // targets.
  const now = JSON.parse((await run(["plan", "--format", "json"])).out).fingerprint;
  expect(now).toMatch(/^[0-9a-f]{64}$/);
  expect(now.slice(0, 16)).not.toBe(fingerprint);
  expect((await run(["apply", "--approved", now])).status).toBe(0);
});

test("the journal of an apply of 0.1.0 that was killed is finished", async () => {
  const served = await simulator();
  const labs =
    "networks:\n  oslo: { name: Oslo Lab }\n  bergen: { name: Bergen Lab }\n  tromso: { name: Tromso Lab }\n";
  const cwd = await folder({
    "trueup.yaml": projectFor(served).replace("environment: test", "environment: production"),
    "desired-state/labs.yaml": `target: cloud\norganization: Acme\n${labs}`,
    ".trueup/production.journal": kept("production.journal"),
  });
  const ended = await trueup(["apply", "--yes"], { cwd });
  expect(ended.status).toBe(0);
  expect(ended.err).toContain("The last run was interrupted: it is unknown whether 3 writes took effect");
  expect(ended.err.match(/create cloud\/network\/\w+: not applied/g)).toHaveLength(3);
  expect(writes(served)).toBe(3);
});

test("a snapshot of 0.1.0 is good for a preview, from its file and from the ref", async () => {
  const served = await simulator();
  const { cwd, run } = keptRepository(served);
  mkdirSync(join(cwd, "elsewhere"));
  put(cwd, { "elsewhere/snapshot.json": kept("snapshot.json") });
  for (const args of [["--snapshot"], ["--snapshot", "elsewhere/snapshot.json"]]) {
    const preview = await run(["plan", ...args]);
    expect(preview.status, preview.err).toBe(0);
    expect(preview.out).toMatch(/^Preview: this plan was made from a snapshot of 2026-11-22T08:15:48\.149Z/);
    expect(preview.out).toContain("Plan: 1 to create, 0 to update, 0 to remove; 2 as declared");
    expect(preview.out).toMatch(/ {2}fingerprint preview-[0-9a-f]{64}\n$/);
  }
});

test("the comment of 0.1.0 is known by its mark: it is updated, and there is no second one", async () => {
  const cwd = await folder({ "plan.md": "## trueup: nothing to do\n" });
  const written = await comment(cwd, ["--key", "trueup", "plan.md"], ["hello", kept("comment.md")]);
  expect(written.request).toBe("PATCH /repos/acme/network/issues/comments/2");
  expect(written.body).toContain("nothing to do");
});

test("trueup.yaml of 0.1.0, with every field that it had, is in order", async () => {
  const cwd = await folder({
    "trueup.yaml": kept("trueup.yaml"),
    "certs/routers.pem": rootCertificates[0] ?? "",
    "desired-state/a.yaml": "target: cloud\norganization: Acme\nnetworks:\n  berlin: { name: Berlin }\n",
  });
  const ended = await trueup(["validate"], { cwd });
  expect(ended).toEqual({ status: 0, out: "✔ 1 resource for 10 targets: all in order.\n", err: "" });
});

test("a record of a later version is told as such, and nobody is told to delete it", async () => {
  const { cwd, remote, run } = keptRepository(await simulator());
  const ref = "refs/trueup/production/applied";
  const later = git(remote, "cat-file", "tag", ref)
    .replace('"version": 1', '"version": 3')
    .replace("0.1.0", "9.0.0");
  put(cwd, { "../record.txt": `${later}\n` });
  git(cwd, "push", "-qf", "origin", `${git(cwd, "hash-object", "-t", "tag", "-w", "../record.txt")}:${ref}`);
  const ended = await run(["plan"]);
  expect(ended).toMatchObject({ status: 1, out: "" });
  expect(ended.err).toContain(
    "error[record-unreadable]: refs/trueup/production/applied was written by trueup 9.0.0",
  );
  expect(ended.err).toContain("Leave the ref as it is");
  expect(ended.err).not.toContain("delete");
});

describe("the lock of 0.1.0", () => {
  const lock = (cwd: string, expires: string) => {
    put(cwd, { "../lock.txt": `${kept("lock.txt").replace(/"expires": ".*"/, `"expires": "${expires}"`)}` });
    const id = git(cwd, "hash-object", "-t", "tag", "-w", "../lock.txt");
    git(cwd, "push", "-q", "origin", `${id}:refs/trueup/production/lock`);
  };

  test("keeps this version out while it holds", async () => {
    const served = await simulator();
    const { cwd, run } = keptRepository(served);
    lock(cwd, "2999-01-01T00:00:00.000Z");
    const refused = await run(["apply", "--yes"]);
    expect(refused.status).toBe(4);
    expect(refused.err).toContain("alice <alice@example.net> on runner-1, process 27451");
    expect(writes(served)).toBe(0);
  });

  test("is taken over once its time is up", async () => {
    const served = await simulator();
    const { cwd, run } = keptRepository(served);
    lock(cwd, "2000-01-01T00:00:00.000Z");
    expect((await run(["apply", "--yes"])).status).toBe(0);
  });
});
