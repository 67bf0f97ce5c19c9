/**
 * Sections of the mapping `ios-xe` on two simulated devices; `every-field.test.ts` has all sections. `world.json` has
 * the expected data of the devices, which was compared with the vendor's modules of version 17.12 when it was written.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { canonicalText, isArray, isObject, type Json } from "../../src/model/json.ts";
import { netconfDefaults } from "../../src/simulator/netconf/settings.ts";
import { worldSeedSchema } from "../../src/simulator/seed.ts";
import { folder, simulator, trueup, write } from "./command.ts";

const fixture = (name: string) => readFile(join(import.meta.dirname, "ios-xe", name), "utf8");
const names = [
  "OSPF_KEY",
  "BGP_PASSWORD",
  "OPS_SECRET",
  "COA_KEY",
  "TACACS_KEY",
  "RADIUS_KEY",
  "NTP_KEY",
  "HUB_KEY",
];
const env = Object.fromEntries(names.map((name) => [name, `opened env:${name}`]));
const root = join(import.meta.dirname, "../..");
const native = "Cisco-IOS-XE-native:native";

/** Returns the tree with sorted lists, because a device keeps entries in the order in which they were created. */
function sorted(tree: Json): Json {
  if (isArray(tree))
    return tree.map(sorted).toSorted((a, b) => (canonicalText(a) < canonicalText(b) ? -1 : 1));
  if (!isObject(tree)) return tree;
  return Object.fromEntries(Object.entries(tree).map(([name, each]) => [name, sorted(each)]));
}

async function world() {
  return worldSeedSchema.parse(JSON.parse(await fixture("world.json")));
}

async function project(restconf: string): Promise<string> {
  const cwd = await folder();
  await write(
    cwd,
    "trueup.yaml",
    `version: 1
environment: lab
secrets: { allow: ["env:*"] }
targets:
  routers:
    interface: restconf
    dialect: rfc8040
    url: ${restconf}
    hosts: [10.30.0.0/16]
    credential: { username: simulated-router-user, password: { secret: env:ROUTER_PASSWORD } }
    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }
    settings: { mapping: ios-xe }
`,
  );
  return cwd;
}

async function started() {
  const seed = await world();
  const running = await simulator({ seed, settings: { restconfMode: "rfc8040" } });
  const cwd = await project(running.urls.restconf);
  await write(cwd, "desired-state/edge.yaml", await fixture("edge.yaml"));
  const live = async (host: string) => {
    const url = `${running.urls.restconf.replace("{host}", host)}/restconf/data/${native}`;
    const authorization = `Basic ${btoa("simulated-router-user:simulated-router-password")}`;
    const reply = await fetch(url, { headers: { authorization } });
    return JSON.parse(await reply.text())[native];
  };
  return { seed, running, cwd, live };
}

test("what the sections of IOS-XE declare is what the devices have then; an import declares the same", async () => {
  const { seed, running, cwd, live } = await started();
  const applied = await trueup(["apply", "--yes"], { cwd, env });
  expect([applied.err, applied.status]).toEqual([expect.not.stringContaining("error"), 0]);
  expect(names.filter((name) => `${applied.out}${applied.err}`.includes(`opened env:${name}`))).toEqual([]);
  for (const [host, { model }] of Object.entries(seed.routers ?? {}))
    expect(sorted(await live(host))).toEqual(sorted({ version: "17.12", ...Object(model)[native] }));
  const again = await trueup(["plan", "--detailed-exitcode"], { cwd, env });
  expect([again.out, again.status]).toEqual([expect.stringContaining("56 as declared"), 0]);
  const other = await project(running.urls.restconf);
  for (const host of ["10.30.0.1", "10.30.0.2"]) {
    const imported = await trueup(["import", "routers", "--host", host], { cwd: other, env });
    expect(imported.out + imported.err).toContain("The next plan is empty");
    // Every other member of the tree is a secret, or has a field.
    expect(imported.out).toContain("Cisco-IOS-XE-native:native.version\n");
    expect(
      imported.out
        .split("no field can declare")[1]
        ?.split(/\nLive|\nNot examined/)[0]
        ?.match(/\n /g),
    ).toHaveLength(1);
  }
  expect((await trueup(["plan", "--detailed-exitcode"], { cwd: other, env })).status).toBe(0);
});

test("what changes goes, what is not declared any more in a list that is whole goes too, and all else stays", async () => {
  const { seed, cwd, live } = await started();
  expect((await trueup(["apply", "--yes"], { cwd, env })).status).toBe(0);
  const text = await fixture("edge.yaml");
  const changes = [
    ["methods: [group ADMINS, local] }", "methods: [local] }"],
    ["servers: [ISE-2, ISE-1]", "servers: [ISE-1, ISE-2]"],
    ["sourceInterface: Loopback 0, vrf: blue", "sourceInterface: GigabitEthernet 1, vrf: blue"],
    ['destinationPorts: ["22", "443"]', 'destinationPorts: ["22"]'],
    ["network: point-to-point", "network: broadcast"],
    ["mode: access, vlan: 10", "mode: trunk, vlan: 10"],
  ] as const;
  const wanted = changes.reduce((made, [from, to]) => {
    expect(made).toContain(from);
    return made.replace(from, to);
  }, text);
  await write(cwd, "desired-state/edge.yaml", wanted);
  const { out } = await trueup(["plan"], { cwd, env });
  expect(out).toContain("methods");
  const consents = [...out.matchAll(/\blockout@[0-9a-f]+/g)].map(([consent]) => consent);
  const allow = [...new Set(consents)].flatMap((consent) => ["--allow", consent]);
  const applied = await trueup(["apply", "--yes", ...allow], { cwd, env });
  expect([applied.out + applied.err, applied.status]).toEqual([expect.not.stringContaining("error"), 0]);
  const model = structuredClone(Object(seed.routers?.["10.30.0.1"]?.model)[native]);
  const left = await live("10.30.0.1");
  const aaa = left.aaa;
  expect(aaa["Cisco-IOS-XE-aaa:authentication"].login[0]).toEqual({ name: "default", a1: { local: [null] } });
  const group = aaa["Cisco-IOS-XE-aaa:group"].server.tacacsplus[0];
  expect(group.server.name).toEqual([{ name: "ISE-1" }, { name: "ISE-2" }]);
  expect(group.ip.tacacs["source-interface"]).toEqual({ GigabitEthernet: "1" });
  expect(left.ip["access-list"]["Cisco-IOS-XE-acl:extended"][0]["access-list-seq-rule"]).toHaveLength(4);
  const unchanged = [
    "vlan",
    "vrf",
    "router",
    "snmp-server",
    "Cisco-IOS-XE-ntp:ntp",
    "logging",
    "banner",
    "line",
  ];
  for (const name of unchanged) expect(left[name]).toEqual(model[name]);
  expect((await trueup(["plan", "--detailed-exitcode"], { cwd, env })).status).toBe(0);
});

interface Example {
  readonly name: "switch" | "branch-router";
  readonly host: string;
  readonly device: string;
  /** A change of a text: the text, its replacement, and what the plan then says. */
  readonly change: readonly [string, string, string];
}
const examples: readonly Example[] = [
  {
    name: "switch",
    host: "10.20.0.1",
    device: "access-1",
    change: ["voiceVlan: 20", "voiceVlan: 10", "switchport.voiceVlan  20 → 10"],
  },
  {
    name: "branch-router",
    host: "10.20.0.2",
    device: "branch-1",
    change: ["shapeAverageBitRate: 50000000", "shapeAverageBitRate: 20000000", "20000000"],
  },
];

async function declaredBy({ name, device }: Example): Promise<string> {
  if (name === "branch-router")
    return (await readFile(join(root, "examples", name, "desired-state", `${device}.yaml`), "utf8")).replace(
      "target: routers",
      "target: boxes",
    );
  const page = await readFile(join(root, "docs/device-sections.md"), "utf8");
  return (
    /# example: desired-state\/access-1\.yaml\n([^`]+)/
      .exec(page)?.[1]
      ?.replace("target: switches", "target: boxes") ?? ""
  );
}

test.each(
  examples.flatMap((example) =>
    (["restconf", "netconf"] as const).map((way) => [example.name, way, example] as const),
  ),
)("%s runs on its world over %s: made from nothing, imported and changed", async (name, way, example) => {
  const { host, device, change } = example;
  const seed = worldSeedSchema.parse(
    JSON.parse(await readFile(join(root, "examples", name, "world.json"), "utf8")),
  );
  const running = await simulator({ seed, settings: { restconfMode: "rfc8040", netconf: netconfDefaults } });
  const cwd = await exampleProject(running, way);
  const declared = await declaredBy(example);
  const file = `desired-state/${device}.yaml`;
  await write(cwd, file, declared);
  const applied = await trueup(["apply", "--yes"], { cwd, env });
  expect([applied.err, applied.status]).toEqual([expect.not.stringContaining("error"), 0]);
  const again = await trueup(["plan", "--detailed-exitcode"], { cwd, env });
  expect([again.out, again.status]).toEqual([expect.stringContaining("nothing to do"), 0]);

  const other = await exampleProject(running, way);
  const imported = await trueup(["import", "boxes", "--host", host], { cwd: other, env });
  expect(imported.out + imported.err).toContain("The next plan is empty");

  const [from, to, said] = change;
  await write(cwd, file, declared.replace(from, to));
  expect((await trueup(["plan"], { cwd, env })).out).toContain(said);
});

async function exampleProject(running: Awaited<ReturnType<typeof simulator>>, way: "restconf" | "netconf") {
  const cwd = await project(running.urls.restconf);
  const text = (await readFile(join(cwd, "trueup.yaml"), "utf8"))
    .replace("  routers:", "  boxes:")
    .replace("10.30.", "10.20.");
  const netconf = text
    .replace("interface: restconf\n    dialect: rfc8040", "interface: netconf")
    .replace(running.urls.restconf, running.urls.netconf)
    .replace("settings: { mapping", "settings: { hostKeys: known_hosts, mapping");
  await write(cwd, "trueup.yaml", way === "restconf" ? text : netconf);
  await write(cwd, "known_hosts", `${running.hostKey.knownHost}\n`);
  return cwd;
}
