/**
 * Repositories of a few kilobytes that contain millions of files, or one file of hundreds of megabytes. trueup does not
 * read such content.
 */

import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { fileAt } from "../../src/git/file.ts";
import { memoryStore } from "../../src/git/memory-store.ts";
import { findRepository } from "../../src/git/repository.ts";
import { textsAt } from "../../src/git/revision.ts";
import { storedFiles } from "../../src/git/stored-files.ts";
import type { GitCall, WorkTree } from "../../src/git/work-tree.ts";
import { workTreeOf } from "../../src/project/work-tree.ts";
import { repository } from "./repositories.ts";

const megabyte = 1024 * 1024;

/**
 * Creates a repository. Returns it with `mktree`, a way to commit a tree, and the number of bytes that git has printed.
 */
async function made() {
  const cwd = repository({ "state/a.yaml": "a: 1\n" });
  const ask = (args: readonly string[], input: string | Buffer = "") =>
    execFileSync("git", args, { cwd, input, maxBuffer: megabyte }).toString().trim();
  const tree = (...entries: readonly string[]) => ask(["mktree"], `${entries.join("\n")}\n`);
  const blob = (content: string | Buffer) => ask(["hash-object", "-w", "--stdin"], content);
  const commit = (of: string) =>
    ask(["-c", "user.name=T", "-c", "user.email=t@example.net", "commit-tree", "-m", "x", of]);
  const found = await workTreeOf(cwd);
  if (!found) throw new Error("no work tree");
  let printed = 0;
  const run = async (call: GitCall) => {
    const end = await found.run(call);
    if (end.is === "ended") printed += end.out.length;
    return end;
  };
  const workTree: WorkTree = { ...found, run };
  return { tree, blob, commit, workTree, printed: () => printed };
}

/** Makes eight levels of trees with ten entries each, all of which lead to one file: 10 to the power of eight files. */
function bomb({ tree, blob }: Awaited<ReturnType<typeof made>>, name: string): string {
  let top = tree(`100644 blob ${blob("a: 1\n")}\t${name}`);
  for (let level = 0; level < 8; level += 1)
    top = tree(...Array.from({ length: 10 }, (_, at) => `040000 tree ${top}\td${at}`));
  return top;
}

describe("a folder of a hundred million files", () => {
  test("is no desired state, and git is ended soon", async () => {
    const on = await made();
    const revision = on.commit(on.tree(`040000 tree ${bomb(on, "a.yaml")}\tstate`));
    const read = await textsAt({ workTree: on.workTree, revision, folder: "state" });
    expect(read).toMatchObject({ problem: { code: "tree-too-large" } });
    expect("problem" in read && read.problem.message).toContain("state at revision");
    expect(on.printed()).toBeLessThan(megabyte);
  });

  test("is not copied for a program", async () => {
    const on = await made();
    const commit = on.commit(bomb(on, "a.yaml"));
    expect(await storedFiles({ workTree: on.workTree, commit, without: [] })).toEqual([]);
  });

  test("beside what is asked for is not looked at", async () => {
    const on = await made();
    const state = on.tree(`100644 blob ${on.blob("a: 1\n")}\ta.yaml`);
    const revision = on.commit(
      on.tree(`040000 tree ${state}\tstate`, `040000 tree ${bomb(on, "b.yaml")}\tz`),
    );
    const read = await textsAt({ workTree: on.workTree, revision, folder: "state" });
    expect(read).toMatchObject({ files: [{ path: "state/a.yaml" }] });
  });
});

describe("a file of 100 MB", () => {
  const large = () => Buffer.alloc(100 * megabyte);

  test("is too large for desired state, without git giving it", async () => {
    const on = await made();
    const id = on.blob(large());
    const revision = on.commit(on.tree(`040000 tree ${on.tree(`100644 blob ${id}\ta.yaml`)}\tstate`));
    const read = await textsAt({ workTree: on.workTree, revision, folder: "state" });
    expect("problem" in read && read.problem.message).toContain("is larger than 8 MB");
    expect(on.printed()).toBeLessThan(megabyte);
  });

  test("is too large as rows of data, and what is beside it is read", async () => {
    const on = await made();
    const entries = [`100644 blob ${on.blob(large())}\ta.csv`, `100644 blob ${on.blob("b: 1\n")}\tb.yaml`];
    const revision = on.commit(on.tree(`040000 tree ${on.tree(...entries)}\tstate`));
    const read = await textsAt({ workTree: on.workTree, revision, folder: "state" });
    expect(read).toMatchObject({
      files: [
        { path: "state/a.csv", text: "", fault: expect.stringContaining("is larger than 8 MB") },
        { path: "state/b.yaml", text: "b: 1\n" },
      ],
    });
    expect(on.printed()).toBeLessThan(megabyte);
  });

  test("as the project file is not taken in", async () => {
    const on = await made();
    const commit = on.commit(on.tree(`100644 blob ${on.blob(large())}\ttrueup.yaml`));
    await expect(fileAt({ workTree: on.workTree, commit, path: "trueup.yaml" })).rejects.toThrow(
      "git printed more than 16 MB, and trueup stopped it",
    );
    expect(on.printed()).toBeLessThan(megabyte);
  });

  test("many files that are too large together are not read", async () => {
    const on = await made();
    const id = on.blob(Buffer.alloc(7 * megabyte, "#"));
    const entries = Array.from({ length: 7 }, (_, at) => `100644 blob ${id}\ta${at}.yaml`);
    const revision = on.commit(on.tree(`040000 tree ${on.tree(...entries)}\tstate`));
    const read = await textsAt({ workTree: on.workTree, revision, folder: "state" });
    expect("problem" in read && read.problem.message).toContain("holds more than 48 MB");
    expect(on.printed()).toBeLessThan(megabyte);
  });
});

test("a file of a record's memory that is too large is not taken in, nor are too many together", {}, async () => {
  const on = await made();
  const found = await findRepository(on.workTree, false);
  if ("problem" in found) throw new Error(found.problem.message);
  const store = memoryStore(found.repository, "refs/trueup/test");
  const [large, small] = [on.blob(Buffer.alloc(100 * megabyte)), on.blob("{}\n")];
  const before = on.printed();
  expect([...(await store.blobs("c".repeat(40), [large, small])).keys()]).toEqual([small]);
  expect(on.printed() - before).toBeLessThan(megabyte);
  const many = Array.from({ length: 20 }, (_, at) => on.blob(Buffer.alloc(15 * megabyte, String(at))));
  const some = await store.blobs("c".repeat(40), many);
  expect(some.size).toBe(17);
});
