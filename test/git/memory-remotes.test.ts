/**
 * Memories at different remotes and in different clones. No memory is damaged, and memories of other environments are
 * not fetched.
 */

import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { memoryRef } from "../../src/git/record.ts";
import { applied, memoryOf, opened, prefix, recalled, remember, withRemote } from "./remembering.ts";
import { commitAll, git, scratch, shallowClone } from "./repositories.ts";

const filters = { "uploadpack.allowFilter": "true" };
const memory = memoryRef(prefix);
const cacheIn = (folder: string) => join(folder, ".git/trueup/memory/test");

describe.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
  ["that filters", filters, {}],
  ["that does not filter", {}, {}],
  ["that moves one ref at a time", { ...filters, "receive.advertiseAtomic": "false" }, {}],
  ["that gives only what refs name", { ...filters }, { "protocol.version": "0" }],
])("a remote %s", (_, settings, own) => {
  test("has what each clone remembers, and what the others did", async () => {
    const { on, head, url, path } = await withRemote(settings);
    expect(await remember(on, memoryOf(head, { a: 200, b: 200 }))).toEqual({ is: "moved" });
    const clone = shallowClone(url);
    for (const [name, value] of Object.entries(own)) git(clone, "config", name, value);
    const other = await opened(clone);
    expect(await recalled(other)).toEqual({ memory: memoryOf(head, { a: 200, b: 200 }), problems: [] });
    const was = await applied(other);
    expect(await remember(other, memoryOf(head, { a: 2 }, "New"), { was })).toEqual({ is: "moved" });
    const { memory: now, problems } = await recalled(on);
    expect([now.resources.size, problems]).toEqual([202, []]);
    expect(git(path, "rev-parse", memory)).toBe((await applied(on)).memory?.commit);
    expect(git(path, "fsck", "--full", "--no-dangling")).toBe("");
    expect(git(clone, "rev-parse", "--is-shallow-repository")).toBe("true");
  });
});

describe("a clone", () => {
  test("is as it was: no setting, no ref, no history and no object that git would miss", async () => {
    const { on, folder, head, url } = await withRemote(filters);
    await remember(on, memoryOf(head, { a: 300, b: 3 }));
    const other = join(scratch(), "whole");
    git(folder, "clone", "-q", url, other);
    const config = readFileSync(join(other, ".git/config"), "utf8");
    const reads = await opened(other);
    expect((await recalled(reads, ["b"])).memory.resources.size).toBe(3);
    await remember(reads, memoryOf(head, { b: 4 }), { was: await applied(reads) });
    expect(readFileSync(join(other, ".git/config"), "utf8")).toBe(config);
    expect(existsSync(join(other, ".git/shallow"))).toBe(false);
    expect(git(other, "for-each-ref", "--format=%(refname)")).toMatch(
      /^(?:refs\/(?:heads\/main|remotes\/origin\/(?:main|HEAD))\n)+refs\/trueup\/test\/applied$/,
    );
    expect(
      readdirSync(join(other, ".git/objects/pack")).filter((name) => name.endsWith(".promisor")),
    ).toEqual([]);
    git(other, "gc", "--quiet", "--prune=now");
    expect(git(other, "fsck", "--full", "--strict")).toBe("");
    expect((await recalled(reads)).memory.resources.size).toBe(304);
  });

  test("gets it unasked by nothing that it fetches", async () => {
    const { on, folder, head, url } = await withRemote(filters);
    await remember(on, memoryOf(head, { a: 3 }));
    const other = join(scratch(), "whole");
    git(folder, "clone", "-q", url, other);
    const reads = await opened(other);
    git(other, "fetch", "-q", "origin", "+refs/trueup/*:refs/trueup/*");
    git(other, "fetch", "-q", "--tags");
    expect(() => git(other, "cat-file", "-e", git(folder, "ls-remote", url, memory).slice(0, 40))).toThrow();
    expect((await recalled(reads)).memory.resources.size).toBe(3);
  });

  test("with refspecs that take everything has no ref to what is only in the folder beside it", async () => {
    const { on, folder, head, url } = await withRemote(filters);
    await remember(on, memoryOf(head, { a: 3 }));
    const other = shallowClone(url);
    git(other, "config", "remote.origin.fetch", "+refs/*:refs/all/*");
    expect((await recalled(await opened(other))).memory.resources.size).toBe(3);
    expect(git(other, "for-each-ref", "--format=%(refname)", "refs/all")).toBe(
      "refs/all/trueup/test/applied",
    );
    expect(git(folder, "fsck", "--no-dangling")).toBe("");
  });

  test("that is a work tree of another has its own folder, and the objects of both", async () => {
    const { on, folder, head } = await withRemote(filters);
    await remember(on, memoryOf(head, { a: 3 }));
    const tree = join(scratch(), "tree");
    git(folder, "worktree", "add", "-q", "--detach", tree);
    commitAll(tree, { "b.txt": "b" });
    const there = await opened(tree);
    const was = await applied(there);
    expect(await remember(there, memoryOf(there.head ?? "", { b: 2 }), { was })).toEqual({ is: "moved" });
    expect((await recalled(there)).memory.resources.size).toBe(5);
    expect(existsSync(join(folder, ".git/worktrees/tree/trueup/memory/test/objects"))).toBe(true);
    expect(git(tree, "fsck", "--no-dangling")).toBe("");
  });

  test.each(["deleted", "cut", "emptied"])("whose folder is %s gets it again", async (how) => {
    const { on, head, url } = await withRemote(filters);
    await remember(on, memoryOf(head, { a: 300 }));
    const other = shallowClone(url);
    const reads = await opened(other);
    expect((await recalled(reads)).memory.resources.size).toBe(300);
    const packs = join(cacheIn(other), "objects/pack");
    if (how === "deleted") rmSync(cacheIn(other), { recursive: true });
    for (const name of how === "deleted" ? [] : readdirSync(packs)) {
      const path = join(packs, name);
      chmodSync(path, 0o600);
      if (/\.(?:pack|idx)$/.test(name))
        writeFileSync(path, how === "cut" ? readFileSync(path).subarray(0, 300) : "");
    }
    const { memory: again, problems } = await recalled(reads);
    expect([again.resources.size, problems]).toEqual([300, []]);
  });
});

describe("a remote", () => {
  test.each(["true", "false"])(
    "that refuses the ref of the memory gets neither (atomic: %s)",
    async (atomic) => {
      const { on, head, path } = await withRemote({ ...filters, "receive.advertiseAtomic": atomic });
      const hook = join(path, "hooks/update");
      writeFileSync(hook, "#!/bin/sh\ncase $1 in *memory*) echo 'not for you' >&2; exit 1;; esac\n");
      chmodSync(hook, 0o755);
      const moved = await remember(on, memoryOf(head, { a: 3 }));
      expect(moved).toMatchObject({
        is: "failed",
        problem: {
          code: "ref-refused",
          message: expect.stringMatching(/trueup-memory\/test.*(?:not for you|hook declined|atomic)/),
          hint: expect.stringContaining("git: { refs: refs/tags/trueup }"),
        },
      });
      expect(git(path, "for-each-ref", "refs/trueup", "refs/trueup-memory")).toBe("");
    },
  );

  test("that was left between the two pushes still has what the record names, and takes the next one", async () => {
    const { on, head, path, url } = await withRemote({ ...filters, "receive.advertiseAtomic": "false" });
    await remember(on, memoryOf(head, { a: 3, b: 300 }));
    const was = await applied(on);
    await remember(on, memoryOf(head, { a: 9 }), { was });
    git(path, "update-ref", `${prefix}/applied`, was.id);
    const other = await opened(shallowClone(url));
    expect((await recalled(other)).memory).toEqual(memoryOf(head, { a: 3, b: 300 }));
    const next = await remember(other, memoryOf(head, { a: 5 }), { was: await applied(other) });
    expect(next).toEqual({ is: "moved" });
    expect((await recalled(on)).memory.resources.size).toBe(305);
    expect(git(path, "rev-parse", memory)).toBe((await applied(on)).memory?.commit);
  });

  test("of two that record at the same time has one whole: the record, and the memory that it names", async () => {
    for (const atomic of ["true", "false"]) {
      const { on, head, path, url } = await withRemote({ ...filters, "receive.advertiseAtomic": atomic });
      await remember(on, memoryOf(head, { a: 3 }));
      const clones = await Promise.all([1, 2, 3].map(async () => opened(shallowClone(url))));
      const was = await Promise.all(clones.map((clone) => applied(clone)));
      const moves = await Promise.all(
        clones.map((clone, at) => remember(clone, memoryOf(head, { a: at + 4 }), { was: was[at] })),
      );
      expect(moves.map(({ is }) => is).sort()).toEqual(["moved", "other", "other"]);
      const winner = moves.findIndex(({ is }) => is === "moved");
      expect((await recalled(await opened(shallowClone(url)))).memory.resources.size).toBe(winner + 4);
      expect(git(path, "rev-parse", memory)).toBe((await applied(on)).memory?.commit);
    }
  });
});
