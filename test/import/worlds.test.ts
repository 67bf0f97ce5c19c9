/** Random and hostile live state: whatever it contains, the written files are safe, and the next plan is empty. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import type { NetworkSeed } from "../../src/simulator/dashboard/state.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";
import { cases } from "../long-forms.ts";
import { imported, meraki, nothingApplied } from "./live.ts";

const runs = { numRuns: cases(60) };

/**
 * Names that have caused bugs in programs: with paths, escapes, other writing directions, YAML, JSON, or names of
 * object members.
 */
const hostile = [
  "../../etc/passwd",
  "..",
  ".hidden",
  "/",
  "defaults",
  "CON",
  "null",
  "~",
  "012",
  "1e3",
  "1_000",
  "0x1F",
  ".inf",
  "true",
  "2026-01-01",
  "a: b # c",
  "- x",
  "? x",
  "{ a: 1 }",
  "&anchor",
  "*alias",
  "<<",
  "!!str x",
  "%YAML 1.2",
  "'\"`",
  "\u202egpj.exe",
  "\u001b[2J",
  "a\u0000b",
  "line\nbreak",
  "tab\there",
  "__proto__",
  "constructor",
  "Berlin",
  "BERLIN",
  "berlin!",
  "Straße",
  "STRASSE",
  "東京",
  "Zürich",
  "Zu\u0308rich",
  "👩‍🚀",
  " lead and trail ",
  "x".repeat(300),
  "-".repeat(80),
];
const name = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }),
  fc.string({ minLength: 1, maxLength: 12, unit: "binary" }),
);
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 });
const bare = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));

const netflow = fc
  .record({
    enabled: some(fc.boolean()),
    collectorIp: some(fc.constantFrom("10.0.0.1", "10.0.0.2", "nowhere")),
    collectorPort: some(fc.constantFrom<(number | string)[]>(2055, 0, "2055")),
  })
  .map((value): JsonObject => bare(value));
/** Modes as a product shows them; desired state does not know the last but one. */
const modes: readonly JsonObject[] = [
  { authMode: "psk" },
  { authMode: "psk", encryptionMode: "wep" },
  { authMode: "open" },
  { authMode: "8021x-radius", encryptionMode: "wpa-eap" },
  { authMode: "invented", encryptionMode: "wpa" },
  { authMode: "ipsk-with-radius", encryptionMode: "wpa" },
];
const ssid = fc
  .record({
    name: some(name),
    vlan: some(fc.constantFrom(1, 20, 5000)),
    enabled: some(fc.boolean()),
    mode: some(fc.constantFrom(...modes)),
    password: some(fc.constant("a-live-password")),
  })
  .map(({ mode, ...value }): JsonObject => ({ ...bare(value), ...mode }));
const network = fc
  .record({
    name,
    timeZone: fc.constantFrom("Europe/Berlin", "Europe/Paris", "Asia/Calcutta", "Mars/Base"),
    tags: some(fc.array(fc.oneof(fc.constantFrom("branch", "emea"), name), { maxLength: 3 })),
    netflow: some(netflow),
    ssids: some(fc.dictionary(fc.constantFrom("0", "1", "14"), ssid)),
    more: some(fc.constantFrom({ productTypes: ["switch"] }, { productTypes: ["wireless", "camera"] })),
  })
  .map((value): NetworkSeed => ({ name: value.name, timeZone: value.timeZone, ...bare(value) }));
const products = fc.constantFrom({}, meraki);
const organization = fc.record({ name, networks: fc.array(network, { maxLength: 7 }) });

/**
 * Checks that an import leaves out only values that their kind refuses: the written values read back with the same
 * meaning.
 */
function expectFaithful(leftOut: readonly { readonly reason: string }[]): void {
  expect(leftOut.filter(({ reason }) => /read back|password/.test(reason))).toEqual([]);
}

/** Checks that no path leads out of its folder, and that all paths differ even if case is ignored. */
function expectSafe(texts: Readonly<Record<string, string>>, target: string): void {
  const paths = Object.keys(texts);
  const folded = paths.map((path) => path.normalize("NFC").toUpperCase().toLowerCase());
  expect(new Set(folded).size).toBe(paths.length);
  for (const path of paths) {
    const parts = path.split("/");
    expect(parts.slice(0, 2)).toEqual(["desired-state", target]);
    expect(parts.slice(2).every((part) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?:\.yaml)?$/u.test(part))).toBe(
      true,
    );
  }
  for (const text of Object.values(texts)) expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u);
}

test("networks: the next plan is empty, and every network is declared or said to be left out", async () => {
  const worlds = fc.array(organization, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(worlds, fc.boolean(), products, async (organizations, secrets, product) => {
      const seed: WorldSeed = {
        organizations: organizations.map((each, at) => ({ id: `O_${at}`, ...each })),
      };
      const of = { seed, secrets, ...product, base: nothingApplied };
      const { plan, problems, texts, leftOut, addresses, unknown } = await imported(of);
      // A name with blanks at its ends is imported unchanged, and so is a word that the catalog does not know.
      const taken = ["blank-ends", "unknown-word"];
      const others = problems.filter(({ code }) => !taken.includes(code));
      expect([others, unknown, plan.changes, plan.unknown]).toEqual([[], [], [], []]);
      expectSafe(texts, "cloud");
      expectFaithful(leftOut);
      const networks = organizations.flatMap((each) => each.networks).length;
      const declared = addresses.filter((each) => each.startsWith("cloud/network/")).length;
      if (leftOut.length === 0) expect(declared).toBe(networks);
      expect(declared + leftOut.length > 0 || networks === 0).toBe(true);
    }),
    runs,
  );
});

test("tenants: the next plan is empty, and names that nobody can write are left out", async () => {
  // An answer with a member `__proto__` is unknown as a whole: JavaScript would interpret it differently.
  const attribute = name.filter((each) => each !== "__proto__");
  const attributes = fc.dictionary(attribute, name, { maxKeys: 3 });
  const tenants = fc.uniqueArray(fc.tuple(name, attributes), { selector: ([each]) => each, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(tenants, async (all) => {
      const objects = all.map(([each, more]) => [
        `uni/tn-${each}`,
        { class: "fvTenant", attributes: { ...more, name: each } },
      ]);
      const seed: WorldSeed = { managedObjects: Object.fromEntries(objects) };
      const { plan, problems, texts, leftOut, addresses } = await imported({ seed, target: "fabric" });
      expect([problems, plan.changes, plan.unknown]).toEqual([[], [], []]);
      expect(addresses.length + leftOut.length).toBe(all.length);
      expectSafe(texts, "fabric");
      expectFaithful(leftOut);
    }),
    runs,
  );
});

test("devices: any hostname, any interface and any configuration", async () => {
  const port = fc.record({
    name: fc.constantFrom("1/0/1", "1/0/2", "1/0/10", "weird"),
    description: name,
    ip: fc.record({
      address: fc.record({
        primary: fc.record({
          address: fc.constantFrom("10.1.0.1", "10.1.0.0", "x"),
          mask: fc.constantFrom("255.255.255.0", "255.0.255.0"),
        }),
      }),
    }),
  });
  const router = fc.record({
    hostname: name,
    interface: fc.record({
      GigabitEthernet: fc.uniqueArray(port, { selector: (each) => each.name, maxLength: 4 }),
    }),
    free: fc.jsonValue({ maxDepth: 4 }),
  });
  const hosts = ["10.20.0.1", "10.20.0.2"];
  const only = ["routers/*", "routers/deviceConfiguration/*./Vendor-native:native/free"];
  await fc.assert(
    fc.asyncProperty(fc.tuple(router, router), async (pair) => {
      const routers = hosts.map((host, at) => [host, { data: { "Vendor-native:native": pair[at] } }]);
      const seed: WorldSeed = { routers: Object.fromEntries(routers) };
      const of = { seed, target: "routers", hosts, only };
      const { plan, problems, texts, leftOut } = await imported(of);
      expect([problems, plan.changes, plan.unknown]).toEqual([[], [], []]);
      expectSafe(texts, "routers");
      expectFaithful(leftOut);
    }),
    runs,
  );
});
