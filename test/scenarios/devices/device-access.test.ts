/** Devices with their own port, credential or IPv6 address, which only the project file names, in virtual time. */

import { describe, expect, test } from "vitest";
import { deviceUrl } from "../../../src/drivers/yang/device/container.ts";
import { load } from "../../../src/load/load.ts";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { blockedHost } from "../../../src/runtime/http/allowed-origins.ts";
import { keyState } from "../../../src/runtime/ssh/host-keys.ts";
import { KnownHosts } from "../../../src/runtime/ssh/known-hosts.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const hosts = ["10.20.0.1", "10.20.0.2", "2001:db8::1"];
const ways = {
  restconf: "interface: restconf, url: 'https://routers.example.net/devices/{host}'",
  netconf: "interface: netconf, url: 'ssh://{host}'",
} as const;
const reference = (name: string) => `{ secret: env:${name} }`;
/** Returns a project. The password in the target's credential is not that of the simulated routers. */
const project = (way: keyof typeof ways, devices: string) => `version: 1
environment: virtual
credentials:
  lab: { username: ${reference("USER")}, password: ${reference("PASSWORD")} }
  other: { apiKey: ${reference("KEY")} }
targets:
  edge: { ${ways[way]}, hosts: [10.20.0.0/16, "2001:db8::/32"], devices: ${devices}, credential: { username: ${reference("USER")}, password: ${reference("KEY")} } }
`;
const data = { "Vendor-native:native": { hostname: "r" } };
const seed: WorldSeed = { routers: Object.fromEntries(hosts.map((host) => [host, { data }])) };
const files = {
  "a.yaml": `target: edge\ndevices:\n${hosts.map((host, at) => `  r${at}: { host: "${host}", hostname: r }\n`).join("")}`,
};

test.each(["restconf", "netconf"] as const)(
  "over %s a device gets its own credential, and no other device does; an IPv6 address is a host",
  async (way) => {
    const devices = '{ 10.20.0.1: { credential: lab }, "2001:db8::1": { credential: lab } }';
    const on = stage({ project: project(way, devices), seed, files, settings: { netconf: netconfDefaults } });
    const { plan } = await on.plan();
    expect(plan.unknown.map(({ address }) => address)).toEqual(["edge/deviceHostname/r1"]);
    expect(plan.converged).toBe(2);
  },
);

describe("what the project file says of devices", () => {
  const told = (way: keyof typeof ways, devices: string) =>
    loadProject({ file: { path: "trueup.yaml", text: project(way, devices) }, folder: "/p", drivers });
  test.each<readonly [keyof typeof ways, string, readonly string[]]>([
    ["netconf", "{ 10.20.0.1: { credential: lab, port: 2022 } }", []],
    ["netconf", "{ 10.20.0.1: { credential: lap } }", ["unknown-credential"]],
    ["netconf", "{ 10.20.0.1: { credential: other } }", ["invalid-value"]],
    ["netconf", "{ 10.30.0.1: { port: 2022 } }", ["host-not-listed"]],
    ["restconf", "{ 10.20.0.1: { port: 8443 } }", ["invalid-value"]],
    ["netconf", "{ 10.20.0.1: { port: 0 } }", ["invalid-value"]],
    ["netconf", "{ 10.20.0.1: { credential: { password: x } } }", ["wrong-type"]],
  ])("%s: %s", (way, devices, codes) => {
    expect(told(way, devices).problems.map(({ code }) => code)).toEqual(codes);
  });

  test("its secrets are opened and kept from what is shown like those of the target, each at its place", () => {
    const { references } = told("netconf", "{ 10.20.0.1: { credential: lab } }");
    expect(references.map(({ reference: each, target, path }) => [each, target, path])).toContainEqual([
      "env:PASSWORD",
      "edge",
      "/targets/edge/devices/10.20.0.1/credential/password",
    ]);
  });

  test.each(["port: 8443", "credential: lab"])(
    "desired state cannot say %s: a proposal chooses neither",
    (field) => {
      const loaded = told("netconf", "{}").project;
      if (!loaded) throw new Error("the project is in order");
      const text = `target: edge\ndevices:\n  r1: { host: 10.20.0.1, ${field} }\n`;
      const { problems } = load({ project: loaded, files: [{ path: "a.yaml", text }], drivers });
      expect(problems.map(({ code }) => code)).toEqual(["unknown-field"]);
    },
  );
});

describe("where a device is", () => {
  const target = {
    name: "edge",
    url: "https://{host}",
    hosts: ["10.20.0.0/16", "2001:db8::/32"],
    devices: { "10.20.0.1": { port: 8443 }, "2001:db8::1": { port: 443 } },
    tls: {},
    limits: {},
  };
  test.each([
    ["https://{host}", "10.20.0.1", "https://10.20.0.1:8443"],
    ["https://{host}:444/x", "10.20.0.1", "https://10.20.0.1:8443/x"],
    ["https://{host}:444/x", "10.20.0.2", "https://10.20.0.2:444/x"],
    ["https://{host}.lab:444", "10.20.0.1", "https://10.20.0.1.lab:8443"],
    ["ssh://{host}", "2001:db8::2", "ssh://[2001:db8::2]"],
    ["https://gateway/{host}/x", "2001:db8::1", "https://gateway/2001:db8::1/x"],
  ])("%s of %s is %s", (url, host, expected) => {
    expect(deviceUrl({ ...target, url }, host)).toBe(expected);
  });

  test.each([
    ["https://10.20.0.1:8443/x", true],
    ["https://10.20.0.1/x", false],
    ["https://10.20.0.2:8443/x", false],
    ["https://10.20.0.2/x", true],
    ["https://[2001:db8::1]/x", true],
    ["https://[2001:db8::2]/x", true],
    ["https://[2001:db9::2]/x", false],
    ["http://10.20.0.1:8443/x", false],
    ["https://10.20.0.1:8443@10.20.0.2/x", false],
  ])("a credential leaves for %s: %s", (url, expected) => {
    expect(blockedHost(target, url) === undefined).toBe(expected);
  });

  test("a file of known hosts, and fingerprints, name IPv6 addresses with and without a port", () => {
    const key = Buffer.from("AAAAC3NzaC1lZDI1NTE5AAAAIFhoc3Rrc3Rrc3Rrc3Rrc3Rrc3Rrc3Rrc3Rrc3Rrc3Q=", "base64");
    const host = { name: "2001:db8::1", port: 830 };
    for (const name of ["2001:db8::1", "[2001:db8::1]:830", "2001:DB8::1"]) {
      const file = new KnownHosts(`${name} ssh-ed25519 ${key.toString("base64")}\n`);
      expect(keyState(file, host, key)).toBe("known");
      expect(keyState(file, { ...host, name: "2001:db8::2" }, key)).toBe("unknown");
    }
    expect(keyState({ "[2001:db8::1]:830": ["SHA256:other"] }, host, key)).toBe("changed");
    expect(keyState({ "[2001:db8::1]:22": ["SHA256:other"] }, host, key)).toBe("unknown");
  });
});

test.each([
  ["2001:db8::1", true],
  ["2001:DB8::1", false],
  ["2001:db8:0::1", false],
  ["fe80::1%eth0", false],
  ["[2001:db8::1]", false],
  ["2001:db8::1]/x", false],
  ["::", true],
])("the host %s of a device: %s", (host, expected) => {
  const { project: loaded } = loadProject({
    file: { path: "trueup.yaml", text: project("netconf", "{}").replace("2001:db8::/32", "::/0") },
    folder: "/p",
    drivers,
  });
  if (!loaded) throw new Error("the project is in order");
  const text = `target: edge\ndevices:\n  r1: { host: "${host}", hostname: r }\n`;
  const { problems } = load({ project: loaded, files: [{ path: "a.yaml", text }], drivers });
  expect(problems.length === 0).toBe(expected);
});
