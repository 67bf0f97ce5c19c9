/** Factored imports. They have fewer lines, are easy to read, and declare exactly the same state. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/model/json.ts";
import type { DiscoveredItem } from "../../src/observe/discover.ts";
import { cases } from "../long-forms.ts";
import { Product } from "./factored.ts";

const dashboard = new Product("dashboard", "neutral");
const meraki = new Product("dashboard", "meraki");
const apic = new Product("fabric", "apic");
const routers = new Product("restconf", "neutral");

const organization = (product: Product) => product.item("organization", { identity: "Acme", value: {} });
type Made = readonly DiscoveredItem[];

/**
 * Returns the offices of a typical company. Each has a region and a number, and some are pilots. `odd` makes some of
 * them different.
 */
function offices(product: Product, count: number, odd: (at: number) => JsonObject = () => ({})): Made {
  const acme = organization(product);
  const regions = ["emea", "apac", "americas"];
  const all = Array.from({ length: count }, (_, at) => {
    const name = `Site ${String.fromCharCode(65 + (at % 26))}${Math.floor(at / 26)} Office`;
    const region = regions[at % 3] ?? "";
    const tags = ["branch", region, ...(at % 7 === 0 ? ["pilot"] : [])];
    const value = { name, timeZone: at % 2 ? "Europe/Berlin" : "Asia/Tokyo", tags, ...odd(at) };
    const network = product.item("network", { identity: name, value, parent: acme });
    const ssids = ["Acme", "Acme Guest"].map((ssid, number) =>
      product.item("ssid", {
        identity: String(number),
        value: { name: ssid, vlan: number === 0 ? 100 + at : 90 },
        parent: network,
      }),
    );
    return [network, ...ssids];
  });
  return [acme, ...all.flat()];
}

const textOf = (files: readonly { readonly path: string; readonly text: string }[], path: string) =>
  files.find((each) => each.path === `desired-state/t/acme/${path}`)?.text ?? "";

function expectSame(product: Product, found: Made, secrets = false): ReturnType<Product["imported"]> {
  const [plain, made] = [false, true].map((factor) => product.imported(found, { factor, secrets }));
  if (!plain || !made) throw new Error("both are imported");
  expect(product.declared(made)).toEqual(product.declared(plain));
  expect([made.addresses, made.leftOut, made.omitted]).toEqual([
    plain.addresses,
    plain.leftOut,
    plain.omitted,
  ]);
  const lines = (of: typeof made) => of.files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  expect(made.factoring).toMatchObject({ lines: lines(made), plainLines: lines(plain) });
  expect(lines(made)).toBeLessThanOrEqual(lines(plain));
  return made;
}

test("two hundred offices become a table, a template, and groups by their tags", () => {
  const pilots = (at: number) => ({
    netflow: {
      enabled: true,
      collectorIp: `10.0.${(at % 3) + 1}.9`,
      collectorPort: at % 7 === 0 ? 9995 : 2055,
    },
  });
  const { files, factoring } = expectSame(dashboard, offices(dashboard, 200, pilots));
  expect(factoring).toMatchObject({ notFactored: [], lines: expect.toSatisfy((lines) => lines < 240) });
  expect(textOf(files, "defaults.yaml")).toBe(`target: t
organization: Acme
defaults:
  networks:
    netflow: { enabled: true, collectorPort: 2055 }
    ssids: { 0: { name: Acme }, 1: { name: Acme Guest, vlan: 90 } }
groups:
  apac:
    match: { tag: apac }
    networks: { netflow: { collectorIp: 10.0.2.9 } }
  emea:
    match: { tag: emea }
    networks: { netflow: { collectorIp: 10.0.1.9 } }
  americas:
    match: { tag: americas }
    networks: { netflow: { collectorIp: 10.0.3.9 } }
  pilot:
    match: { tag: pilot }
    networks: { netflow: { collectorPort: 9995 } }
`);
  expect(textOf(files, "networks.yaml")).toBe(`each: { network: networks.csv }
networks:
  "\${network.key}":
    name: \${network.name}
    timeZone: \${network.timeZone}
    tags: \${network.tags.split(" ")}
    ssids: { 0: { vlan: "\${int(network.vlan)}" } }
`);
  expect(textOf(files, "networks.csv").split("\n").slice(0, 2)).toEqual([
    "key,name,timeZone,tags,vlan",
    "site-a0-office,Site A0 Office,Asia/Tokyo,branch emea pilot,100",
  ]);
});

test("a field of which one group says something is said by no other group that shares a member", () => {
  // Twenty offices are hubs, and two of them are also labs. Six more offices are labs, and many others are neither.
  const tagsAt = (at: number) => [...(at < 20 ? ["hub"] : []), ...(at >= 18 && at < 26 ? ["lab"] : [])];
  const ports = (at: number): JsonObject => ({
    ...(at < 26 && { tags: tagsAt(at), netflow: { collectorPort: at < 18 ? 1000 : 2000 } }),
  });
  const { files } = expectSame(dashboard, offices(dashboard, 56, ports));
  const defaults = textOf(files, "defaults.yaml");
  expect(defaults).toContain("match: { tag: hub }\n    networks: { netflow: { collectorPort: 1000 } }");
  expect(defaults).not.toContain("2000");
});

test("one number that many fields come from is one column, and the odd one out lies over its row", () => {
  const acme = organization(meraki);
  const found = Array.from({ length: 12 }, (_, at) => {
    const name = `branch-${at + 11}`;
    const network = meraki.item("network", {
      identity: name,
      value: { name, productTypes: ["appliance"] },
      parent: acme,
    });
    const vlan = (id: number, more: JsonObject) =>
      meraki.item("applianceVlan", {
        identity: String(id),
        value: {
          name: `v${id}`,
          subnet: `10.${at + 11}.${id}.0/24`,
          applianceIp: `10.${at + 11}.${id}.1`,
          ...more,
        },
        parent: network,
      });
    return [network, vlan(10, {}), vlan(20, at === 4 ? { dhcpHandling: "Run a DHCP server" } : {})];
  });
  const { files } = expectSame(meraki, [acme, ...found.flat()]);
  expect(textOf(files, "networks.yaml")).toBe(`each: { network: networks.csv }
networks:
  "\${network.key}":
    name: \${network.key}
    appliance:
      vlans:
        10:
          subnet: 10.\${network.number}.10.0/24
          applianceIp: 10.\${network.number}.10.1
        20:
          subnet: 10.\${network.number}.20.0/24
          applianceIp: 10.\${network.number}.20.1
`);
  expect(textOf(files, "networks.overrides.yaml")).toBe(`networks:
  branch-15:
    appliance:
      vlans: { 20: { dhcpHandling: Run a DHCP server } }
`);
});

test("references of secrets are made of the keys", () => {
  const { files } = expectSame(dashboard, offices(dashboard, 30), true);
  const reference = (ssid: string) =>
    `{ secret: 'env:\${upper(replace(network.key, "-", "_"))}_${ssid}_PSK' }`;
  expect(textOf(files, "networks.yaml")).toContain(`password: ${reference("ACME")}`);
  expect(textOf(files, "networks.csv")).toContain("key,name,timeZone,tags,vlan\n");
});

test("what a program for tables takes for a formula, or cannot show, is in no table", () => {
  const hostile = [
    "=cmd()",
    "+1",
    "@x",
    "-y",
    "a\tb",
    "\u202egpj",
    " lead",
    "${key}",
    "$${key}",
    'a,"b',
    "a\nb",
  ];
  const names = (at: number) => ({ name: `${hostile[at] ?? "plain"} ${at}` });
  const { files } = expectSame(dashboard, offices(dashboard, 24, names));
  const csv = textOf(files, "networks.csv");
  expect(csv).not.toMatch(/(?:^|,)"?[=+@\t-]/m);
  expect(csv).not.toMatch(/[^\P{C}\n]/u);
  expect(csv).toContain("${key}");
});

test("a folder in use is not factored, and a few entries are no table", () => {
  const few = expectSame(dashboard, offices(dashboard, 3));
  expect(few.files.some(({ path }) => path.endsWith(".csv"))).toBe(false);
  const there = ["desired-state/t/acme/first.yaml"];
  const { files, factoring } = dashboard.imported(offices(dashboard, 30), { factor: true, there });
  expect(files).toHaveLength(30);
  expect(factoring?.notFactored).toEqual([
    {
      what: "desired-state/t/acme",
      reason:
        "the folder already has files, so values that its files have in common are not moved to defaults",
    },
  ]);
});

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const bare = (value: object): JsonObject =>
  JSON.parse(
    JSON.stringify(Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))),
  );
const word = fc.constantFrom(
  "Berlin",
  "Oslo",
  "a: b # c",
  "${x}",
  "=1",
  "",
  " x",
  "012",
  "true",
  "null",
  "Zürich",
  "x+",
);
const tags = fc.array(fc.constantFrom("branch", "pilot", "emea", "=x", "a b", "p*"), { maxLength: 3 });
const netflow = fc
  .record({ enabled: some(fc.boolean()), collectorIp: some(fc.constantFrom("10.0.0.1", "10.0.0.2")) })
  .map(bare);
const vlan = some(fc.integer({ min: 1, max: 6 }));

const networks = fc.array(
  fc.record({
    name: fc.tuple(word, fc.nat(99)).map(([text, at]) => `${text} ${at}`),
    value: fc
      .record({
        timeZone: some(fc.constantFrom("Europe/Berlin", "Asia/Tokyo")),
        tags: some(tags),
        netflow: some(netflow),
      })
      .map(bare),
    ssids: fc.dictionary(fc.constantFrom("0", "1", "2"), fc.record({ name: some(word), vlan }).map(bare)),
  }),
  { maxLength: 14 },
);

test.each([
  ["neutral", dashboard, {}],
  ["meraki", meraki, { productTypes: ["wireless"] }],
] as const)("random networks: %s", (_, product, more) => {
  fc.assert(
    fc.property(networks, fc.boolean(), (all, secrets) => {
      const acme = organization(product);
      const found = all.flatMap(({ name, value, ssids }) => {
        const network = product.item("network", {
          identity: name,
          value: { name, ...more, ...value },
          parent: acme,
        });
        const inner = Object.entries(ssids).map(([identity, own]) =>
          product.item("ssid", { identity, value: own, parent: network }),
        );
        return [network, ...inner];
      });
      const made = expectSame(product, [acme, ...found], secrets);
      expect(product.imported([acme, ...found], { factor: true, secrets }).files).toEqual(made.files);
    }),
    { numRuns: cases(30), seed: 16 },
  );
});

test("random tenants of a fabric, with what is in them", () => {
  const attributes = fc.record({ descr: some(word), nameAlias: some(fc.constantFrom("a", "b")) }).map(bare);
  const tenant = fc.record({
    value: attributes,
    inner: fc.dictionary(fc.constantFrom("main", "dmz", "lab"), attributes),
  });
  fc.assert(
    fc.property(fc.array(tenant, { maxLength: 12 }), (all) => {
      const found = all.flatMap(({ value, inner }, at) => {
        const parent = apic.item("tenant", { identity: `t-${at}`, value });
        return [
          parent,
          ...Object.entries(inner).map(([identity, own]) =>
            apic.item("vrf", { identity, value: own, parent }),
          ),
        ];
      });
      expectSame(apic, found);
    }),
    { numRuns: cases(20), seed: 16 },
  );
});

test("random devices with interfaces and configuration", () => {
  const port = fc.record({
    description: some(word),
    ip: some(fc.constant({ address: "10.0.0.1", mask: "255.255.255.0" })),
  });
  const device = fc.record({
    ports: fc.dictionary(fc.constantFrom("GigabitEthernet 1/0/1", "GigabitEthernet 1/0/2"), port.map(bare)),
    config: some(fc.constantFrom<Json[]>({ a: 1 }, [1, { b: "${x}" }], "text")),
  });
  fc.assert(
    fc.property(fc.array(device, { maxLength: 10 }), (all) => {
      const found = all.flatMap(({ ports, config }, at) => {
        const scope = { host: `10.20.0.${at + 1}` };
        const inner = Object.entries(ports).map(([identity, value]) =>
          routers.item("deviceInterface", { identity, value, scope }),
        );
        const own =
          config === undefined
            ? []
            : [
                routers.item("deviceConfiguration", {
                  identity: "/Vendor-native:native/free",
                  value: config,
                  scope,
                }),
              ];
        return [
          routers.item("deviceHostname", { identity: "hostname", value: `r${at}`, scope }),
          ...inner,
          ...own,
        ];
      });
      expectSame(routers, found);
    }),
    { numRuns: cases(20), seed: 16 },
  );
});
