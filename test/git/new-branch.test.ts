/** The name of a new branch: which existing branch is the same and is reused, and which one takes the name. */

import { expect, test } from "vitest";
import { newBranch, writeCommit, writeText } from "../../src/git/new-commit.ts";
import { repositoryOf } from "../../src/project/work-tree.ts";
import { commitAll, git, remoteOf, repository } from "./repositories.ts";

const name = "trueup/rollback";

async function opened(folder: string) {
  const found = await repositoryOf(folder, undefined);
  if (!found || "problem" in found) throw new Error("there is no repository");
  return found.repository;
}

/** Makes a commit in which a.txt has this text, and asks for a branch for it. */
async function branchWith(folder: string, text: string, { parent = "main", push = false } = {}) {
  const at = await opened(folder);
  const to = { mode: "100644", id: await writeText(at, text) };
  const message = `as ${Math.random()}`;
  const of = { parent: git(folder, "rev-parse", parent), moves: [{ path: "a.txt", to }], message, run: "r" };
  const commit = await writeCommit(at, of);
  return { commit, branch: await newBranch(at, { name, commit, push }) };
}

test("the same files on the same commit are the branch that there is already", async () => {
  const folder = repository();
  const first = await branchWith(folder, "b\n");
  expect(first.branch).toEqual({ name, commit: first.commit, isOld: false });
  const again = await branchWith(folder, "b\n");
  expect(again.commit).not.toBe(first.commit);
  expect(again.branch).toEqual({ name, commit: first.commit, isOld: true });
});

test("the same files on another commit are a new branch: the old one may be merged and reverted", async () => {
  const folder = repository();
  const first = await branchWith(folder, "b\n");
  git(folder, "merge", "-q", "--ff-only", name);
  commitAll(folder, { "a.txt": "a\n" });
  const again = await branchWith(folder, "b\n");
  expect(git(folder, "rev-parse", `${again.commit}^{tree}`)).toBe(git(folder, "rev-parse", `${name}^{tree}`));
  expect(again.branch).toEqual({ name: `${name}-2`, commit: again.commit, isOld: false });
  expect(git(folder, "rev-parse", name)).toBe(first.commit);
});

test("other files on the same commit are a new branch, and each of both is found again", async () => {
  const folder = repository();
  const first = await branchWith(folder, "b\n");
  const other = await branchWith(folder, "c\n");
  expect(other.branch).toEqual({ name: `${name}-2`, commit: other.commit, isOld: false });
  expect((await branchWith(folder, "c\n")).branch).toEqual({ ...other.branch, isOld: true });
  expect((await branchWith(folder, "b\n")).branch).toEqual({ ...first.branch, isOld: true });
});

test("a name that the remote has for something else is left alone, also where nothing is pushed", async () => {
  const folder = repository();
  const bare = remoteOf(folder);
  git(bare.path, "update-ref", `refs/heads/${name}`, "main");
  const { branch, commit } = await branchWith(folder, "b\n");
  expect(branch).toEqual({ name: `${name}-2`, commit, isOld: false });
  expect(git(bare.path, "for-each-ref", "--format=%(refname:short)", "refs/heads")).toBe(`main\n${name}`);
});

test("a branch that was made here is pushed as it is when that is asked for", async () => {
  const folder = repository();
  const bare = remoteOf(folder);
  const { commit } = await branchWith(folder, "b\n");
  const pushed = await branchWith(folder, "b\n", { push: true });
  expect(pushed.branch).toEqual({ name, commit, isOld: true });
  expect(git(bare.path, "rev-parse", name)).toBe(commit);
});

test("fifty names that are taken are enough", async () => {
  const folder = repository();
  for (let number = 1; number <= 50; number += 1)
    git(folder, "update-ref", `refs/heads/${number === 1 ? name : `${name}-${number}`}`, "main");
  const { branch } = await branchWith(folder, "b\n");
  expect(branch).toMatchObject({ is: "failed", problem: { code: "branch-exists" } });
});
