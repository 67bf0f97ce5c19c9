/** Before the action trusts a plan, it looks for changes of workflows, even in commits that a merge hides. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { folder } from "../cli/command.ts";
import { git, put } from "../git/repositories.ts";

const action = readFileSync(new URL("../../action/action.yml", import.meta.url), "utf8");
const [command = ""] = /git log --format=%h .* -- .*(?= > "\$FOLDER\/workflows")/.exec(action) ?? [];

test("a workflow that a merged proposal changed, and that another one undid by a merge of its own, has changed", async () => {
  const cwd = await folder();
  const commit = (text: string) => {
    put(cwd, { ".trueup/action.yml": text, [`${text}.txt`]: "" });
    git(cwd, "add", "--all");
    git(cwd, "commit", "-q", "-m", text);
  };
  git(cwd, "init", "-q", "-b", "main");
  commit("honest");
  const since = git(cwd, "rev-parse", "HEAD").trim();
  git(cwd, "checkout", "-q", "-b", "first");
  commit("forging");
  git(cwd, "checkout", "-q", "-b", "second", "main");
  git(cwd, "merge", "-q", "--no-ff", "-s", "ours", "-m", "undo", "first");
  git(cwd, "checkout", "-q", "main");
  git(cwd, "merge", "-q", "--no-ff", "-m", "merge first", "first");
  git(cwd, "merge", "-q", "--no-ff", "-m", "merge second", "second");
  expect(git(cwd, "diff", since, "HEAD", "--", ".trueup")).toBe("");

  const shown = execFileSync("bash", ["-c", command], { cwd, env: { ...process.env, since } }).toString();
  const changed = git(cwd, "rev-parse", "--short", "first").trim();
  expect(shown).toContain(changed);
});
