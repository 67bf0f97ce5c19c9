/** Commit subjects that are too long are found, however little of the history a clone has. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { longSubjects } from "../scripts/commit-subjects.ts";

const short = "a".repeat(72);
const long = "b".repeat(73);
const [before, after] = ["2026-11-28T14:59:59Z", "2026-11-28T15:00:01Z"];

/** Creates a repository with these commits, oldest first, each with its subject and time. */
function repository(commits: readonly (readonly [subject: string, date: string])[]): string {
  const cwd = mkdtempSync(join(tmpdir(), "trueup-subjects-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  git(cwd, after, "init", "-q", "-b", "main");
  for (const [subject, date] of commits)
    git(cwd, date, "commit", "-q", "--allow-empty", "-m", `${subject}\n\n${long} in the body is nothing.`);
  return cwd;
}

function git(cwd: string, date: string, ...args: string[]): string {
  const env = { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
  const who = ["-c", "user.name=t", "-c", "user.email=t@t.example"];
  return execFileSync("git", [...who, ...args], { cwd, env, stdio: "pipe" }).toString();
}

test("72 characters pass, 73 do not, and what is older than the rule stays as it is", () => {
  const cwd = repository([
    [long, before],
    [short, after],
    [`fix: ${long}`, after],
    ["docs: short", after],
  ]);
  expect(longSubjects(cwd)).toEqual([expect.stringMatching(/^[0-9a-f]+: 78 characters: fix: b{73}$/)]);
});

test("a clone of the last commit alone is judged by that, a merge that a host made in it too", () => {
  const cwd = repository([
    [long, after],
    [`Merge ${"a".repeat(40)} into ${"b".repeat(40)}`, after],
  ]);
  const shallow = mkdtempSync(join(tmpdir(), "trueup-subjects-"));
  onTestFinished(() => rmSync(shallow, { recursive: true, force: true }));
  git(shallow, after, "clone", "-q", "--depth=1", pathToFileURL(cwd).href, "clone");
  expect(longSubjects(join(shallow, "clone"))).toEqual([]);
  expect(longSubjects(cwd)).toHaveLength(1);
});

test("what a host adds to a subject is not counted", () => {
  const cwd = repository([
    [`${short} (#1234)`, after],
    [`Revert "${short}"`, after],
    [`Merge pull request #5 from acme/${long}`, after],
  ]);
  expect(longSubjects(cwd)).toEqual([]);
});
