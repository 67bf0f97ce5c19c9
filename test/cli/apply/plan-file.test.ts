/** A plan as a file: apply carries out what was reviewed, or reports what has changed since the review. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changeLive } from "../../../src/simulator/changes.ts";
import { logReport } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { commitAll, git, repository } from "../../git/repositories.ts";
import { isLong } from "../../long-forms.ts";
import { exampleProject, projectFor, simulator, trueup } from "../command.ts";

const writes = (served: RunningSimulator) => Number(logReport(served.world().log).writes);

function state(timeZone: string, tags = "[branch]"): Readonly<Record<string, string>> {
  const berlin = `{ name: Berlin Office, timeZone: ${timeZone}, tags: ${tags} }`;
  return {
    "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n  berlin: ${berlin}\n`,
  };
}

function projectIn(served: RunningSimulator): string {
  const own = { "trueup.yaml": projectFor(served), ".gitignore": ".trueup/\nplan.json\n" };
  return repository({ ...own, ...state("Europe/Paris") });
}

async function planned(cwd: string, ...more: readonly string[]): Promise<string> {
  expect((await trueup(["plan", "--out", "plan.json", ...more], { cwd })).status).toBe(0);
  return JSON.parse(readFileSync(join(cwd, "plan.json"), "utf8")).fingerprint;
}

function byHand(served: RunningSimulator, set: Readonly<Record<string, string>>): void {
  served.edit((world) => {
    const changed = changeLive(world, { interface: "dashboard", network: "Berlin Office", set });
    if (!changed) throw new Error("the company has no Berlin Office");
    return changed;
  });
}

describe("a plan file", () => {
  test("is carried out as it was reviewed, without a question, with what it was narrowed to", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    await planned(cwd, "--only", "routers/*");
    const done = await trueup(["apply", "plan.json"], { cwd });
    expect(done.status).toBe(0);
    expect(done.out).toContain("Apply: 5 applied");
    expect(writes(served)).toBe(5);
  });

  test("that is not the plan any more is refused with 4: Git's commits and live's fields are named", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    const fingerprint = await planned(cwd);
    const first = git(cwd, "rev-parse", "HEAD").slice(0, 12);
    commitAll(cwd, state("Europe/Madrid"));
    const second = git(cwd, "rev-parse", "HEAD").slice(0, 12);
    byHand(served, { timeZone: "Europe/London" });
    const ended = await trueup(["apply", "plan.json"], { cwd });
    expect(ended.status).toBe(4);
    expect(ended.err).toContain(
      `Refused: ${fingerprint.slice(0, 12)} was approved, but the plan has changed`,
    );
    expect(ended.err).toContain(`Git: ${first} was planned, ${second} is checked out`);
    expect(ended.err).toMatch(/ {4}[0-9a-f]{7,} state/);
    expect(ended.err).toContain(
      "~ update cloud/network/berlin: timeZone in Git was Europe/Paris, is Europe/Madrid",
    );
    expect(ended.err).toContain(
      "~ update cloud/network/berlin: live timeZone was Europe/Berlin, is Europe/London",
    );
    expect(writes(served)).toBe(0);
    const [, now = ""] = /--approved ([0-9a-f]{64})/.exec(ended.err) ?? [];
    expect((await trueup(["apply", "--approved", now], { cwd })).status).toBe(0);
  });

  test("is not needed where the plan was shown: its fingerprint alone is enough to say what moved", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    const shown = await trueup(["plan"], { cwd });
    const [, fingerprint = ""] = /fingerprint ([0-9a-f]{64})/.exec(shown.out) ?? [];
    expect(git(cwd, "status", "--porcelain")).toBe("");
    commitAll(cwd, state("Europe/Madrid"));
    byHand(served, { timeZone: "Europe/London" });
    const ended = await trueup(["apply", "--approved", fingerprint], { cwd });
    expect(ended.status).toBe(4);
    expect(ended.err).toMatch(/Git: [0-9a-f]{12} was planned, [0-9a-f]{12} is checked out/);
    expect(ended.err).toContain("timeZone in Git was Europe/Paris, is Europe/Madrid");
    expect(ended.err).toContain("live timeZone was Europe/Berlin, is Europe/London");

    // The plan that apply has printed is stored, too.
    const [, next = ""] = /--approved ([0-9a-f]{64})/.exec(ended.err) ?? [];
    byHand(served, { timeZone: "Europe/Rome" });
    const again = await trueup(["apply", "--approved", next], { cwd });
    expect(again.err).toContain("live timeZone was Europe/London, is Europe/Rome");
    expect(again.err).not.toContain("Git:");
    expect(writes(served)).toBe(0);
  });

  test("that was kept here is believed in nothing: a forged one can neither approve nor mislead", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    const shown = await trueup(["plan"], { cwd });
    const [, fingerprint = ""] = /fingerprint ([0-9a-f]{64})/.exec(shown.out) ?? [];
    const kept = join(cwd, ".git/trueup/plans", `${fingerprint}.json`);
    const plan = JSON.parse(readFileSync(kept, "utf8"));
    const zeros = "0".repeat(64);
    writeFileSync(join(cwd, ".git/trueup/plans", `${zeros}.json`), JSON.stringify(plan));
    writeFileSync(kept, "{");
    const forged = await trueup(["apply", "--approved", zeros], { cwd });
    expect(forged.status).toBe(4);
    expect(forged.err).toContain("approve with `trueup apply plan.json`");
    expect((await trueup(["apply", "--approved", fingerprint], { cwd })).status).toBe(0);
  });

  test("says what came and went when live moved to what Git wants", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    await planned(cwd);
    byHand(served, { timeZone: "Europe/Paris" });
    const ended = await trueup(["apply", "plan.json"], { cwd });
    expect(ended.err).toContain("~ update cloud/network/berlin: timeZone no longer differs");
    byHand(served, { name: "Berlin HQ" });
    const again = await trueup(["apply", "plan.json"], { cwd });
    expect(again.err).toContain(
      "~ cloud/network/berlin: the reviewed plan would update it, this one would create it",
    );
  });

  test("is not trusted: what somebody writes into it changes nothing that is sent", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    await planned(cwd);
    const path = join(cwd, "plan.json");
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("Europe/Paris", "Asia/Tokyo"));
    expect((await trueup(["apply", "plan.json"], { cwd })).status).toBe(0);
    const forged = readFileSync(path, "utf8").replace(
      /"fingerprint": "[0-9a-f]{64}"/,
      `"fingerprint": "${"0123456789abcdef".repeat(4)}"`,
    );
    writeFileSync(path, forged);
    expect((await trueup(["apply", "plan.json"], { cwd })).status).toBe(4);
    expect(writes(served)).toBe(1);
  });

  test("takes no option beside it that says something else", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    await planned(cwd);
    const ended = await trueup(["apply", "plan.json", "--prune", "--only", "*"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("--only, --prune cannot be combined with a plan file");
  });

  test.each([
    ["is no JSON", "hello", "it is not JSON"],
    ["is another document", '{ "format": "trueup.apply" }', "(format)"],
    ["is of no version", '{ "format": "trueup.plan", "version": "2" }', "(version)"],
  ])("that %s is an error that says so", async (_, text, why) => {
    const served = await simulator();
    const cwd = projectIn(served);
    writeFileSync(join(cwd, "plan.json"), text);
    const ended = await trueup(["apply", "plan.json"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("error[plan-file]: plan.json: this is not a plan file:");
    expect(ended.err).toContain(why);
  });

  test("of another environment is refused", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    await planned(cwd);
    commitAll(cwd, { "trueup.yaml": projectFor(served).replace("environment: test", "environment: lab") });
    const ended = await trueup(["apply", "plan.json"], { cwd });
    expect(ended.status).toBe(4);
    expect(ended.err).toContain("Refused: the plan file is for test, but this is lab.");
  });
});

if (isLong)
  describe("a plan that is too large to be read as a file", () => {
    const tags = Array.from({ length: 300 }, (_, at) => `${"x".repeat(240)}-${at}`).join(", ");
    const offices = Array.from({ length: 120 }, (_, at) => `  o${at}: { name: Office ${at} }\n`).join("");
    const declared = `target: cloud
organization: Acme
defaults: { networks: { tags: [${tags}] } }
networks:
${offices}`;

    test("says so when it is written, is refused with what to do, and with --plans waits for someone", async () => {
      const served = await simulator();
      const cwd = repository({
        ...{ "trueup.yaml": projectFor(served), ".gitignore": ".trueup/\nplans/\n" },
        ...{ "desired-state/a.yaml": declared, "plans/.keep": "" },
      });
      for (const args of [
        ["--out", "plans/a.json"],
        ["--format", "json"],
      ]) {
        const made = await trueup(["plan", ...args], { cwd });
        expect(made.status).toBe(0);
        expect(made.err).toContain(
          "warning[plan-file]: this plan is longer than 8 MB as JSON, so `trueup apply`",
        );
      }
      const one = await trueup(["apply", "plans/a.json"], { cwd });
      expect(one.status).toBe(1);
      expect(one.err).toContain(
        "error[plan-file]: plans/a.json: trueup does not read this plan file: it is longer than 8 MB",
      );
      expect(one.err).toContain("hint: Approve that plan by its fingerprint");
      const left = await trueup(["apply", "--plans", "plans"], { cwd });
      expect(left.status, left.err).toBe(0);
      expect(left.err).toContain("warning[plan-file]");
      expect(left.err).toContain("120 changes");
      expect(writes(served)).toBe(0);
      const [, fingerprint = ""] = /fingerprint (\w{64})/.exec((await trueup(["plan"], { cwd })).out) ?? [];
      expect((await trueup(["apply", "--approved", fingerprint], { cwd })).status).toBe(0);
    });
  });
