/** List entries as separate resources, in virtual time against the simulator's routers, over each interface. */

import { describe, expect, test } from "vitest";
import { adopt } from "../../../src/import/edit/adopt.ts";
import { load } from "../../../src/load/load.ts";
import { isObject } from "../../../src/model/json.ts";
import { among, declared, type Known, liveAt, on, shortly, writesOf } from "./boxes.ts";

const loopbacks = `/Box:top/interface/loopback:
  - { id: 0, text: a }
  - { id: 1, text: b }`;
const byKey = `/Box:top/interface/loopback:
  0: { id: 0, text: a }
  1: { id: 1, text: b }`;
const byPath = `/Box:top/interface/loopback=0: { id: 0, text: a }
/Box:top/interface/loopback=1: { id: 1, text: b }`;
const three = [
  { id: 7, text: "somebody's" },
  { id: 1, text: "b" },
  { id: 0, text: "old" },
];

describe.each([
  ["rfc8040", "yang"],
  ["rfc8040", "keys"],
  ["netconf", "yang"],
  ["netconf", "keys"],
] as const)("over %s, with %s", (way, known) => {
  test.each([
    ["a list", loopbacks],
    ["a map by key", byKey],
    ["a path each", byPath],
  ])("entries as %s are resources: one is changed, and the others are left alone", async (_, config) => {
    const device = on({ way, known, config, live: { interface: { loopback: three } } });
    const made = await device.plan();
    expect(made.plan.changes.map(({ address, action }) => [shortly(address), action])).toEqual([
      ["interface/loopback=0", "update"],
    ]);
    expect(made.plan.converged).toBe(1);
    await device.apply(made);
    expect(liveAt(device, "interface/loopback")).toEqual(three.with(2, { id: 0, text: "a" }));
    if (way !== "netconf")
      expect([...new Set(writesOf(device))]).toEqual([
        expect.stringMatching(/^(?:PUT|PATCH) .*\/interface\/loopback=0$/),
      ]);
    expect((await device.plan()).plan.changes).toEqual([]);
  });
});

describe.each(["yang", "keys"] as const)("over neutral, which cannot create, with %s", (known) => {
  test.each([
    ["a list", loopbacks],
    ["a map by key", byKey],
  ])(
    "%s is one resource: one entry is changed, one made, and the others are left alone",
    async (_, config) => {
      const live = three.filter(({ id }) => id !== 1);
      const device = on({ way: "neutral", known, config, live: { interface: { loopback: live } } });
      const made = await device.plan();
      expect(made.plan.changes.map(({ address, action }) => [shortly(address), action])).toEqual([
        ["interface/loopback", "update"],
      ]);
      await device.apply(made);
      expect(liveAt(device, "interface/loopback")).toEqual([
        three[0],
        { id: 0, text: "a" },
        { id: 1, text: "b" },
      ]);
      expect((await device.plan()).plan.changes).toEqual([]);
    },
  );

  test("an entry by its path is a resource of its own", async () => {
    const device = on({ way: "neutral", known, config: byPath, live: { interface: { loopback: three } } });
    const made = await device.plan();
    expect(made.plan.changes.map(({ address }) => shortly(address))).toEqual(["interface/loopback=0"]);
    await device.apply(made);
    expect([...new Set(writesOf(device))]).toEqual([
      expect.stringMatching(/^PUT .*\/interface\/loopback=0$/),
    ]);
    expect((await device.plan()).plan.changes).toEqual([]);
  });
});

describe.each(["rfc8040", "netconf"] as const)("over %s", (way) => {
  test.each(["yang", "keys"] as const)("entries are made and removed one by one, with %s", async (known) => {
    const config = `/Box:top/route:
  - { prefix: 10.0.0.0/8, via: "a,b", metric: 1, hop: [{ n: 1, to: x }] }
  - { prefix: 10.0.0.0/8, via: c }`;
    const device = on({ way, known, config, live: { route: [{ prefix: "0/0", via: "z" }] } });
    const made = await device.plan();
    expect(made.plan.changes.map(({ address, action }) => [shortly(address), action])).toEqual([
      ["route=10.0.0.0%2F8,a%2Cb", "create"],
      ["route=10.0.0.0%2F8,c", "create"],
    ]);
    await device.apply(made);
    const all = [
      { prefix: "0/0", via: "z" },
      { prefix: "10.0.0.0/8", via: "a,b", metric: 1, hop: [{ n: 1, to: "x" }] },
      { prefix: "10.0.0.0/8", via: "c" },
    ];
    expect(liveAt(device, "route")).toEqual(all);

    const base = device.context.desired;
    const less = on({ way, known, live: { route: all }, config: '/Box:top/route: { "10.0.0.0/8,c": {} }' });
    const kept = await less.plan({ base });
    expect(kept.plan.kept.map(shortly)).toEqual(["route=10.0.0.0%2F8,a%2Cb"]);
    const pruned = await less.plan({ base, prune: true });
    expect(pruned.plan.changes.map(({ address, action }) => [shortly(address), action])).toEqual([
      ["route=10.0.0.0%2F8,a%2Cb", "remove"],
    ]);
    await less.apply(pruned);
    expect(liveAt(less, "route")).toEqual([all[0], all[2]]);
    expect((await less.plan({ base, prune: true })).plan.changes).toEqual([]);
  });

  test("a protected entry stays, and a declared value is compared as its type says", async () => {
    const live = { interface: { loopback: [{ id: 5 }, { id: 6 }] } };
    const before = on({
      way,
      live,
      config: '/Box:top/interface/loopback: { 5: {}, "6": {} }',
      more: "protect: true",
    });
    expect((await before.plan()).plan.changes).toEqual([]);
    const after = on({ way, live, config: '/Box:top/interface/loopback: [{ id: "5", on: true }]' });
    const { plan } = await after.plan({ base: before.context.desired, prune: true });
    expect(plan.unwritable.map(({ address }) => shortly(address))).toEqual(["interface/loopback=6"]);
    expect(plan.steps).toEqual([]);
  });

  test("what was declared in one piece before, or entry by entry, does not go when that changes", async () => {
    const live = { interface: { loopback: [{ id: 5 }] } };
    const ways = ["/Box:top/interface: { loopback: [{ id: 5 }] }", "/Box:top/interface/loopback: { 5: {} }"];
    const [whole, apart] = ways.map((config) => on({ way, live, config }));
    const gathered = await whole?.plan({ base: apart?.context.desired, prune: true });
    expect([gathered?.plan.steps, gathered?.plan.unwritable]).toEqual([[], []]);
    const split = await apart?.plan({ base: whole?.context.desired, prune: true });
    expect([split?.plan.steps, split?.plan.unwritable, split?.plan.released]).toEqual([[], [], []]);
  });

  test("what a container that is declared now has in it was declared by itself before, and stays", async () => {
    const live = { hostname: "one", interface: { loopback: [{ id: 5 }], port: [{ name: "a" }] } };
    const before = on({
      way,
      live,
      config: `/Box:top/interface/loopback: { 5: {} }
/Box:top/interface/port: { a: {} }`,
    });
    const now = on({ way, live, config: "/Box:top/interface: { loopback: [{ id: 5 }] }" });
    const pruned = await now.plan({ base: before.context.desired, prune: true });
    expect(pruned.plan.changes.map(({ address, action }) => [shortly(address), action])).toEqual([
      ["interface/port=a", "remove"],
    ]);
    const kept = await now.plan({ base: before.context.desired });
    expect(kept.plan.kept.map(shortly)).toEqual(["interface/port=a"]);
  });

  test("a leaf and a container of one that is declared now stay too", async () => {
    const live = { hostname: "one", interface: { port: [{ name: "a" }] }, server: ["x"] };
    const before = on({
      way,
      live,
      config: '/Box:top/interface: { port: [{ name: "a" }] }\n/Box:top/server: [x]',
    });
    const now = on({ way, live, config: "/Box:top: { interface: { port: [{ name: a }] }, server: [x] }" });
    const { plan } = await now.plan({ base: before.context.desired, prune: true });
    expect([plan.steps, plan.unwritable, plan.kept]).toEqual([[], [], []]);
  });

  test("an identity is a key, with and without its module", async () => {
    const config = `/Box:top/routing: [{ protocol: bgp, name: main }]`;
    const device = on({ way, config });
    const made = await device.plan();
    expect(made.plan.changes.map(({ address }) => shortly(address))).toEqual(["routing=Box:bgp,main"]);
    await device.apply(made);
    expect((await device.plan()).plan.changes).toEqual([]);
    expect(liveAt(device, "routing")).toEqual([{ protocol: "Box:bgp", name: "main" }]);
  });

  test("what changed live is taken over into the entry where it is written", async () => {
    const live = {
      interface: { loopback: [{ id: 0, text: "by hand" }] },
      route: [{ prefix: "p", via: "v" }],
    };
    const config = `/Box:top/interface/loopback:
  - id: 1 # goes
  - id: 0
    text: a # stays
/Box:top/route:
  "p,v": { metric: 3 }`;
    const device = on({ way, config, live });
    const { context } = device;
    const base = context.desired;
    const { plan } = await device.plan({ base });
    const files = Object.entries(declared("yang", config)).map(([path, text]) => ({ path, text }));
    const { files: edited, adopted } = adopt({
      files,
      desired: context.desired,
      changes: plan.changes,
      repeatsSecret: () => false,
      reload: (texts) => {
        const { desired, problems } = load({ project: context.project, files: texts, drivers: among });
        return problems.length === 0 ? desired : undefined;
      },
    });
    expect(adopted.map(({ address }) => shortly(address)).toSorted()).toEqual([
      "interface/loopback=0",
      "interface/loopback=1",
      "route=p,v",
    ]);
    expect(edited[0]?.text).toContain(`/Box:top/interface/loopback:
        - id: 0
          text: by hand # stays
      /Box:top/route:
        "p,v": {  }`);
  });
});

test("a list whose order means something stays whole, with its order, over netconf", async () => {
  const config = "/Box:top/rule: [{ name: b }, { name: a }]";
  const device = on({ way: "netconf", config, live: { rule: [{ name: "a" }, { name: "b" }] } });
  const made = await device.plan();
  expect(made.plan.changes.map(({ address, action }) => [shortly(address), action])).toEqual([
    ["rule", "update"],
  ]);
  await device.apply(made);
  expect(liveAt(device, "rule")).toEqual([{ name: "b" }, { name: "a" }]);
});

describe("what is wrong with entries", () => {
  function told(config: string, more = "", known: Known = "yang") {
    const { context } = on({ way: "rfc8040", config: "/Box:top/hostname: one" });
    const files = Object.entries({ ...declared(known, config, more) }).map(([path, text]) => ({
      path,
      text,
    }));
    const project = on({ way: "rfc8040", known, config: "/Box:top/hostname: one" }).context.project;
    const { problems } = load({
      project: known === "yang" ? context.project : project,
      files,
      drivers: among,
    });
    return problems.map(
      ({ code, at: where, hint }) => `${code}:${where?.line}${hint === undefined ? "" : "!"}`,
    );
  }

  test.each<readonly [string, string, readonly string[]]>([
    [
      "the same twice in a list",
      "/Box:top/route:\n - { prefix: a, via: b }\n - { prefix: a, via: b }",
      ["repeated-element:10"],
    ],
    ["one without its key", "/Box:top/route: [{ prefix: a }]", ["missing-key:8"]],
    ["a key that is another", "/Box:top/interface/loopback: { 1: { id: 2 } }", ["invalid-key:8"]],
    ["too few values for a key", "/Box:top/route: { a: {} }", ["invalid-key:8"]],
    [
      "a value of another type",
      "/Box:top/interface/loopback:\n  1: {}\n  2: { on: 5 }",
      ["invalid-value:10"],
    ],
    ["a key of another type", "/Box:top/interface/loopback: { x: {} }", ["invalid-value:8"]],
    ["an unknown member", "/Box:top/interface/loopback:\n  - id: 1\n    txt: x", ["unknown-field:10!"]],
    [
      "in a list and by its path",
      "/Box:top/route=a,b: {}\n/Box:top/route: [{ prefix: a, via: b }]",
      ["duplicate-address:9!"],
    ],
    [
      "one and what it is in",
      "/Box:top/interface: {}\n/Box:top/interface/loopback:\n  1: {}",
      ["declared-twice:10!"],
    ],
    ["a path into an entry", "/Box:top/interface/loopback/text: x", ["path-in-list:8!"]],
    ["a key of what is no list", "/Box:top/hostname=1: {}", ["unknown-field:8!"]],
  ])("%s is told at its line", (_, config, expected) => {
    expect(told(config)).toEqual(expected);
  });

  test("one that stands under interfaces too", () => {
    const interfaces = "interfaces: { GigabitEthernet 1/0/1: {} }";
    expect(
      told('/Box:top/interface/port:\n  - { name: "1/0/2" }\n  - { name: "1/0/1" }', interfaces),
    ).toEqual([expect.stringMatching(/^declared-twice:/)]);
  });

  test("without modules and without keys a list is one resource, and an entry has no path", () => {
    const { context } = on({
      way: "neutral",
      known: "keys",
      config: "/Box:top/rule: [{ name: a }]",
      more: "",
    });
    expect([...context.desired.resources.keys()].map(shortly)).toEqual(["rule"]);
    expect(told("/Box:top/rule=a: {}", "", "keys")).toEqual(["unkeyed-list:8!"]);
  });

  test("of a map that is one entry its fields are no keys", () => {
    const { context } = on({ way: "netconf", config: "/Box:top/route: { prefix: a, via: b }" });
    const [one] = context.desired.resources.values();
    expect(isObject(one?.value ?? null) && one?.value).toEqual({ prefix: "a", via: "b" });
    expect(shortly(one?.address ?? "")).toBe("route=a,b");
  });
});
