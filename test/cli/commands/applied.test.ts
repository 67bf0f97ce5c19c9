/** `trueup applied`, and what an apply tells the runner of a workflow. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { commitAll, git, repository, scratch } from "../../git/repositories.ts";
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
      /^### Nothing was applied to `test`\n\n```text\nRefused: there is no terminal to ask on/,
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
