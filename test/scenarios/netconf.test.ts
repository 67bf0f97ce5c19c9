/** Devices over NETCONF in the whole engine, in virtual time, against the simulator's routers. */

import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import type { Fault } from "../../src/simulator/faults.ts";
import { netconfDefaults } from "../../src/simulator/netconf/settings.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";
import { type Stage, stage } from "../servers/virtual-time/run.ts";
import { twoProtocols } from "./devices/projects.ts";

const project = twoProtocols({ more: "readVia: edge" });

const host = "10.20.0.1";
const native = "Vendor-native:native";
const seed: WorldSeed = {
  routers: {
    [host]: {
      data: {
        [native]: {
          hostname: "r1",
          interface: {
            GigabitEthernet: [
              { name: "1/0/1", description: "uplink", mtu: 1500 },
              { name: "1/0/2", description: "users", mtu: 9000 },
            ],
          },
          ntp: { server: [{ ip: "10.0.0.5" }, { ip: "10.0.0.6" }], source: "Loopback0", port: 123 },
          "name-server": ["10.0.0.1", "10.0.0.2"],
        },
      },
      keys: { server: ["ip"] },
    },
  },
};

const keys = "keys: { /Vendor-native:native/ntp/server: ip }";
const declared = (inside: string, target = "edge") => ({
  "r1.yaml": `target: ${target}\ndevices:\n  r1:\n    host: ${host}\n    ${keys}\n${inside}`,
});
const ntp = (value: string) => `    config: { /Vendor-native:native/ntp: ${value} }\n`;

const liveOf = ({ network }: Stage, path: string): Json | undefined =>
  at(network.world.restconf.routers.get(host)?.data ?? {}, path);

async function applied(on: Stage) {
  const made = await on.plan();
  return { made, result: await on.apply(made) };
}

describe("a device of a netconf target", () => {
  test("that offers XPath is asked in it where that is set, and says the same", async () => {
    const asked = twoProtocols({ settings: "{ filter: xpath }", more: "readVia: edge" });
    const files = declared(
      `    hostname: r9\n    interfaces: { GigabitEthernet 1/0/1: { description: core } }\n${ntp("{ port: 124 }")}`,
    );
    const on = stage({
      project: asked,
      seed,
      files,
      settings: { netconf: { ...netconfDefaults, xpath: true } },
    });
    const { result } = await applied(on);
    expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(["applied", "applied", "applied"]);
    expect(result.nonConvergent).toEqual([]);
    expect((await on.plan()).plan.changes).toEqual([]);
    expect(liveOf(on, `/${native}/hostname`)).toBe("r9");
  });

  test("has what is declared after an apply, all else as it was, and a second run does nothing", async () => {
    const on = stage({
      project,
      seed,
      files: declared(
        `    hostname: r9\n    interfaces: { GigabitEthernet 1/0/1: { description: core } }\n${ntp("{ server: [{ ip: 10.0.0.7 }], port: 124 }")}`,
      ),
    });
    const { result } = await applied(on);
    expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(["applied", "applied", "applied"]);
    expect(liveOf(on, `/${native}/hostname`)).toBe("r9");
    expect(liveOf(on, `/${native}/interface/GigabitEthernet`)).toEqual([
      { name: "1/0/1", description: "core", mtu: 1500 },
      { name: "1/0/2", description: "users", mtu: 9000 },
    ]);
    expect(liveOf(on, `/${native}/ntp`)).toEqual({
      server: [{ ip: "10.0.0.5" }, { ip: "10.0.0.6" }, { ip: "10.0.0.7" }],
      source: "Loopback0",
      port: 124,
    });
    expect([result.nonConvergent, result.unverified]).toEqual([[], []]);
    expect((await on.plan()).plan.changes).toEqual([]);
  });

  test("loses what an exclusive tree does not declare", async () => {
    const files = declared(`    ownership: exclusive\n${ntp("{ server: [{ ip: 10.0.0.5 }], port: 123 }")}`);
    const on = stage({ project, seed, files });
    await applied(on);
    expect(liveOf(on, `/${native}/ntp`)).toEqual({ server: [{ ip: "10.0.0.5" }], port: 123 });
    expect((await on.plan()).plan.changes).toEqual([]);
  });

  test("loses values of a list that are no longer declared, and an interface with --prune", async () => {
    const files = declared('    config: { /Vendor-native:native/name-server: ["10.0.0.2"] }\n');
    const on = stage({ project, seed, files });
    const base = on.load(declared("    interfaces: { GigabitEthernet 1/0/2: { description: users } }\n"));
    const made = await on.plan({ base, prune: true });
    await on.apply(made);
    expect(liveOf(on, `/${native}/name-server`)).toEqual(["10.0.0.2"]);
    expect(liveOf(on, `/${native}/interface/GigabitEthernet`)).toEqual([
      { name: "1/0/1", description: "uplink", mtu: 1500 },
    ]);
  });

  test("gets what it does not have", async () => {
    const files = declared("    interfaces: { GigabitEthernet 1/0/7: { description: new } }\n");
    const on = stage({ project, seed, files });
    const { made } = await applied(on);
    expect(made.plan.changes.map(({ action }) => action)).toEqual(["create"]);
    expect(liveOf(on, `/${native}/interface/GigabitEthernet/2`)).toEqual({
      name: "1/0/7",
      description: "new",
    });
  });
});

describe("a device that answers only the first of several keys in a filter", () => {
  const numbers = Array.from({ length: 100 }, (_, at) => `1/0/${at}`);
  const list = numbers.map((name) => ({ name, description: `port ${name}` }));
  const many: WorldSeed = {
    routers: { [host]: { data: { [native]: { hostname: "r1", interface: { GigabitEthernet: list } } } } },
  };
  const settings = { netconf: { ...netconfDefaults, elementsPerFilter: "first" } } as const;
  const interfaces = (names: readonly string[]) =>
    `    hostname: r1\n    interfaces:\n${names.map((name) => `      GigabitEthernet ${name}: { description: port ${name} }\n`).join("")}`;

  test("has all of its interfaces: a wider read shows those that it did not mention", async () => {
    const on = stage({ project, seed: many, settings, files: declared(interfaces(numbers)) });
    const { plan } = await on.plan();
    expect([plan.changes, plan.unknown, plan.converged]).toEqual([[], [], 101]);
    expect(on.network.log().filter(({ method }) => method === "get")).toHaveLength(2);
  });

  test("lacks only what the wider read does not show either; without that read nothing is known", async () => {
    const files = declared(interfaces([...numbers, "2/0/1"]));
    const on = stage({ project, seed: many, settings, files });
    expect((await on.plan()).plan.steps.map(({ id }) => id)).toEqual([
      "create edge/deviceInterface/r1.GigabitEthernet 2/0/1",
    ]);
    const lost = stage({ project, seed: many, settings, files });
    lost.network.fault({
      interface: "netconf",
      methods: ["get"],
      after: 1,
      times: 9,
      effect: { kind: "lostBefore" },
    });
    const { plan } = await lost.plan();
    expect([plan.steps, plan.unknown.length]).toEqual([[], 102]);
  });
});

test("a wider read that lacks what the first has shown proves no absence: nothing is known", async () => {
  const ports = ["1/0/1", "1/0/2"].map((name) => ({ name }));
  const many = { routers: { [host]: { data: { [native]: { interface: { GigabitEthernet: ports } } } } } };
  const files = declared(
    "    interfaces: { GigabitEthernet 1/0/1: { description: a }, GigabitEthernet 1/0/2: { description: b } }\n",
  );
  const settings = { netconf: { ...netconfDefaults, elementsPerFilter: "first" } } as const;
  const on = stage({ project, seed: many, settings, files });
  on.network.fault({
    interface: "netconf",
    methods: ["get"],
    after: 1,
    times: 1,
    effect: { kind: "carriedOut" },
    change: { interface: "restconf", host, path: `${native}/interface`, value: { GigabitEthernet: [] } },
  });
  const { plan } = await on.plan();
  expect([plan.steps, plan.unknown.length]).toEqual([[], 2]);
});

describe("trouble on the way", () => {
  const files = declared("    hostname: r9\n");
  const method = (name: string): Pick<Fault, "interface" | "methods"> => ({
    interface: "netconf",
    methods: [name],
  });

  test.each(["lostBefore", "truncated", "otherMessageId"] as const)(
    "a read that never comes whole (%s) is unknown, and nothing is written",
    async (kind) => {
      const on = stage({ project, seed, files });
      on.network.fault({ ...method("get"), times: 9, effect: { kind } });
      const { plan } = await on.plan();
      expect([plan.steps, plan.unknown.length]).toEqual([[], 1]);
    },
  );

  test("a read that was cut off once is made again in a session of its own", async () => {
    const on = stage({ project, seed, files });
    on.network.fault({ ...method("get"), times: 1, effect: { kind: "truncated" } });
    expect((await on.plan()).plan.steps).toHaveLength(1);
  });

  test("a lock that somebody else holds is waited for", async () => {
    const on = stage({ project, seed, files });
    const made = await on.plan();
    on.network.fault({ ...method("lock"), forMs: 20_000, effect: { kind: "conflict" } });
    const result = await on.apply(made);
    expect(result.settled[0]?.outcome.state).toBe("applied");
    expect(liveOf(on, `/${native}/hostname`)).toBe("r9");
    expect(on.clock.now()).toBeGreaterThan(20_000);
  });

  test.each(["edit-config", "commit", "lock", "validate"])(
    "a reply to %s that is lost leads back to looking, and all ends well",
    async (name) => {
      const on = stage({ project, seed, files });
      const made = await on.plan();
      on.network.fault({ ...method(name), times: 1, effect: { kind: "lostAfter" } });
      const result = await on.apply(made);
      expect(["applied", "converged"]).toContain(result.settled[0]?.outcome.state);
      expect(liveOf(on, `/${native}/hostname`)).toBe("r9");
    },
  );

  test("an edit that the device refuses fails with its reason, and leaves neither a change nor a lock", async () => {
    const on = stage({ project, seed, files });
    const made = await on.plan();
    const effect = { kind: "rpcError", tag: "operation-failed", message: "no such luck" } as const;
    on.network.fault({ ...method("commit"), times: 1, effect });
    const result = await on.apply(made);
    expect(result.settled[0]?.outcome).toMatchObject({
      state: "failed",
      problem: { message: expect.stringContaining("no such luck") },
    });
    expect(liveOf(on, `/${native}/hostname`)).toBe("r1");
    expect((await applied(on)).result.settled[0]?.outcome.state).toBe("applied");
  });
});

describe("a restconf target that is read over NETCONF", () => {
  const files = declared("    interfaces: { GigabitEthernet 1/0/1: { description: core } }\n", "routers");

  test("is written over RESTCONF, with the types that only RESTCONF knows", async () => {
    const on = stage({ project, seed, files });
    const { result } = await applied(on);
    expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    expect(liveOf(on, `/${native}/interface/GigabitEthernet/0`)).toEqual({
      name: "1/0/1",
      description: "core",
      mtu: 1500,
    });
    const asked = on.network.log().map((entry) => `${entry.interface} ${entry.method}`);
    expect(asked.filter((each) => each.startsWith("restconf"))).toEqual(["restconf GET", "restconf PUT"]);
    expect(asked).not.toContain("netconf edit-config");
    expect((await on.plan()).plan.changes).toEqual([]);
  });

  test("has no plan while NETCONF cannot be read, whatever RESTCONF would say", async () => {
    const on = stage({ project, seed, files });
    on.network.fault({ interface: "netconf", times: 99, effect: { kind: "lostBefore" } });
    const { plan } = await on.plan();
    expect([plan.steps, plan.unknown.length]).toEqual([[], 1]);
  });
});
