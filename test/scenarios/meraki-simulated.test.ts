/**
 * Plans and applies in the dialect `meraki`, against the simulator's mode of the same name, which was written
 * separately.
 */

import { describe, expect, test } from "vitest";
import { projectText, type Setting, stage } from "../servers/virtual-time/run.ts";

const project = projectText().replace(
  "interface: dashboard\n",
  "interface: dashboard\n    dialect: meraki\n",
);

const declared = `target: cloud
organization: Acme
networks:
  new:
    name: New Office
    timeZone: Europe/Berlin
    tags: [b, a]
    notes: made by Git
    netflow: { enabled: true, collectorIp: 10.20.0.9, collectorPort: 2055 }
    ssids:
      0: { name: Corp, password: { secret: env:CORP_PSK }, vlan: 20 }
      5: { name: Guest, visible: false }
  berlin:
    name: Berlin Office
    timeZone: Europe/Paris
    netflow: { enabled: true, collectorIp: 10.20.0.10, collectorPort: 2056 }
    ssids:
      2: { name: Third, password: { secret: env:GUEST_PSK }, vlan: 30, ipAssignmentMode: Layer 3 roaming }
`;

/** Declarations with one more SSID, which already exists. */
const more = declared.replace("    ssids:\n      2:", "    ssids:\n      0: { name: Acme Corp }\n      2:");

function simulated(settings: Setting["settings"] = {}, target = "") {
  const text = project.replace("dialect: meraki\n", `dialect: meraki\n${target}`);
  return stage({
    project: text,
    files: { "a.yaml": declared },
    settings: { ...settings, dashboardMode: "meraki" },
  });
}

const states = ({ settled }: Awaited<ReturnType<ReturnType<typeof stage>["apply"]>>) =>
  new Set(settled.map(({ outcome }) => outcome.state));

describe("a simulated Meraki dashboard", () => {
  test("becomes what is declared, new networks waited for, and a second plan has nothing to do", async () => {
    const on = simulated();
    const made = await on.plan();
    expect(made.plan.steps.map(({ id }) => id).toSorted()).toEqual([
      "create cloud/network/new",
      "create cloud/networkNetflow/new",
      "create cloud/ssid/new.0",
      "create cloud/ssid/new.5",
      "update cloud/network/berlin",
      "update cloud/networkNetflow/berlin",
      "update cloud/ssid/berlin.2",
    ]);
    const result = await on.apply(made);
    expect(states(result)).toEqual(new Set(["applied"]));
    expect(result.nonConvergent).toEqual([]);
    expect(on.network.log().some(({ status }) => status === 400)).toBe(true);
    const before = on.network.log().length;
    expect((await on.plan()).plan.steps).toEqual([]);
    expect(on.network.log().slice(before)).toHaveLength(6);
  });

  test("has the slot of an SSID emptied that is declared no longer", async () => {
    const on = simulated();
    const request = { base: on.load({ "a.yaml": more }), prune: true };
    const made = await on.plan(request);
    const removals = made.plan.steps.filter(({ operation }) => operation === "remove");
    expect(removals.map(({ address }) => address)).toEqual(["cloud/ssid/berlin.0"]);
    expect(states(await on.apply(made))).toEqual(new Set(["applied"]));
    expect((await on.plan(request)).plan.steps).toEqual([]);
  });

  test.each([
    ["takes fewer requests than it was thought to", { dashboardRequestsPerSecond: 2 }, 429],
    ["answers that something has changed", {}, 409],
  ])("that %s still becomes what is declared", async (_, settings, status) => {
    const on = simulated(settings);
    const made = await on.plan();
    if (status === 409)
      on.network.fault({
        interface: "dashboard",
        methods: ["PUT"],
        effect: { kind: "conflict" },
        times: 3,
      });
    expect(states(await on.apply(made))).toEqual(new Set(["applied"]));
    expect(on.network.log().some((entry) => entry.status === status)).toBe(true);
    expect((await on.plan()).plan.steps).toEqual([]);
  });

  test("is read page by page where pages are small", async () => {
    const on = simulated({}, "    settings: { perPage: { networks: 5 } }\n");
    expect((await on.plan()).plan.unknown).toEqual([]);
    const pages = on.network.log().filter(({ path }) => path.includes("perPage=5"));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.some(({ path }) => path.includes("startingAfter="))).toBe(true);
  });
});
