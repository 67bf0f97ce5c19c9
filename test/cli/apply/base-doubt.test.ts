/** A base that cannot be trusted: somebody who moves the applied ref can cause neither a removal nor a rename. */

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { entriesOf, logReport } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { recordedIn } from "../../git/recorded.ts";
import { commitAll, git, remoteOf, repository, shallowClone } from "../../git/repositories.ts";
import { projectFor, simulator, trueup } from "../command.ts";

const applied = "refs/trueup/test/applied";

/** Returns desired state with Acme's networks, by key. */
function offices(networks: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const lines = Object.entries(networks).map(([key, name]) => `  ${key}: { name: ${name} }\n`);
  const list = lines.length === 0 ? "networks: {}\n" : `networks:\n${lines.join("")}`;
  return { "desired-state/offices.yaml": `target: cloud\norganization: Acme\n${list}` };
}

const berlin = { berlin: "Berlin Office" };
const munich = { munich: "Munich Office" };
const oslo = { oslo: "Oslo Lab" };

function projectIn(served: RunningSimulator, networks: Readonly<Record<string, string>>): string {
  return repository({ "trueup.yaml": projectFor(served), ".gitignore": ".trueup/\n", ...offices(networks) });
}

const writes = (served: RunningSimulator) => Number(logReport(served.world().log).writes);
const removed = (served: RunningSimulator) =>
  entriesOf(served.world().log).filter(({ method }) => method === "DELETE").length;

/**
 * Forges the record, as anybody who may push the ref can: the same record for another commit, with more resources left
 * behind.
 */
function forge(cwd: string, commit: string, leftBehind: readonly object[] = []): void {
  const [head = ""] = git(cwd, "cat-file", "tag", applied).split("\n\n");
  const record = JSON.stringify({ ...recordedIn(cwd), version: 1, leftBehind });
  const tag = `${head.replace(/^object \w+/, `object ${commit}`)}\n\n${record}\n`;
  const id = execFileSync("git", ["mktag"], { cwd, input: tag }).toString().trim();
  git(cwd, "update-ref", applied, id);
}

function recordIn(cwd: string) {
  return { ...recordedIn(cwd), commit: git(cwd, "rev-parse", `${applied}^{commit}`) };
}

/**
 * Applies Berlin, and creates a commit that is never merged and declares other offices. With `after`, this commit
 * follows the last commit of main; with `beside`, main has another commit beside it.
 */
async function attacked(where: "beside" | "after", unmerged: Readonly<Record<string, string>>) {
  const served = await simulator();
  const cwd = projectIn(served, berlin);
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
  if (where === "after") commitAll(cwd, { "README.md": "next\n" });
  const main = git(cwd, "rev-parse", "HEAD");
  git(cwd, "checkout", "-q", "-b", "unmerged");
  const evil = commitAll(cwd, offices(unmerged));
  git(cwd, "checkout", "-q", "main");
  if (where === "beside") commitAll(cwd, { "README.md": "next\n" });
  return { served, cwd, main, evil, head: git(cwd, "rev-parse", "HEAD") };
}

const fingerprintIn = (out: string) => /fingerprint (?:\S*m)?([0-9a-f]+)/.exec(out)?.[1] ?? "none";

describe("an applied ref that points at a commit which was never merged", () => {
  test("has nothing removed: the plan says so first, with live names, and apply asks for a consent to this plan", async () => {
    const { served, cwd, evil, head } = await attacked("beside", {
      ...berlin,
      x: "Munich Office",
      y: "Hamburg Office",
    });
    forge(cwd, evil);
    const plan = await trueup(["plan", "--prune"], { cwd });
    expect(plan.out).toMatch(
      /^The last applied state .* is in doubt: the last applied commit, [0-9a-f]{12}, is not an ancestor of the planned one\./,
    );
    expect(plan.out).toContain("Plan: nothing that can be written; 2 cannot be written");
    expect(plan.out).toContain(
      "! remove cloud/network/x: trueup cannot decide this change: only a commit that is not an ancestor",
    );
    const markdown = await trueup(["plan", "--prune", "--format", "markdown"], { cwd });
    expect(markdown.out).toMatch(/^## .*\n\n.*\n\n> \*\*The last applied state \S+ is in doubt: /);
    const refused = await trueup(["apply", "--prune", "--yes"], { cwd });
    expect(refused.status).toBe(4);
    expect(refused.err).toMatch(
      /Refused: the last applied commit, [0-9a-f]{12}, is not an ancestor of the planned one:/,
    );
    expect(refused.err).toContain("cloud/network/x\n");
    expect(writes(served)).toBe(0);
    const other = await trueup(["apply", "--prune", "--yes", "--allow", "base@0123456789ab"], { cwd });
    expect(other.status).toBe(4);
    const consent = `base@${fingerprintIn(plan.out)}`;
    const allowed = await trueup(["apply", "--prune", "--yes", "--allow", consent], { cwd });
    expect(allowed.status, allowed.err).toBe(0);
    expect(removed(served)).toBe(0);
    expect(recordIn(cwd)).toMatchObject({
      commit: head,
      leftBehind: [
        { address: "cloud/network/x", commit: evil },
        { address: "cloud/network/y", commit: evil },
      ],
    });
    const after = await trueup(["apply", "--prune", "--yes"], { cwd });
    expect(after).toMatchObject({ status: 0, out: expect.not.stringContaining("(base) is in doubt") });
    expect(after.out).toContain("! remove cloud/network/x: trueup cannot decide this change");
    expect(removed(served)).toBe(0);
  });

  test("has nothing removed either when that commit came after the planned one: going back needs no consent", async () => {
    const { served, cwd, evil } = await attacked("after", {
      ...berlin,
      x: "Munich Office",
      y: "Hamburg Office",
    });
    forge(cwd, evil);
    const plan = await trueup(["plan", "--prune"], { cwd });
    expect(plan.out).toMatch(
      /^The last applied state .* is in doubt: the last applied commit, [0-9a-f]{12}, is newer than the planned one\./,
    );
    const done = await trueup(["apply", "--prune", "--yes"], { cwd });
    expect(done.status, done.err).toBe(0);
    expect(removed(served)).toBe(0);
  });

  test("has nothing removed when only the record's list of what was left behind names that commit", async () => {
    const { served, cwd, main, evil } = await attacked("beside", { x: "Munich Office" });
    forge(cwd, main, [{ address: "cloud/network/x", because: "kept", commit: evil }]);
    const done = await trueup(["apply", "--prune", "--yes"], { cwd });
    expect(done).toMatchObject({ status: 0, out: expect.not.stringContaining("(base) is in doubt") });
    expect(done.out).toContain("! remove cloud/network/x: trueup cannot decide this change");
    expect(removed(served)).toBe(0);
  });

  test.each(["beside", "after"] as const)("has no other network renamed or written to: %s", async (where) => {
    const { served, cwd, evil } = await attacked(where, { berlin: "Munich Office" });
    forge(cwd, evil);
    commitAll(cwd, {
      "desired-state/offices.yaml":
        "target: cloud\norganization: Acme\nnetworks:\n  berlin: { name: Berlin HQ, ssids: { 0: { name: Mine } } }\n",
    });
    git(cwd, "tag", "planned");
    const { err, out } = await trueup(["plan", "--format", "json"], { cwd });
    const { steps, unwritable } = JSON.parse(out);
    expect({ err, steps }).toMatchObject({ steps: [] });
    expect(unwritable).toMatchObject([
      { address: "cloud/network/berlin", reason: expect.stringContaining('it was called "Munich Office"') },
      { address: "cloud/ssid/berlin.0", because: "cloud/network/berlin" },
    ]);
    expect(writes(served)).toBe(0);
  });
});

describe("a base that is an ancestor", () => {
  test("is found behind a squash merge, from a merge that is checked out at depth 1; the clone is deepened", async () => {
    const served = await simulator();
    const origin = projectIn(served, { ...berlin, ...oslo });
    const { url } = remoteOf(origin);
    git(origin, "checkout", "-q", "-b", "proposal");
    commitAll(origin, offices(berlin));
    git(origin, "checkout", "-q", "main");
    expect((await trueup(["apply", "--yes"], { cwd: origin })).status).toBe(0);
    for (const text of ["1", "2", "3"]) commitAll(origin, { "README.md": text });
    git(origin, "checkout", "-q", "--detach");
    git(origin, "merge", "-q", "--no-ff", "-m", "the merge of both", "proposal");
    git(origin, "push", "-q", "origin", "HEAD:refs/pull/7/merge", "main");
    const clone = shallowClone(url);
    git(clone, "fetch", "-q", "--depth=1", "origin", "refs/pull/7/merge");
    git(clone, "checkout", "-q", "FETCH_HEAD");
    const proposed = await trueup(["plan", "--prune"], { cwd: clone });
    expect(proposed.out).not.toContain("(base) is in doubt");
    expect(proposed.out).toMatch(
      /- network oslo {2}in cloud {2}assumed operation\n +live {2}Oslo Lab, id \S+/,
    );

    git(origin, "checkout", "-q", "main");
    git(origin, "merge", "-q", "--squash", "proposal");
    commitAll(origin);
    git(origin, "branch", "-q", "-D", "proposal");
    git(origin, "push", "-q", "origin", "main");
    const merged = shallowClone(url);
    const done = await trueup(["apply", "--prune", "--yes"], { cwd: merged });
    expect(done.status, done.err).toBe(0);
    expect(removed(served)).toBe(1);
  });

  test("cannot be told where the history is nowhere to be had: the plan says that, and apply is refused", async () => {
    const served = await simulator();
    const origin = projectIn(served, { ...berlin, ...oslo });
    // A record of version 1 is complete in a shallow clone, which lacks only the history of commits.
    commitAll(origin, { "trueup.yaml": `${projectFor(served)}git: { recordVersion: 1 }\n` });
    const { url, path } = remoteOf(origin);
    expect((await trueup(["apply", "--yes"], { cwd: origin })).status).toBe(0);
    commitAll(origin, { "README.md": "1" });
    commitAll(origin, offices(berlin));
    git(origin, "push", "-q", "origin", "main");
    const clone = shallowClone(url);
    git(clone, "fetch", "-q", "--depth=1", "origin", `+${applied}:${applied}`);
    rmSync(path, { recursive: true });
    const plan = await trueup(["plan", "--prune"], { cwd: clone });
    expect(plan.out).toMatch(
      /^The last applied state \(base\) is in doubt: it is unknown whether .* this clone lacks the history\./,
    );
    expect(plan.out).toContain("Plan: nothing that can be written; 1 cannot be written");
    commitAll(clone, { "trueup.yaml": `${projectFor(served)}git: { remote: false }\n` });
    const refused = await trueup(["apply", "--prune", "--yes"], { cwd: clone });
    expect(refused).toMatchObject({
      status: 4,
      err: expect.stringContaining("Refused: it is unknown whether"),
    });
    expect(removed(served)).toBe(0);
  });

  test("lets somebody go back: what came since stays, and is removed once the base is named", async () => {
    const served = await simulator();
    const cwd = projectIn(served, { ...berlin, ...munich });
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    commitAll(cwd, offices({ ...berlin, ...oslo }));
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    const newer = git(cwd, "rev-parse", "HEAD");
    git(cwd, "checkout", "-q", "--detach", "HEAD~1");
    const back = await trueup(["apply", "--yes", "--prune"], { cwd });
    expect(back.status, back.err).toBe(0);
    expect(back.out).toContain("! remove cloud/network/oslo: trueup cannot decide this change");
    expect(recordIn(cwd).leftBehind).toMatchObject([{ address: "cloud/network/oslo", commit: newer }]);
    const named = await trueup(["apply", "--yes", "--prune", "--base", newer], { cwd });
    expect(named.status, named.err).toBe(0);
    expect(removed(served)).toBe(1);
    expect(recordIn(cwd).leftBehind).toEqual([]);
  });
});
