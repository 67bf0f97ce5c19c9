/** Paths through list entries, in virtual time against the simulator's routers, over each interface. */

import { describe, expect, test } from "vitest";
import { load } from "../../../src/load/load.ts";
import type { Json } from "../../../src/model/json.ts";
import { planHtml } from "../../../src/report/plan/plan-html.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { planMarkdown } from "../../../src/report/plan/plan-markdown.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import { among, declared, type Known, liveAt, on, shortly, writesOf } from "./boxes.ts";

const ways = [
  ["rfc8040", "yang"],
  ["rfc8040", "keys"],
  ["netconf", "yang"],
  ["netconf", "keys"],
] as const;

const five = `/Box:top/interface/loopback=0/text: a
/Box:top/interface/loopback=0/on: false
/Box:top/route=10.0.0.0%2F8,a%2Cb/hop=1: { to: x }
/Box:top/route=10.0.0.0%2F8,a%2Cb/hop=2/to: y
/Box:top/route=10.0.0.0%2F8,a%2Cb/metric: 3`;

describe.each(ways)("over %s, with %s", (way, known) => {
  /**
   * Returns a key as trueup sends it to the device. Over RESTCONF without modules the key is a string, because trueup
   * does not know the type of a key that occurs only in a path.
   */
  const key = (value: number) => (known === "keys" && way === "rfc8040" ? String(value) : value);

  test("a leaf in an entry is changed, and the rest of the entry is left alone", async () => {
    const live = { interface: { loopback: [{ id: 7 }, { id: 0, text: "old", on: false }] } };
    const device = on({ way, known, config: "/Box:top/interface/loopback=0/text: new", live });
    const made = await device.plan();
    expect(made.plan.changes.map(({ address, action }) => [shortly(address), action])).toEqual([
      ["interface/loopback=0/text", "update"],
    ]);
    await device.apply(made);
    expect(liveAt(device, "interface/loopback")).toEqual([{ id: 7 }, { id: 0, text: "new", on: false }]);
    if (way === "rfc8040")
      expect([...new Set(writesOf(device))]).toEqual([
        expect.stringMatching(/^PATCH .*\/interface\/loopback=0\/text$/),
      ]);
    const after = await device.plan();
    expect(after.plan.changes).toEqual([]);
    expect(after.plan.converged).toBe(1);
  });

  test("entries that are missing on the way are made along, each once", async () => {
    const device = on({ way, known, config: five, live: { hostname: "one" } });
    const made = await device.plan();
    expect(made.plan.changes.map(({ action }) => action)).toEqual(Array(5).fill("create"));
    const { settled } = await device.apply(made);
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(Array(5).fill("applied"));
    expect(liveAt(device, "interface/loopback")).toEqual([{ id: key(0), text: "a", on: false }]);
    const hop = [
      { n: key(1), to: "x" },
      { n: key(2), to: "y" },
    ];
    expect(liveAt(device, "route")).toEqual([{ prefix: "10.0.0.0/8", via: "a,b", metric: 3, hop }]);
    expect((await device.plan()).plan.changes).toEqual([]);
  });

  test("one change at a time makes them too, on a device that has a name only", async () => {
    const settings = "transaction: resource, ";
    const device = on({ way, known, config: five, live: { hostname: "one" }, settings });
    const { settled } = await device.apply(await device.plan());
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(Array(5).fill("applied"));
    expect((await device.plan()).plan.changes).toEqual([]);
  });

  test("what is in an entry goes from there, and the entry stays", async () => {
    const live = { interface: { loopback: [{ id: 0, text: "a", on: false }, { id: 1 }] } };
    const config = "/Box:top/interface/loopback=0/text: a";
    const before = on({ way, known, live, config: `${config}\n/Box:top/interface/loopback=0/on: false` });
    const after = on({ way, known, live, config });
    const base = before.context.desired;
    const pruned = await after.plan({ base, prune: true });
    expect(pruned.plan.changes.map(({ address, action }) => [shortly(address), action])).toEqual([
      ["interface/loopback=0/on", "remove"],
    ]);
    await after.apply(pruned);
    expect(liveAt(after, "interface/loopback")).toEqual([{ id: 0, text: "a" }, { id: 1 }]);
    expect((await after.plan({ base, prune: true })).plan.changes).toEqual([]);
  });

  test("an entry that is declared by what is in it now is not taken away for that", async () => {
    const live = { interface: { loopback: [{ id: 0, text: "a" }] } };
    const before = on({ way, known, live, config: "/Box:top/interface/loopback=0: { text: a }" });
    const after = on({ way, known, live, config: "/Box:top/interface/loopback=0/text: b" });
    const pruned = await after.plan({ base: before.context.desired, prune: true });
    await after.apply(pruned);
    expect(liveAt(after, "interface/loopback")).toEqual([{ id: 0, text: "b" }]);
    const back = await before.plan({ base: after.context.desired, prune: true });
    expect(back.plan.changes.filter(({ action }) => action === "remove")).toEqual([]);
  });

  test("the same key in two spellings is one entry", async () => {
    const live = { routing: [{ protocol: "Box:bgp", name: "x" }], rule: [{ name: "a" }] };
    const routing = known === "yang" ? "bgp,x" : "Box:bgp,x";
    const config = `/Box:top/route=a,b/hop=1: { to: z }\n/Box:top/routing=${routing}: {}`;
    const device = on({ way, known, live, config });
    const made = await device.plan();
    expect(made.plan.changes.map(({ address }) => shortly(address))).toEqual(["route=a,b/hop=1"]);
  });
});

describe.each([
  ["rfc8040", ""],
  ["rfc8040", "transaction: resource, "],
  ["rfc8040", "write: put, "],
  ["rfc8040", "write: yang-patch, "],
  ["netconf", ""],
  ["netconf", "transaction: resource, "],
] as const)("what a plan says of entries that are made along, over %s with %s", (way, settings) => {
  const told = async (config: string, live: Json) => {
    const { plan } = await on({ way, config, live, settings }).plan();
    return plan.changes.map((change) => [
      shortly(change.address),
      change.action === "create" ? change.along : change.action,
    ]);
  };

  test("the first change that makes one says so: in text, in Markdown, in HTML and in JSON", async () => {
    const device = on({ way, config: five, live: { hostname: "one" }, settings });
    const { plan } = await device.plan();
    expect(plan.changes.map((change) => change.action === "create" && change.along)).toEqual([
      "/Box:top/interface/loopback=0",
      undefined,
      "/Box:top/route=10.0.0.0%2F8,a%2Cb",
      "/Box:top/route=10.0.0.0%2F8,a%2Cb/hop=2",
      undefined,
    ]);
    const text = planText(plan, plain);
    expect(text).toContain("Also created, if the device lacks them\n");
    expect(text).toContain("/Box:top/interface/loopback=0/on also creates /Box:top/interface/loopback=0\n");
    expect(planMarkdown(plan)).toContain(
      "also creates `/Box:top/interface/loopback=0`, if the device lacks it.",
    );
    expect(planHtml(plan)).toContain("also creates /Box:top/interface/loopback=0, if the device lacks it.");
    expect(planDocument(plan)).toHaveProperty("changes.0.along", "/Box:top/interface/loopback=0");
  });

  test("nothing is said where something declared is in it, or another change makes it", async () => {
    const live = { interface: { loopback: [{ id: 0, text: "a" }] } };
    const config = "/Box:top/interface/loopback=0/text: a\n/Box:top/interface/loopback=0/on: false";
    expect(await told(config, live)).toEqual([["interface/loopback=0/on", undefined]]);
  });
});

describe("with PUT only", () => {
  const settings = "write: put, ";

  test("one change makes an entry that is missing, with what is declared in it alone, and the rest follow", async () => {
    const device = on({ way: "rfc8040", config: five, live: { hostname: "one" }, settings });
    const { settled } = await device.apply(await device.plan());
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(Array(5).fill("applied"));
    expect(liveAt(device, "interface/loopback")).toEqual([{ id: 0, text: "a", on: false }]);
    const hop = [
      { n: 1, to: "x" },
      { n: 2, to: "y" },
    ];
    expect(liveAt(device, "route")).toEqual([{ prefix: "10.0.0.0/8", via: "a,b", metric: 3, hop }]);
    expect(writesOf(device).map((each) => each.replace(/^(PUT).*\/data\/Box:top\//, "$1 "))).toEqual([
      "PUT interface/loopback=0",
      "PUT interface/loopback=0/text",
      "PUT route=10.0.0.0%2F8,a%2Cb",
      "PUT route=10.0.0.0%2F8,a%2Cb/hop=2",
      "PUT route=10.0.0.0%2F8,a%2Cb/metric",
    ]);
    expect((await device.plan()).plan.changes).toEqual([]);
  });

  test("what somebody else puts in that entry meanwhile stays", async () => {
    const config = "/Box:top/interface/loopback=0/on: false";
    const device = on({ way: "rfc8040", config, live: { hostname: "one" }, settings });
    const made = await device.plan();
    device.network.fault({
      ...{ interface: "restconf", methods: ["PUT"] },
      effect: { kind: "carriedOut" },
      change: {
        ...{ interface: "restconf", host: "10.20.0.1" },
        ...{ path: "/Box:top/interface/loopback", value: [{ id: 0, text: "theirs" }] },
      },
    });
    const { settled } = await device.apply(made);
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    expect(liveAt(device, "interface/loopback")).toEqual([{ id: 0, text: "theirs", on: false }]);
  });
});

test("over neutral, which cannot create, a leaf in an entry is put with all that it is in", async () => {
  const live = { interface: { loopback: [{ id: 7 }, { id: 0, text: "old", on: false }] } };
  const device = on({ way: "neutral", config: "/Box:top/interface/loopback=0/text: new", live });
  await device.apply(await device.plan());
  expect(liveAt(device, "interface/loopback")).toEqual([{ id: 7 }, { id: 0, text: "new", on: false }]);
  expect((await device.plan()).plan.changes).toEqual([]);
});

test("a device that shows no container is read by the paths of what is in the entries", async () => {
  const live = { interface: { loopback: [{ id: 0, text: "old" }] } };
  const config = "/Box:top/interface/loopback=0/text: new\n/Box:top/interface/loopback=1/text: one";
  const device = on({ way: "rfc8040", config, live, settings: "read: resource, " });
  await device.apply(await device.plan());
  expect(liveAt(device, "interface/loopback")).toEqual([
    { id: 0, text: "new" },
    { id: 1, text: "one" },
  ]);
  expect((await device.plan()).plan.changes).toEqual([]);
});

describe("mistakes", () => {
  function told(config: string, known: Known = "yang"): readonly string[] {
    const { context } = on({ way: "rfc8040", known, config: "/Box:top/hostname: one" });
    const files = Object.entries(declared(known, config)).map(([path, text]) => ({ path, text }));
    const { problems } = load({ project: context.project, files, drivers: among });
    return problems.map(({ code, message, at, hint }) => `${code}:${at?.line} ${message}${hint ? " !" : ""}`);
  }

  test.each<readonly [string, string, Known, string]>([
    [
      "a list without an entry",
      "/Box:top/route/hop=1/to: x",
      "yang",
      "path-in-list:8 `route` in /Box:top/route/hop=1/to is a list, but the path does not contain the key of an entry !",
    ],
    [
      "too few values",
      "/Box:top/route=a/metric: 1",
      "yang",
      "invalid-key:8 `route`: the key of this list is `prefix`, `via`: the path needs 2 values, separated by commas, not 1 (write a comma in a value as %2C)",
    ],
    [
      "too few values",
      "/Box:top/route=a/metric: 1",
      "keys",
      "invalid-key:8 `route`: the key of this list is `prefix`, `via`: the path needs 2 values, separated by commas, not 1 (write a comma in a value as %2C)",
    ],
    [
      "an empty key",
      "/Box:top/interface/loopback=/text: a",
      "keys",
      "invalid-key:8 `loopback`: the path has an empty key",
    ],
    [
      "an empty key at the end",
      "/Box:top/interface/loopback=: {}",
      "yang",
      "invalid-key:8 the key of this entry is empty",
    ],
    [
      "a key of another type",
      "/Box:top/interface/loopback=x/text: a",
      "yang",
      "invalid-key:8 `loopback`: id ",
    ],
    [
      "a list that is not known",
      "/Box:top/rule=a/name: a",
      "keys",
      "unkeyed-list:8 the key leaves of /Box:top/rule are unknown !",
    ],
    [
      "a key of what is no list",
      "/Box:top/hostname=1/x: a",
      "yang",
      "unknown-field:8 `hostname` in /Box:top/hostname=1/x is not a list with keys !",
    ],
    [
      "a list that no module has",
      "/Box:top/interface/lopback=0: {}",
      "yang",
      "unknown-field:8 the modules have no `lopback` in /Box:top/interface/lopback=0 !",
    ],
    [
      "a path without its module",
      "/top/hostname: a",
      "yang",
      "invalid-key:8 `/top/hostname` cannot be the key",
    ],
    ["a path without a slash", "Box:top/hostname: a", "yang", "invalid-key:8 `Box:top/hostname` cannot be"],
    [
      "an unknown member",
      "/Box:top/interface/loopback=0/txt: a",
      "yang",
      "unknown-field:8 the modules have no `txt` in /Box:top/interface/loopback=0/txt !",
    ],
    ["a value of another type", "/Box:top/interface/loopback=0/on: 5", "yang", "invalid-value:8 "],
    [
      "the key itself",
      "/Box:top/interface/loopback=0/id: 0",
      "yang",
      "invalid-key:8 `id` is the key of `loopback`, and the path already contains this key !",
    ],
    [
      "an entry and what is in it",
      "/Box:top/interface/loopback=0: {}\n/Box:top/interface/loopback=0/text: a",
      "yang",
      "declared-twice:9 ",
    ],
    [
      "a container and what is in an entry of it",
      "/Box:top/interface: {}\n/Box:top/interface/loopback=0/text: a",
      "keys",
      "declared-twice:9 ",
    ],
  ])("%s is told: %s, with %s", (_, config, known, expected) => {
    expect(told(config, known)).toEqual([expect.stringContaining(expected)]);
  });

  test("entries beside each other, and a list beside what is in an entry of another, are all in order", () => {
    expect(
      told(
        "/Box:top/interface/loopback=0/text: a\n/Box:top/interface/loopback=1/text: a\n/Box:top/route: []",
      ),
    ).toEqual([]);
  });
});

test("a hostname and interfaces stand where the target's settings say, and that is held against the modules", () => {
  const { context } = on({ way: "rfc8040", config: "/Box:top/route: []" });
  const told = (hostname: string, more: string) => {
    const target = context.project.targets.get("boxes");
    if (target === undefined) throw new Error("no target");
    const own = { ...target, settings: { module: "Box", container: "top", hostname, yang: "yang" } };
    const project = { ...context.project, targets: new Map([["boxes", own]]) };
    const files = Object.entries(declared("yang", "/Box:top/route: []", more)).map(([path, text]) => ({
      path,
      text,
    }));
    return load({ project, files, drivers: among }).problems.map(({ message, hint }) => `${message} ${hint}`);
  };
  expect(told("hostname", "hostname: one")).toEqual([]);
  expect(told("hostnam", "hostname: one")).toEqual([
    "the target's settings or mapping contain the path /Box:top/hostnam, but the modules have no `hostnam` in it " +
      "Did you mean `hostname`?",
  ]);
  expect(told("hostname", "interfaces: { GigabitEthernet 1/0/1: { description: x } }")).toEqual([
    expect.stringContaining(
      "/Box:top/interface/GigabitEthernet, but the modules have no `GigabitEthernet` in it",
    ),
  ]);
});
