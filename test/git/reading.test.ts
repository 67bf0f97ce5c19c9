/** Reads from a real repository: commits, files of commits, histories, and whether the repository may be trusted. */

import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lineages } from "../../src/git/ancestry.ts";
import { commitAt, comparedAt, fileAt, mergeBase } from "../../src/git/file.ts";
import { openGit } from "../../src/git/git.ts";
import { foreignRepository } from "../../src/git/provenance.ts";
import { commitsBetween, fetchCommits, findRepository, type Repository } from "../../src/git/repository.ts";
import { publishedSnapshot, publishSnapshot } from "../../src/git/snapshot.ts";
import { storedFiles } from "../../src/git/stored-files.ts";
import type { WorkTree } from "../../src/git/work-tree.ts";
import { workTreeOf } from "../../src/project/work-tree.ts";
import { commitAll, git, put, remoteOf, repository, scratch, shallowClone } from "./repositories.ts";

async function treeOf(folder: string): Promise<WorkTree> {
  const found = await workTreeOf(folder);
  if (!found) throw new Error(`${folder} is in no work tree`);
  return found;
}

async function opened(folder: string, remote?: string | false): Promise<Repository> {
  const found = await findRepository(await treeOf(folder), remote);
  if ("problem" in found) throw new Error(found.problem.message);
  return found.repository;
}

describe("a revision that decides whom we believe", () => {
  test("is a commit by its branch, its tag, its id or HEAD", async () => {
    const folder = repository();
    const commit = git(folder, "rev-parse", "HEAD");
    git(folder, "tag", "-am", "first", "v1");
    const workTree = await treeOf(folder);
    for (const revision of ["main", "v1", "HEAD", "refs/heads/main", "main~0", commit.slice(0, 10)])
      expect(await commitAt({ workTree, revision })).toEqual({ commit });
  });

  test("is none where several refs have its name, unless it is named in full", async () => {
    const folder = repository();
    const commit = git(folder, "rev-parse", "HEAD");
    git(folder, "branch", "release");
    git(folder, "tag", "release");
    const workTree = await treeOf(folder);
    for (const revision of ["release", "release~0"])
      expect(await commitAt({ workTree, revision })).toEqual({ missing: "ambiguous" });
    expect(await commitAt({ workTree, revision: "refs/heads/release" })).toEqual({ commit });
    git(folder, "tag", "release-2");
    expect(await commitAt({ workTree, revision: "release-2" })).toEqual({ commit });
  });

  test("is missing where the repository has none of that name, or is none", async () => {
    const workTree = await treeOf(repository());
    for (const revision of ["nowhere", "--all", "HEAD:a.txt"])
      expect(await commitAt({ workTree, revision })).toEqual({ missing: "revision" });
    const empty = { ...workTree, top: scratch() };
    expect(await commitAt({ workTree: empty, revision: "HEAD" })).toEqual({ missing: "repository" });
  });
});

test("a file is compared byte for byte with the one of a commit; what neither knows came from elsewhere", async () => {
  const folder = repository({ "a.txt": "a\n", "b/c.txt": "c\n" });
  const workTree = await treeOf(folder);
  const commit = git(folder, "rev-parse", "HEAD");
  const at = (path: string) => ({ workTree, commit, path });
  expect(await fileAt(at("b/c.txt"))).toBe("c\n");
  expect(await fileAt(at("none.txt"))).toBeUndefined();
  expect(await comparedAt(at("a.txt"))).toBe("same");
  put(folder, { "a.txt": "b\n", "new.txt": "n\n", "staged.txt": "s\n" });
  git(folder, "add", "staged.txt");
  expect(await comparedAt(at("a.txt"))).toBe("other");
  expect(await comparedAt(at("new.txt"))).toBe("unknown");
  expect(await comparedAt(at("staged.txt"))).toBe("other");
  symlinkSync("a.txt", join(folder, "link.txt"));
  const linked = commitAll(folder);
  expect(await fileAt({ workTree, commit: linked, path: "link.txt" })).toBeUndefined();
});

test("a file of a submodule is told as one, whichever of the commit and the index has it", async () => {
  const folder = repository();
  const before = git(folder, "rev-parse", "HEAD");
  git(folder, "update-index", "--add", "--cacheinfo", `160000,${before},deep/module`);
  const workTree = await treeOf(folder);
  const path = "deep/module/x.yaml";
  expect(await comparedAt({ workTree, commit: before, path })).toBe("submodule");
  git(folder, "commit", "-qm", "module");
  const after = git(folder, "rev-parse", "HEAD");
  git(folder, "rm", "-q", "--cached", "deep/module");
  expect(await comparedAt({ workTree, commit: after, path })).toBe("submodule");
  expect(await comparedAt({ workTree, commit: before, path })).toBe("unknown");
});

describe("two histories", () => {
  test("have a commit in common, or none", async () => {
    const folder = repository();
    const shared = git(folder, "rev-parse", "HEAD");
    git(folder, "checkout", "-qb", "proposal");
    commitAll(folder, { "a.txt": "b\n" });
    const workTree = await treeOf(folder);
    expect(await mergeBase({ workTree, revision: "main" })).toEqual({ commit: shared });
    expect(await mergeBase({ workTree, revision: "nowhere" })).toBeUndefined();
    git(folder, "checkout", "-q", "--orphan", "other");
    commitAll(folder);
    expect(await mergeBase({ workTree, revision: "main" })).toBeUndefined();
  });

  test("are behind, ahead or apart; unknown is what no clone here has", async () => {
    const folder = repository();
    const old = git(folder, "rev-parse", "HEAD");
    git(folder, "checkout", "-qb", "aside");
    const aside = commitAll(folder, { "b.txt": "b\n" });
    git(folder, "checkout", "-q", "main");
    const head = commitAll(folder, { "a.txt": "b\n" });
    const ahead = commitAll(folder, { "a.txt": "c\n" });
    git(folder, "checkout", "-q", "--detach", head);
    const missing = "1".repeat(40);
    expect(
      Object.fromEntries(await lineages(await opened(folder), [old, head, ahead, aside, missing])),
    ).toEqual({
      ...{ [old]: "behind", [head]: "behind", [ahead]: "ahead", [aside]: "apart", [missing]: "unknown" },
    });
  });

  test("are told in a shallow clone by what the remote has besides, and unknown where it may not be asked", async () => {
    const folder = repository();
    const old = git(folder, "rev-parse", "HEAD");
    commitAll(folder, { "a.txt": "b\n" });
    commitAll(folder, { "a.txt": "c\n" });
    const { url } = remoteOf(folder);
    const clone = shallowClone(url);
    git(clone, "fetch", "-q", "--depth=1", "origin", old);
    const workTree = await treeOf(clone);
    expect(await mergeBase({ workTree, revision: old })).toBe("shallow");
    const shallow = await opened(clone);
    expect((await lineages({ ...shallow, unreachable: true }, [old])).get(old)).toBe("unknown");
    expect((await lineages({ ...shallow, remote: undefined }, [old])).get(old)).toBe("unknown");
    expect((await lineages(shallow, [old])).get(old)).toBe("behind");
    expect(await commitsBetween(shallow, old, "HEAD")).toHaveLength(2);
  });
});

test("commits that a shallow clone lacks are fetched, and those that the remote lacks stay missing", async () => {
  const folder = repository();
  const old = git(folder, "rev-parse", "HEAD");
  commitAll(folder, { "a.txt": "b\n" });
  const { url } = remoteOf(folder);
  const clone = shallowClone(url);
  const has = (commit: string) => {
    try {
      return git(clone, "cat-file", "-t", commit) === "commit";
    } catch {
      return false;
    }
  };
  const found = await opened(clone);
  await fetchCommits({ ...found, unreachable: true }, [old]);
  await fetchCommits({ ...found, remote: undefined }, [old]);
  expect(has(old)).toBe(false);
  await fetchCommits(found, [git(clone, "rev-parse", "HEAD"), old]);
  expect(has(old)).toBe(true);
  await fetchCommits(found, ["1".repeat(40)]);
  expect(await commitsBetween(found, "--all", "HEAD")).toEqual([]);
  expect(await commitsBetween(found, "1".repeat(40), "HEAD")).toEqual([]);
});

test("commits that are all here are not asked of the remote", async () => {
  const folder = repository();
  remoteOf(folder);
  const found = await opened(folder);
  const asked: (string | undefined)[] = [];
  const run: WorkTree["run"] = (call) => {
    asked.push(call.remote);
    return found.run(call);
  };
  await fetchCommits({ ...found, run }, [found.head ?? ""]);
  expect(asked).toEqual([undefined]);
  await fetchCommits({ ...found, run }, [found.head ?? "", "1".repeat(40)]);
  expect(asked.filter((each) => each === "other")).toHaveLength(1);
});

test("git that was not asked, since the remote has just not replied, is told from git that took too long", async () => {
  const workTree = await treeOf(repository());
  const told = (is: "late" | "notAsked") =>
    openGit({ ...workTree, run: async () => ({ is, seconds: 2.04 }) })
      .text(["push"])
      .catch((error: unknown) => error);
  expect(await told("late")).toMatchObject({
    ...{ message: "git did not end within 2 s, and trueup stopped it", notAsked: false, missing: false },
  });
  expect(await told("notAsked")).toMatchObject({
    ...{
      message: "it just failed to reply within 2 s, so trueup does not ask again",
      notAsked: true,
      missing: false,
    },
  });
});

describe("a repository", () => {
  test("has the remote that the project names, origin, or none", async () => {
    const folder = repository();
    expect(await opened(folder)).toMatchObject({ remote: undefined, head: git(folder, "rev-parse", "HEAD") });
    remoteOf(folder);
    git(folder, "remote", "add", "backup", "https://git.example/backup");
    expect((await opened(folder)).remote).toBe("origin");
    expect((await opened(folder, "backup")).remote).toBe("backup");
    expect((await opened(folder, false)).remote).toBeUndefined();
    expect(await findRepository(await treeOf(folder), "nowhere")).toMatchObject({
      problem: { code: "unknown-remote", message: "this repository has no remote `nowhere`." },
    });
  });

  test("without a commit has no head", async () => {
    const folder = scratch();
    git(folder, "init", "-q");
    expect((await opened(folder)).head).toBeUndefined();
  });

  test("that git does not see is a problem, and so is git that is not there", async () => {
    const workTree = await treeOf(repository());
    expect(await findRepository({ ...workTree, top: scratch() }, undefined)).toMatchObject({
      problem: { code: "git-unusable", hint: expect.stringContaining("git status") },
    });
    const failed = (missing: boolean) => async () => ({ is: "failed" as const, why: "spawn git", missing });
    expect(await findRepository({ ...workTree, run: failed(true) }, undefined)).toMatchObject({
      problem: { code: "git-missing" },
    });
    expect(await findRepository({ ...workTree, run: failed(false) }, undefined)).toMatchObject({
      problem: { code: "git-unusable", hint: expect.stringContaining("ulimit -n") },
    });
    const late = async () => ({ is: "late" as const, seconds: 30 });
    expect(await findRepository({ ...workTree, run: late }, undefined)).toMatchObject({
      problem: { message: expect.stringContaining("git did not end within 30 s, and trueup stopped it") },
    });
  });
});

describe("a repository is not believed about a proposal", () => {
  const why = async (folder: string) => (await foreignRepository(await treeOf(folder)))?.message;

  test("that another work tree around it tracks; one that stands there untracked is", async () => {
    const outer = repository();
    const inner = join(outer, "inner");
    mkdirSync(inner);
    git(inner, "init", "-q", "-b", "main");
    commitAll(inner, { "x.txt": "x\n" });
    expect(await why(inner)).toBeUndefined();
    git(outer, "add", "inner");
    expect(await why(inner)).toContain(`inner is in the work tree of ${outer}, which tracks it`);
  });

  test("whose git folder is a part of the work tree", async () => {
    const folder = repository();
    expect(await why(folder)).toBeUndefined();
    git(folder, "init", "-q", "--separate-git-dir", join(folder, "planted"));
    expect(await why(folder)).toContain("planted is in a work tree, and not the .git at its top");
  });

  test("whose configuration includes a file of the work tree, and is with one from outside", async () => {
    const folder = repository({ "planted.conf": "[user]\n\tname = Eve\n" });
    const outside = scratch();
    put(outside, { "own.conf": "[user]\n\tname = Ada\n" });
    git(folder, "config", "include.path", join(outside, "own.conf"));
    expect(await why(folder)).toBeUndefined();
    git(folder, "config", "include.path", "../planted.conf");
    expect(await why(folder)).toContain("planted.conf, a file of the work tree");
  });
});

test("a program gets the files of its folder as a commit has them, links and programs told apart", async () => {
  const folder = repository({
    "p/a.txt": "a\n",
    "p/run.sh": "#!/bin/sh\necho run\n",
    "p/out/x.txt": "x\n",
    "top.txt": "t\n",
  });
  chmodSync(join(folder, "p/run.sh"), 0o755);
  symlinkSync("a.txt", join(folder, "p/link"));
  git(folder, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},p/module`);
  const commit = commitAll(folder);
  put(folder, { "p/a.txt": "changed\n" });
  const workTree = await treeOf(join(folder, "p"));
  const files = await storedFiles({ workTree, commit, without: ["out"] });
  expect(files?.map(({ path, is, content }) => [path, is, Buffer.from(content).toString()])).toEqual([
    ["a.txt", "file", "a\n"],
    ["link", "link", "a.txt"],
    ["run.sh", "program", "#!/bin/sh\necho run\n"],
  ]);
  expect(await storedFiles({ workTree, commit: "1".repeat(40), without: ["out"] })).toBeUndefined();
});

test("a snapshot that is published is what a clone finds, and the next one takes its place", async () => {
  const folder = repository();
  remoteOf(folder);
  const found = await opened(folder);
  const prefix = "refs/trueup/production";
  const of = { prefix, environment: "production", commit: found.head ?? "", time: "2026-01-01T00:00:00Z" };
  expect(await publishedSnapshot(found, prefix)).toBeUndefined();
  for (const text of ['{"n":1}', '{"n":2}']) {
    expect(await publishSnapshot(found, { ...of, text })).toEqual({ is: "moved" });
    expect((await publishedSnapshot(found, prefix))?.text?.trimEnd()).toBe(text);
  }
  const ref = `${prefix}/snapshot`;
  expect(git(folder, "ls-remote", "origin", ref).split("\t")[0]).toBe(git(folder, "rev-parse", ref));
  expect(git(folder, "cat-file", "tag", ref)).toContain("tag trueup/production/snapshot\n");
});

test.each([
  ["is longer than 64 MB", `"${"x".repeat(64 * 1024 * 1024)}"`],
  ["has more than 2,500,000 values", `[${"0,".repeat(2_500_000)}0]`],
  ["is nested over 200 levels deep", `${"[".repeat(201)}${"]".repeat(201)}`],
])("a snapshot that %s is not published: no plan could be made from it", async (excess, text) => {
  const folder = repository();
  const { url } = remoteOf(folder);
  const found = await opened(folder);
  const prefix = "refs/trueup/production";
  const of = { prefix, environment: "production", commit: found.head ?? "", time: "2026-01-01T00:00:00Z" };
  await publishSnapshot(found, { ...of, text: "{}" });
  const before = git(folder, "ls-remote", url);
  expect(await publishSnapshot(found, { ...of, text })).toEqual({ is: "tooLarge", excess });
  expect(git(folder, "ls-remote", url)).toBe(before);
  expect((await publishedSnapshot(found, prefix))?.text).toBe("{}\n");
});
