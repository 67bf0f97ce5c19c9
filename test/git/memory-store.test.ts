/**
 * The folder for the objects of memories. It is recreated when it has too many objects, and only missing objects are
 * put into it.
 */

import { expect, test } from "vitest";
import { memoryStore } from "../../src/git/memory-store.ts";
import { gitPlatform } from "../../src/runtime/files/git-objects.ts";
import { ended, fails, isLate, notAsked, type Reply, scripted, those } from "./scripted.ts";

const prefix = "refs/trueup/test";
const folder = "/tree/.git/trueup/memory/test/objects";
const commit = "c".repeat(40);

/** Returns a store over a scripted git, and the folders that are created and removed. */
function store(says: (command: string) => Reply | undefined, remote: string | undefined = "origin") {
  const folders: string[] = [];
  const platform = {
    ...gitPlatform,
    makeFolder: async (path: string) => void folders.push(`+${path}`),
    removeFolder: async (path: string) => void folders.push(`-${path}`),
  };
  const all = scripted(says, { platform, remote });
  return { ...all, folders, of: memoryStore(all.on, prefix) };
}

test.each<[string, string, readonly string[]]>([
  ["few", "count: 8000\npacks: 40\n", []],
  ["many packs", "count: 0\nsize: 0\npacks: 41\n", [`-${folder}`]],
  ["many loose objects", "count: 8001\npacks: 0\n", [`-${folder}`]],
  ["something else", "nonsense", []],
])("with %s is kept or begun anew", async (_, counts, folders) => {
  const crowded = store(() => counts);
  await crowded.of.tidy();
  expect(crowded.folders).toEqual(folders);
});

test("is not there without a remote: the repository's own objects are never thrown away", async () => {
  const own = scripted((command) => (command.startsWith("count") ? "count: 9000\npacks: 90\n" : fails), {
    remote: undefined,
  });
  const removed: string[] = [];
  const platform = { ...gitPlatform, removeFolder: async (path: string) => void removed.push(path) };
  const all = memoryStore({ ...own.on, platform }, prefix);
  await all.tidy();
  expect(await all.find(commit)).toMatchObject({ isUnreachable: false });
  expect([removed, those(own.asked, "count-objects")]).toEqual([[], []]);
  expect(own.calls.every(({ env }) => env.GIT_OBJECT_DIRECTORY === undefined)).toBe(true);
});

test("is where git looks and writes, beside the repository's own objects; no other setting stays", async () => {
  const { of, calls, folders } = store((command) => (command.startsWith("cat-file") ? "tree t\n\n{}\n" : ""));
  expect(await of.find(commit)).toEqual({ text: "{}\n", tree: { files: new Map(), folders: new Map() } });
  expect(folders).toEqual([`+${folder}`]);
  for (const { env } of calls)
    expect(env).toMatchObject({
      GIT_OBJECT_DIRECTORY: folder,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: '"/tree/.git/objects"',
      GIT_NO_LAZY_FETCH: "1",
    });
});

test.each<[string, Reply, Reply, boolean]>([
  ["is late", isLate, "", true],
  ["was not asked", notAsked, "", true],
  ["fails, and does not list its refs either", fails, fails, true],
  ["says that it has no such thing", ended(128, "fatal: remote error: not our ref"), "", false],
])("a remote that %s: nothing is had, and why is said", async (_, fetch, listed, isUnreachable) => {
  const { of } = store((command) => {
    if (command.startsWith("fetch")) return fetch;
    return command.startsWith("ls-remote") ? listed : fails;
  });
  expect(await of.find(commit)).toMatchObject({ why: expect.stringMatching(/./), isUnreachable });
});

test("a remote that did not answer a moment ago is not asked at all", async () => {
  const { on, asked } = store(() => fails);
  const silent = memoryStore({ ...on, unreachable: true }, prefix);
  expect(await silent.find(commit)).toMatchObject({ isUnreachable: true });
  expect([...those(asked, "fetch"), ...those(asked, "ls-remote")]).toEqual([]);
});

test("files that git fails at do not take the others with them", async () => {
  const blobs = ["one", "two", "three"].map((text) => ({
    text,
    id: gitPlatform.hash("sha1", Buffer.from(`blob ${text.length}\0${text}`)),
  }));
  const bad = blobs[1]?.id ?? "";
  const { on } = scripted(
    (command, { input = "" }) => {
      if (!command.startsWith("cat-file --batch") || input.includes(bad)) return fails;
      const asked = blobs.filter(({ id }) => input.includes(id));
      return asked.map(({ id, text }) => `${id} blob ${text.length}\n${text}\n`).join("");
    },
    { remote: undefined },
  );
  const found = await memoryStore(on, prefix).blobs(
    commit,
    blobs.map(({ id }) => id),
  );
  expect([...found.values()].map(String)).toEqual(["one", "three"]);
});

test("a file whose content is not what its id says is none", async () => {
  const { on } = scripted((_, { input = "" }) => `${input.trim()} blob 3\nxyz\n`, { remote: undefined });
  expect(await memoryStore(on, prefix).blobs(commit, ["d".repeat(40)])).toEqual(new Map());
});
