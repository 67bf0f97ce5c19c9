/** Lists that must contain nothing undeclared (`ownership: exclusive`), against the simulator's routers. */

import { describe, expect, test } from "vitest";
import { load } from "../../../src/load/load.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { among, declared, type Known, liveAt, on, shortly, writesOf } from "./boxes.ts";

const exclusive = "ownership: exclusive";
const config = `/Box:top/interface/loopback:
  - { id: 0, text: a }
  - { id: 1 }
  - { id: 2, text: c }
  - { id: 3, text: d }`;
const live = {
  hostname: "one",
  interface: {
    port: [{ name: "1" }],
    loopback: [
      { id: 7, text: "somebody's" },
      { id: 1, text: "goes", on: false },
      { id: 0 },
      { id: 3, text: "d" },
      { id: 8 },
    ],
  },
};
const wanted = [{ id: 0, text: "a" }, { id: 1 }, { id: 2, text: "c" }, { id: 3, text: "d" }];
const inOrder = (list: unknown) =>
  [...(Array.isArray(list) ? list : [])].toSorted((a, b) => Number(a.id) - Number(b.id));
const root = "/devices/10.20.0.1/restconf/data/Box:top";

describe.each([
  ["rfc8040", "yang", ""],
  ["rfc8040", "keys", ""],
  ["rfc8040", "yang", "write: put, "],
  ["rfc8040", "yang", "write: yang-patch, "],
  ["rfc8040", "keys", "write: yang-patch, "],
  ["rfc8040", "yang", "read: resource, "],
  ["netconf", "yang", ""],
  ["netconf", "keys", ""],
  ["neutral", "yang", ""],
] as const)("over %s, with %s, %s", (way, known, settings) => {
  test("what is declared is all that the list has then, and what is around it stays", async () => {
    const box = on({ way, known, config, live, more: exclusive, settings });
    const made = await box.plan();
    expect(made.plan.changes.map(({ address, action }) => [shortly(address), action])).toEqual([
      ["interface/loopback", "update"],
    ]);
    expect(made.plan.guards.map(({ guard }) => guard)).toEqual(["omission"]);
    const { settled } = await box.apply(made);
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    expect(inOrder(liveAt(box, "interface/loopback"))).toEqual(wanted);
    expect(liveAt(box, "interface/port")).toEqual([{ name: "1" }]);
    expect((await box.plan()).plan.changes).toEqual([]);
  });

  test("none declared takes all away, and is the same as a list that is not there", async () => {
    const none = on({
      way,
      known,
      config: "/Box:top/interface/loopback: []",
      live,
      more: exclusive,
      settings,
    });
    await none.apply(await none.plan());
    expect(inOrder(liveAt(none, "interface/loopback"))).toEqual([]);
    expect((await none.plan()).plan.changes).toEqual([]);
    const empty = { hostname: "one", interface: { port: [] } };
    const absent = on({
      way,
      known,
      config: "/Box:top/interface/loopback: []",
      live: empty,
      more: exclusive,
    });
    expect((await absent.plan()).plan.changes).toEqual([]);
  });
});

test.each([
  ["rfc8040", ""],
  ["rfc8040", "write: put, "],
  ["rfc8040", "write: yang-patch, "],
  ["netconf", ""],
] as const)("over %s, %s, a list that is not there is made", async (way, settings) => {
  const box = on({ way, config, live: { hostname: "one" }, more: exclusive, settings });
  const made = await box.plan();
  expect(made.plan.changes.map(({ action }) => action)).toEqual(["create"]);
  await box.apply(made);
  expect(inOrder(liveAt(box, "interface/loopback"))).toEqual(wanted);
  expect((await box.plan()).plan.changes).toEqual([]);
});

describe("over rfc8040", () => {
  const box = (more: { settings?: string; known?: Known; simulated?: Partial<SimulatorSettings> } = {}) =>
    on({ way: "rfc8040", config, live, more: exclusive, ...more });

  test("what only gains goes in one PATCH, what loses something is replaced, what is not declared is deleted", async () => {
    const one = box();
    const made = await one.plan();
    expect(made.plan.cost).toMatchObject([{ writes: 4, apart: 1 }]);
    expect(planText(made.plan, plain)).toContain("4 writes (1 change not atomic with the rest of a device)");
    await one.apply(made);
    expect(writesOf(one)).toEqual([
      `PATCH ${root}`,
      `PUT ${root}/interface/loopback=1`,
      `DELETE ${root}/interface/loopback=7`,
      `DELETE ${root}/interface/loopback=8`,
    ]);
  });

  test.each(["node", "none"] as const)(
    "ETags of each resource, or none (%s), are no hindrance",
    async (restconfEtags) => {
      const one = box({ simulated: { restconfEtags } });
      const { settled } = await one.apply(await one.plan());
      expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
      expect(inOrder(liveAt(one, "interface/loopback"))).toEqual(wanted);
    },
  );

  test("an entry that the device keeps is told, the others are written, and the next run goes on there", async () => {
    const one = box();
    one.network.fault({
      interface: "restconf",
      methods: ["DELETE"],
      path: `${root}/interface/loopback=8`,
      times: 9,
      effect: { kind: "answer", status: 400 },
    });
    const { settled } = await one.apply(await one.plan());
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["failed"]);
    expect(inOrder(liveAt(one, "interface/loopback"))).toEqual([...wanted, { id: 8 }]);
  });
});

describe("what RFC 8040 has no way to write is told before a device is asked", () => {
  function told(known: Known, text: string, more = exclusive) {
    const { project } = on({ way: "rfc8040", known, config: "/Box:top/hostname: one" }).context;
    const files = Object.entries(declared(known, text, more)).map(([path, each]) => ({ path, text: each }));
    return load({ project, files, drivers: among }).problems.map(
      ({ code, at, hint }) => `${code}:${at?.line} ${hint}`,
    );
  }

  test.each(["declared", "exclusive"])("a list in order, %s", (ownership) => {
    expect(told("yang", "/Box:top/rule: [{ name: a }]", `ownership: ${ownership}`)).toEqual([
      "unwritable-list:8 Declare the container around the list, /Box:top, or use a target with interface: netconf.",
    ]);
  });

  test("a list without a key", () => {
    expect(told("keys", "/Box:top/rule: [{ name: a }]")).toEqual([
      "unwritable-list:8 Write keys: { /Box:top/rule: LEAF } in the declaration of the device, or give the folder of its modules as settings.yang of the target.",
    ]);
  });

  test("with what is around it a list in order is replaced", async () => {
    const text = "/Box:top/interface: { port: [{ name: b }, { name: a }] }";
    expect(told("keys", text)).toEqual([]);
  });
});
