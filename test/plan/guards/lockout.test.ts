/** Lock-out from a device: changes to the path by which trueup reaches the device. */

import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/model/change.ts";
import type { Resource } from "../../../src/model/desired.ts";
import type { Json } from "../../../src/model/json.ts";
import type { Step } from "../../../src/model/plan/step.ts";
import { lockout } from "../../../src/plan/guards/lockout.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const host = "10.20.0.1";

/** Returns an update of a part of a device, from a live to a desired value, with its step. */
function update(of: {
  readonly kind: "deviceConfiguration" | "deviceInterface";
  readonly part: string;
  readonly desired: Json;
  readonly live: Json;
  readonly host?: string;
  readonly lists?: Resource["lists"];
  readonly ownership?: Resource["ownership"];
  readonly differences?: Extract<Change, { action: "update" }>["differences"];
}) {
  const { kind, part, desired: value, live, lists = {}, ownership = "declared", differences = [] } = of;
  const address = `routers/${kind}/r1.${part}` as const;
  const desired: Resource = {
    address,
    target: "routers",
    kind,
    key: `r1.${part}`,
    identity: part,
    scope: { device: "r1", host: of.host ?? host, [kind]: part },
    value,
    secrets: [],
    lists,
    ownership,
    protect: false,
    observed: false,
  };
  const change: Change = { action: "update", address, desired, live: { value: live }, differences };
  const id = `update ${address}`;
  const step: Step = {
    id,
    operation: "update",
    address,
    target: "routers",
    kind,
    because: [address],
    after: [],
    assumed: false,
  };
  const declared = { resources: new Map([[address, desired]]), locate: () => undefined };
  return { changes: [change], steps: [step], desired: declared, facts: new Map() };
}

/** Returns the parts of the management path that a change of configuration touches, or undefined if it touches none. */
const ways = (of: Omit<Parameters<typeof update>[0], "kind">) =>
  lockout(update({ kind: "deviceConfiguration", ...of }))?.message.split(": ")[1];

const ip = (address: string, mask = "255.255.255.0") => ({ ip: { address, mask } });

test("an interface deep inside the configuration that is declared, without the host's address, is not guarded", () => {
  const side = (mtu: number) => ({
    site: { core: { interface: { port: { unit: { ip: { a: { b: { mtu } } } } } } } },
  });
  expect(ways({ part: "/Vendor-native:native", desired: side(9000), live: side(1500) })).toBeUndefined();
});

test("what goes by itself, as another case of a choice, is looked at as what is taken away", () => {
  const part = "/openconfig-interfaces:interfaces";
  const lists = { "/interface": ["name"] };
  const live = { interface: [{ name: "eth0", ipv4: { manual: { address: host }, mtu: 9000 } }] };
  const desired = { interface: [{ name: "eth0", ipv4: { dynamic: { client: "r1" } } }] };
  const set = { path: "/interface/eth0/ipv4/dynamic", cause: "pending", desired: { client: "r1" } } as const;
  const gone = (path: string, value: Json) => ({ path, cause: "pending", live: value }) as const;
  const going = (...more: Parameters<typeof gone>) =>
    ways({ part, desired, live, lists, differences: [set, gone(...more)] });
  expect(going("/interface/eth0/ipv4/manual", { address: host })).toBe("its own interface");
  expect(
    ways({ part: "/x:system", desired: { a: 1 }, live: { a: 1, b: 2 }, differences: [gone("/b", 2)] }),
  ).toBeUndefined();
  const aaa = { part: "/x:system", desired: { local: {} }, live: { aaa: { a: 1 } } };
  expect(ways({ ...aaa, differences: [gone("/aaa", { a: 1 })] })).toBe("AAA");
});

describe("an interface", () => {
  const port = (desired: Json, live: Json, more = {}) =>
    lockout(update({ kind: "deviceInterface", part: "GigabitEthernet 1/0/1", desired, live, ...more }));

  test("that holds the host's address and would get another one is guarded", () => {
    expect(port(ip("10.20.0.2"), ip(host))).toEqual({
      guard: "lockout",
      message:
        "this change could cut trueup off from 10.20.0.1, because it changes the management path: its own interface",
      addresses: ["routers/deviceInterface/r1.GigabitEthernet 1/0/1"],
    });
  });

  test.each<[string, Json, Json, boolean]>([
    ["its mask changes", ip(host, "255.255.0.0"), ip(host), true],
    ["another one gets the host's address", ip(host), ip("10.1.1.1"), true],
    ["one without an address gets it", ip(host), { description: "spare" }, true],
    [
      "only its description changes",
      { description: "a", ...ip(host) },
      { description: "b", ...ip(host) },
      false,
    ],
    ["the address of another interface changes", ip("10.1.1.2"), ip("10.1.1.1"), false],
    ["an address that begins like the host's changes", ip("10.20.0.12"), ip("10.20.0.11"), false],
  ])("%s: guarded %s", (_, desired, live, expected) => {
    expect(port(desired, live) !== undefined).toBe(expected);
  });

  test("in an exclusive tree, the address that nobody declares would go", () => {
    const live = { description: "uplink", ...ip(host) };
    expect(port({ description: "uplink" }, live, { ownership: "exclusive" })).toBeDefined();
    expect(port({ description: "uplink!" }, live)).toBeUndefined();
  });

  test("where the host is a name, every interface with an address is guarded, and only those", () => {
    const named = { host: "r1.example.net" };
    expect(port(ip("10.1.1.2"), ip("10.1.1.1"), named)).toBeDefined();
    expect(
      port({ description: "a", ...ip("10.1.1.1") }, { description: "b", ...ip("10.1.1.1") }, named),
    ).toBe(undefined);
  });
});

describe("configuration by path", () => {
  const part = "/Vendor-native:native";

  test.each<[string, Json, Json, string | undefined]>([
    ["AAA", { "Vendor-aaa:aaa": { group: "a" } }, { "Vendor-aaa:aaa": { group: "b" } }, "AAA"],
    ["a user", { username: [{ name: "a" }] }, { username: [] }, "users"],
    ["vty lines", { line: { vty: [{ first: 0, last: 4 }] } }, { line: { vty: [] } }, "the vty lines"],
    ["the console", { line: { console: [{ first: 1 }] } }, { line: { console: [] } }, undefined],
    ["HTTPS", { ip: { http: { "secure-server": false } } }, { ip: { http: {} } }, "the HTTP server"],
    ["RESTCONF, gone", {}, { restconf: [null] }, undefined],
    ["RESTCONF", { restconf: false }, { restconf: true }, "RESTCONF"],
    ["NETCONF", { "netconf-yang": { port: 22 } }, { "netconf-yang": { port: 830 } }, "NETCONF"],
    ["SSH", { ip: { ssh: { version: "1" } } }, { ip: { ssh: { version: "2" } } }, "SSH"],
    ["the domain", { ip: { domain: { name: "a" } } }, { ip: { domain: { name: "b" } } }, undefined],
    ["NTP", { ntp: { server: ["a"] } }, { ntp: { server: [] } }, undefined],
  ])("%s", (_, desired, live, expected) => {
    expect(ways({ part, desired, live })).toBe(expected);
  });

  test("what an exclusive tree would lose is guarded too", () => {
    expect(ways({ part, desired: {}, live: { restconf: [null] }, ownership: "exclusive" })).toBe("RESTCONF");
  });

  test("a path that ends inside a guarded part is guarded, whatever its module", () => {
    const sides = { desired: { server: true }, live: { server: false } };
    expect(ways({ part: "/Other-native:native/Other-ip:ip/http", ...sides })).toBe("the HTTP server");
    expect(ways({ part: "/Other-native:native/snmp", ...sides })).toBeUndefined();
  });

  test("several parts are all named", () => {
    const desired = { aaa: { model: "new" }, restconf: false };
    const live = { aaa: { model: "old" }, restconf: true };
    expect(ways({ part, desired, live })).toBe("AAA, RESTCONF");
  });
});

describe("the default route", () => {
  const part = "/Vendor-native:native/ip/route";
  const route = (prefix: string, via: string) => ({ prefix, mask: "0.0.0.0", via });
  const other = { prefix: "10.9.0.0", mask: "255.255.0.0", via: "10.0.0.1" };

  test("is guarded, other routes are not", () => {
    const routes = (...list: Json[]) => ({ list });
    const live = routes(route("0.0.0.0", "10.0.0.1"), other);
    const moved = routes(route("0.0.0.0", "10.0.0.9"), other);
    const unmoved = routes(route("0.0.0.0", "10.0.0.1"), { ...other, via: "10.0.0.9" });
    expect(ways({ part, desired: moved, live })).toBe("the default route");
    expect(ways({ part, desired: routes(other), live })).toBe("the default route");
    expect(ways({ part, desired: unmoved, live })).toBeUndefined();
  });

  test("written as a map, likewise", () => {
    const live = { "0.0.0.0/0": { via: "a" }, "10.9.0.0/16": { via: "a" } };
    expect(ways({ part, desired: { "0.0.0.0/0": { via: "b" } }, live })).toBe("the default route");
    expect(ways({ part, desired: { "10.9.0.0/16": { via: "b" } }, live })).toBeUndefined();
  });
});

describe("interfaces by path", () => {
  const part = "/Vendor-native:native/interface";
  const port = (name: string, address: string, more = {}) => ({
    name,
    ip: { address: { primary: address } },
    ...more,
  });
  const keyed = { "/GigabitEthernet": ["name"] };
  const live = { GigabitEthernet: [port("1", host), port("2", "10.1.1.1")] };
  const of = (...declared: Json[]) =>
    ways({ part, lists: keyed, desired: { GigabitEthernet: declared }, live });

  test.each<[string, Json, boolean]>([
    ["shutdown of the one that holds the host's address", { name: "1", shutdown: true }, true],
    ["its VRF", { name: "1", vrf: { forwarding: "mgmt" } }, true],
    ["its description", { name: "1", description: "x" }, false],
    ["shutdown of another one", { name: "2", shutdown: true }, false],
    ["the host's address on another one", port("2", `${host}/24`), true],
  ])("%s: guarded %s", (_, declared, expected) => {
    expect(of(declared)).toBe(expected ? "its own interface" : undefined);
  });

  test("a list without keys is replaced whole: the one that is left out goes", () => {
    const desired = { GigabitEthernet: [port("2", "10.1.1.1")] };
    expect(ways({ part, desired, live })).toBe("its own interface");
    expect(ways({ part, desired: { GigabitEthernet: [port("1", host)] }, live })).toBeUndefined();
  });

  test("other models: interfaces with an address and a prefix length", () => {
    const one = (enabled: boolean) => ({
      interface: [{ name: "e0", enabled, ipv4: { address: `${host}/24` } }],
    });
    expect(ways({ part: "/ietf-interfaces:interfaces", desired: one(false), live: one(true) })).toBe(
      "its own interface",
    );
  });
});

describe("whatever form the model gives it", () => {
  const native = "/Vendor-native:native";
  const own = { ip: { address: { primary: host } } };
  const instance = (name: string, more: Json) => ({ [name]: { description: "x", ...Object(more) } });

  test.each<[string, string, Json, Json]>([
    [
      "interfaces as a map, a presence leaf",
      `${native}/interface`,
      instance("Lo0", { shutdown: [null] }),
      instance("Lo0", own),
    ],
    [
      "interfaces as a map, with another list inside",
      `${native}/interface`,
      instance("Lo0", { subinterfaces: [{ index: 0, enabled: false }] }),
      instance("Lo0", { ...own, subinterfaces: [{ index: 0, enabled: true }] }),
    ],
    ["only a part of an interface, by its path", `${native}/interface/Lo0/shutdown`, [null], {}],
    ["its address through subinterfaces", "/oc-if:interfaces", oc({ enabled: false }), oc({ enabled: true })],
    ["null instead of all interfaces", native, { interface: null }, { interface: instance("Lo0", own) }],
    ["an empty list instead of a list", native, { interface: { Lo: [] } }, { interface: { Lo: [own] } }],
    [
      "an address by DHCP",
      `${native}/interface`,
      { Gi: { shutdown: true } },
      { Gi: { ip: { address: { dhcp: {} } } } },
    ],
    [
      "a client of DHCP",
      `${native}/interface`,
      { Gi: { shutdown: true } },
      { Gi: { ip: { "dhcp-client": { id: 1 } } } },
    ],
    [
      "one of several addresses in a list",
      `${native}/interface`,
      { Gi: { shutdown: true } },
      { Gi: { addresses: ["10.1.1.1", host] } },
    ],
  ])("%s", (_, part, desired, live) => {
    expect(ways({ part, desired, live })).toBe("its own interface");
  });

  test("what stands above the ways in and is replaced by nothing names all that would go", () => {
    const live = { ip: { http: { server: true }, "default-gateway": "10.0.0.1" }, restconf: [null] };
    expect(ways({ part: native, desired: { ip: null, restconf: null }, live })).toBe(
      "the default route, the HTTP server, RESTCONF",
    );
  });

  test.each<[string, string, Json, string]>([
    [
      "an interface in another VRF",
      "/oc:network-instances/network-instance/interfaces",
      [{ id: "Lo0" }],
      "its VRF",
    ],
    ["the key of a TACACS server", `${native}/tacacs`, { server: [{ key: "x" }] }, "AAA"],
    [
      "a user of another model",
      "/ietf-system:system",
      { authentication: { user: [{ name: "a" }] } },
      "users",
    ],
  ])("%s", (_, part, desired, expected) => {
    expect(ways({ part, desired, live: {} })).toBe(expected);
  });

  test("another interface in a map, or its description, is free", () => {
    const part = `${native}/interface`;
    const live = { Lo0: own, Gi1: { description: "a", ip: { address: "10.1.1.1" } } };
    expect(ways({ part, desired: { Gi1: { shutdown: [null] } }, live })).toBeUndefined();
    expect(ways({ part, desired: { Lo0: { description: "b" } }, live })).toBeUndefined();
  });

  test("where the host is a name, an interface with an IPv6 address only is guarded, one with a MAC is not", () => {
    const named = { part: `${native}/interface`, host: "r1.example.net" };
    const six = (enabled: boolean) => ({ e0: { enabled, ipv6: { address: "2001:db8::1/64" } } });
    const mac = (enabled: boolean) => ({ e0: { enabled, mac: "00:11:22:33:44:55" } });
    expect(ways({ ...named, desired: six(false), live: six(true) })).toBe("its own interface");
    expect(ways({ ...named, desired: mac(false), live: mac(true) })).toBeUndefined();
  });
});

/** Returns an interface of a model that keeps addresses in subinterfaces. */
function oc(config: Json): Json {
  const address = [{ ip: host, config: { "prefix-length": 24 } }];
  const subinterface = [{ index: 0, "oc-ip:ipv4": { addresses: { address } } }];
  return { interface: [{ name: "e0", config, subinterfaces: { subinterface } }] };
}

test("a change that no step carries out is not guarded", () => {
  const on = update({ kind: "deviceInterface", part: "p", desired: ip("10.1.1.1"), live: ip(host) });
  expect(lockout({ ...on, steps: [] })).toBeUndefined();
});

test("of several devices, it is said how many", () => {
  const one = update({ kind: "deviceInterface", part: "p", desired: ip("10.1.1.1"), live: ip(host) });
  const two = update({
    kind: "deviceInterface",
    part: "q",
    desired: ip("1.1.1.1"),
    live: ip("h"),
    host: "h",
  });
  const other = update({
    kind: "deviceInterface",
    part: "q",
    desired: ip("10.1.1.1"),
    live: ip("10.20.0.2"),
    host: "10.20.0.2",
  });
  expect(two.changes).toHaveLength(1);
  const both = { ...one, changes: [...one.changes, ...other.changes], steps: [...one.steps, ...other.steps] };
  expect(lockout(both)?.message).toContain("cut trueup off from 2 devices");
});

test("a router of the simulator: its loopback's shutdown is guarded, its other ports' descriptions are not", async () => {
  const { plan } = await stage({
    files: {
      "desired-state/r.yaml": `target: routers
devices:
  rtr-berlin-1:
    host: 10.20.0.1
    interfaces:
      GigabitEthernet 1/0/4: { description: reserved }
    keys: { /Vendor-native:native/interface/Loopback: [name] }
    config:
      /Vendor-native:native/interface/Loopback=0: { name: "0", shutdown: true }
`,
    },
  }).plan();
  expect(plan.steps).toHaveLength(2);
  expect(plan.guards).toMatchObject([
    {
      guard: "lockout",
      addresses: ["routers/deviceConfiguration/rtr-berlin-1./Vendor-native:native/interface/Loopback=0"],
      consent: `lockout@${plan.fingerprint}`,
    },
  ]);
});

test("an interface on which DHCP is switched off, or with other addresses alone, is not guarded", () => {
  const shut = { desired: { Gi: { shutdown: true } }, part: "/Vendor-native:native/interface" };
  expect(ways({ ...shut, live: { Gi: { ip: { "dhcp-client": false } } } })).toBeUndefined();
  expect(ways({ ...shut, live: { Gi: { addresses: ["10.1.1.1", "10.1.1.2"] } } })).toBeUndefined();
});

describe("what is made or removed whole", () => {
  const whole = (action: "create" | "remove", value: Json) => {
    const on = update({ kind: "deviceInterface", part: "Lo0", desired: value, live: value });
    const [own] = on.changes;
    if (own?.action !== "update") throw new Error("It is an update.");
    const { address, desired } = own;
    const change: Change =
      action === "create"
        ? { action, address, desired, cause: "pending" }
        : { action, address, base: desired, live: { value }, cause: "pending" };
    return lockout({ ...on, changes: [change] })?.message.split(": ")[1];
  };

  test.each(["create", "remove"] as const)(
    "%s of the interface with the host's address is guarded",
    (action) => {
      expect(whole(action, ip(host))).toBe("its own interface");
      expect(whole(action, ip("10.1.1.1"))).toBeUndefined();
    },
  );
});

describe("an address by DHCP", () => {
  const native = "/Vendor-native:native/interface";
  const shut = (live: Json) =>
    ways({ part: native, desired: { Gi: { shutdown: true } }, live: { Gi: live } });

  test.each<[string, Json, boolean]>([
    ["is one of an interface, wherever it stands", [{ ip: { address: { dhcp: {} } } }, { mtu: 1 }], true],
    ["beside other facts about the address", { ip: { address: { dhcp: {}, mask: "x" } }, mtu: 1 }, true],
    ["a client", { "dhcp-client": true, mtu: 1 }, true],
    ["a client that is switched off", { "dhcp-client": false, mtu: 1 }, false],
    ["another thing with that name", { relay: { dhcp: {} } }, false],
    ["an address that is none", { address: "dhcp" }, false],
  ])("%s: guarded %s", (_, live, expected) => {
    expect(shut(live) === "its own interface").toBe(expected);
  });
});

test("the address of another interface with more behind its prefix is not the host's", () => {
  const part = "/Vendor-native:native/interface";
  const one = (address: string) => ({ e0: { enabled: true, address } });
  const of = (address: string) => ways({ part, desired: { e0: { enabled: false } }, live: one(address) });
  expect(of(`${host}/24`)).toBe("its own interface");
  expect(of(`${host}/24/1`)).toBeUndefined();
});
