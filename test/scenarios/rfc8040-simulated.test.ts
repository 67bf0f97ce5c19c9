/**
 * Plans and applies in the dialect `rfc8040`, against the simulator's mode of the same name, which was written
 * separately.
 */

import { describe, expect, test } from "vitest";
import { projectText, type Setting, stage } from "../servers/virtual-time/run.ts";

const project = projectText().replace("interface: restconf\n", "interface: restconf\n    dialect: rfc8040\n");

const declared = `target: routers
devices:
  rtr-1:
    host: 10.20.0.1
    hostname: rtr-new
    interfaces:
      GigabitEthernet 1/0/1: { description: changed }
      GigabitEthernet 1/0/99: { ip: { address: 10.1.1.1, mask: 255.255.255.252 } }
    config:
      /Vendor-native:native/ntp: { server: [{ ip: 10.0.0.5 }] }
`;
/** Declarations with two more resources, which the device already has. */
const more = declared
  .replace("    config:", "      GigabitEthernet 1/0/4: { description: spare }\n    config:")
  .concat("      /Vendor-native:native/logging: { level: informational }\n");

function simulated(settings: Setting["settings"], files = declared) {
  return stage({ project, files: { "a.yaml": files }, settings: { ...settings, restconfMode: "rfc8040" } });
}

const states = ({ settled }: Awaited<ReturnType<ReturnType<typeof stage>["apply"]>>) =>
  new Set(settled.map(({ outcome }) => outcome.state));

describe.each(["node", "device", "none"] as const)("a simulated device with tags: %s", (restconfEtags) => {
  test.each(["list", "object"] as const)("becomes what is declared, errors as %s", async (restconfErrors) => {
    const on = simulated({ restconfEtags, restconfErrors });
    const made = await on.plan();
    expect(made.plan.steps.map(({ operation }) => operation).toSorted()).toContain("create");
    const result = await on.apply(made);
    expect(states(result)).toEqual(new Set(["applied"]));
    expect(result.nonConvergent).toEqual([]);
    expect((await on.plan()).plan.steps).toEqual([]);
  });

  test("loses what is declared no longer", async () => {
    const on = simulated({ restconfEtags });
    const request = { base: on.load({ "a.yaml": more }), prune: true };
    const made = await on.plan(request);
    const removals = made.plan.steps.filter(({ operation }) => operation === "remove");
    expect(removals.map(({ address }) => address)).toEqual([
      "routers/deviceConfiguration/rtr-1./Vendor-native:native/logging",
      "routers/deviceInterface/rtr-1.GigabitEthernet 1/0/4",
    ]);
    expect(states(await on.apply(made))).toEqual(new Set(["applied"]));
    expect((await on.plan(request)).plan.steps).toEqual([]);
    expect(JSON.stringify(on.network.world.restconf.routers.get("10.20.0.1")?.data)).not.toMatch(
      /logging|1\/0\/4/,
    );
  });

  test("that somebody has locked is waited for", async () => {
    const on = simulated({ restconfEtags });
    const made = await on.plan();
    on.network.fault({
      interface: "restconf",
      methods: ["PUT"],
      effect: { kind: "conflict" },
      forMs: 15_000,
    });
    expect(states(await on.apply(made))).toEqual(new Set(["applied"]));
    expect(on.clock.now()).toBeGreaterThan(15_000);
    expect((await on.plan()).plan.steps).toEqual([]);
  });
});

test("a device that takes fewer requests than it was thought to is not lost sight of", async () => {
  const on = simulated({ restconfRequestsPerSecond: 2 });
  expect(states(await on.apply(await on.plan()))).toEqual(new Set(["applied"]));
  expect(on.network.log().some(({ status }) => status === 429)).toBe(true);
  expect((await on.plan()).plan.steps).toEqual([]);
});
