/** What a record remembers, in real repositories: written, read again, kept, and lost without harm. */

import { describe, expect, test } from "vitest";
import { readMemory } from "../../src/git/memory.ts";
import { type AppliedRef, memoryRef, moveApplied, readApplied } from "../../src/git/record.ts";
import { fetchRefs } from "../../src/git/refs.ts";
import type { Repository } from "../../src/git/repository.ts";
import type { Address } from "../../src/model/address.ts";
import { emptyMemory, type Memory, type RememberedResource } from "../../src/model/memory.ts";
import type { ApplyRecord } from "../../src/model/record.ts";
import { repositoryOf } from "../../src/project/work-tree.ts";
import { git, remoteOf, repository, shallowClone } from "./repositories.ts";

const prefix = "refs/trueup/test";

async function opened(folder: string): Promise<Repository> {
  const found = await repositoryOf(folder, undefined);
  if (!found || "problem" in found) throw new Error("there is no repository");
  return found.repository;
}

const record: ApplyRecord = {
  ...{ format: "trueup.record", version: 2, environment: "test", time: "2026-01-02T03:04:05Z", actor: "ada" },
  ...{ fingerprint: "f", tool: "1.2.3" },
  counts: { applied: 1, converged: 0, failed: 0, unknown: 0, skipped: 0 },
  leftBehind: [],
};

/** What is remembered of so many networks of each target. */
function memoryOf(commit: string, counts: Readonly<Record<string, number>>, name = "Network"): Memory {
  const resources = Object.entries(counts).flatMap(([target, count]) =>
    Array.from({ length: count }, (_, n): [Address, RememberedResource] => [
      `${target}/network/n${n}`,
      { id: `N_${n}`, within: ["O_1"], name: `${name} ${n}`, commit },
    ]),
  );
  return { ...emptyMemory, resources: new Map(resources) };
}

async function read(on: Repository): Promise<AppliedRef> {
  await fetchRefs(on, prefix);
  const found = await readApplied(on, prefix);
  if (!found || "problem" in found) throw new Error(JSON.stringify(found));
  return found.applied;
}

describe.each(["here", "at a remote"])("a memory %s", (where) => {
  const start = async () => {
    const folder = repository();
    const remote = where === "here" ? undefined : remoteOf(folder);
    if (remote) git(remote.path, "config", "uploadpack.allowFilter", "true");
    const on = await opened(folder);
    return { on, head: on.head ?? "", remote, folder };
  };

  test("gives back all that was written, of the targets that are asked for", async () => {
    const { on, head, remote } = await start();
    const of: Memory = {
      resources: memoryOf(head, { cloud: 300, "lab.2": 2 }).resources,
      unseen: new Map([
        ["cloud/ssid/guest", { since: "2026-01-02T03:04:05Z", id: "7", commit: head }],
        ["lab.2/ssid/guest", { since: "2026-01-02T03:04:05.123Z", commit: head }],
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
