/**
 * The order of separate writes: a resource is sent after the resources of the same plan to which it refers. The devices
 * refuse references to missing resources.
 */

import { describe, expect, test } from "vitest";
import { apart, endsOf, liveOf, referring, shortly } from "./referring.ts";

const portInBlue = "/Box:top/port=1: { vrf: blue }\n/Box:top/vrf=blue: { rd: '1:1' }";

describe.each(apart)("over %s, with %s", (way, settings) => {
  test("what it refers to is made first, and removed last", async () => {
    const on = referring({ way, settings, config: portInBlue });
    const made = await on.plan();
    expect(made.plan.steps.map(({ id, after }) => [shortly(id), after.map(shortly)])).toEqual([
      ["create vrf=blue", []],
      ["create port=1", ["create vrf=blue"]],
    ]);
    expect(endsOf(await on.apply(made))).toEqual(["create vrf=blue applied", "create port=1 applied"]);
    const live = { hostname: "one", area: [{ name: "0" }], port: [{ name: "1", area: "0" }] };
    const both = "/Box:top/area=0: {}\n/Box:top/port=1: { area: '0' }";
    const base = referring({ way, settings, live, config: both }).context.desired;
    const gone = referring({ way, settings, live, config: "/Box:top/hostname: one" });
    const removed = await gone.plan({ base, prune: true });
    expect(endsOf(await gone.apply(removed))).toEqual(["remove port=1 applied", "remove area=0 applied"]);
  });

  test("a change from one to another goes between the two", async () => {
    const live = { hostname: "one", area: [{ name: "0" }], port: [{ name: "1", area: "0" }] };
    const before = referring({
      way,
      settings,
      live,
      config: "/Box:top/area=0: {}\n/Box:top/port=1: { area: '0' }",
    });
    const on = referring({
      way,
      settings,
      live,
      config: "/Box:top/area=1: {}\n/Box:top/port=1: { area: '1' }",
    });
    const made = await on.plan({ base: before.context.desired, prune: true });
    expect(endsOf(await on.apply(made))).toEqual([
      "create area=1 applied",
      "update port=1 applied",
      "remove area=0 applied",
    ]);
    expect(liveOf(on, "/area")).toEqual([{ name: "1" }]);
  });

  test.each([
    ["to name another", "/Box:top/port=1: { area: '1' }", "change"],
    ["to go", "", "removal"],
  ])(
    "what is referred to stays where what refers to it is %s, and nobody asked for that",
    async (_, port, what) => {
      const live = {
        hostname: "one",
        area: [{ name: "0" }, { name: "1" }],
        port: [{ name: "1", area: "0" }],
      };
      const before = "/Box:top/area=0: {}\n/Box:top/area=1: {}\n/Box:top/port=1: { area: '0' }";
      const base = referring({ way, settings, live, config: before }).context.desired;
      const on = referring({ way, settings, live, config: `/Box:top/area=1: {}\n${port}` });
      const only = (...names: readonly string[]) => ({
        only: (address: string) => names.some((name) => address.endsWith(name)),
      });
      const { plan } = await on.plan({ base, prune: true, ...only("area=0") });
      expect(plan.steps).toEqual([]);
      expect(plan.unwritable).toMatchObject([
        {
          action: "remove",
          reason: expect.stringContaining(`it refers to this resource, and its ${what} is not part of`),
        },
      ]);
      expect(shortly(plan.unwritable[0]?.because ?? "")).toBe("port=1");
      const both = await on.plan({ base, prune: true, ...only("area=0", "port=1") });
      expect(endsOf(await on.apply(both)).at(-1)).toBe("remove area=0 applied");
    },
  );

  test("what is referred to stays where the change that ends it is in conflict", async () => {
    const live = {
      ...{ hostname: "one", area: [{ name: "0" }, { name: "1" }] },
      port: [{ name: "1", area: "0", text: "live" }],
    };
    const declared = (more: string, area: string, text: string) =>
      `${more}/Box:top/area=1: {}\n/Box:top/port=1: { area: '${area}', text: ${text} }`;
    const base = referring({ way, settings, live, config: declared("/Box:top/area=0: {}\n", "0", "was") });
    const on = referring({ way, settings, live, config: declared("", "1", "now") });
    const request = { base: base.context.desired, prune: true };
    const { plan } = await on.plan(request);
    expect(plan.steps).toEqual([]);
    expect(plan.unwritable.map(({ action, because }) => [action, because && shortly(because)])).toEqual([
      ["remove", "port=1"],
      ["update", undefined],
    ]);
    const all = await on.plan({ ...request, onConflict: "overwrite" });
    expect(endsOf(await on.apply(all)).at(-1)).toBe("remove area=0 applied");
  });

  test("what is still declared to be referred to goes as ever: of that validate warns", async () => {
    const live = { hostname: "one", area: [{ name: "0" }], port: [{ name: "1", area: "0" }] };
    const before = "/Box:top/area=0: {}\n/Box:top/port=1: { area: '0' }";
    const base = referring({ way, settings, live, config: before }).context.desired;
    const on = referring({ way, settings, live, config: "/Box:top/port=1: { area: '0' }" });
    const { plan } = await on.plan({ base, prune: true });
    expect(plan.steps.map(({ id }) => shortly(id))).toEqual(["remove area=0"]);
  });

  test("where each refers to the other, the plan is made all the same", async () => {
    const live = { hostname: "one", port: [{ name: "2" }], vrf: [{ name: "red" }] };
    const config = "/Box:top/port=1: { vrf: blue }\n/Box:top/vrf=blue: { main: '1' }\n/Box:top/area=0: {}";
    const { plan } = await referring({ way, settings, live, config }).plan();
    expect(plan.steps.map(({ id, after }) => [shortly(id), after])).toEqual([
      ["create area=0", []],
      ["create port=1", []],
      ["create vrf=blue", []],
    ]);
  });
});

test.each(apart)(
  "over %s, with %s, an entry that a path leads through is there once that is made",
  async (way, settings) => {
    const config = "/Box:top/port=1: { vrf: blue }\n/Box:top/vrf=blue/family/ipv4/max: 5";
    const on = referring({ way, settings, config });
    expect(endsOf(await on.apply(await on.plan()))).toEqual([
      "create vrf=blue/family/ipv4/max applied",
      "create port=1 applied",
    ]);
    expect((await on.plan()).plan.changes).toEqual([]);
  },
);

test.each(["rfc8040", "netconf"] as const)("over %s in one edit nothing waits", async (way) => {
  const on = referring({ way, config: portInBlue });
  const made = await on.plan();
  expect(made.plan.steps.map(({ id, after }) => [shortly(id), after])).toEqual([
    ["create vrf=blue", []],
    ["create port=1", []],
  ]);
  expect(endsOf(await on.apply(made))).toEqual(["create vrf=blue applied", "create port=1 applied"]);
});
