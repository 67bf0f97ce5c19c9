/** NETCONF: `<get>` as the specification shows it, filters, both framings, and devices that omit defaults. */

import { beforeAll, expect, test } from "vitest";
import { type DeviceSwitches, vendor } from "./netconf/device.ts";
import { type ListeningDevice, listenNetconf } from "./netconf/server.ts";
import { type Element, element } from "./netconf/xml.ts";
import { type PlannedTarget, plannedOf, planOf } from "./plan.ts";
import { type Ended, project, type TargetEntry } from "./project.ts";
import { failing, holding, holds, type Row, stillFails } from "./rows.ts";
import type { Fields } from "./servers/http.ts";

interface DeviceRow extends Row {
  readonly device?: Partial<DeviceSwitches>;
  readonly settings?: Fields;
  /** The declarations of the device, in addition to its host. */
  readonly declared: Fields;
  /** Checks the content of the plan, and the operations that were sent. */
  readonly check: (seen: Seen) => void;
}

interface Seen {
  readonly plan: PlannedTarget;
  readonly server: ListeningDevice;
  /** The operations that the device received before the apply. */
  readonly read: readonly Element[];
}

const leaf = (name: string, text: string) => element(name, vendor, text);
const node = (name: string, ...children: readonly Element[]) => element(name, vendor, children);

/** The configuration of every device in these tests: two interfaces and a logging level. All of it was set by hand. */
const config = [
  node(
    "native",
    leaf("hostname", "r1"),
    node(
      "interface",
      node("GigabitEthernet", leaf("name", "1/0/1"), leaf("description", "uplink")),
      node("GigabitEthernet", leaf("name", "1/0/2"), leaf("description", "spare")),
    ),
    node("logging", leaf("level", "informational"), leaf("buffered", "8192")),
    node("banner", leaf("motd", "keep out")),
  ),
];

const state = [
  node(
    "native",
    node("interface", node("GigabitEthernet", leaf("name", "1/0/1"), leaf("oper-status", "up"))),
  ),
];
const defaults = { "/native/logging/level": "informational", "/native/logging/buffered": "4096" };
const atDefaults = [
  node(
    "native",
    leaf("hostname", "r1"),
    node("interface", node("GigabitEthernet", leaf("name", "1/0/1"), leaf("description", "uplink"))),
    node("logging", leaf("level", "informational"), leaf("buffered", "4096")),
  ),
];

const asItIs = { hostname: "r1", interfaces: { "GigabitEthernet 1/0/1": { description: "uplink" } } };
const logging = { config: { "/Vendor-native:native/logging": { level: "informational" } } };
const asDeclared = ({ plan }: Seen) =>
  expect(plan).toEqual({ creates: [], updates: [], removes: [], unwritable: [], unknown: {} });
const notAbsent = ({ plan }: Seen) => {
  expect(plan.creates).toEqual([]);
  expect(plan.updates).toEqual([]);
};
const asked = ({ read }: Seen) => read.map(({ name }) => name).filter((name) => name.startsWith("get"));

const rows: readonly DeviceRow[] = [
  {
    name: "is read with <get>",
    reason: "the specification shows <get>, and no other read",
    declared: asItIs,
    check: (seen) => {
      asDeclared(seen);
      expect(asked(seen)).toContain("get");
      expect(asked(seen)).not.toContain("get-config");
    },
  },
  {
    name: "a device that serves <get> alone is read",
    reason: "a minimal device is one that has what the specification shows",
    device: { reads: ["get"] },
    declared: asItIs,
    check: asDeclared,
  },
  {
    name: "a device that serves <get> alone is read where the setting says so",
    reason: "both reads are a setting",
    device: { reads: ["get"] },
    settings: { read: "get" },
    declared: asItIs,
    check: asDeclared,
  },
  {
    name: "a device that serves <get-config> alone is read where the setting says so",
    reason: "both reads are a setting",
    device: { reads: ["get-config"] },
    settings: { read: "get-config" },
    declared: asItIs,
    check: asDeclared,
  },
  {
    name: "state that <get> shows besides is no difference",
    reason: "what is declared is compared, and state is not declared",
    device: { state },
    settings: { read: "get" },
    declared: asItIs,
    check: asDeclared,
  },
  {
    name: "a filter goes along and names what is declared",
    reason: "a filter that omits the path of an element leaves it out of the reply",
    declared: { interfaces: { "GigabitEthernet 1/0/2": { description: "spare" } } },
    check: (seen) => {
      asDeclared(seen);
      const texts = seen.server.heard.map(({ text }) => text).filter((text) => /<(?:\w+:)?get/.test(text));
      expect(texts.some((text) => text.includes("1/0/2"))).toBe(true);
      expect(texts.every((text) => /filter/.test(text) && !text.includes("banner"))).toBe(true);
    },
  },
  {
    name: "a device of base 1.0 without chunks",
    reason: "RFC 6242: the old framing where one side does not know base:1.1",
    device: { only10: true },
    declared: asItIs,
    check: asDeclared,
  },
  {
    name: "a difference is found and written",
    reason: "device configuration can be read, compared, and set",
    declared: { interfaces: { "GigabitEthernet 1/0/2": { description: "annex" } } },
    check: ({ plan, server }) => {
      expect(plan.updates).toEqual(["deviceInterface/r1.GigabitEthernet 1/0/2"]);
      expect(JSON.stringify(server.device.running)).toContain("annex");
      expect(JSON.stringify(server.device.running)).toContain("keep out");
    },
  },
  {
    name: "a difference is written through the candidate",
    reason: "RFC 6241: candidate and commit where the device has them",
    device: { candidate: true },
    declared: { interfaces: { "GigabitEthernet 1/0/2": { description: "annex" } } },
    check: ({ server }) => expect(JSON.stringify(server.device.running)).toContain("annex"),
  },
  {
    name: "report-all: a default that is reported is as declared",
    reason: "RFC 6243: the device shows defaults like all other values",
    device: { config: atDefaults, defaults, withDefaults: { basic: "report-all" } },
    declared: logging,
    check: asDeclared,
  },
  {
    name: "report-all: defaults that nobody declares are no difference",
    reason: "what is not declared is not managed",
    device: { defaults, withDefaults: { basic: "report-all" } },
    declared: asItIs,
    check: asDeclared,
  },
  {
    name: "trim, and report-all on demand: a declared default is as declared",
    reason: "RFC 6243: what is trimmed can be asked for",
    device: { config: atDefaults, defaults, withDefaults: { basic: "trim", also: ["report-all"] } },
    declared: logging,
    check: asDeclared,
  },
  {
    name: "trim without another mode: a declared default is not taken for absent",
    reason: "a leaf that is missing may be at its default, whatever that is",
    device: { config: atDefaults, defaults, withDefaults: { basic: "trim" } },
    declared: logging,
    check: notAbsent,
  },
  {
    name: "trim without another mode: one of two leaves at its default is not taken for absent",
    reason: "a leaf that is missing may be at its default, whatever that is",
    device: { defaults, withDefaults: { basic: "trim" } },
    declared: { config: { "/Vendor-native:native/logging": { level: "informational", buffered: "8192" } } },
    check: notAbsent,
  },
  {
    name: "with-defaults is not asked of a device that does not announce it",
    reason: "RFC 6243: a device without the capability refuses the parameter",
    declared: logging,
    check: (seen) => {
      asDeclared(seen);
      expect(seen.server.heard.filter(({ text }) => text.includes("with-defaults"))).toEqual([]);
    },
  },
];

const seen = new Map<string, Seen>();
let ends: { readonly planned: Ended; readonly applied: Ended };

beforeAll(async () => {
  const servers = await Promise.all(rows.map(({ device }) => listenNetconf({ config, ...device })));
  const targets: Record<string, TargetEntry> = {};
  const desired: Record<string, Fields> = {};
  rows.forEach(({ settings, declared }, at) => {
    const { port = 0, hostKey = "" } = servers[at] ?? {};
    targets[`t${at}`] = {
      interface: "netconf",
      url: `ssh://{host}:${port}`,
      hosts: ["127.0.0.0/8"],
      settings: { hostKeys: { [`127.0.0.1:${port}`]: hostKey }, ...settings },
    };
    desired[`t${at}`] = { devices: { r1: { host: "127.0.0.1", ...declared } } };
  });
  const made = project(targets, desired);
  const planned = await made.trueup(["plan", "--format", "json"]);
  const reads = servers.map(({ heard }) => heard.map(({ operation }) => operation));
  const applied = await made.trueup(["apply", "--yes"]);
  ends = { planned, applied };
  const plan = planOf(planned);
  rows.forEach(({ name }, at) => {
    const server = servers[at];
    if (server) seen.set(name, { plan: plannedOf(plan, `t${at}`), server, read: reads[at] ?? [] });
  });
  return () => {
    made.remove();
    for (const each of servers) each.close();
  };
});

function isTrue({ name, check }: DeviceRow): void {
  const one = seen.get(name);
  if (one === undefined) throw new Error(`nothing was seen of ${name}: ${ends.planned.err}`);
  check(one);
}

test.each(holding("netconf", rows))("what a device has is read as it is: %s", holds(isTrue));

test.each(failing("netconf", rows))("open, %s: %s", stillFails(isTrue));
