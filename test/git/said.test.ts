/**
 * The author of the commits that git creates, the reports of git's error messages, and a lock whose ref cannot be
 * written.
 */

import { describe, expect, test } from "vitest";
import { takeLock } from "../../src/git/lock.ts";
import { readRef } from "../../src/git/refs.ts";
import { committerOf, type Repository, saidBy } from "../../src/git/repository.ts";
import { repositoryOf } from "../../src/project/work-tree.ts";
import { git, repository } from "./repositories.ts";

async function opened(folder: string): Promise<Repository> {
  const found = await repositoryOf(folder, undefined, 30);
  if (!found || "problem" in found) throw new Error("there is no repository");
  return found.repository;
}

describe("whom git commits as", () => {
  const named = async (name: string, email: string) => {
    const folder = repository();
    git(folder, "config", "user.name", name);
    git(folder, "config", "user.email", email);
    return committerOf(await opened(folder));
  };

  test("is told by name and address, without the time", async () => {
    expect(await named("Ada Lovelace", "ada@example.net")).toBe("Ada Lovelace <ada@example.net>");
    expect(await named("A", "a")).toBe("A <a>");
  });

  test("is unknown where git says so", async () => {
    const folder = repository();
    git(folder, "config", "user.name", "");
    expect(await committerOf(await opened(folder))).toBeUndefined();
  });
});

describe("what git says went wrong", () => {
  test("is its first two lines that say something, also where the remote says them", () => {
    const said =
      "remote: denied by a hook\nTo https://git.example.net\nhint: pull first\n\n  fatal: no\nerror: more\n";
    expect(saidBy(new Error(said))).toBe("denied by a hook; fatal: no");
    expect(saidBy("fatal: the remote: is gone")).toBe("fatal: the remote: is gone");
  });

  test("is bounded, and is told as nothing where it is nothing", () => {
    expect(saidBy("x".repeat(1000))).toBe("x".repeat(300));
    expect(saidBy("hint: pull\nDone\n\n")).toBe("git printed nothing");
    expect(saidBy(new Error(""))).toBe("git printed nothing");
  });
});

test("a commit is checked out whatever a file is called, and none before the first", async () => {
  const folder = repository({ "HEAD^{commit}": "a\n" });
  expect((await opened(folder)).head).toBe(git(folder, "rev-parse", "--verify", "HEAD"));
  git(folder, "checkout", "-q", "--orphan", "other");
  expect((await opened(folder)).head).toBeUndefined();
});

test("a ref that is not there has no value", async () => {
  const on = await opened(repository());
  expect(await readRef(on, "refs/trueup/test/applied")).toBeUndefined();
});

test("a lock that git cannot write is not taken, and the problem says why", async () => {
  const place = { repository: await opened(repository()), prefix: "refs/trueup/test", head: "0".repeat(40) };
  const request = { run: "r1", owner: "ada", now: "2026-01-02T03:04:05Z", lifetimeMs: 60_000 };
  expect(await takeLock(place, request)).toMatchObject({
    is: "failed",
    problem: { code: "git-unusable", message: expect.stringContaining("git cannot write a lock") },
  });
});
