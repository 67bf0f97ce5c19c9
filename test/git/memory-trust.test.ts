/**
 * Memories that are deleted, swapped or forged, or that belong to another commit or environment. All are ignored, and
 * nothing throws.
 */

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readMemory } from "../../src/git/memory.ts";
import { memoryRef, moveApplied, readApplied } from "../../src/git/record.ts";
import { fetchRefs } from "../../src/git/refs.ts";
import type { Repository } from "../../src/git/repository.ts";
import { emptyMemory } from "../../src/model/memory.ts";
import { isLong } from "../long-forms.ts";
import { applied, memoryOf, opened, prefix, recalled, record, remember, withRemote } from "./remembering.ts";
import { commitAll, git, remoteOf, repository, scratch, shallowClone } from "./repositories.ts";

const memory = memoryRef(prefix);
const filters = { "uploadpack.allowFilter": "true" };

/** Creates a memory without a remote, with other files in its tree. Anybody who may push can create such a memory. */
async function forged(
  made: (head: string) => Readonly<Record<string, string>>,
  environment = "test",
  version = 1,
) {
  const folder = repository();
  const on = await opened(folder);
  const files = made(on.head ?? "");
  const run = (args: readonly string[], input: string) =>
    execFileSync("git", ["-c", "user.name=E", "-c", "user.email=e@example.net", ...args], {
      cwd: folder,
      input,
    })
      .toString()
      .trim();
  const root = JSON.stringify({ format: "trueup.memory", version, environment });
  for (const [path, text] of Object.entries(files)) {
    const id = run(["hash-object", "-w", "--stdin"], text);
    git(folder, "update-index", "--add", "--cacheinfo", `100644,${id},${path}`);
  }
  const commit = run(["commit-tree", "-m", root, git(folder, "write-tree", "--prefix=")], "");
  const { leftBehind: _, ...head } = record;
  const text = JSON.stringify({ ...head, memory: commit });
  const tag = `object ${on.head}\ntype commit\ntag t\ntagger e <e> 0 +0000\n\n${text}\n`;
  git(folder, "update-ref", `${prefix}/applied`, run(["mktag"], tag));
  return on;
}

const line = (head: string, more: object = {}) =>
  `${JSON.stringify({ address: "a/network/n0", id: "N_0", within: [], name: "N", commit: head, ...more })}\n`;

describe("a memory that somebody made", () => {
  test.each<[string, object]>([
    ["another target", { address: "b/network/n0" }],
    ["no address", { address: "a/n0" }],
    ["no id", { id: "" }],
    ["an id that is no text", { id: 7 }],
    ["too long a name", { name: "x".repeat(20_000) }],
    ["a commit that is an option", { commit: "--all" }],
    ["no list of parents", { within: "O" }],
  ])("counts line by line: one with %s is none", async (_, more) => {
    const on = await forged((head) => ({ "resources/a/network/all": `${line(head, more)}not JSON\n[]\n` }));
    const { memory: read, problems } = await recalled(on);
    expect(read).toEqual(emptyMemory);
    expect(problems).toMatchObject([
      { code: "memory-unreadable", severity: "warning", message: expect.stringContaining("3 entries") },
    ]);
  });

  test("passes what later versions add", async () => {
    const on = await forged((head) => ({
      ...{ "later/a/all": "x", "resources/a/network/fff/later": "" },
      "resources/a/network/ab": line(head, { later: 1 }),
    }));
    const { memory: read, problems } = await recalled(on);
    expect([...read.resources.values()]).toEqual([{ id: "N_0", within: [], name: "N", commit: on.head }]);
    expect(problems).toEqual([]);
  });

  test("says nothing by a commit that this repository does not have, or that is none", async () => {
    const on = await forged(() => ({
      "resources/a/network/all": line("a".repeat(40)),
      "unseen/a/all": `{"address":"a/b/c","since":"2026-01-02T03:04:05Z","commit":"${"b".repeat(40)}"}\n`,
    }));
    expect(await recalled(on)).toEqual({ memory: emptyMemory, problems: [] });
  });

  test("counts as nothing where it is of another environment, and base is in doubt with it", async () => {
    const on = await forged(() => ({ "left-behind/a/all": "" }), "other");
    const read = await applied(on);
    expect(read).toMatchObject({
      record: { leftBehind: [] },
      lost: { problem: { code: "record-incomplete", severity: "warning" }, isUnreachable: false },
    });
    expect(read).not.toHaveProperty("memory");
    expect(read.lost?.problem.message).toContain('it belongs to another environment, "other"');
    expect(await recalled(on)).toEqual({ memory: emptyMemory, problems: [] });
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ["left-behind/a/all", { "left-behind/a/all": '{"address":"a/b/c","because":"bored","commit":null}\n' }],
    ["secrets/a/all", { "secrets/a/all": '{"address":"a/b/c"}\n' }],
    ["unfinished/a/all", { "unfinished/a/all": "{\n" }],
    ["all of it", {}],
  ])(
    "that says in another form what was left (%s) is a later version's: nothing is planned",
    async (_, files) => {
      const on = await forged(() => files, "test", Object.keys(files).length === 0 ? 2 : 1);
      expect(await readApplied(on, prefix)).toMatchObject({
        problem: {
          code: "record-unreadable",
          message: expect.stringContaining("was written by trueup 1.2.3"),
        },
      });
    },
  );
});

describe("a memory that is another's", () => {
  test("counts as nothing, where a record was copied from one environment to another", async () => {
    const { on, head, folder } = await withRemote(filters);
    await remember(on, memoryOf(head, { a: 3 }), { record: { leftBehind: [entry(head)] } });
    const { id } = await applied(on);
    git(folder, "push", "-q", "origin", `${id}:refs/trueup/copy/applied`);
    await fetchRefs(on, "refs/trueup/copy");
    const copied = await readApplied(on, "refs/trueup/copy");
    if (!copied || "problem" in copied) throw new Error("unread");
    expect(copied.applied.record.leftBehind).toEqual([entry(head)]);
    const { memory: read, problems } = await readMemory(on, copied.applied, "all");
    expect(read).toEqual(emptyMemory);
    expect(problems).toMatchObject([
      { code: "memory-unreadable", message: expect.stringContaining('"test"') },
    ]);
  });

  if (isLong)
    test("is not looked at where only its ref was swapped", async () => {
      const { on, head, path, url } = await withRemote(filters);
      await remember(on, memoryOf(head, { a: 3 }));
      const first = await applied(on);
      await remember(on, memoryOf(head, { a: 4 }), { was: first });
      git(path, "update-ref", memory, first.memory?.commit ?? "");
      expect((await recalled(await opened(shallowClone(url)))).memory.resources.size).toBe(4);
      git(path, "update-ref", memory, head);
      expect((await recalled(await opened(shallowClone(url)))).memory.resources.size).toBe(4);
    });
});

const entry = (commit: string) => ({ address: "a/network/left", because: "kept", commit }) as const;

/** Deletes the memory's ref, so that the remote loses the memory. */
function drop(path: string): void {
  git(path, "update-ref", "-d", memory);
  git(path, "reflog", "expire", "--expire=now", "--all");
  git(path, "gc", "--quiet", "--prune=now");
}

describe("a memory that is deleted at the remote", () => {
  const start = async () => {
    const all = await withRemote(filters);
    const of = memoryOf(all.head, { a: 300, b: 300 });
    await remember(all.on, of, { record: { leftBehind: [entry(all.head)] } });
    drop(all.path);
    return all;
  };

  if (isLong)
    test("is known where it was, and is there again, whole, after the next apply from there", async () => {
      const { on, head, url } = await start();
      const was = await applied(on);
      expect(was.record.leftBehind).toEqual([entry(head)]);
      expect(await remember(on, memoryOf(head, { a: 2 }), { was })).toEqual({ is: "moved" });
      expect((await recalled(await opened(shallowClone(url)))).memory.resources.size).toBe(302);
    });

  test("is a warning elsewhere, and never nothing left behind; an apply begins a new one", async () => {
    const { head, url } = await start();
    const other = await opened(shallowClone(url));
    const was = await applied(other);
    expect(was.lost).toMatchObject({ problem: { code: "record-incomplete" }, isUnreachable: false });
    expect(await readMemory(other, was, "all")).toEqual({ memory: emptyMemory, problems: [] });
    expect(await remember(other, memoryOf(head, { a: 2 }), { was })).toEqual({ is: "moved" });
    expect((await recalled(await opened(shallowClone(url)))).memory.resources.size).toBe(2);
  });

  if (isLong)
    test("is begun anew by a clone that has only a part of it", async () => {
      const { on, head, path, url } = await withRemote(filters);
      await remember(on, memoryOf(head, { a: 300, b: 300 }));
      const other = await opened(shallowClone(url));
      const was = await applied(other);
      expect((await readMemory(other, was, ["a"])).memory.resources.size).toBe(300);
      drop(path);
      expect(await remember(other, memoryOf(head, { a: 2 }), { was })).toEqual({ is: "moved" });
      expect((await recalled(await opened(shallowClone(url)))).memory.resources.size).toBe(2);
    });

  test("of which a file is gone is a warning, and the rest counts", async () => {
    const folder = repository();
    const on = await opened(folder);
    const head = on.head ?? "";
    await remember(on, memoryOf(head, { a: 300, b: 2 }));
    const was = await applied(on);
    const [path = "", id = ""] =
      [...(was.memory?.tree.files ?? [])].find(([name]) => name.startsWith("resources/a/")) ?? [];
    expect(path).toMatch(/^resources\/a\/network\/[0-9a-f]$/);
    const loose = join(folder, ".git/objects", id.slice(0, 2), id.slice(2));
    rmSync(loose);
    const { memory: read, problems } = await readMemory(on, was, "all");
    expect(read.resources.size).toBeGreaterThan(250);
    expect(read.resources.size).toBeLessThan(302);
    expect(problems).toMatchObject([
      { code: "memory-unreadable", message: expect.stringContaining("1 of 17 files") },
    ]);
  });

  test("or whose remote does not answer is said as that: an apply does not begin", async () => {
    const { path, url } = await start();
    const folder = shallowClone(url);
    const other = await opened(folder);
    await fetchRefs(other, prefix);
    rmSync(path, { recursive: true });
    const read = await readApplied(other, prefix);
    expect(read).toMatchObject({ applied: { lost: { isUnreachable: true } } });
    const told = await readApplied({ ...other, unreachable: true }, prefix);
    expect(told).toMatchObject({ applied: { lost: { isUnreachable: true } } });
  });
});

describe("an entry", () => {
  /** Creates a history of three commits, and a commit on another branch. */
  const history = async () => {
    const folder = repository();
    const [first] = [git(folder, "rev-parse", "HEAD")];
    const second = commitAll(folder, { "a.txt": "2" });
    const third = commitAll(folder, { "a.txt": "3" });
    git(folder, "checkout", "-q", "-b", "beside", first);
    const beside = commitAll(folder, { "a.txt": "beside" });
    git(folder, "checkout", "-q", "main");
    return { folder, first, second, third, beside };
  };
  const at = (folder: string, commit: string): Promise<Repository> => {
    git(folder, "checkout", "-q", "--detach", commit);
    return opened(folder);
  };
  const known = async (on: Repository) => [...(await recalled(on)).memory.resources.keys()];

  test("counts where its commit is an ancestor, whatever was applied last", async () => {
    const { folder, first, second, third, beside } = await history();
    await remember(await at(folder, first), memoryOf(first, { a: 1 }));
    const later = await at(folder, third);
    await remember(later, memoryOf(third, { b: 1 }), { was: await applied(later) });
    expect(await known(later)).toEqual(["a/network/n0", "b/network/n0"]);
    // If somebody checks out an earlier commit or another branch, records of commits that are not in it prove nothing.
    expect(await known(await at(folder, second))).toEqual(["a/network/n0"]);
    expect(await known(await at(folder, beside))).toEqual(["a/network/n0"]);
  });

  test("of a target that another branch's apply did not touch is held against its own commit ever after", async () => {
    const { folder, first, third, beside } = await history();
    await remember(await at(folder, first), memoryOf(first, { a: 1 }));
    const later = await at(folder, third);
    await remember(later, memoryOf(third, { b: 1 }), { was: await applied(later) });
    const other = await at(folder, beside);
    await remember(other, memoryOf(beside, { c: 1 }), { was: await applied(other) });
    expect(await known(other)).toEqual(["a/network/n0", "c/network/n0"]);
    const next = await at(folder, beside);
    await moveApplied(next, { prefix, was: await applied(next), commit: beside, record });
    expect(await known(next)).toEqual(["a/network/n0", "c/network/n0"]);
    expect(await known(await at(folder, third))).toEqual(["a/network/n0", "b/network/n0"]);
    const back = await at(folder, third);
    await remember(back, memoryOf(third, { b: 2 }), { was: await applied(back) });
    expect(await known(back)).toEqual(["a/network/n0", "b/network/n0", "b/network/n1"]);
  });

  if (isLong)
    test("takes no history to a clone of depth 1 where what was applied last is what is planned", async () => {
      const { folder, first, third, beside } = await history();
      const { url, path } = remoteOf(folder);
      git(path, "config", "uploadpack.allowFilter", "true");
      const early = await at(folder, first);
      await remember(early, memoryOf(first, { a: 1 }));
      const later = await at(folder, third);
      await remember(later, memoryOf(third, { b: 1 }), { was: await applied(later) });
      const clone = shallowClone(url);
      expect(await known(await opened(clone))).toEqual(["a/network/n0", "b/network/n0"]);
      expect(git(clone, "rev-list", "--count", "HEAD")).toBe("1");
      // If another branch was applied, its record proves nothing about resources that the current branch lacks.
      const other = await at(folder, beside);
      git(folder, "push", "-q", "origin", "beside");
      await remember(other, memoryOf(beside, { c: 1 }), { was: await applied(other) });
      const single = join(scratch(), "single");
      git(folder, "clone", "-q", "--depth=1", "-b", "beside", url, single);
      expect(await known(await opened(single))).toEqual(["c/network/n0"]);
      expect(git(single, "rev-list", "--count", "HEAD")).toBe("1");
    });

  test("that cannot be written again is left out, and no reason not to record", async () => {
    const folder = repository();
    const on = await opened(folder);
    const head = on.head ?? "";
    const of = memoryOf(head, { a: 2 });
    const resources = new Map([
      ...of.resources,
      ["a/network/x", { id: "", within: [], name: "x", commit: head }],
    ]);
    expect(await remember(on, { ...of, resources } as typeof of)).toEqual({ is: "moved" });
    expect(await known(on)).toEqual(["a/network/n0", "a/network/n1"]);
  });
});
