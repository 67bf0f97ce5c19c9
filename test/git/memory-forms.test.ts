/**
 * Stored forms in the memory of a record. They are replaced for the targets of a run, kept for other targets, and
 * ignored if forged.
 */

import { expect, test } from "vitest";
import { forgottenMemory } from "../../src/git/forgotten.ts";
import type { Address } from "../../src/model/address.ts";
import { emptyMemory, type Memory, type RememberedForm, type UnseenCreate } from "../../src/model/memory.ts";
import { applied, memoryOf, opened, recalled, remember, withRemote } from "./remembering.ts";
import { commitAll, git, repository } from "./repositories.ts";

const form = (commit: string, path = "/name", more: Partial<RememberedForm> = {}): RememberedForm => ({
  ...{ path, is: "stored", sent: "a".repeat(32), live: "b".repeat(32), commit },
  ...more,
});

/** Returns a memory with these stored forms, by address. */
const withForms = (of: Memory, forms: Readonly<Record<Address, readonly RememberedForm[]>>): Memory => ({
  ...of,
  forms: new Map(Object.entries(forms) as [Address, readonly RememberedForm[]][]),
});

test("are read back in one order, of the targets that are asked for, and stay where others are written", async () => {
  const { on, head } = await withRemote({ "uploadpack.allowFilter": "true" });
  const forms = {
    "a/network/n0": [form(head, "/tags", { is: "notTaken" }), form(head)],
    "b/network/n0": [form(head)],
  } as const;
  await remember(on, withForms(memoryOf(head, { a: 1, b: 1 }), forms));
  const read = (await recalled(on)).memory.forms;
  expect([...(read ?? [])]).toEqual([
    ["a/network/n0", [form(head), form(head, "/tags", { is: "notTaken" })]],
    ["b/network/n0", [form(head)]],
  ]);
  expect((await recalled(on, ["b"])).memory.forms?.size).toBe(1);
  await remember(on, memoryOf(head, { a: 1 }), { was: await applied(on) });
  expect([...((await recalled(on)).memory.forms?.keys() ?? [])]).toEqual(["b/network/n0"]);
});

test("count only where their commit is an ancestor", async () => {
  const folder = repository();
  const on = await opened(folder);
  const first = on.head ?? "";
  git(folder, "checkout", "-q", "-b", "side");
  commitAll(folder, { "a.txt": "x" });
  const side = git(folder, "rev-parse", "HEAD");
  git(folder, "checkout", "-q", "main");
  const forms = { "a/network/n0": [form(first), form(side, "/tags")], "a/network/n1": [form(side)] } as const;
  await remember(on, withForms(memoryOf(first, { a: 2 }), forms));
  expect([...((await recalled(on)).memory.forms ?? [])]).toEqual([["a/network/n0", [form(first)]]]);
});

test.each<[string, object]>([
  ["a digest that is too short", { sent: "abc" }],
  ["a digest that is none", { live: "x".repeat(32) }],
  ["another word", { is: "equal" }],
  ["a path that is none", { path: "name" }],
])("with %s are not written, and so never read", async (_, more) => {
  const on = await opened(repository());
  const head = on.head ?? "";
  const odd = { "a/network/n0": [{ ...form(head), ...more } as RememberedForm, form(head)] } as const;
  await remember(on, withForms(memoryOf(head, { a: 1 }), odd));
  const { memory, problems } = await recalled(on);
  expect([[...(memory.forms?.values() ?? [])], problems]).toEqual([[[form(head)]], []]);
});

test("are forgotten with their addresses, and with what is no longer applied", async () => {
  const on = await opened(repository());
  const head = on.head ?? "";
  await remember(
    on,
    withForms(memoryOf(head, { a: 2 }), { "a/network/n0": [form(head)], "a/network/n1": [form(head)] }),
  );
  const ref = await applied(on);
  const request = { globs: ["a/network/n0"], isMeant: (address: Address) => address === "a/network/n0" };
  const named = await forgottenMemory(on, ref.memory, { gone: [], ...request });
  expect([...(named.change?.of.forms?.keys() ?? [])]).toEqual(["a/network/n1"]);
  const gone = await forgottenMemory(on, ref.memory, { ...request, gone: ["a/network/n0", "a/network/n1"] });
  expect(gone.change?.of.forms).toEqual(new Map());
  const nothing = await forgottenMemory(on, ref.memory, { ...request, globs: ["b/*"], gone: [] });
  expect(nothing.change).toBeUndefined();
});

test("are forgotten of all targets where one of several globs leaves the target open", async () => {
  const on = await opened(repository());
  const head = on.head ?? "";
  const since = "2026-01-02T03:04:05Z";
  const unseen = new Map<Address, UnseenCreate>([["b/network/n9", { since, commit: head }]]);
  await remember(on, {
    ...withForms(memoryOf(head, { a: 1, b: 1 }), { "b/network/n9": [form(head)] }),
    unseen,
  });
  const globs = ["a/network/n0", "*/network/n9"];
  const isMeant = (address: Address) => globs[0] === address || address.endsWith("/network/n9");
  const found = await forgottenMemory(on, (await applied(on)).memory, { gone: [], globs, isMeant });
  expect([found.accepted, found.known]).toEqual([["b/network/n9"], ["a/network/n0"]]);
  const { of, targets } = found.change ?? {};
  expect([targets, [...(of?.resources.keys() ?? [])], of?.unseen, of?.forms]).toEqual([
    ["a", "b"],
    ["b/network/n0"],
    new Map(),
    new Map(),
  ]);
});

test("of nothing are no part of a memory", async () => {
  const on = await opened(repository());
  await remember(on, memoryOf(on.head ?? "", { a: 1 }));
  expect((await recalled(on)).memory).not.toHaveProperty("forms");
  expect(emptyMemory).not.toHaveProperty("forms");
});
