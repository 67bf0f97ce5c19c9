/** The changes that the health gate holds back before an apply, and the changes that it lets pass. */

import { describe, expect, test } from "vitest";
import type { DeviceStatus, HealthReading, HealthSettings } from "../../../src/model/health.ts";
import { problem } from "../../../src/model/problem.ts";
import { absent, present } from "../../properties/compared.ts";
import { network, organization, port, ssid, tenant } from "../../properties/declared.ts";
import { idsOf, planOf } from "../../properties/planned.ts";

const settings: HealthSettings = {
  controller: "campus",
  bound: 50,
  scale: [0, 100],
  settleSeconds: 60,
  sites: {},
  exempt: [],
};

const sites = (scores: Readonly<Record<string, number | undefined>>): HealthReading => ({
  sites: {
    state: "whole",
    records: Object.entries(scores).map(([site, score]) => ({
      site,
      ...(score !== undefined && { score }),
    })),
  },
});

const devices = (...records: readonly DeviceStatus[]) => ({
  devices: { state: "whole" as const, records },
});

const failed = { state: "unknown", problem: problem("server-error", "campus answered 500") } as const;

const acme = organization("Acme");
const at = (site: string) => ({ site });
const office = (name: string, more = {}) => network(name, { name, tz: "new" }, more);
const liveOffice = (name: string) => present({ name, tz: "old" }, { id: name });
const live = {
  "cloud/organization/Acme": present({}, { id: "o1" }),
  "cloud/network/berlin": liveOffice("berlin"),
  "cloud/network/paris": liveOffice("paris"),
  "cloud/network/rome": liveOffice("rome"),
};
const three = [acme, office("berlin", at("Berlin")), office("paris", at("Paris")), office("rome")];

const gated = (
  of: Parameters<typeof planOf>[0],
  reading: HealthReading,
  more: Partial<HealthSettings> = {},
) => planOf({ ...of, health: { settings: { ...settings, ...more }, reading } });

const heldIn = (plan: ReturnType<typeof planOf>) =>
  plan.held.map(({ action, address, reason }) => `${action} ${address}: ${reason}`);

describe("a site that is not well", () => {
  test("holds back its own changes and no other", () => {
    const plan = gated({ desired: three, live }, sites({ Berlin: 49, Paris: 50 }));
    expect(idsOf(plan)).toEqual(["update cloud/network/paris", "update cloud/network/rome"]);
    expect(plan.held).toEqual([
      {
        address: "cloud/network/berlin",
        action: "update",
        site: "Berlin",
        reason: "site Berlin has health 49, below 50",
        at: { file: "cloud/network/berlin", line: 1, column: 1, layer: "entry" },
      },
    ]);
    expect(plan.changes).toHaveLength(3);
  });

  test.each<[string, HealthReading, string]>([
    ["that the controller does not know", sites({ Paris: 90 }), "campus has no site Berlin"],
    ["without a number", sites({ Berlin: undefined }), "campus reports no health for site Berlin"],
    ["off the scale", sites({ Berlin: 101 }), "site Berlin has health 101, outside the scale of 0 to 100"],
    [
      "of which the list could not be read",
      { sites: failed },
      "the health of site Berlin is unknown: campus answered 500",
    ],
    ["that was not asked for", {}, "the health of site Berlin is unknown"],
  ])("%s holds back too: what is not known is not well", (_, reading, reason) => {
    const plan = gated({ desired: [acme, office("berlin", at("Berlin"))], live }, reading);
    expect(heldIn(plan)).toEqual([`update cloud/network/berlin: ${reason}`]);
    expect(plan.steps).toEqual([]);
  });

  test("of two sites with one name is the worse one", () => {
    const records = [90, 10].map((score) => ({ site: "Berlin", score }));
    const plan = gated({ desired: three, live }, { sites: { state: "whole", records } });
    expect(heldIn(plan)).toContain("update cloud/network/berlin: site Berlin has health 10, below 50");
  });

  test("holds back what needs what it holds back, and says why", () => {
    const desired = [acme, office("berlin", at("Berlin")), ssid("berlin.0", { vlan: 1 })];
    const missing = { ...live, "cloud/network/berlin": absent, "cloud/ssid/berlin.0": absent };
    const plan = gated({ desired, live: missing }, sites({ Berlin: 10 }));
    expect(plan.steps).toEqual([]);
    expect(plan.unwritable).toEqual([]);
    expect(plan.held[1]).toMatchObject({
      address: "cloud/ssid/berlin.0",
      because: "cloud/network/berlin",
      site: "Berlin",
      reason:
        "it waits for cloud/network/berlin: it is held back because site Berlin has health 10, below 50",
    });
  });

  test("keeps a network whose SSID must go first, and an SSID that would go along with it", () => {
    const base = [acme, office("berlin", at("Berlin")), ssid("berlin.0", { vlan: 1 }, at("Berlin"))];
    const of = { desired: [acme], base, live: { ...live, "cloud/ssid/berlin.0": present({ vlan: 1 }) } };
    const both = gated(of, sites({ Berlin: 10 }));
    expect(both.steps).toEqual([]);
    expect(both.held.map(({ address }) => address)).toEqual(["cloud/network/berlin", "cloud/ssid/berlin.0"]);
    const along = planOf(
      { ...of, health: { settings, reading: sites({ Berlin: 10 }) } },
      {
        ssid: { remove: "none" },
      },
    );
    expect(along.unwritable).toEqual([]);
    expect(along.held.map(({ address }) => address)).toEqual(["cloud/network/berlin", "cloud/ssid/berlin.0"]);
  });

  test.each<[string, boolean, string]>([
    ["is not asked for", false, "its removal is not part of this plan"],
    ["is protected", true, "it cannot be removed"],
  ])("is not why something stays that holds another which %s", (_, protect, reason) => {
    const inside = [0, 1].map((at) =>
      ssid(`berlin.${at}`, {}, { site: "Berlin", protect: protect && at === 1 }),
    );
    const base = [acme, office("berlin", at("Berlin")), ...inside];
    const both = { "cloud/ssid/berlin.0": present({}), "cloud/ssid/berlin.1": present({}) };
    const only = (address: string) => protect || address !== "cloud/ssid/berlin.1";
    const plan = gated({ desired: [acme], base, live: { ...live, ...both }, only }, sites({ Berlin: 10 }));
    expect(plan.steps).toEqual([]);
    expect(plan.held.map(({ address }) => address)).toEqual(["cloud/ssid/berlin.0"]);
    expect(plan.unwritable.find(({ address }) => address === "cloud/network/berlin")).toMatchObject({
      because: "cloud/ssid/berlin.1",
      reason: `it waits for cloud/ssid/berlin.1: ${reason}`,
    });
  });

  test("can be that of a whole target", () => {
    const of = { desired: [tenant("A", { x: 1 })], live: { "fabric/tenant/A": present({ x: 2 }) } };
    expect(gated(of, sites({ Core: 10 })).held).toEqual([]);
    const plan = gated(of, sites({ Core: 10 }), { sites: { fabric: "Core" } });
    expect(heldIn(plan)).toEqual(["update fabric/tenant/A: site Core has health 10, below 50"]);
  });

  test("holds nothing back at targets that are exempt", () => {
    expect(gated({ desired: three, live }, sites({}), { exempt: ["cloud"] }).held).toEqual([]);
  });

  test("changes neither the fingerprint nor what is held back without a gate", () => {
    const open = planOf({ desired: three, live });
    const plan = gated({ desired: three, live }, sites({ Berlin: 10, Paris: 10 }));
    expect(plan.fingerprint).toBe(open.fingerprint);
    expect(open.held).toEqual([]);
  });
});

describe("a device", () => {
  const on = (host: string, device = "rtr-1") => ({
    desired: [port(`${device}.Gi1`, { up: true }, { host, scope: { host, device } })],
    live: { [`routers/port/${device}.Gi1`]: present({ up: false }) },
  });
  const well = { name: "rtr-1", address: "10.20.0.1", status: "reachable" };

  test.each<[string, string, HealthReading, string | undefined]>([
    ["is well", "10.20.0.1", devices(well), undefined],
    [
      "is unreachable",
      "10.20.0.1",
      devices({ ...well, status: "Unreachable" }),
      "device rtr-1 (10.20.0.1) is unreachable",
    ],
    [
      "is found by its name where no address fits",
      "rtr-1.example.net",
      devices({ ...well, status: "unreachable" }),
      "device rtr-1 (rtr-1.example.net) is unreachable",
    ],
    [
      "is found by its host's name",
      "edge.example.net",
      devices({ name: "edge.example.net", status: "unreachable" }),
      "device rtr-1 (edge.example.net) is unreachable",
    ],
    [
      "is the one with its address, not another one of its name",
      "10.20.0.1",
      devices(well, { name: "rtr-1", address: "10.9.9.9", status: "unreachable" }),
      undefined,
    ],
    [
      "is not in the inventory",
      "10.20.0.7",
      devices({ address: "10.20.0.1" }),
      "campus has no device rtr-1 (10.20.0.7) in its inventory",
    ],
    [
      "has no status",
      "10.20.0.1",
      devices({ address: "10.20.0.1" }),
      "campus reports no status for device rtr-1 (10.20.0.1)",
    ],
    [
      "is in an inventory that could not be read",
      "10.20.0.1",
      { devices: failed },
      "the status of device rtr-1 (10.20.0.1) is unknown: campus answered 500",
    ],
  ])("that %s", (_, host, reading, reason) => {
    const { held, steps } = gated(on(host), reading);
    expect(held.map((one) => one.reason)).toEqual(reason === undefined ? [] : [reason]);
    expect(steps).toHaveLength(reason === undefined ? 1 : 0);
  });
});

test.each([
  ["rtr-1", "10.20.0.1"],
  ["rtr-2", "10.20.0.2"],
])("of two devices of one site, only the changes of %s wait if it is unreachable", (name, address) => {
  const both = [1, 2].map((at) => ({ name: `rtr-${at}`, address: `10.20.0.${at}`, status: "reachable" }));
  const records = both.map((one) => (one.address === address ? { ...one, status: "unreachable" } : one));
  const ports = both.map((one) => `${one.name}.Gi1`);
  const { held, steps } = gated(
    {
      desired: both.map((one) =>
        port(
          `${one.name}.Gi1`,
          { up: true },
          { host: one.address, scope: { host: one.address, device: one.name } },
        ),
      ),
      live: Object.fromEntries(ports.map((key) => [`routers/port/${key}`, present({ up: false })])),
    },
    devices(...records),
  );
  expect(held.map((one) => one.address)).toEqual([`routers/port/${name}.Gi1`]);
  expect(steps).toHaveLength(1);
});

describe("what is told of places", () => {
  test.each([
    [0, undefined],
    [-1, "site Berlin has health -1, outside the scale of 0 to 100"],
    [100, undefined],
  ])("a health of %i is on the scale or off it", (score, reason) => {
    const plan = gated({ desired: three, live }, sites({ Berlin: score, Paris: 90 }), { bound: 0 });
    expect(plan.held.map((one) => one.reason)).toEqual(reason === undefined ? [] : [reason]);
  });

  const device = (key: string, host: string, ...records: readonly DeviceStatus[]) =>
    gated(
      {
        desired: [port(`${key}.Gi1`, { up: true }, { host, scope: { host, device: key } })],
        live: { [`routers/port/${key}.Gi1`]: present({ up: false }) },
      },
      devices(...records),
    ).held.map(({ reason }) => reason);

  test("a device that is called as its host is named once", () => {
    expect(device("10.0.0.1", "10.0.0.1")).toEqual(["campus has no device 10.0.0.1 in its inventory"]);
  });

  test("of several records of one device, one that is unreachable or has no status is enough", () => {
    const [well, ill] = [
      { address: "h", status: "reachable" },
      { address: "h", status: "unreachable" },
    ];
    expect(device("r", "h", well, ill)).toEqual(["device r (h) is unreachable"]);
    expect(device("r", "h", well, { address: "h" })).toEqual(["campus reports no status for device r (h)"]);
    expect(device("r", "h", well, well)).toEqual([]);
  });

  test("another device without a name is not taken for one without a name", () => {
    const host = "10.0.0.1";
    const nameless = gated(
      {
        desired: [port("r.Gi1", { up: true }, { host, scope: { host } })],
        live: { "routers/port/r.Gi1": present({ up: false }) },
      },
      devices({ address: "10.0.0.2", status: "reachable" }),
    );
    expect(nameless.held.map(({ reason }) => reason)).toEqual([
      "campus has no device 10.0.0.1 in its inventory",
    ]);
    expect(device("r", host, { name: "other", status: "reachable" })).toHaveLength(1);
  });

  test("an inventory of which nothing is known makes no device well", () => {
    const host = "10.0.0.1";
    const of = {
      desired: [port("r.Gi1", { up: true }, { host, scope: { host, device: "r" } })],
      live: { "routers/port/r.Gi1": present({ up: false }) },
    };
    expect(gated(of, {}).held.map(({ reason }) => reason)).toEqual([
      "the status of device r (10.0.0.1) is unknown",
    ]);
  });
});
