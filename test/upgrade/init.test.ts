/** Files that earlier versions or an apply have left in a repository. `trueup init` keeps them and continues. */

import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder, projectFor, simulator, trueup, write } from "../cli/command.ts";
import { commitAll, git, put, repository } from "../git/repositories.ts";
import { kept } from "./kept.ts";

const url = "https://packages.example.net/trueup-0.2.0.tgz";
const pinned = ["--package", url, "--sha256", "a".repeat(64)];
const labs = "target: cloud\norganization: Acme\nnetworks:\n  oslo: { name: Oslo Lab }\n";

/**
 * The text that every apply wrote into `.trueup/.gitignore` in all versions up to 0.1.0, and in unreleased versions
 * after it.
 */
const everything = "*\n";

/** Creates a repository from which this version has applied something. */
async function applied(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const served = await simulator();
  const cwd = repository({ "trueup.yaml": projectFor(served), "desired-state/labs.yaml": labs, ...files });
  const ended = await trueup(["apply", "--yes"], { cwd });
  expect(ended.status, ended.err).toBe(0);
  return cwd;
}

/** True if git would include a file with this path in a commit. */
function isTaken(cwd: string, path: string): boolean {
  try {
    git(cwd, "check-ignore", "--no-index", "--quiet", path);
    return false;
  } catch {
    return true;
  }
}

const text = (cwd: string, path: string) => readFileSync(join(cwd, path), "utf8");

describe("an apply", () => {
  test("has git ignore journals and locks, and nothing that a runner needs", async () => {
    const cwd = await applied();
    const own = [
      ".trueup/production.journal",
      ".trueup/production.journal.next",
      ".trueup/a.lock",
      ".trueup/.gitignore",
    ];
    const others = [
      ".trueup/action.yml",
      ".trueup/lock.json",
      ".trueup/install.sh",
      ".trueup/trueup-0.2.0.tgz",
    ];
    expect(own.filter((path) => isTaken(cwd, path))).toEqual([]);
    expect(others.filter((path) => !isTaken(cwd, path))).toEqual([]);
    expect(git(cwd, "status", "--porcelain")).toBe("");
  });

  test("mends what an earlier one wrote there, and leaves what people wrote", async () => {
    const cwd = await applied({ ".trueup/.gitignore": everything });
    expect(isTaken(cwd, ".trueup/action.yml")).toBe(true);
    for (const own of ["*\n!action.yml\n", "*", ""]) {
      const other = await applied({ ".trueup/.gitignore": own });
      expect(text(other, ".trueup/.gitignore")).toBe(own);
    }
    const elsewhere = join(await folder({ ignored: everything }), "ignored");
    const linked = await applied();
    git(linked, "-c", "alias.gone=!rm .trueup/.gitignore", "gone");
    symlinkSync(elsewhere, join(linked, ".trueup/.gitignore"));
    put(linked, { "desired-state/labs.yaml": labs.replaceAll("slo", "sla") });
    commitAll(linked);
    expect((await trueup(["apply", "--yes"], { cwd: linked })).status).toBe(0);
    expect(readFileSync(elsewhere, "utf8")).toBe(everything);
  });
});

/** Returns a file of the action as an earlier version wrote it. */
const earlier = (name: string) => readFileSync(new URL(`workflows/${name}`, import.meta.url), "utf8");
const shipped = (name: string) => readFileSync(new URL(`../../action/${name}`, import.meta.url), "utf8");

describe.each(["github", "gitlab", "other"] as const)("init for %s", (host) => {
  const added = (cwd: string) =>
    git(cwd, "add", "--all", "--dry-run")
      .split("\n")
      .map((line) => line.replace(/^add '(.*)'$/, "$1"));

  test.each([
    ["an apply of this version", undefined],
    ["an apply of an earlier version", everything],
  ])("writes workflows that git takes, after %s", async (_, left) => {
    const cwd = await applied();
    if (left !== undefined) await write(cwd, ".trueup/.gitignore", left);
    const ended = await trueup(["init", "--host", host, ...pinned], { cwd });
    expect(ended, ended.err).toMatchObject({ status: 0, err: "" });
    expect(added(cwd)).toEqual(expect.arrayContaining([".trueup/install.sh", ".trueup/lock.json"]));
  });

  test.each([
    ["an apply of this version", undefined],
    ["an apply of an earlier version", everything],
  ])("--upgrade writes them anew, after %s", async (_, left) => {
    const cwd = await folder();
    git(cwd, "init", "-q", "-b", "main");
    expect((await trueup(["init", "--host", host, ...pinned], { cwd })).status).toBe(0);
    const served = await simulator();
    put(cwd, {
      "trueup.yaml": projectFor(served),
      "desired-state/acme.yaml": labs,
      ".trueup/install.sh": earlier("first/install.sh"),
    });
    commitAll(cwd);
    expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
    if (left !== undefined) await write(cwd, ".trueup/.gitignore", left);
    await write(cwd, "trueup-0.3.0.tgz", "not really");
    const ended = await trueup(["init", "--upgrade", "--host", host, "--package", "trueup-0.3.0.tgz"], {
      cwd,
    });
    expect(ended, ended.err).toMatchObject({ status: 0, err: "" });
    expect(text(cwd, ".trueup/install.sh")).toBe(shipped("install.sh"));
    expect(added(cwd)).toContain(".trueup/trueup-0.3.0.tgz");
  });
});

test("a pattern of people that hides what a runner needs is named with its file and line", async () => {
  const cwd = await applied({ ".gitignore": "# mine\n.trueup/\n" });
  const ended = await trueup(["init", "--host", "github", ...pinned], { cwd });
  expect(ended.status).toBe(1);
  expect(ended.err).toContain(
    "git ignores .trueup/action.yml, which a runner needs: `.trueup/` in .gitignore, line 2",
  );
  const own = await applied({ ".trueup/.gitignore": "*.yml\n!action.yml\n*.json\n" });
  const second = await trueup(["init", "--host", "github", ...pinned], { cwd: own });
  expect(second.err).toContain(
    "git ignores .trueup/lock.json, which a runner needs: `*.json` in .trueup/.gitignore, line 3",
  );
});

test("the workflow that init of 0.1.0 wrote applies by itself: init names it, to be removed", async () => {
  const cwd = repository({
    ".github/workflows/trueup.yml": kept("workflow.yml"),
    ".github/workflows/lint.yml": "jobs: {}\n",
  });
  const said = async (more: readonly string[] = []) =>
    (await trueup(["init", "--host", "github", ...pinned, ...more], { cwd })).out;
  const line =
    "- .github/workflows/trueup.yml runs `trueup plan` and `trueup apply` too: remove it if an earlier version wrote it";
  expect(await said()).toContain(line);
  expect(await said(["--upgrade"])).toContain(line);
  git(cwd, "rm", "-q", ".github/workflows/trueup.yml");
  expect(await said(["--upgrade"])).not.toContain("remove it");
});
