/** Imports the simulated company completely, in both dialects of the dashboard. The plan after the import is empty. */

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { builtInCompany } from "../../src/simulator/company.ts";
import type { NetworkSeed } from "../../src/simulator/dashboard/state.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";
import { imported, meraki, nothingApplied } from "./live.ts";

describe.each([
  ["neutral", {}],
  ["meraki", meraki],
])("%s", (_, product) => {
  test.each([
    [false, "each"],
    [true, "each"],
    [true, "name"],
  ] as const)("with secrets: %s, a reference for %s", async (secrets, sharing) => {
    const of = { seed: builtInCompany(), ...product, secrets, sharing, base: nothingApplied };
    const { plan, problems, leftOut, unknown, addresses, declared } = await imported(of);
    expect([problems, leftOut, unknown, plan.changes, plan.unknown, plan.unmanaged]).toEqual([
      [],
      [],
      [],
      [],
      [],
      expect.not.objectContaining({ "cloud/network": expect.anything() }),
    ]);
    const networks = addresses.filter((each) => each.startsWith("cloud/network/"));
    expect([networks.length, declared.length]).toEqual([51, 0]);
    const ssids = addresses.filter((each) => each.startsWith("cloud/ssid/"));
    expect(plan.secretsTakenOver).toHaveLength(secrets ? ssids.length : 0);
  });
});

function company(...networks: readonly NetworkSeed[]): WorldSeed {
  return { organizations: [{ id: "O_1", name: "Acme", networks }] };
}
const office = (name: string, more: Partial<NetworkSeed> = {}): NetworkSeed => ({
  name,
  timeZone: "Europe/Berlin",
  ...more,
});

test("devices that are alike are imported with the networks that they are in, which have a section of that name", async () => {
  const device = (serial: string) => ({ serial, name: `AP ${serial}`, model: "MR46" });
  const networks = ["Bonn", "Cork", "Delft"].map((name, at) =>
    office(name, { devices: [device(`Q2AA-000${at}`), device(`Q2BB-000${at}`)] }),
  );
  const only = ["network", "dashboardDevice", "networkDevice", "networkTemplate"].map(
    (kind) => `cloud/${kind}/*`,
  );
  const of = { seed: company(...networks), ...meraki, only, base: nothingApplied };
  const { plan, problems, leftOut, addresses } = await imported(of);
  // A network that is bound to no template has no template settings to declare.
  expect([problems, leftOut, plan.changes]).toEqual([[], [], []]);
  expect(addresses.filter((each) => each.startsWith("cloud/networkDevice/"))).toHaveLength(6);
});

test("only SSIDs with a pre-shared key get a reference; the others are imported as they are", async () => {
  const modes: readonly JsonObject[] = [
    { name: "Open", enabled: true, authMode: "open" },
    { name: "Radius", enabled: true, authMode: "8021x-radius", encryptionMode: "wpa-eap" },
    { name: "Key", enabled: true, authMode: "psk", encryptionMode: "wpa", password: "canary-key" },
  ];
  const ssids = Object.fromEntries(modes.entries());
  const seed = company(office("Bonn", { ssids }), office("Cork", { ssids }));
  const { plan, leftOut, addresses, texts } = await imported({
    seed,
    ...meraki,
    secrets: true,
    base: nothingApplied,
  });
  expect([leftOut, plan.changes]).toEqual([[], []]);
  expect(addresses.filter((each) => each.startsWith("cloud/ssid/"))).toHaveLength(6);
  const all = Object.values(texts).join("\n");
  expect([...all.matchAll(/env:\w+/g)].map(([name]) => name).sort()).toEqual([
    "env:ACME_BONN_KEY_PSK",
    "env:ACME_CORK_KEY_PSK",
  ]);
});

test("an SSID that is open where all others of its number have a key takes none from defaults", async () => {
  const key = { name: "Corp", enabled: true, authMode: "psk", encryptionMode: "wpa", password: "canary-key" };
  const open = { name: "Corp", enabled: true, authMode: "open" };
  const sites = ["Bonn", "Cork", "Delft", "Essen"].map((name) => office(name, { ssids: { 0: key } }));
  const seed = company(...sites, office("Faro", { ssids: { 0: open } }));
  const below =
    "target: cloud\ndefaults:\n  networks:\n    ssids: { 0: { password: { secret: env:ALL_PSK } } }\n";
  for (const files of [{}, { "desired-state/cloud/defaults.yaml": below }])
    for (const sharing of ["each", "name"] as const) {
      const of = { seed, ...meraki, files, secrets: true, sharing, base: nothingApplied };
      const { plan, leftOut, addresses } = await imported(of);
      const ssids = addresses.filter((each) => each.startsWith("cloud/ssid/"));
      expect([leftOut, plan.changes, ssids.length]).toEqual([[], [], 5]);
      expect(plan.secretsTakenOver).toHaveLength(4);
    }
});

test("networks without wireless are imported without being asked for SSIDs, and are no error", async () => {
  const more = { productTypes: ["appliance", "switch"] };
  const seed = company(office("Bonn", { more }), office("Cork"));
  const asked: string[] = [];
  const { plan, unknown, addresses } = await imported({
    seed,
    ...meraki,
    between: (wire) => ({
      send: (request, signal) => {
        asked.push(new URL(request.url).pathname);
        return wire.send(request, signal);
      },
    }),
  });
  expect([unknown, plan.changes, plan.unknown]).toEqual([[], [], []]);
  expect(addresses.filter((each) => each.startsWith("cloud/network/"))).toHaveLength(2);
  expect(asked.filter((path) => path.endsWith("/wireless/ssids"))).toHaveLength(1);
});

test("netflow that is off in some networks, where defaults switch it on, reads back as it is live", async () => {
  const on = { enabled: true, collectorIp: "10.0.0.9", collectorPort: 2055 };
  const all = ["A", "B", "C", "D", "E"].map((name) =>
    office(name, { netflow: name === "E" ? { enabled: false } : on }),
  );
  for (const product of [{}, meraki]) {
    const { plan, leftOut } = await imported({ seed: company(...all), ...product });
    expect([leftOut, plan.changes]).toEqual([[], []]);
  }
});

test("two SSIDs of one name never share a reference unless that is asked for", async () => {
  const ssids = { 0: { name: "Corp", password: "a" }, 1: { name: "Corp", password: "b" } };
  const seed = company(office("Bonn", { ssids }), office("Cork", { ssids }));
  const references = async (sharing: "each" | "name") => {
    const { texts } = await imported({ seed, secrets: true, sharing });
    return new Set(
      [
        ...Object.values(texts)
          .join("\n")
          .matchAll(/env:\w+/g),
      ].map(([name]) => name),
    ).size;
  };
  expect([await references("each"), await references("name")]).toEqual([4, 1]);
});

test("no reference is one that something else has: not by numbers, and not after an import of the rest", async () => {
  const ssids = {
    0: { name: "Corp", password: "a" },
    1: { name: "Corp", password: "b" },
    2: { name: "Corp 2" },
  };
  const all = company(office("Bonn", { ssids }), office("BONN!", { ssids }));
  const one = await imported({ seed: all, secrets: true, only: ["cloud/network/bonn", "cloud/ssid/bonn.*"] });
  const rest = await imported({ seed: all, secrets: true, files: one.texts });
  expect([one.leftOut, rest.leftOut, rest.plan.changes]).toEqual([[], [], []]);
  const found = [one, rest].flatMap(({ texts }) =>
    [
      ...Object.values(texts)
        .join("\n")
        .matchAll(/env:\w+/g),
    ].map(([name]) => name),
  );
  expect(found).toHaveLength(6);
  expect(new Set(found).size).toBe(6);
});
