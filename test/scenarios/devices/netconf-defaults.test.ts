/** Devices that omit leaves that have their default value (RFC 6243), over NETCONF, with the whole engine. */

import { describe, expect, test } from "vitest";
import { at } from "../../../src/model/pointer.ts";
import { type NetconfSettings, netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { edgeProject } from "./projects.ts";

const host = "10.20.0.1";
const seed: WorldSeed = {
  routers: {
    [host]: {
      data: {
        "Vendor-native:native": {
          hostname: "r1",
          logging: { level: "informational" },
          ntp: {
            port: 123,
            server: [
              { ip: "10.0.0.5", version: 4 },
              { ip: "10.0.0.6", version: 3 },
            ],
          },
          interface: { GigabitEthernet: [{ name: "1/0/1", description: "uplink" }] },
        },
      },
      model: { "Vendor-native:native": { logging: { level: "x", facility: "x" } } },
      state: { "Vendor-state:counters": { boots: 3 } },
      keys: { server: ["ip"] },
    },
  },
};
const defaults = {
  "/Vendor-native:native/logging/level": "informational",
  "/Vendor-native:native/logging/facility": "local7",
  "/Vendor-native:native/ntp/server/version": 4,
  "/Vendor-native:native/interface/GigabitEthernet/description": "uplink",
};

const declared = (ownership: string, logging = "{ level: informational }") => ({
  "r1.yaml": `target: edge
devices:
  r1:
    host: ${host}
    ownership: ${ownership}
    keys: { /Vendor-native:native/ntp/server: ip }
    interfaces: { GigabitEthernet 1/0/1: { description: uplink } }
    config:
      /Vendor-native:native/logging: ${logging}
      /Vendor-native:native/ntp: { port: 123, server: [{ ip: 10.0.0.5, version: 4 }, { ip: 10.0.0.6, version: 3 }] }
`,
});
const device = (more: Partial<NetconfSettings>) => ({ netconf: { ...netconfDefaults, defaults, ...more } });
const asked = ({ network }: Stage) => network.log().filter(({ method }) => method.startsWith("get"));

const modes: readonly (readonly [string, NetconfSettings["withDefaults"], number])[] = [
  ["that says nothing of defaults", undefined, 1],
  ["of report-all", { basic: "report-all", also: [] }, 1],
  ["of trim that reports all when asked", { basic: "trim", also: ["report-all"] }, 2],
  ["of explicit that reports all when asked", { basic: "explicit", also: ["report-all"] }, 1],
  ["of explicit alone", { basic: "explicit", also: [] }, 1],
];

describe.each(modes)("a device %s", (_, withDefaults, reads) => {
  test("is as declared, and nobody's defaults are a difference", async () => {
    const on = stage({
      project: edgeProject(),
      seed,
      files: declared("declared"),
      settings: device({ withDefaults }),
    });
    const { plan } = await on.plan();
    expect([plan.changes, plan.unknown, plan.converged]).toEqual([[], [], 3]);
    expect(asked(on)).toHaveLength(reads);
    expect(plan.cost).toMatchObject([{ reads: reads + 1 }]);
  });

  test("gets what is declared otherwise, and is as declared then", async () => {
    const files = declared("declared", "{ level: debugging, facility: local7 }");
    const on = stage({ project: edgeProject(), seed, files, settings: device({ withDefaults }) });
    const made = await on.plan();
    expect(made.plan.changes.map(({ address }) => address)).toEqual([
      "edge/deviceConfiguration/r1./Vendor-native:native/logging",
    ]);
    const before = asked(on).length;
    expect(await on.apply(made)).toMatchObject({ nonConvergent: [], unverified: [] });
    // The apply has sent no more reads than the plan predicted, including the read of all defaults.
    const { verification = 0 } = made.plan.cost[0] ?? {};
    expect(asked(on).length - before).toBeLessThanOrEqual(verification);
    expect((await on.plan()).plan.changes).toEqual([]);
  });
});

test.each(["trim", "explicit"] as const)(
  "an exclusive tree of a device of %s is read as configuration alone",
  async (basic) => {
    const withDefaults = { basic, also: ["report-all"] as const };
    const on = stage({
      project: edgeProject(),
      seed,
      files: declared("exclusive"),
      settings: device({ withDefaults }),
    });
    const { plan } = await on.plan();
    expect([plan.changes, plan.unknown]).toEqual([[], []]);
    expect(asked(on).every(({ method }) => method === "get-config")).toBe(true);
  },
);

describe("a device of trim that cannot report defaults", () => {
  const settings = device({ withDefaults: { basic: "trim", also: [] } });

  test("is unknown where a declared leaf may be at its default, and nothing is written", async () => {
    const on = stage({ project: edgeProject(), seed, files: declared("declared"), settings });
    const { plan } = await on.plan();
    expect(plan.steps).toEqual([]);
    expect(plan.unknown.map(({ problem: { code } }) => code)).toEqual(
      Array.from({ length: 3 }, () => "default-left-out"),
    );
  });

  test("is as declared, or is changed, where the settings name the defaults", async () => {
    const named = edgeProject(JSON.stringify({ defaults }));
    const on = stage({ project: named, seed, files: declared("declared"), settings });
    const { plan } = await on.plan();
    expect([plan.changes, plan.unknown, plan.converged]).toEqual([[], [], 3]);
    const other = stage({
      project: named,
      seed,
      files: declared("declared", "{ level: debugging }"),
      settings,
    });
    const made = await other.plan();
    expect(made.plan.changes).toHaveLength(1);
    expect(await other.apply(made)).toMatchObject({ nonConvergent: [], unverified: [] });
    const live = other.network.world.restconf.routers.get(host)?.data ?? {};
    expect(at(live, "/Vendor-native:native/logging/level")).toBe("debugging");
  });

  test("lacks an element of a list, which is never at a default", async () => {
    const files = declared("declared", "{ level: debugging }");
    const more = {
      "r1.yaml": files["r1.yaml"].replace(
        "GigabitEthernet 1/0/1:",
        "GigabitEthernet 9/0/1: { description: x }, GigabitEthernet 1/0/1:",
      ),
    };
    const on = stage({ project: edgeProject(JSON.stringify({ defaults })), seed, files: more, settings });
    expect((await on.plan()).plan.changes.map(({ action }) => action)).toContain("create");
  });
});

test.each(["get", "get-config"] as const)(
  "a device that serves %s alone is read where the setting says so",
  async (read) => {
    const on = stage({
      project: edgeProject(JSON.stringify({ read })),
      seed,
      files: declared("declared"),
      settings: device({ reads: [read] }),
    });
    expect((await on.plan()).plan.converged).toBe(3);
  },
);
