/** Which live resource belongs to which declared one: renames, new keys, ambiguous names. */

import { expect, test } from "vitest";
import type { Item } from "../../src/drivers/contract/contract.ts";
import type { Desired, Resource } from "../../src/model/desired.ts";
import { observe } from "../../src/observe/observe.ts";
import { desiredOf, network, organization } from "../properties/declared.ts";
import { scripted, targetsOf, whole } from "../properties/scripted.ts";

function called(name: string, id: string): Item {
  return { kind: "network", identity: name, id, value: { name } };
}

const state = (...networks: readonly Resource[]): Desired => desiredOf(organization("Acme"), ...networks);
const named = (key: string, name: string) => network(key, { name });

/** Returns the live id or the state of each declared network, and the unmanaged names. */
async function matched(sides: { readonly desired: Desired; readonly base?: Desired }, live: readonly Item[]) {
  const acme = { kind: "organization", identity: "Acme", id: "o1" };
  const target = scripted({ organizations: whole(acme), "networks o1": whole(...live) });
  const snapshot = await observe(
    { ...sides, targets: targetsOf(target), takenAt: "" },
    new AbortController().signal,
  );
  const rows = [...snapshot.observations].flatMap(([address, seen]) => {
    if (!address.startsWith("cloud/network/")) return [];
    const key = address.slice("cloud/network/".length);
    return [[key, seen.state === "present" ? seen.value.id : seen.state] as const];
  });
  return { ...Object.fromEntries(rows), unmanaged: snapshot.unmanaged.map(({ identity }) => identity) };
}

test.each([
  {
    reason: "the name that desired has is found",
    desired: state(named("berlin", "Berlin")),
    live: [called("Berlin", "n1"), called("Oslo", "n2")],
    expected: { berlin: "n1", unmanaged: ["Oslo"] },
  },
  {
    reason: "a renamed network is found under the name that base had",
    desired: state(named("berlin", "Berlin Office")),
    base: state(named("berlin", "Berlin")),
    live: [called("Berlin", "n1")],
    expected: { berlin: "n1", unmanaged: [] },
  },
  {
    reason: "a rename that is already carried out is found under the new name",
    desired: state(named("berlin", "Berlin Office")),
    base: state(named("berlin", "Berlin")),
    live: [called("Berlin Office", "n1")],
    expected: { berlin: "n1", unmanaged: [] },
  },
  {
    reason: "with a live thing under both names nobody knows which is meant",
    desired: state(named("berlin", "Berlin Office")),
    base: state(named("berlin", "Berlin")),
    live: [called("Berlin", "n1"), called("Berlin Office", "n2")],
    expected: { berlin: "unknown", unmanaged: [] },
  },
  {
    reason: "a new key for the same network leaves nothing to remove",
    desired: state(named("berlin-office", "Berlin")),
    base: state(named("berlin", "Berlin")),
    live: [called("Berlin", "n1")],
    expected: { berlin: "absent", "berlin-office": "n1", unmanaged: [] },
  },
  {
    reason: "a new network that takes over the name of a renamed one is not that network",
    desired: state(named("berlin", "Berlin Old"), named("fresh", "Berlin")),
    base: state(named("berlin", "Berlin")),
    live: [called("Berlin", "n1")],
    expected: { berlin: "n1", fresh: "absent", unmanaged: [] },
  },
  {
    reason: "once both are carried out, each is found under its own name",
    desired: state(named("berlin", "Berlin Old"), named("fresh", "Berlin")),
    base: state(named("berlin", "Berlin")),
    live: [called("Berlin Old", "n1"), called("Berlin", "n2")],
    expected: { berlin: "n1", fresh: "n2", unmanaged: [] },
  },
  {
    reason: "names that move on by one are followed",
    desired: state(named("a", "Two"), named("b", "Three")),
    base: state(named("a", "One"), named("b", "Two")),
    live: [called("One", "n1"), called("Two", "n2")],
    expected: { a: "n1", b: "n2", unmanaged: [] },
  },
  {
    reason: "names that moved on by one are found",
    desired: state(named("a", "Two"), named("b", "Three")),
    base: state(named("a", "One"), named("b", "Two")),
    live: [called("Two", "n1"), called("Three", "n2")],
    expected: { a: "n1", b: "n2", unmanaged: [] },
  },
  {
    reason: "two networks that swap their names are told apart",
    desired: state(named("a", "Two"), named("b", "One")),
    base: state(named("a", "One"), named("b", "Two")),
    live: [called("One", "n1"), called("Two", "n2")],
    expected: { a: "n1", b: "n2", unmanaged: [] },
  },
  {
    reason: "of two that swap their names, and of which one was written, nobody knows which is which",
    desired: state(named("a", "Two"), named("b", "One")),
    base: state(named("a", "One"), named("b", "One")),
    live: [called("One", "n1"), called("One", "n2")],
    expected: { a: "unknown", b: "unknown", unmanaged: [] },
  },
  {
    reason: "with several of its name what was declared under another key is not said to be gone",
    desired: state(named("berlin-office", "Berlin")),
    base: state(named("berlin", "Berlin")),
    live: [called("Berlin", "n1"), called("Berlin", "n7")],
    expected: { berlin: "unknown", "berlin-office": "unknown", unmanaged: [] },
  },
  {
    reason: "a name that base had in another organization is not looked for here",
    desired: state(named("berlin", "Berlin Office")),
    base: desiredOf(organization("Globex"), network("berlin", { name: "Berlin" }, { in: "Globex" })),
    live: [called("Berlin", "n1")],
    expected: { berlin: "absent", unmanaged: ["Berlin"] },
  },
])("$reason", async ({ desired, base, live, expected }) => {
  const found = await matched({ desired, ...(base && { base }) }, live);
  expect(found).toEqual(expected);
});

test("two live networks of one name are ambiguous: the problem names both ids, the first is never taken", async () => {
  const acme = { kind: "organization", identity: "Acme", id: "o1" };
  const live = [called("Berlin", "n1"), called("Berlin", "n7")];
  const target = scripted({ organizations: whole(acme), "networks o1": whole(...live) });
  const input = { desired: state(named("berlin", "Berlin")), targets: targetsOf(target), takenAt: "" };
  const snapshot = await observe(input, new AbortController().signal);
  expect(snapshot.observations.get("cloud/network/berlin")).toMatchObject({
    state: "unknown",
    problem: { code: "ambiguous", message: expect.stringMatching(/\(n1\).*\(n7\)/) },
  });
  expect(snapshot.unmanaged).toEqual([]);
});

test("a read asks for a renamed resource under both its names", async () => {
  const acme = { kind: "organization", identity: "Acme", id: "o1" };
  const target = scripted({ organizations: whole(acme), "networks o1": whole() });
  const desired = state(named("berlin", "Berlin Office"));
  const base = state(named("berlin", "Berlin"), named("oslo", "Oslo"));
  await observe({ desired, base, targets: targetsOf(target), takenAt: "" }, new AbortController().signal);
  expect(target.requested[1]?.wanted.map(({ identity }) => identity)).toEqual([
    "Berlin Office",
    "Berlin",
    "Oslo",
  ]);
});
