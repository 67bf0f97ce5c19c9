/** Sections that a mapping adds, in examples/router: they are checked, declared, applied, reverted and imported. */

import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { netconfDefaults } from "../../src/simulator/netconf/settings.ts";
import { worldSeedSchema } from "../../src/simulator/seed.ts";
import { editorWith } from "../docs/editor.ts";
import { folder, simulator, trueup, write } from "./command.ts";

const example = fileURLToPath(new URL("../../examples/router/", import.meta.url));
const file = "desired-state/nuremberg.yaml";
const env = { OPS_PASSWORD: "canary-ops-<password>&3" };

async function project(): Promise<string> {
  const cwd = await folder();
  await cp(example, cwd, { recursive: true });
  return cwd;
}

/** Serves the example's devices over RESTCONF or NETCONF. Returns a function that reads the data of one device. */
async function served(cwd: string, way: Way) {
  const seed = worldSeedSchema.parse(JSON.parse(await readFile(join(example, "world.json"), "utf8")));
  const running = await simulator({ seed, settings: { restconfMode: "rfc8040", netconf: netconfDefaults } });
  const text = await readFile(join(cwd, "trueup.yaml"), "utf8");
  const limits = "    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }\n";
  const over = { restconf: running.urls.restconf, netconf: running.urls.netconf };
  const written = text.replace("url: http://127.0.0.1:4804/devices/{host}\n", `url: ${over[way]}\n${limits}`);
  const keys = "settings: { hostKeys: known_hosts, mapping";
  await write(cwd, "known_hosts", `${running.hostKey.knownHost}\n`);
  await write(
    cwd,
    "trueup.yaml",
    way === "restconf"
      ? written
      : written
          .replace("interface: restconf\n    dialect: rfc8040\n", "interface: netconf\n")
          .replace("settings: { mapping", keys),
  );
  const base = running.urls.restconf.replace("{host}", "10.20.0.2");
  return async () => {
    const authorization = `Basic ${btoa("simulated-router-user:simulated-router-password")}`;
    const reply = await fetch(`${base}/restconf/data/acme-router:router`, { headers: { authorization } });
    const body = JSON.parse(await reply.text());
    return body["acme-router:router"];
  };
}

type Way = "restconf" | "netconf";

async function change(cwd: string, ...pairs: readonly (readonly [string, string])[]): Promise<void> {
  let text = await readFile(join(cwd, file), "utf8");
  for (const [right, wrong] of pairs) {
    expect(text).toContain(right);
    text = text.replace(right, wrong);
  }
  await write(cwd, file, text);
}

test.each(["restconf", "netconf"] as const)(
  "over %s what sections declare is what the device has then, and each way back too",
  async (way) => {
    const cwd = await project();
    const live = await served(cwd, way);
    const requests = await trueup(["plan", "--requests"], { cwd, env });
    expect([requests.out, requests.status]).toEqual([expect.stringContaining("[secret]"), 0]);
    expect(requests.out + requests.err).not.toMatch(/canary-ops|\uE000/);
    const applied = await trueup(["apply", "--yes"], { cwd, env });
    expect([applied.err, applied.status]).toEqual([expect.not.stringContaining("error"), 0]);
    expect(applied.out + applied.err).not.toContain(env.OPS_PASSWORD);
    expect(await live()).toMatchObject({
      loopback: [{ id: 0, description: "management", address: "10.0.1.1", vrf: "blue" }],
      svi: [{ vlan: 10, address: "10.1.10.1" }],
      user: [{ name: "ops", privilege: 15, password: env.OPS_PASSWORD }],
      acl: [{ name: "management", rule: [{ name: "admins" }, { name: "rest", log: [null] }] }],
      bgp: { as: 65002, neighbor: [{ address: "10.0.0.1", "remote-as": 65002, vrf: "blue" }] },
    });
    const again = await trueup(["plan", "--detailed-exitcode"], { cwd, env });
    expect([again.out, again.status]).toEqual([expect.stringContaining("cannot be read back"), 0]);
    await change(cwd, ["Loopback 0: { ", "Loopback 0: { enabled: false, "]);
    expect((await trueup(["apply", "--yes"], { cwd, env })).status).toBe(0);
    expect(await live()).toMatchObject({ loopback: [{ shutdown: [null], description: "management" }] });
    await change(
      cwd,
      ["enabled: false", "enabled: true"],
      ["10.0.0.5, 10.0.0.6", "10.0.0.6"],
      ["remoteAs: 65002, vrf: blue", "remoteAs: 65009"],
      ["- { name: rest, action: deny, log: true }", ""],
    );
    const { out } = await trueup(["plan"], { cwd, env });
    expect(out).toContain("enabled  false → true");
    const consent = /lockout@[0-9a-f]+/.exec(out)?.[0] ?? "";
    expect((await trueup(["apply", "--yes", "--allow", consent], { cwd, env })).status).toBe(0);
    const left = await live();
    expect(left.loopback[0]).not.toHaveProperty("shutdown");
    expect(left).toMatchObject({
      ntp: { server: ["10.0.0.6"] },
      acl: [{ rule: [{ name: "admins" }] }],
      bgp: { neighbor: [{ "remote-as": 65009, vrf: "blue" }] },
      user: [{ password: env.OPS_PASSWORD }],
    });
    expect((await trueup(["plan", "--detailed-exitcode"], { cwd, env })).status).toBe(0);
    const other = await project();
    for (const each of ["trueup.yaml", "known_hosts"])
      await write(other, each, await readFile(join(cwd, each), "utf8"));
    await write(other, "desired-state/munich.yaml", "");
    await write(other, file, "");
    const imported = await trueup(["import", "routers", "--host", "10.20.0.2"], { cwd: other, env });
    expect(imported.out + imported.err).toContain("The next plan is empty");
    expect(imported.out + imported.err).not.toContain("cannot have `enabled`");
  },
);

test.each([
  ["10: { name: users }", "5000: { name: users }", "error[invalid-key]: `5000` cannot be the key"],
  ["Vlan 10: {", "Vlan 5000: {", "error[invalid-key]: `Vlan 5000` cannot be the key"],
  ["Vlan 10: {", "Vlan 10: { enabled: false,", "error[unfit-mode]: Vlan 10 cannot have `enabled`"],
  ["name: users", "nam: users", "error[unknown-field]"],
  ['rd: "65002:1"', "rd: nonsense", "error[invalid-value]: must be a text that matches"],
  ["vrf: blue }\n      Vlan", "vrf: blue, mtu: 9000 }\n      Vlan", "error[unknown-field]"],
  ['{ secret: "env:OPS_PASSWORD" }', "plain-password-99", "error[plain-text-secret]"],
])("%s as %s is told before a device is asked", async (right, wrong, said) => {
  const cwd = await project();
  await change(cwd, [right, wrong]);
  const { out, err } = await trueup(["validate"], { cwd });
  expect(out + err).toContain(said);
  expect(out + err).toContain(`--> ${file}:`);
});

test.each([
  [
    "remoteAs: 65002, vrf: blue",
    "remoteAs: 65002, vrf: green",
    "`vrf` refers to the vrf/name `green`",
    "20:49",
    "vrf: [{ name: green }]",
  ],
  ["Vlan 10: {", "Vlan 30: {", "`vlan` refers to the vlan/id `30`", "15:7", "vlan: [{ id: 30, name: lab }]"],
  [
    'blue: { rd: "65002:1" }',
    'other: { rd: "65002:1" }',
    "`vrf` refers to the vrf/name `blue`",
    "14:65",
    "vrf: [{ name: blue }]",
  ],
])("%s as %s is a warning, unless `config:` declares it", async (right, wrong, said, at, list) => {
  const cwd = await project();
  await change(cwd, [right, wrong]);
  const { out, err, status } = await trueup(["validate"], { cwd });
  expect(out + err).toContain(
    `warning[dangling-leafref]: ${said}, which is not declared\n  --> ${file}:${at}\n`,
  );
  expect(status).toBe(0);
  const text = await readFile(join(cwd, file), "utf8");
  await write(cwd, file, `${text}    config:\n      /acme-router:router/${list}\n`);
  const declared = await trueup(["validate"], { cwd });
  expect(declared.out + declared.err).toContain("all in order");
  expect(declared.out + declared.err).not.toContain("dangling-leafref");
});

test("what a section declares, `config:` may refer to", async () => {
  const cwd = await project();
  const config = (vrf: string) =>
    `    config:\n      /acme-router:router/loopback: [{ id: 7, vrf: ${vrf} }]\n`;
  const text = await readFile(join(cwd, file), "utf8");
  await write(cwd, file, text + config("blue"));
  expect(await trueup(["validate"], { cwd })).toMatchObject({
    status: 0,
    out: expect.not.stringContaining("dangling"),
  });
  await write(cwd, file, text + config("green"));
  const { out, err } = await trueup(["validate"], { cwd });
  expect((out + err).match(/dangling-leafref/g)).toHaveLength(1);
});

test("a mistake in a mapping is said with its place; a mapping that there is not, with those that there are", async () => {
  const cwd = await project();
  const path = "mapping/deviceVlan.yaml";
  const text = await readFile(join(cwd, path), "utf8");
  await write(cwd, path, text.replace("[id={vlan}]", "[id={vlam}]").replace("fields:", "feilds:"));
  const one = await trueup(["validate"], { cwd });
  expect(one.out + one.err).toContain("error[unknown-field]: this kind has no field `feilds`");
  await write(cwd, path, text.replace("[id={vlan}]", "[id={vlam}]"));
  const two = await trueup(["validate"], { cwd });
  expect(two.out + two.err).toContain("`key` does not contain `{vlam}`");
  const project_ = await readFile(join(cwd, "trueup.yaml"), "utf8");
  await write(cwd, "trueup.yaml", project_.replace("mapping: mapping", "mapping: ios-xee"));
  const three = await trueup(["validate"], { cwd });
  expect(three.out + three.err).toContain("error[no-mapping]");
  expect(three.out + three.err).toMatch(/--> trueup\.yaml:\d+:\d+/);
  expect(three.out + three.err).toContain("Did you mean `ios-xe`?");
  await write(cwd, "trueup.yaml", project_.replace("mapping: mapping", "mapping: of/our/own"));
  const four = await trueup(["validate"], { cwd });
  expect(four.out + four.err).toContain("ios-xe, ietf, openconfig");
});

test("an editor completes sections, and IOS-XE has all types of interfaces without a module", async () => {
  const cwd = await project();
  expect((await trueup(["schemas"], { cwd })).status).toBe(0);
  const schema = JSON.parse(await readFile(join(cwd, "schemas/targets/routers.json"), "utf8"));
  const editor = editorWith(schema);
  const text = await readFile(join(cwd, file), "utf8");
  expect(await editor(text)).toEqual([]);
  expect(await editor(text.replace("routerId:", "routerid:"))).toHaveLength(1);
  const settings = "settings: { mapping: ios-xe }";
  const own = await readFile(join(cwd, "trueup.yaml"), "utf8");
  await write(cwd, "trueup.yaml", own.replace(/settings: \{.*\}/, settings));
  await write(cwd, "desired-state/munich.yaml", "");
  await write(cwd, file, interfaces);
  const { out, err } = await trueup(["validate"], { cwd });
  expect(out + err).toContain("9 resources for 1 target: all in order");
});

const interfaces = `target: routers
devices:
  one:
    host: 10.20.0.9
    interfaces:
      GigabitEthernet 1/0/1: { description: as ever, ip: { address: 10.0.0.1, mask: 255.255.255.0 } }
      TenGigabitEthernet 1/1/1: { mtu: 9000, ip: { address: 10.1.0.1, mask: 255.255.255.0, secondary: [{ address: 10.1.1.1, mask: 255.255.255.0 }] } }
      TwentyFiveGigE 1/1/1: { switchport: { mode: trunk, allowedVlans: "10,20-30", nativeVlan: 99 } }
      HundredGigE 0/0/0: { channelGroup: { number: 1, mode: active } }
      GigabitEthernet 0/0/1.100: { dot1q: 100, vrf: blue, enabled: false, ipv6: { addresses: ["2001:db8::1/64"] } }
      Loopback 0: { ip: { address: 10.9.9.9, mask: 255.255.255.255 } }
      Vlan 10: { ip: { address: 10.2.0.1, mask: 255.255.255.0 }, helpers: [10.0.0.9] }
      Port-channel 1: { switchport: { mode: access, vlan: 10 } }
      Tunnel 0: { description: to the other }
`;
