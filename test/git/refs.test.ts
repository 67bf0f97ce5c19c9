/**
 * Refs with a text, in real repositories. They are read completely. If many processes move a ref at once, only one
 * succeeds.
 */

import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readApplied } from "../../src/git/record.ts";
import { fetchRefs, moveRef, readRef, writeTag } from "../../src/git/refs.ts";
import type { Repository } from "../../src/git/repository.ts";
import { repositoryOf } from "../../src/project/work-tree.ts";
import { times } from "../long-forms.ts";
import { commitAll, git, put, remoteOf, repository, scratch, shallowClone } from "./repositories.ts";

const name = "refs/trueup/test/applied";

async function opened(folder: string, remote?: string | false): Promise<Repository> {
  const found = await repositoryOf(folder, remote);
  if (!found || "problem" in found) throw new Error("there is no repository");
  return found.repository;
}

function tag(on: Repository, text: string): Promise<string> {
  const commit = on.head ?? "";
  return writeTag(on, { tag: "trueup/test/applied", commit, text, time: "2026-01-02T03:04:05Z" });
}

describe("a ref", () => {
  test("gives back its text, byte for byte, and its commit", async () => {
    const on = await opened(repository());
    const text = '{ "actor": "Zoë 🦊",\n\n"x": "tab\\t" }';
    const becomes = await tag(on, text);
    expect(await moveRef(on, { name, was: undefined, becomes })).toEqual({ is: "moved" });
    expect(await readRef(on, name)).toEqual({ id: becomes, commit: on.head, text: `${text}\n` });
    expect(await readRef(on, "refs/trueup/test/other")).toBeUndefined();
  });

  test.each(["here", "at a remote"])("moves only from what it is known to be: %s", async (where) => {
    const folder = repository();
    if (where !== "here") remoteOf(folder);
    const on = await opened(folder);
    const [one, two] = [await tag(on, "1"), await tag(on, "2")];
    expect(await moveRef(on, { name, was: undefined, becomes: one })).toEqual({ is: "moved" });
    expect(await moveRef(on, { name, was: undefined, becomes: two })).toEqual({ is: "other" });
    expect(await moveRef(on, { name, was: two, becomes: await tag(on, "3") })).toEqual({ is: "other" });
    expect(await moveRef(on, { name, was: one, becomes: two })).toEqual({ is: "moved" });
    expect(await moveRef(on, { name, was: one, becomes: undefined })).toEqual({ is: "other" });
    expect((await readRef(on, name))?.text).toBe("2\n");
    expect(await moveRef(on, { name, was: two, becomes: undefined })).toEqual({ is: "moved" });
    expect(await readRef(on, name)).toBeUndefined();
  });

  test("is fetched as the remote has it, also when it is gone there", async () => {
    const folder = repository();
    const { url } = remoteOf(folder);
    const on = await opened(folder);
    const other = await opened(shallowClone(url));
    const one = await tag(on, "1");
    await moveRef(on, { name, was: undefined, becomes: one });
    expect(await fetchRefs(other, "refs/trueup/test")).toBeUndefined();
    expect((await readRef(other, name))?.text).toBe("1\n");
    await moveRef(on, { name, was: one, becomes: undefined });
    await fetchRefs(other, "refs/trueup/test");
    expect(await readRef(other, name)).toBeUndefined();
    expect(git(other.top, "rev-parse", "--is-shallow-repository")).toBe("true");
  });

  test("leaves a whole clone whole", async () => {
    const folder = repository();
    commitAll(folder);
    remoteOf(folder);
    const on = await opened(folder);
    await moveRef(on, { name, was: undefined, becomes: await tag(on, "1") });
    await fetchRefs(on, "refs/trueup/test");
    expect(git(folder, "rev-parse", "--is-shallow-repository")).toBe("false");
    expect(git(folder, "rev-list", "--count", "HEAD")).toBe("2");
  });

  test("of two that push at the same time exactly one moves it", async () => {
    const folder = repository();
    const { url } = remoteOf(folder);
    const clones = [await opened(shallowClone(url)), await opened(shallowClone(url))];
    let was: string | undefined;
    for (let round = 0; round < times("locks"); round++) {
      const tags = await Promise.all(clones.map((on, index) => tag(on, `${round} ${index}`)));
      const moves = await Promise.all(
        clones.map((on, index) => moveRef(on, { name, was, becomes: tags[index] })),
      );
      expect(moves.map(({ is }) => is).sort()).toEqual(["moved", "other"]);
      was = tags[moves.findIndex(({ is }) => is === "moved")];
    }
  });
});

describe("a remote", () => {
  test("that does not let the ref be moved is named, with what it says", async () => {
    const folder = repository();
    const { path } = remoteOf(folder);
    const hook = join(path, "hooks/update");
    writeFileSync(hook, "#!/bin/sh\necho 'refs/trueup is not for you' >&2\nexit 1\n");
    chmodSync(hook, 0o755);
    const on = await opened(folder);
    const moved = await moveRef(on, { name, was: undefined, becomes: await tag(on, "1") });
    expect(moved).toMatchObject({
      is: "failed",
      problem: { code: "ref-refused", message: expect.stringContaining("not for you") },
    });
    expect(await readRef(on, name)).toBeUndefined();
  });

  test("that is gone is a problem, for a fetch as for a push", async () => {
    const folder = repository();
    const { path } = remoteOf(folder);
    const on = await opened(folder);
    rmSync(path, { recursive: true });
    const gone = {
      code: "remote-unreachable",
      message: expect.stringContaining("git cannot reach the remote origin: fatal:"),
    };
    expect(await fetchRefs(on, "refs/trueup/test")).toMatchObject(gone);
    expect(await moveRef(on, { name, was: undefined, becomes: await tag(on, "1") })).toMatchObject({
      is: "failed",
      problem: gone,
    });
  });

  test("is origin where there is one, another by name, none by wish", async () => {
    const folder = repository();
    expect((await opened(folder)).remote).toBeUndefined();
    remoteOf(folder);
    git(folder, "remote", "add", "upstream", "file:///nowhere");
    expect((await opened(folder)).remote).toBe("origin");
    expect((await opened(folder, "upstream")).remote).toBe("upstream");
    expect((await opened(folder, false)).remote).toBeUndefined();
    const found = await repositoryOf(folder, "elsewhere");
    expect(found).toMatchObject({ problem: { code: "unknown-remote" } });
  });
});

describe("a folder", () => {
  test("outside any repository is no mistake", async () => {
    expect(await repositoryOf(scratch(), undefined)).toBeUndefined();
  });

  test("with a repository that git refuses is a problem with git's own words, never taken for no Git", async () => {
    const folder = repository();
    put(folder, { ".git/config": "[core\n" });
    const found = await repositoryOf(folder, undefined);
    expect(found).toMatchObject({
      problem: { code: "git-unusable", message: expect.stringContaining("bad config") },
    });
  });

  test("with an empty HEAD is a problem, never taken for no Git", async () => {
    const folder = repository();
    put(folder, { ".git/HEAD": "" });
    const found = await repositoryOf(folder, undefined);
    expect(found).toMatchObject({ problem: { code: "git-unusable" } });
  });

  test("of a submodule whose repository is gone is a problem, never taken for no Git", async () => {
    const folder = scratch();
    put(folder, { ".git": "gitdir: ../.git/modules/gone\n" });
    const found = await repositoryOf(folder, undefined);
    expect(found).toMatchObject({ problem: { code: "git-unusable" } });
  });
});

describe("the applied ref", () => {
  test.each([
    ["a text that is no JSON", "hello"],
    ["a record of another version", '{ "format": "trueup.record", "version": 2 }'],
    [
      "a record with a foreign commit",
      '{ "format": "trueup.record", "version": 1, "leftBehind": [{ "commit": "-x" }] }',
    ],
  ])("with %s is a problem, not a first apply", async (_, text) => {
    const on = await opened(repository());
    await moveRef(on, { name, was: undefined, becomes: await tag(on, text) });
    expect(await readApplied(on, "refs/trueup/test")).toMatchObject({
      problem: { code: "record-unreadable" },
    });
  });

  test("that is a commit instead of a record is a problem too", async () => {
    const folder = repository();
    git(folder, "update-ref", name, "HEAD");
    expect(await readApplied(await opened(folder), "refs/trueup/test")).toMatchObject({
      problem: { code: "record-unreadable" },
    });
  });

  test("is nothing before the first apply", async () => {
    expect(await readApplied(await opened(repository()), "refs/trueup/test")).toBeUndefined();
  });
});
