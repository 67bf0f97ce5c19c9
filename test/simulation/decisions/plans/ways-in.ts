/**
 * Draws trees in which it is known which leaves a management path of the device depends on. The guard must find changes
 * of exactly these leaves.
 */

import type { Change } from "../../../../src/model/change.ts";
import type { Resource } from "../../../../src/model/desired.ts";
import type { Json } from "../../../../src/model/json.ts";
import type { GuardFinding } from "../../../../src/model/plan/guard.ts";
import type { Step } from "../../../../src/model/plan/step.ts";
import { lockout } from "../../../../src/plan/guards/lockout.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick } from "../../draw.ts";
import { treeOf } from "../truth.ts";

/** The name or address by which trueup reaches a device, and the address of one of its interfaces. */
interface Host {
  readonly host: string;
  readonly address: string;
}

const hosts: readonly [Host, ...Host[]] = [
  { host: "10.0.0.1", address: "10.0.0.1" },
  { host: "10.0.0.1", address: "10.0.0.1/24" },
  { host: "edge.example.net", address: "192.0.2.7" },
  { host: "edge.example.net", address: "2001:db8::7" },
];

/** The device and the action for which a part is drawn. */
interface Asked extends Host {
  readonly action: Change["action"];
}

/** A leaf with its values. `leadsIn` is true if a management path depends on the leaf. */
interface Leaf {
  readonly path: string;
  readonly desired: Json | undefined;
  readonly live: Json | undefined;
  readonly leadsIn: boolean;
}

/** Parts of a tree by path. `leadsIn` is true if a management path depends on the part. */
const parts: readonly (readonly [path: string, leadsIn: boolean])[] = [
  ["/ip/http/server", true],
  ["/ip/ssh/version", true],
  ["/ip/default-gateway", true],
  ["/ip/domain/name", false],
  ["/ip/name-server/first", false],
  ["/aaa/new-model", true],
  ["/tacacs/server", true],
  ["/radius/server", true],
  ["/line/vty/transport", true],
  ["/line/console/speed", false],
  ["/ntp/source", false],
  ["/logging/host", false],
  ["/snmp-server/location", false],
  ["/Vendor-web:restconf/on", true],
  ["/netconf-yang/on", true],
];

/** The desired and live values that a leaf can have. */
const fates: readonly [
  readonly [Json | undefined, Json | undefined],
  ...(readonly [Json | undefined, Json | undefined])[],
] = [
  ["a", "a"],
  ["a", "a"],
  ["b", "a"],
  ["b", undefined],
  [undefined, "a"],
  [undefined, undefined],
];

/** A drawn resource of a device. */
interface DrawnPart {
  readonly path: string;
  readonly leaves: readonly Leaf[];
  /** For each list, the leaves that are the keys of its elements, by the path of the list. */
  readonly lists: Resource["lists"];
  /** Returns the desired or the live value of the resource. If absent, the value is the tree of the leaves. */
  readonly whole?: (side: "desired" | "live") => Json;
}

/** Reports changes of management paths that the guard misses, and findings that are wrong. */
export function judgeWaysIn(seed: number, said: (is: boolean) => boolean = (is) => is): readonly string[] {
  const draw = seeded(seed * 16 + 4);
  return Array.from({ length: 4 }, () => judgeOne(draw, said)).flat();
}

function judgeOne(draw: Draw, said: (is: boolean) => boolean): readonly string[] {
  const { host, address } = pick(draw, hosts);
  const action = pick(draw, ["update", "update", "update", "create", "remove"] as const);
  const part = pick(draw, [plain, plain, routes, port, port, ports, ports, inPort])(draw, {
    host,
    address,
    action,
  });
  const ownership = maybe(draw, 0.4) ? "exclusive" : "declared";
  const change = changeOf(part, { host, ownership, action });
  const changes = (leaf: Leaf) => isChanged(leaf, action, ownership === "exclusive");
  // Another scenario covers the creation and removal of an empty tree.
  if (!part.leaves.some(changes)) return [];
  const must = part.leaves.some((leaf) => leaf.leadsIn && changes(leaf));
  const step = { because: [change.address] } as unknown as Step;
  const on = { changes: [change], steps: [step], desired: noResources, facts: new Map() };
  const found: Pick<GuardFinding, "addresses"> | undefined = lockout(on);
  const is = said(found !== undefined);
  const told = found === undefined || found.addresses[0] === change.address;
  const text = `${action} ${ownership} ${part.path} at ${host}: ${JSON.stringify(part.leaves.filter(changes))}`;
  return is === must && told ? [] : [`way in: ${is ? "found" : "missed"}: ${text}`];
}

const noResources = { resources: new Map(), locate: () => undefined };

function isChanged({ desired, live }: Leaf, action: Change["action"], isExclusive: boolean): boolean {
  if (action === "create") return desired !== undefined;
  if (action === "remove") return live !== undefined;
  return desired === undefined ? isExclusive && live !== undefined : desired !== live;
}

function changeOf(
  { path, leaves, lists, whole }: DrawnPart,
  { host, ownership, action }: Pick<Resource, "ownership"> & { host: string; action: Change["action"] },
): Change {
  const isPort = path.startsWith("GigabitEthernet");
  const own = isPort ? { deviceInterface: path } : { deviceConfiguration: path };
  const address = `routers/x/r1.${path}` as const;
  const sideOf = (side: "desired" | "live") =>
    whole?.(side) ??
    treeOf(leaves.flatMap((one) => (one[side] === undefined ? [] : [[one.path, one[side]]])));
  const resource: Resource = {
    ...{
      address,
      target: "routers",
      kind: isPort ? "deviceInterface" : "deviceConfiguration",
      key: `r1.${path}`,
    },
    ...{
      identity: `${host}:${path}`,
      scope: { host, device: "r1", ...own },
      value: sideOf("desired"),
      lists,
    },
    ...{ secrets: [], ownership, protect: false, observed: false },
  };
  const live = { value: sideOf("live") };
  if (action === "create") return { action, address, desired: resource, cause: "pending" };
  if (action === "remove") return { action, address, base: resource, live, cause: "pending" };
  return { action, address, desired: resource, live, differences: [] };
}

function leafAt(draw: Draw, path: string, leadsIn: boolean): Leaf {
  const [desired, live] = pick(draw, fates);
  return { path, desired, live, leadsIn };
}

/** Draws a whole tree, or the part of a tree at one path. */
function plain(draw: Draw): DrawnPart {
  const outer = pick<string>(draw, ["", "/ip", "/line", "/aaa", "/Vendor-web:restconf"]);
  const own = parts.filter(([path]) => path.startsWith(`${outer}/`));
  const leaves = own.map(([path, leadsIn]) => leafAt(draw, path.slice(outer.length), leadsIn));
  return { path: `/Vendor-native:native${outer}`, leaves, lists: {} };
}

/** Draws static routes. A management path depends on the default route. */
function routes(draw: Draw, { action }: Asked): DrawnPart {
  const [list, any] = pick<readonly [string, string]>(draw, [
    ["/ip/route", "0.0.0.0/0"],
    ["/ipv6/route", "::/0"],
    ["/static-routes/static", "0.0.0.0"],
  ]);
  const prefixes = [any, "10.9.0.0/16", "10.8.0.0/16"];
  const leaves = prefixes.map((prefix) => leafAt(draw, `${list}/${prefix}`, prefix === any));
  const whole = (side: "desired" | "live") => {
    const there = leaves.filter((one) => one[side] !== undefined);
    const elements = there.map((one) => ({
      prefix: one.path.slice(`${list}/`.length),
      via: one[side] ?? null,
    }));
    return treeOf([[list, elements]]);
  };
  const isKeyed = maybe(draw, 0.5);
  // A list without keys is replaced as a whole, so entries that are not declared are removed.
  const isLost = (one: Leaf): Leaf =>
    one.desired === undefined && one.live !== undefined ? { ...one, desired: "" } : one;
  return {
    path: "/Vendor-native:native",
    leaves: isKeyed || action === "create" ? leaves : leaves.map(isLost),
    lists: isKeyed ? { [list]: ["prefix"] } : {},
    whole,
  };
}

/** Parts of an interface by path. `leadsIn` is true if a change of the part can lock somebody out. */
const ofPort: readonly (readonly [path: string, leadsIn: boolean])[] = [
  ["/description", false],
  ["/mtu", false],
  ["/shutdown", true],
  ["/vrf/forwarding", true],
  ["/ip/nat", true],
];

interface DrawnPort {
  readonly leaves: readonly Leaf[];
  readonly value: (side: "desired" | "live") => { readonly [name: string]: Json };
}

/** Draws an interface with the host's address, another address, an address from DHCP, or none. */
function portOf(draw: Draw, { host, address, action }: Asked): DrawnPort {
  const drawn = pick(draw, ["own", "other", "dhcp", "dhcpNow", "none"] as const);
  // An interface that is created or removed has only one address.
  const has = drawn === "dhcpNow" && action !== "update" ? "dhcp" : drawn;
  const given = { address: { dhcp: {} } };
  const fixed = { address: { primary: { address: has === "own" ? address : "10.0.9.9", mask: "24" } } };
  const holder = has === "none" ? undefined : has === "dhcp" ? given : fixed;
  const after = has === "dhcpNow" ? given : holder;
  // A host that is a name may stand for any address, and an address from DHCP is unknown. So a change at such an
  // interface may lock somebody out.
  const isWay = has === "own" || has.startsWith("dhcp") || (has === "other" && !/^\d/.test(host));
  const leaves = ofPort.map(([path, leads]) => leafAt(draw, path, leads && isWay));
  const addressed: Leaf = {
    path: "/ip/address",
    desired: has,
    live: has === "dhcpNow" ? "" : has,
    leadsIn: true,
  };
  const value = (side: "desired" | "live") => {
    const own = leaves.flatMap((one) => (one[side] === undefined ? [] : [[one.path, one[side]] as const]));
    const ip = side === "live" ? holder : after;
    return treeOf([...own, ...(ip === undefined ? [] : [["/ip/address", ip.address] as const])]);
  };
  const all = holder === undefined ? leaves : [...leaves, { ...addressed, leadsIn: isWay }];
  return { leaves: all, value };
}

/** Draws a single interface that is declared on its own. */
function port(draw: Draw, of: Asked): DrawnPart {
  const { leaves, value } = portOf(draw, of);
  return { path: "GigabitEthernet 1", leaves, lists: {}, whole: value };
}

/** Draws all interfaces, of one type or of all types, as a part of the tree. */
function ports(draw: Draw, of: Asked): DrawnPart {
  const all = ["1", "2"].map((name) => ({ name, ...portOf(draw, of) }));
  const list = (side: "desired" | "live") => all.map(({ name, value }) => ({ name, ...value(side) }));
  const isInner = maybe(draw, 0.5);
  return {
    path: isInner ? "/Vendor-native:native/interface" : "/openconfig-interfaces:interfaces",
    leaves: all.flatMap(({ leaves }) => leaves),
    lists: isInner ? { "/GigabitEthernet": ["name"] } : { "/interface": ["name"] },
    whole: (side) => ({ [isInner ? "GigabitEthernet" : "interface"]: list(side) }),
  };
}

/** Draws a part of an interface that does not contain the address of the interface. */
function inPort(draw: Draw): DrawnPart {
  const [name, leadsIn] = pick<readonly [string, boolean]>(draw, [
    ["ip", true],
    ["vrf", true],
    ["snmp", false],
    ["storm-control", false],
  ]);
  const leaves = ["/one", "/two"].map((path) => leafAt(draw, path, leadsIn));
  return { path: `/Vendor-native:native/interface/GigabitEthernet=1/${name}`, leaves, lists: {} };
}
