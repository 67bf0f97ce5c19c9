/**
 * Leaves that are declared with their default value. They are in use only if their list entry or presence container
 * exists.
 */

import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { type NetconfSettings, netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import { liveAt, on, type Setting } from "./boxes.ts";

const defaults = { "/Box:top/interface/loopback/on": true, "/Box:top/mark/level": 3 };
const presence = ["/Box:top/mark"];
const netconf = (withDefaults: NetconfSettings["withDefaults"], settings = ""): Omit<Setting, "config"> => ({
  way: "netconf",
  settings,
  simulated: { netconf: { ...netconfDefaults, xpath: true, withDefaults, defaults, presence } },
});
const trim = { basic: "trim", also: [] } as const;
const ways: readonly (readonly [string, Omit<Setting, "config">])[] = [
  ["RESTCONF", { way: "rfc8040" }],
  ["RESTCONF of one change at a time", { way: "rfc8040", settings: "transaction: resource, " }],
  ["RESTCONF that is read resource by resource", { way: "rfc8040", settings: "read: resource, " }],
  ["NETCONF of a device that says nothing of defaults", netconf(undefined)],
  ["NETCONF of one that reports all", netconf({ basic: "report-all", also: [] })],
  ["NETCONF of one that shows what is set", netconf({ basic: "explicit", also: [] })],
  ["NETCONF of one that hides defaults", netconf(trim)],
  ["NETCONF of one that shows them when asked", netconf({ ...trim, also: ["report-all"] })],
  ["NETCONF by XPath of one that hides defaults", netconf(trim, "filter: xpath, ")],
];
const places: readonly (readonly [string, string, string, JsonObject])[] = [
  [
    "an entry",
    "/Box:top/interface/loopback=0/on: true",
    "interface/loopback",
    { interface: { loopback: [{ id: 0 }] } },
  ],
  ["a presence container", "/Box:top/mark/level: 3", "mark", { mark: {} }],
];

describe.each(ways)("over %s, a leaf declared at its default", (_, way) => {
  const boxed = (config: string, live: Json) => on({ ...way, config, live });

  test.each(places)("in %s that is not there makes that, once", async (_name, config, path) => {
    const device = boxed(`${config}\n/Box:top/hostname: one`, { hostname: "one" });
    const made = await device.plan();
    expect(made.plan.changes.map(({ action }) => action)).toEqual(["create"]);
    const { settled } = await device.apply(made);
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    expect(liveAt(device, path)).toBeDefined();
    const { plan } = await device.plan();
    expect([plan.changes, plan.unknown, plan.converged]).toEqual([[], [], 2]);
  });

  test.each(places)("in %s that is there is as declared", async (_name, config, _path, there) => {
    const device = boxed(`${config}\n/Box:top/hostname: one`, { hostname: "one", ...there });
    const { plan } = await device.plan();
    expect([plan.changes, plan.unknown, plan.converged]).toEqual([[], [], 2]);
  });

  test.each(places)(
    "in %s is changed where the device stores no value",
    async (_name, config, path, there) => {
      const live = { hostname: "one", ...there };
      const named = `${config}\n/Box:top/hostname: one`;
      const base = boxed(named, live).context.desired;
      const device = boxed(named.replace("true", "false").replace(" 3", " 4"), live);
      const made = await device.plan({ base });
      expect(made.plan.changes.map(({ action }) => action)).toEqual(["update"]);
      const { settled } = await device.apply(made);
      expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
      expect(JSON.stringify(liveAt(device, path))).toMatch(/false|4/);
      expect((await device.plan()).plan.converged).toBe(2);
    },
  );
});

test.each([
  [7, []],
  [3, ["boxes/deviceConfiguration/one./Box:top/mark/level"]],
])("a default in the settings counts, not that of the module: %i is declared", async (level, changed) => {
  const simulated = {
    netconf: {
      ...netconfDefaults,
      xpath: true,
      withDefaults: trim,
      defaults: { ...defaults, "/Box:top/mark/level": 7 },
      presence,
    },
  };
  const settings = "defaults: { /Box:top/mark/level: 7 }, ";
  const config = `/Box:top/mark/level: ${level}`;
  const device = on({ way: "netconf", settings, simulated, config, live: { hostname: "one", mark: {} } });
  const { plan } = await device.plan();
  expect([plan.unknown, plan.changes.map(({ address }) => address)]).toEqual([[], changed]);
});
