/**
 * Plans of a proposal: compared with its target branch, made with that branch's project file, and made from a snapshot.
 */

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { entriesOf, logReport } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { scratch } from "../../git/repositories.ts";
import { exampleProject, simulator, trueup, write } from "../command.ts";

const asked = (served: RunningSimulator) => entriesOf(served.world().log).length;

/** Creates the example company on `main`, and checks out a new branch. */
async function proposal(served: RunningSimulator) {
  const cwd = await exampleProject(served);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.example", ...args], { cwd }).toString();
  git("init", "-q", "-b", "main");
  const commit = (message: string) => {
    git("add", "-A");
    git("commit", "-qm", message);
  };
  commit("first");
  git("checkout", "-qb", "proposal");
  const change = async (file: string, from: string, to: string) => {
    const text = await readFile(join(cwd, file), "utf8");
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    await write(cwd, file, text.replace(from, to));
  };
  return { cwd, git, commit, change };
}

test("what a proposal changes is told from what is pending on its branch, also when that has moved on", async () => {
  const served = await simulator();
  const { cwd, git, commit, change } = await proposal(served);
  await change("desired-state/fabric.yaml", "edge compute", "edge computing");
  commit("proposal");
  git("checkout", "-q", "main");
  await change("desired-state/fabric.yaml", "routing of the edge", "routing at the edge");
  commit("later on main");
  git("checkout", "-q", "proposal");
  const args = ["plan", "--proposal-base", "main", "--only", "fabric-east/*"];
  const { out, status } = await trueup(args, { cwd });
  expect(status).toBe(0);
  expect(out).toContain("1 from this pull request, 3 already pending on main");
  const { changes } = JSON.parse((await trueup([...args, "--format", "json"], { cwd })).out);
  const by = changes.map(
    (one: { address: string; broughtBy?: string; differences?: { broughtBy: string }[] }) => [
      one.address,
      one.broughtBy ?? one.differences?.[0]?.broughtBy,
    ],
  );
  expect(Object.fromEntries(by)).toMatchObject({
    "fabric-east/tenant/Edge": "proposal",
    "fabric-east/tenant/Staging": "main",
    "fabric-east/managedObject/uni/tn-Edge/ctx-main": "main",
  });
});

test("in a clone too shallow to tell where a proposal left its branch, the plan says so, and how to get the rest", async () => {
  const { cwd, git, commit, change } = await proposal(await simulator());
  await change("desired-state/fabric.yaml", "edge compute", "edge computing");
  commit("proposal");
  git("checkout", "-q", "main");
  await change("desired-state/fabric.yaml", "routing of the edge", "routing at the edge");
  commit("later on main");
  const args = ["plan", "--proposal-base", "origin/main", "--only", "fabric-east/*"];
  const planned = async (depth: string) => {
    const clone = scratch();
    git("clone", "-q", "--no-single-branch", depth, pathToFileURL(cwd).href, clone);
    execFileSync("git", ["checkout", "-q", "--detach", "origin/proposal"], { cwd: clone });
    return trueup([...args, "--format", "markdown"], { cwd: clone });
  };
  const shallow = await planned("--depth=1");
  expect(shallow.status).toBe(0);
  expect(shallow.err).toContain("warning[proposal-base-shallow]");
  expect(shallow.err).toContain("fetch-depth: 0");
  expect(shallow.out).toContain("where the branch diverged from origin/main");
  expect((await planned("--depth=2")).err).not.toContain("proposal-base-shallow");
});

test("a proposal that changes trueup.yaml is planned with the branch's, and the plan says so", async () => {
  const honest = await simulator();
  const foreign = await simulator();
  const { cwd, change } = await proposal(honest);
  await change("trueup.yaml", honest.urls.dashboard, foreign.urls.dashboard);
  const args = ["plan", "--config-from", "main", "--only", "cloud/network/munich"];
  const ended = await trueup([...args, "--annotations", "github", "--format", "markdown"], { cwd });
  expect(ended.status).toBe(0);
  expect(ended.err).toContain("warning[config-differs]: the pull request changes trueup.yaml");
  expect(ended.err).toContain("::warning file=trueup.yaml,line=1");
  expect(ended.out).toContain("- warning: the pull request changes trueup.yaml");
  expect(asked(foreign)).toBe(0);
  expect(asked(honest)).toBeGreaterThan(0);
});

test("a proposal cannot bring a certificate authority of its own", async () => {
  const served = await simulator();
  const { cwd, git, commit, change } = await proposal(served);
  git("checkout", "-q", "main");
  await write(cwd, "certs/ca.pem", "the branch's\n");
  await change("trueup.yaml", "    hosts:", "    tls: { ca: certs/ca.pem }\n    hosts:");
  commit("authority");
  const args = ["plan", "--config-from", "main"];
  expect((await trueup([...args, "--only", "cloud/*"], { cwd })).status).toBe(0);
  await write(cwd, "certs/ca.pem", "the proposal's\n");
  const ended = await trueup(args, { cwd });
  expect(ended.status).toBe(1);
  expect(ended.err).toContain(
    "error[trusted-file-differs]: the pull request's certs/ca.pem differs from that of main",
  );
});

test("--config-from says what is wrong with a revision that has no project file", async () => {
  const served = await simulator();
  const { cwd, git, commit } = await proposal(served);
  expect((await trueup(["plan", "--config-from", "nowhere"], { cwd })).err).toContain(
    "error[unknown-revision]",
  );
  git("rm", "-q", "trueup.yaml");
  commit("gone");
  git("checkout", "-q", "main", "--", "trueup.yaml");
  const ended = await trueup(["plan", "--config-from", "HEAD"], { cwd });
  expect(ended).toMatchObject({ status: 1, out: "" });
  expect(ended.err).toContain("error[no-project]: revision HEAD has no file trueup.yaml");
});

test("a preview needs no credential and asks nobody, says how old it is, and can never be approved", async () => {
  const served = await simulator();
  const { cwd, change } = await proposal(served);
  expect((await trueup(["observe", "--out", "snapshot.json"], { cwd })).status).toBe(0);
  const real = await trueup(["plan", "--format", "json"], { cwd });
  const before = asked(served);
  const none = {
    DASHBOARD_API_KEY: "",
    FABRIC_TOKEN: "",
    ROUTER_USER: "",
    ROUTER_PASSWORD: "",
    ACME_CORP_PSK: "",
  };
  const args = ["plan", "--snapshot", "snapshot.json"];
  const same = await trueup([...args, "--format", "json"], { cwd, env: none });
  expect(same).toMatchObject({ status: 0, err: "" });
  const plan = JSON.parse(same.out);
  expect(plan.preview).toMatchObject({ takenAt: expect.stringMatching(/^20\d\d-/) });
  expect(plan.fingerprint).toMatch(/^preview-[0-9a-f]{64}$/);
  // A preview does not know the targets' requests, so its fingerprint differs from the plan's fingerprint.
  const made: { changes: { wire?: string }[]; fingerprint: string } = JSON.parse(real.out);
  expect(plan.fingerprint).not.toBe(`preview-${made.fingerprint}`);
  expect(made.changes.every(({ wire }) => wire !== undefined)).toBe(true);
  expect(plan.changes).toEqual(made.changes.map(({ wire: _, ...change }) => change));

  await change("desired-state/fabric.yaml", "edge compute", "edge computing");
  const text = await trueup(args, { cwd, env: none });
  expect(text.out).toMatch(/^Preview: this plan was made from a snapshot of 20\S+Z, \d+ \w+ old\./);
  expect(asked(served)).toBe(before);

  const refused = await trueup(["apply", "--approved", plan.fingerprint], { cwd });
  expect(refused.status).toBe(4);
  expect(refused.err).toContain("is the fingerprint of a preview");
  expect(logReport(served.world().log).writes).toBe(0);
});

test("a snapshot that is none, or of another environment, is refused", async () => {
  const served = await simulator();
  const { cwd, change } = await proposal(served);
  await trueup(["observe", "--out", "snapshot.json"], { cwd });
  expect((await trueup(["plan", "--snapshot", "trueup.yaml"], { cwd })).err).toContain("error[bad-snapshot]");
  expect((await trueup(["plan", "--snapshot", "gone.json"], { cwd })).err).toContain(
    "error[unreadable-file]",
  );
  await change("trueup.yaml", "environment: test", "environment: other");
  const ended = await trueup(["plan", "--snapshot", "snapshot.json"], { cwd });
  expect(ended).toMatchObject({ status: 1, out: "" });
  expect(ended.err).toContain("error[foreign-snapshot]");
});
