/** Commands in a folder without a `trueup.yaml` say which other project files exist, and how to choose one. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder, trueup } from "./command.ts";

const project = (environment: string) => `version: 1\nenvironment: ${environment}\ntargets: {}\n`;
const both = {
  "production.yaml": project("production"),
  "staging.yaml": project('"staging" # the small one'),
  "hosts.yaml": "environment: lab\nhosts: []\n",
  "notes.yaml": "targets: []\n",
  ".hidden.yaml": project("hidden"),
};

/** Returns the error and its hint. */
async function said(args: readonly string[], cwd: string): Promise<readonly [string, string]> {
  const ended = await trueup(args, { cwd });
  expect(ended.status).toBe(1);
  const [, error = "", hint = ""] = /^error\[no-project\]: (.*)\n {2}hint: (.*)$/m.exec(ended.err) ?? [];
  return [error, hint];
}

const choose = "Select one: `--environment production`, `--environment staging`.";

describe("every command that reads a project names the files that are there", () => {
  test.each([
    ["plan"],
    ["apply", "--yes"],
    ["drift"],
    ["status"],
    ["check"],
    ["observe"],
    ["validate"],
    ["import", "cloud"],
    ["adopt", "*"],
    ["applied"],
    ["forget", "cloud/network/berlin"],
    ["unlock"],
    ["login", "cloud"],
    ["logout", "cloud"],
    ["explain", "cloud/network/berlin"],
    ["render"],
    ["eval", "1"],
    ["schemas", "--out", "schemas"],
    ["yang", "fetch", "routers", "--out", "yang"],
  ])("%s", async (...args) => {
    const cwd = await folder(both);
    expect(await said(args, cwd)).toEqual([
      `there is no trueup.yaml in ${cwd} or above it, but there is production.yaml and staging.yaml`,
      choose,
    ]);
  });

  test("doctor", async () => {
    const { status, out } = await trueup(["doctor"], { cwd: await folder(both) });
    expect(status).toBe(1);
    expect(out).toContain("but there is production.yaml and staging.yaml");
    expect(out).toContain(choose);
  });
});

describe("the files are those", () => {
  test("of the nearest folder above that has some, by the way to them", async () => {
    const cwd = await folder(both);
    const below = join(cwd, "a/b");
    mkdirSync(below, { recursive: true });
    expect(await said(["plan"], below)).toEqual([
      `there is no trueup.yaml in ${below} or above it, but there is ../../production.yaml and ../../staging.yaml`,
      choose,
    ]);
    expect((await trueup(["--environment", "staging", "validate"], { cwd: below })).err).not.toContain(
      "no-project",
    );
  });

  test("of the folder that --project names, and not of those above", async () => {
    const cwd = await folder({ ...both, "a/lab.yaml": project("lab"), "b/x.txt": "" });
    expect(await said(["--project", "a", "plan"], cwd)).toEqual([
      "there is no trueup.yaml in a, but there is ./a/lab.yaml",
      "Select one: `--project ./a/lab.yaml`.",
    ]);
    expect(await said(["--project", "b", "plan"], cwd)).toEqual([
      "there is no trueup.yaml in b",
      expect.stringContaining("trueup init"),
    ]);
  });

  test("beside the file that --project names and that is not there", async () => {
    const cwd = await folder({ "trueup.yaml": project("production"), "staging.yaml": project("staging") });
    expect(await said(["--project", "stagng.yaml", "plan"], cwd)).toEqual([
      "there is no project file stagng.yaml, but there is ./staging.yaml and ./trueup.yaml",
      "Select one: `--project ./staging.yaml`, `--project ./trueup.yaml`.",
    ]);
  });

  test("that describe one environment twice: those are named as files", async () => {
    const cwd = await folder({ ...both, "copy.yaml": project("staging"), "trueup.yml": project("old") });
    expect(await said(["plan"], cwd)).toEqual([
      expect.stringMatching(
        / above it, but there is copy\.yaml, production\.yaml, staging\.yaml and trueup\.yml$/,
      ),
      "Select one: `--project copy.yaml`, `--environment production`, `--project staging.yaml`, `--environment old`.",
    ]);
  });

  test("that a line can hold: of many the first are named, and how many more there are", async () => {
    const names = Array.from({ length: 30 }, (_, at) => `site-${String(at).padStart(2, "0")}`);
    const cwd = await folder(Object.fromEntries(names.map((name) => [`${name}.yaml`, project(name)])));
    const [error, hint] = await said(["plan"], cwd);
    expect(error).toMatch(/ but there is site-00\.yaml, site-01\.yaml, .*site-04\.yaml and 25 more$/);
    expect(hint).toMatch(/`--environment site-04` or another\.$/);
  });

  test("of folders below, two deep, if there is none here or above: those are named as files", async () => {
    const cwd = await folder({
      "environments/production/trueup.yaml": project("production"),
      "environments/staging/trueup.yaml": project("staging"),
      "lab/trueup.yaml": project("lab"),
      "node_modules/trueup/trueup.yaml": project("example"),
      "a/b/c/trueup.yaml": project("deep"),
    });
    const options = ["lab", "environments/production", "environments/staging"].map(
      (each) => `\`--project ${each}/trueup.yaml\``,
    );
    const [error, hint] = await said(["plan"], cwd);
    expect(error).toMatch(
      / but there is lab\/trueup\.yaml, environments\/production\/\S+ and environments\/staging\/\S+$/,
    );
    expect(hint).toBe(`Select one: ${options.join(", ")}.`);
    expect((await trueup(["--project", "lab/trueup.yaml", "validate"], { cwd })).err).not.toContain(
      "no-project",
    );
  });

  test("none: then the hint says how to write one", async () => {
    const cwd = await folder({ "hosts.yaml": both["hosts.yaml"] });
    const [error, hint] = await said(["plan"], cwd);
    expect(error).toBe(`there is no trueup.yaml in ${cwd} or above it`);
    expect(hint).toContain("trueup init");
  });
});
