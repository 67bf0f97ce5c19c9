/** The memory of a record, in real repositories: written, read again, and preserved by versions that never read it. */

import { describe, expect, test } from "vitest";
import { readMemory } from "../../src/git/memory.ts";
import { type AppliedRef, memoryRef, moveApplied, readApplied } from "../../src/git/record.ts";
import type { Repository } from "../../src/git/repository.ts";
import type { Address } from "../../src/model/address.ts";
import type { Memory } from "../../src/model/memory.ts";
import type { ApplyRecord } from "../../src/model/record.ts";
import { memoryIn } from "./recorded.ts";
import { memoryOf, opened, prefix, applied as read, recalled, record, remember } from "./remembering.ts";
import { git, remoteOf, repository, shallowClone } from "./repositories.ts";

describe.each(["here", "at a remote"])("a memory %s", (where) => {
  const start = async () => {
    const folder = repository();
    const remote = where === "here" ? undefined : remoteOf(folder);
    if (remote) git(remote.path, "config", "uploadpack.allowFilter", "true");
    const on = await opened(folder);
    return { on, head: on.head ?? "", remote, folder };
  };

  describe("fingerprints of secrets", () => {
    const of = (target: string, fingerprint: string) =>
      ({ address: `${target}/ssid/guest`, path: "/psk", fingerprint }) as const;
    const secretsIn = async (on: Repository, secretsOf?: readonly string[]) => {
      const found = await readApplied(on, prefix, secretsOf);
      if (!found || "problem" in found) throw new Error("there is no record");
      return found.applied;
    };
    const write = (on: Repository, was: AppliedRef | undefined, secrets: ApplyRecord["secrets"]) =>
      moveApplied(on, { prefix, commit: on.head ?? "", was, record: { ...record, secrets } });

    test("are read of the targets that are asked for, and those of others stay", async () => {
      const { on } = await start();
      await write(on, undefined, { key: "k", of: [of("cloud", "1"), of("lab", "2")] });
      const was = await secretsIn(on, ["cloud"]);
      expect(was.record.secrets).toEqual({ key: "k", of: [of("cloud", "1")] });
      expect(await write(on, was, { key: "k", of: [of("cloud", "3")] })).toEqual({ is: "moved" });
      expect((await secretsIn(on)).record.secrets).toEqual({
        key: "k",
        of: [of("cloud", "3"), of("lab", "2")],
      });
    });

    test("go with the key that they were made by", async () => {
      const { on } = await start();
      await write(on, undefined, { key: "k", of: [of("cloud", "1"), of("lab", "2")] });
      await write(on, await secretsIn(on, ["cloud"]), { key: "other", of: [of("cloud", "3")] });
      expect((await secretsIn(on)).record.secrets).toEqual({ key: "other", of: [of("cloud", "3")] });
    });
  });

  test("gives back all that was written, of the targets that are asked for", async () => {
    const { on, head, remote } = await start();
    const { resources } = memoryOf(head, { cloud: 300, "lab.2": 2 });
    const unread = { id: "N_1", within: ["O_1"], name: "as sent", unread: true, commit: head } as const;
    const of: Memory = {
      resources: new Map([...resources, ["lab.2/network/n1", unread]]),
      unseen: new Map([
        ["cloud/ssid/guest", { since: "2026-01-02T03:04:05Z", id: "7", commit: head }],
        ["lab.2/ssid/guest", { since: "2026-01-02T03:04:05.123Z", commit: head, sent: "G", stored: "g" }],
      ]),
      removed: new Map([["cloud", [{ time: "2026-01-02T03:04:05Z", kind: "ssid", removed: 2, of: 9 }]]]),
    };
    const whole: ApplyRecord = {
      ...record,
      leftBehind: [
        { address: "cloud/network/n1", because: "failed", commit: null },
        { address: "lab.2/network/a/b", because: "kept", commit: head },
      ],
      unfinished: [{ target: "cloud", names: ["r1", "r2"] }],
      secrets: { key: "k", of: [{ address: "cloud/ssid/guest", path: "/psk", fingerprint: "x" }] },
    };
    const to = { prefix, commit: head, record: whole };
    const moved = await moveApplied(on, {
      ...to,
      was: undefined,
      memory: { of, targets: ["cloud", "lab.2"] },
    });
    expect(moved).toEqual({ is: "moved" });
    const other = remote ? await opened(shallowClone(remote.url)) : on;
    const applied = await read(other);
    expect(applied.record).toEqual(whole);
    expect(await readMemory(other, applied, "all")).toEqual({ memory: of, problems: [] });
    const { memory } = await readMemory(other, applied, ["lab.2"]);
    expect([...memory.resources.keys(), ...memory.unseen.keys(), ...memory.removed.keys()]).toEqual([
      "lab.2/network/n0",
      "lab.2/network/n1",
      "lab.2/ssid/guest",
    ]);
    expect(git(remote?.path ?? on.top, "rev-parse", memoryRef(prefix))).toBe(applied.memory?.commit);
  });

  test("of other targets stays as it is, by those who never read it", async () => {
    const { on, head, remote } = await start();
    const both = { of: memoryOf(head, { a: 400, b: 400 }), targets: ["a", "b"] };
    await moveApplied(on, { prefix, was: undefined, commit: head, record, memory: both });
    const other = remote ? await opened(shallowClone(remote.url)) : on;
    const memory = { of: memoryOf(head, { a: 3 }, "New"), targets: ["a"] };
    const to = { prefix, commit: head, record: { ...record, actor: "bob" } };
    expect(await moveApplied(other, { ...to, was: await read(other), memory })).toEqual({ is: "moved" });
    const now = await readMemory(on, await read(on), "all");
    expect(now.problems).toEqual([]);
    expect(now.memory.resources.size).toBe(403);
    expect(now.memory.resources.get("a/network/n0")?.name).toBe("New 0");
    expect(now.memory.resources.get("b/network/n7")?.name).toBe("Network 7");
    expect(await moveApplied(on, { ...to, was: await read(on) })).toEqual({ is: "moved" });
    expect((await readMemory(on, await read(on), "all")).memory).toEqual(now.memory);
  });
});

test.each(["here", "at a remote"])("a record that says nothing more is one too: %s", async (where) => {
  const folder = repository();
  if (where !== "here") remoteOf(folder);
  const on = await opened(folder);
  expect(await moveApplied(on, { prefix, was: undefined, commit: on.head ?? "", record })).toEqual({
    is: "moved",
  });
  const applied = await read(on);
  expect(applied.record).toEqual(record);
  expect([...(applied.memory?.tree.files ?? [])]).toEqual([]);
  const secrets = { key: "k", of: [] };
  const to = { prefix, was: applied, commit: on.head ?? "", record: { ...record, secrets } };
  expect(await moveApplied(on, to)).toEqual({ is: "moved" });
  expect((await read(on)).record.secrets).toEqual(secrets);
});

describe("the files of a memory", () => {
  const files = async (of: Memory, was?: Awaited<ReturnType<typeof read>>) => {
    const on = await opened(repository());
    await remember(on, of, { was });
    const { memory } = await read(on);
    return { on, paths: [...(memory?.tree.files.keys() ?? [])], commit: memory?.commit ?? "" };
  };
  const at = (prefixes: readonly string[], paths: readonly string[]) =>
    paths.filter((path) => prefixes.some((each) => path.startsWith(each)));

  test.each([
    [128, /^all$/, 1],
    [129, /^[0-9a-f]$/, 16],
    [2_049, /^[0-9a-f]{2}$/, 256],
  ])("of %i addresses of a kind are named by a prefix that leaves them small", async (count, name, most) => {
    const { paths, on, commit } = await files(memoryOf("a".repeat(40), { a: count }));
    const own = at(["resources/a/network/"], paths);
    expect(own.length).toBeGreaterThan(most / 2);
    expect(own.length).toBeLessThanOrEqual(most);
    for (const path of own) expect(path.split("/").at(-1)).toMatch(name);
    const lines = memoryIn(on.top, commit).filter(({ path }) => path.startsWith("resources/"));
    expect(lines).toHaveLength(count);
    const [first] = own;
    const addresses = lines.flatMap(({ path, line }) => (path === first ? [String(line.address)] : []));
    expect(addresses).toEqual(addresses.toSorted());
  });

  test("have names that git and every file system take, whatever targets and kinds are called", async () => {
    const targets = [".git", "..", "a b", "git~1", "Ä", "a%2f", "con", "lab.", "x".repeat(60)];
    const addresses = targets.map((target): Address => `${target}/.git/k`);
    const entry = { id: "1", within: [], name: "n", commit: "a".repeat(40) };
    const of: Memory = {
      resources: new Map(addresses.map((address) => [address, entry])),
      unseen: new Map([["a b/x/y", { since: "2026-01-02T03:04:05Z", commit: "a".repeat(40) }]]),
      removed: new Map([["..", [{ time: "2026-01-02T03:04:05Z", kind: "x", removed: 1, of: 2 }]]]),
    };
    const { paths, on, commit } = await files(of);
    for (const path of paths) expect(path).toMatch(/^(?:[A-Za-z0-9_%-][A-Za-z0-9._%-]*(?:\/|$))+$/);
    expect(git(on.top, "fsck", "--strict", "--full")).toBe("");
    const lines = memoryIn(on.top, commit).flatMap(({ path, line }) =>
      path.startsWith("resources") ? line : [],
    );
    expect(new Set(lines.map(({ address }) => address))).toEqual(new Set(addresses));
  });

  test("are the same bytes for the same memory, and change with it alone", async () => {
    const on = await opened(repository());
    const head = on.head ?? "";
    const trees: string[] = [];
    for (const more of [{}, { actor: "bob" }, { time: "2027-01-02T03:04:05Z" }]) {
      const of = memoryOf(head, { a: 300, b: 1 });
      const turned = { ...of, resources: new Map([...of.resources].reverse()) };
      const was = trees.length === 0 ? undefined : await read(on);
      await remember(on, trees.length === 1 ? turned : of, { was, record: more });
      trees.push(git(on.top, "rev-parse", `${(await read(on)).memory?.commit}^{tree}`));
    }
    expect(new Set(trees).size).toBe(1);
  });

  test("are read by targets, and what is not one of them is not missed", async () => {
    const on = await opened(repository());
    const head = on.head ?? "";
    await remember(on, memoryOf(head, { a: 2, ab: 3 }));
    expect((await recalled(on, ["a", "nothing"])).memory.resources.size).toBe(2);
    expect((await recalled(on, [])).memory.resources.size).toBe(0);
  });
});
