/** The changes of a proposal, distinguished from changes that are already pending on its target branch. */

import { describe, expect, test } from "vitest";
import { diff } from "../../src/diff/diff.ts";
import { changedPaths, marked } from "../../src/diff/pull-request.ts";
import type { Address } from "../../src/model/address.ts";
import type { Desired, Resource } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import type { LiveResource, Observation } from "../../src/model/live/snapshot.ts";
import { resource } from "../report/plans.ts";

type Side = Readonly<Record<string, Json>>;
const address = "cloud/network/a";

function sideOf(values: Side, more: Partial<Resource> = {}): Desired {
  const resources = Object.entries(values).map(([key, value]) => {
    const of: Address = `cloud/network/${key}`;
    return [of, resource(of, value, more)] as const;
  });
  return { resources: new Map(resources), locate: () => undefined };
}

function changesOf(of: { desired: Side; base: Side; main: Side; live: Side }, more: Partial<Resource> = {}) {
  const desired = sideOf(of.desired, more);
  const names = new Set([...Object.keys(of.desired), ...Object.keys(of.base)]);
  const observations = new Map<Address, Observation<LiveResource>>();
  for (const name of names) {
    const value = of.live[name];
    observations.set(
      `cloud/network/${name}`,
      value === undefined ? { state: "absent" } : { state: "present", value: { value } },
    );
  }
  const compared = diff({
    desired,
    base: sideOf(of.base, more),
    snapshot: { observations, unmanaged: [] },
  });
  return marked(compared, sideOf(of.main, more)).changes;
}

describe("a field that differs", () => {
  test.each([
    ["that only the proposal changes", { desired: 2, base: 1, main: 1, live: 1 }, "pending", "proposal"],
    [
      "that main has changed, and was not applied yet",
      { desired: 2, base: 1, main: 2, live: 1 },
      "pending",
      "main",
    ],
    ["that somebody changed live", { desired: 1, base: 1, main: 1, live: 3 }, "drift", undefined],
    [
      "that the proposal and somebody live changed",
      { desired: 2, base: 1, main: 1, live: 3 },
      "conflict",
      "proposal",
    ],
    [
      "that the proposal takes back from main",
      { desired: 3, base: 1, main: 2, live: 1 },
      "pending",
      "proposal",
    ],
  ])("%s", (_, { desired, base, main, live }, cause, broughtBy) => {
    const [change] = changesOf({
      desired: { a: { vlan: desired } },
      base: { a: { vlan: base } },
      main: { a: { vlan: main } },
      live: { a: { vlan: live } },
    });
    expect(change).toMatchObject({ action: "update", address, differences: [{ path: "/vlan", cause }] });
    expect(change?.action === "update" && change.differences[0]?.broughtBy).toBe(broughtBy);
  });

  test("inside a list with identity is told apart by element, whatever the order", () => {
    const lists = { lists: { "/rules": ["name"] } };
    const rule = (name: string, port: number) => ({ name, port });
    const [change] = changesOf(
      {
        desired: { a: { rules: [rule("y", 2), rule("x", 2)] } },
        base: { a: { rules: [rule("x", 1), rule("y", 1)] } },
        main: { a: { rules: [rule("x", 2), rule("y", 1)] } },
        live: { a: { rules: [rule("x", 1), rule("y", 1)] } },
      },
      lists,
    );
    const told = change?.action === "update" ? change.differences : [];
    expect(told.map(({ path, broughtBy }) => [path, broughtBy])).toEqual([
      ["/rules/x/port", "main"],
      ["/rules/y/port", "proposal"],
    ]);
  });
});

test("a secret that the proposal gives another reference, and what is in an object that it makes, is its own", () => {
  const value = (name: string) => ({ password: { secret: `env:${name}` }, note: 1 });
  const [change] = changesOf(
    {
      desired: { a: { ...value("NEW"), note: 2, deep: { x: { y: 1 } } } },
      base: { a: value("OLD") },
      main: { a: { ...value("OLD"), note: 2 } },
      live: { a: { note: 1, deep: { x: { y: 2 } } } },
    },
    { secrets: ["/password"] },
  );
  const told = change?.action === "update" ? change.differences : [];
  expect(told.map(({ path, broughtBy }) => [path, broughtBy])).toEqual([
    ["/deep/x/y", "proposal"],
    ["/note", "main"],
    ["/password", "proposal"],
  ]);
});

test.each([
  ["declared", "proposal"],
  ["exclusive", "main"],
] as const)(
  "what nobody declares goes since a tree is exclusive: on a branch where it is %s, %s brings it",
  (ownership, by) => {
    const side = (of: Resource["ownership"]) => sideOf({ a: { vlan: 1 } }, { ownership: of });
    const live: Observation<LiveResource> = { state: "present", value: { value: { vlan: 1, theirs: 2 } } };
    const compared = diff({
      desired: side("exclusive"),
      base: side("declared"),
      snapshot: { observations: new Map([[address, live]]), unmanaged: [] },
    });
    const [change] = marked(compared, side(ownership)).changes;
    expect(change).toMatchObject({ differences: [{ path: "/theirs", cause: "pending", broughtBy: by }] });
  },
);

test("the paths in which two revisions differ are in order, those of secrets among them", () => {
  const secrets = ["/m"];
  const one = resource(address, { z: 1, m: { secret: "env:A" }, a: 1, same: 1 }, { secrets });
  const other = resource(address, { z: 2, m: { secret: "env:B" }, b: 1, same: 1 }, { secrets });
  expect(changedPaths(one, other)).toEqual(["/a", "/b", "/m", "/z"]);
  expect(changedPaths(one, one)).toEqual([]);
});

describe("a whole resource", () => {
  test.each([
    ["new in the proposal", { a: 1 }, {}, {}, {}, "proposal"],
    ["new on main", { a: 1 }, {}, { a: 1 }, {}, "main"],
    ["new on main, and changed again by the proposal", { a: 2 }, {}, { a: 1 }, {}, "proposal"],
    ["dropped by the proposal", {}, { a: 1 }, { a: 1 }, { a: 1 }, "proposal"],
    ["dropped on main", {}, { a: 1 }, {}, { a: 1 }, "main"],
    ["removed live", { a: 1 }, { a: 1 }, { a: 1 }, {}, undefined],
  ])("%s", (_, desired, base, main, live, broughtBy) => {
    const [change] = changesOf({ desired, base, main, live });
    expect(change?.action).toBe(Object.keys(desired).length > 0 ? "create" : "remove");
    expect(change && "broughtBy" in change ? change.broughtBy : undefined).toBe(broughtBy);
  });
});
