/**
 * Modules that a device's hello omits because they are written in YANG 1.1. Their namespaces come from the device's
 * YANG library.
 */

import { expect, test } from "vitest";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import { stage } from "../../servers/virtual-time/run.ts";
import { edgeProject } from "./projects.ts";

const host = "10.20.0.1";
const files = {
  "edge.yaml": `target: edge
devices:
  r1:
    host: ${host}
    config:
      /Vendor-native:native/ntp: { port: 124, Vendor-ntp:burst: true }
      /Vendor-vlan:vlans: { limit: 4 }
`,
};
const native = { hostname: "r1", ntp: { port: 123, "Vendor-ntp:burst": false } };

test.each(["yang-library", "modules-state"] as const)(
  "%s is asked once for them, and the loop closes",
  async (form) => {
    const libraryModules = ["Vendor-ntp", "Vendor-vlan"];
    const on = stage({
      project: edgeProject(),
      files,
      seed: {
        routers: {
          [host]: {
            data: { "Vendor-native:native": native, "Vendor-vlan:vlans": { limit: 2 } },
          },
        },
      },
      settings: { yangLibrary: form, netconf: { ...netconfDefaults, libraryModules } },
    });
    const made = await on.plan();
    expect(made.plan.changes.map(({ action }) => action)).toEqual(["update", "update"]);
    expect(on.network.log().map(({ method }) => method)).toEqual(["hello", "get", "get"]);
    const result = await on.apply(made);
    expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(["applied", "applied"]);
    expect(on.network.world.restconf.routers.get(host)?.data).toMatchObject({
      "Vendor-native:native": { ntp: { port: 124, "Vendor-ntp:burst": true } },
      "Vendor-vlan:vlans": { limit: 4 },
    });
    expect((await on.plan()).plan.changes).toEqual([]);
  },
);

test("without a library such a module is unknown, with what to set", async () => {
  const on = stage({
    project: edgeProject(),
    files,
    seed: { routers: { [host]: { data: { "Vendor-native:native": native } } } },
  });
  const { plan } = await on.plan();
  expect(JSON.stringify(plan)).toContain("settings.namespaces.Vendor-");
  expect(plan.changes).toEqual([]);
});
