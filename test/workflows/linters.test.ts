/** What `trueup init` writes for GitHub, and this repository's own workflows, read by linters that nobody of us wrote. */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workflowFiles } from "../../src/cli/init/workflow-files.ts";

const root = mkdtempSync(join(tmpdir(), "trueup-linted-"));
const own = resolve(import.meta.dirname, "../../.github");

beforeAll(async () => {
  for (const { path, content } of await workflowFiles("github", { prefix: "network/", branch: "main" })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  cpSync(own, join(root, ".github"), { recursive: true });
  execFileSync("git", ["init", "--quiet", root]);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const isHere = (program: string) => spawnSync(program, ["--version"]).status === 0;

function said(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: "utf8" });
  return status === 0 ? "" : `${stdout}${stderr}`;
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
  expect(said("zizmor", "--offline", "--no-progress", "--min-severity", "medium", root)).toBe("");
});

test("the script that installs is one that any POSIX shell can read", () => {
  for (const shell of ["sh", "bash"])
    expect(spawnSync(shell, ["-n", join(root, ".trueup/install.sh")]).status, shell).toBe(0);
});
