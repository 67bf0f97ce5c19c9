/** `trueup applied`, and the summary and outputs of an apply for a workflow. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { commitAll, git, remoteOf, repository, scratch, shallowClone } from "../../git/repositories.ts";
import { isLong } from "../../long-forms.ts";
import { projectFor, simulator, trueup } from "../command.ts";

const offices = (zone: string) => ({
  "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n  berlin: { name: Berlin Office, timeZone: ${zone} }\n`,
});

function projectIn(served: RunningSimulator): string {
  return repository({
    "trueup.yaml": projectFor(served),
    ".gitignore": ".trueup/\n",
    ...offices("Europe/Paris"),
  });
}

async function refuses(served: RunningSimulator): Promise<void> {
  const fault = { effect: { kind: "answer", status: 403 }, interface: "dashboard", methods: ["PUT"] };
  await fetch(`${served.admin}/faults`, { method: "POST", body: JSON.stringify(fault) });
}

describe("trueup applied", () => {
  test("says that nothing was applied yet, then what was, and what was left behind, to people and machines", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    const none = await trueup(["applied"], { cwd });
    expect(none).toMatchObject({ status: 0, out: expect.stringContaining("nothing was applied") });
    const empty = JSON.parse((await trueup(["applied", "--format", "json"], { cwd })).out);
    expect(empty).toEqual({ format: "trueup.applied", version: 1, environment: "test" });

    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    const first = git(cwd, "rev-parse", "HEAD");
    expect((await trueup(["applied"], { cwd })).out).toContain(first.slice(0, 12));
    commitAll(cwd, offices("Europe/Madrid"));
    await refuses(served);
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(1);
    const left = await trueup(["applied"], { cwd });
    expect(left.out).toContain("failed: network berlin");
    expect(JSON.parse((await trueup(["applied", "--format", "json"], { cwd })).out)).toMatchObject({
      commit: git(cwd, "rev-parse", "HEAD"),
      record: {
        counts: { failed: 1 },
        leftBehind: [{ address: "cloud/network/berlin", because: "failed", commit: first }],
      },
    });
  });

  if (isLong)
    test("shows what is remembered: ids, names as they were stored, and what its loss leaves", async () => {
      const served = await simulator();
      const cwd = projectIn(served);
      const bare = remoteOf(cwd);
      const none = await trueup(["applied", "--memory"], { cwd });
      expect(none).toMatchObject({ status: 0, out: expect.stringContaining("Nothing is remembered.") });
      expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
      const text = await trueup(["applied", "--memory"], { cwd });
      expect(text.out).toMatch(/^Remembered:\n {2}network berlin: id \S+, name "Berlin Office"/m);
      expect((await trueup(["applied"], { cwd })).out).not.toContain("Remembered");
      const { memory } = JSON.parse((await trueup(["applied", "--memory", "--format", "json"], { cwd })).out);
      expect(memory).toEqual({
        resources: [
          {
            ...{ address: "cloud/network/berlin", id: expect.any(String), name: "Berlin Office" },
            ...{ within: expect.any(Array), commit: git(cwd, "rev-parse", "HEAD") },
          },
        ],
        unseen: [],
        forms: [],
        removed: [],
      });

      git(bare.path, "update-ref", "-d", "refs/trueup-memory/test");
      git(bare.path, "gc", "--quiet", "--prune=now");
      const clone = shallowClone(bare.url);
      const lost = await trueup(["applied"], { cwd: clone });
      expect(lost).toMatchObject({ status: 1, out: "" });
      expect(lost.err).toContain("error[record-incomplete]");
      const forgotten = await trueup(["forget", "cloud/network/berlin"], { cwd: clone });
      expect(forgotten).toMatchObject({
        status: 1,
        err: expect.stringContaining("error[record-incomplete]"),
      });
      const plan = await trueup(["plan"], { cwd: clone });
      expect(plan.status, plan.err).toBe(0);
      expect(plan.err).toContain("warning[record-incomplete]");
      expect(plan.out).toContain("(base) is in doubt");
      const refused = await trueup(["apply", "--yes"], { cwd: clone });
      expect([refused.status, refused.err]).toEqual([4, expect.stringContaining("--allow base@")]);
      const [, consent = ""] = /--allow (base@[0-9a-f]{64})/.exec(refused.err + refused.out) ?? [];
      const done = await trueup(["apply", "--yes", "--allow", consent], { cwd: clone });
      expect(done.status, done.err).toBe(0);
      expect((await trueup(["applied", "--memory"], { cwd: clone })).out).toContain("network berlin: ");
      expect((await trueup(["plan"], { cwd: shallowClone(bare.url) })).out).not.toContain("in doubt");
    });

  test("says so when the remote cannot be asked, instead of what may be out of date", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    git(cwd, "remote", "add", "origin", join(scratch(), "gone.git"));
    const ended = await trueup(["applied"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("error[");
  });
});

describe("the summary of a job", () => {
  test("has what was applied, what failed and what was refused, with outputs for later steps", async () => {
    const served = await simulator();
    const cwd = projectIn(served);
    const files = scratch();
    const [page, values] = [join(files, "summary.md"), join(files, "outputs")];
    const env = { GITHUB_STEP_SUMMARY: page, GITHUB_OUTPUT: values };
    const refused = await trueup(["apply"], { cwd, env });
    expect(refused.status).toBe(4);
    expect(readFileSync(page, "utf8")).toMatch(
      /^### Nothing was applied to `test`\n\n```text\nRefused: there is no terminal to confirm on/,
    );
    expect(readFileSync(values, "utf8")).toBe("exit-status=4\n");

    expect((await trueup(["apply", "--yes"], { cwd, env })).status).toBe(0);
    expect(readFileSync(page, "utf8")).toContain("### Apply to `test`\n\n```text\nApply: 1 applied");
    expect(readFileSync(values, "utf8")).toContain("exit-status=0\napplied=1\nconverged=0\nfailed=0\n");

    commitAll(cwd, offices("Europe/Madrid"));
    await refuses(served);
    expect((await trueup(["apply", "--yes"], { cwd, env })).status).toBe(1);
    expect(readFileSync(page, "utf8")).toMatch(/Failed[\s\S]*timeZone|403[\s\S]*1 failed/);
    expect(readFileSync(values, "utf8")).toContain("exit-status=1\napplied=0\nconverged=0\nfailed=1\n");
    expect(existsSync(join(cwd, "summary.md"))).toBe(false);
  });
});
