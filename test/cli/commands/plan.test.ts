/** Plans for reviewers and runners, from the real command. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exampleProject, folder, projectFor, simulator, trueup, write } from "../command.ts";

describe("in a workflow of GitHub", () => {
  test("a plan fills the job summary and the outputs of its step, and annotates lines below the root", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    const [root = "", project = ""] = [join(cwd, ".."), cwd.split("/").at(-1)];
    const summary = join(cwd, "summary.md");
    await write(cwd, "summary.md", "before\n");
    const env = {
      GITHUB_ACTIONS: "true",
      GITHUB_WORKSPACE: root,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: join(cwd, "outputs"),
    };
    const ended = await trueup(["plan", "--annotations", "github"], { cwd, env });
    expect(ended.status).toBe(0);
    expect(await readFile(summary, "utf8")).toMatch(
      /^before\n## trueup: 8 to create, 11 to update, 0 to remove; about/,
    );
    const outputs = await readFile(join(cwd, "outputs"), "utf8");
    expect(outputs).toMatch(/^fingerprint=[0-9a-f]{64}$/m);
    expect(outputs).toContain("has-changes=true\nhas-drift=false\n");
    expect(outputs).toContain("creates=8\nupdates=11\nremoves=0\n");
    expect(ended.err).toContain(
      `::notice file=${project}/desired-state/acme/offices.yaml,line=7,title=trueup%3A update::SSID berlin.1 vlan: live 90, declared 91\n`,
    );
    expect(ended.out).not.toContain("::notice");
  });

  test("validate annotates every problem at its line, and nothing unless it is asked", async () => {
    const served = await simulator();
    const cwd = await folder({
      "trueup.yaml": projectFor(served),
      "desired-state/a.yaml":
        "target: cloud\norganization: Acme\nnetworks:\n  berlin: { name: Berlin, timezone: UTC }\n",
    });
    const ended = await trueup(["validate", "--annotations", "github"], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.err).toMatch(
      /^::error file=desired-state\/a\.yaml,line=4,title=trueup%3A unknown-field::this network/m,
    );
    expect((await trueup(["validate"], { cwd })).err).not.toContain("::error");
    expect((await trueup(["plan", "--annotations", "github"], { cwd })).err).toContain(
      "::error file=desired",
    );
  });

  test("names in Git cannot give commands to the runner", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    await write(
      cwd,
      "desired-state/evil.yaml",
      'target: cloud\norganization: Acme\nnetworks: { evil: { name: "::error::x ##[add-mask]y" } }\n',
    );
    const env = { GITHUB_ACTIONS: "true" };
    const { out } = await trueup(["plan", "--only", "cloud/network/evil"], { cwd, env });
    expect(out).toContain("[add-mask]y");
    expect(out).not.toContain("##[");
    expect(out).not.toMatch(/^\s*::/m);
  });
});

describe("every format", () => {
  test("of a plan goes to standard output, and by its ending to a file", async () => {
    const served = await simulator();
    const cwd = await exampleProject(served);
    const only = ["--only", "routers/*"];
    const begins: Readonly<Record<string, RegExp>> = {
      "plan.md": /^## trueup: 0 to create, 5 to update/,
      "plan.html": /^<!doctype html>/,
      "plan.json": /^\{\s+"format": "trueup\.plan"/,
      "plan.sarif": /^\{\s+"\$schema": "https:\/\/json\.schemastore\.org\/sarif-2\.1\.0\.json"/,
      "plan.xml": /^<\?xml version="1\.0"/,
      "plan.txt": /^To update \(5\)\n {2}~ /,
    };
    for (const [file, begin] of Object.entries(begins)) {
      await trueup(["plan", "--out", file, ...only], { cwd });
      expect(await readFile(join(cwd, file), "utf8"), file).toMatch(begin);
    }
    const { out } = await trueup(["plan", "--format", "html", ...only], { cwd });
    // Both outputs contain the time of the live reads, and a new minute may have begun in between.
    const withoutTime = (text: string) => text.replaceAll(/\b\d\d:\d\d\b/g, "hh:mm");
    expect(withoutTime(out)).toBe(withoutTime(await readFile(join(cwd, "plan.html"), "utf8")));
  });

  test("of problems is there when a plan cannot be made: a machine always reads one document", async () => {
    const cwd = await folder({ "trueup.yaml": "version: 1\nenvironment: test\ntargets: { a: 1 }\n" });
    const plan = await trueup(["plan", "--format", "sarif"], { cwd });
    expect(plan.status).toBe(1);
    expect(JSON.parse(plan.out).runs[0].results[0].locations[0].physicalLocation).toMatchObject({
      artifactLocation: { uri: "trueup.yaml" },
      region: { startLine: 3 },
    });
    const validated = await trueup(["validate", "--format", "junit"], { cwd });
    expect(validated.status).toBe(1);
    expect(validated.out).toMatch(/<failure type="wrong-type"/);
  });
});
