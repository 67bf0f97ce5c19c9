/**
 * RESTCONF: the only GET that the specification shows, PUT of the whole hierarchy, and what devices may do differently.
 */

import { expect, test } from "vitest";
import { failing, holding, holds, stillFails } from "./rows.ts";
import type { Fields, Heard } from "./servers/http.ts";
import { type RestconfSwitches, restconf } from "./servers/restconf.ts";
import { asDeclared, type StagedRow, staged, writesOf } from "./staged.ts";

const primary = { address: "10.1.1.1", mask: "255.255.255.0" };
const native = {
  hostname: "r1",
  interface: {
    GigabitEthernet: [
      { name: "1/0/1", description: "uplink", ip: { address: { primary } }, mtu: 9000 },
      { name: "1/0/2", description: "spare" },
    ],
  },
  banner: { motd: "keep out" },
};
const base = "/10.0.0.1/restconf/data/Vendor-native:native";
const one = `${base}/interface/GigabitEthernet=1%2F0%2F1`;

const subject = (switches: Partial<RestconfSwitches>, declared: Fields, settings: Fields = {}) => ({
  served: restconf({ native, ...switches }),
  target: { interface: "restconf" as const, hosts: ["10.0.0.0/8"], settings },
  path: "/{host}",
  desired: { devices: { r1: { host: "10.0.0.1", ...declared } } },
});
const gets = (heard: readonly Heard[]) => heard.filter(({ method }) => method === "GET");
const described = (description: string) => ({ interfaces: { "GigabitEthernet 1/0/1": { description } } });
const address = "deviceInterface/r1.GigabitEthernet 1/0/1";

/** Rows for a device that supports only the reads in the specification: single interfaces by name, and no container. */
const byName: readonly StagedRow[] = [
  ...[404, 405].map(
    (unserved): StagedRow => ({
      name: `an interface by its name alone, ${unserved} for all else`,
      reason: "GET …/interface/GigabitEthernet=<interface_name> is the only read that is shown",
      subject: subject({ reads: "interfaces", unserved }, described("uplink")),
      check: ({ plan, planned }) => {
        expect(plan).toEqual(asDeclared);
        expect(gets(planned).map(({ path }) => path)).toContain(one);
      },
    }),
  ),
  {
    name: "an interface by its name alone is changed",
    reason: "what is read by its resource can be written by it",
    subject: subject({ reads: "interfaces" }, described("annex")),
    check: ({ plan, applied, outcomes }) => {
      expect(plan.updates).toEqual([address]);
      expect(writesOf(applied).map(({ path }) => path)).toEqual([one]);
      expect(outcomes).toEqual({ [address]: "applied" });
    },
  },
  {
    name: "interface and hostname by their resources alone",
    reason: "the hostname leaf has a resource path of its own",
    subject: subject({ reads: "interfaces and hostname" }, { ...described("uplink"), hostname: "r1" }),
    check: ({ plan }) => expect(plan).toEqual(asDeclared),
  },
  {
    name: "an interface that its own resource does not have",
    reason: "404 for one interface, where another was read: absent, and RESTCONF creates none",
    subject: subject(
      { reads: "interfaces" },
      {
        interfaces: {
          "GigabitEthernet 1/0/1": { description: "uplink" },
          "GigabitEthernet 1/0/9": { description: "x" },
        },
      },
    ),
    check: ({ plan, applied }) => {
      expect(plan.unknown).toEqual({});
      expect(plan.unwritable).toEqual(["deviceInterface/r1.GigabitEthernet 1/0/9"]);
      expect(writesOf(applied)).toEqual([]);
    },
  },
];

const shown: readonly StagedRow[] = [
  {
    name: "reads ask for application/yang-data+json",
    reason: "RESTCONF reads send that Accept",
    subject: subject({}, described("uplink")),
    check: ({ plan, planned }) => {
      expect(plan).toEqual(asDeclared);
      for (const { headers } of gets(planned)) expect(headers.accept).toContain("application/yang-data+json");
    },
  },
  {
    name: "PUT carries the whole hierarchy, and what is not declared",
    reason: "400 when the hierarchy is incomplete; PUT replaces the target in full",
    subject: subject({}, described("annex")),
    check: ({ applied, outcomes }) => {
      const [put] = writesOf(applied);
      expect(put).toMatchObject({ method: "PUT", path: one });
      expect(put?.headers["content-type"]).toBe("application/yang-data+json");
      const entry = { name: "1/0/1", description: "annex", ip: { address: { primary } }, mtu: 9000 };
      expect(JSON.parse(put?.body ?? "")).toEqual({
        "Vendor-native:native": { interface: { GigabitEthernet: [entry] } },
      });
      expect(outcomes).toEqual({ [address]: "applied" });
    },
  },
  {
    name: "PUT to the path of the hostname leaf",
    reason: "the same resource path, or the path of the hostname leaf",
    subject: subject({}, { hostname: "r2" }),
    check: ({ applied, outcomes }) => {
      const [put] = writesOf(applied);
      expect(put).toMatchObject({ method: "PUT", path: `${base}/hostname` });
      expect(JSON.parse(put?.body ?? "")).toEqual({ "Vendor-native:native": { hostname: "r2" } });
      expect(outcomes).toEqual({ "deviceHostname/r1": "applied" });
    },
  },
  {
    name: "an address and its mask are written where the table has them",
    reason: "ip.address.primary.address and ip.address.primary.mask",
    subject: subject(
      {},
      { interfaces: { "GigabitEthernet 1/0/2": { ip: { address: "10.2.0.1", mask: "255.255.255.0" } } } },
    ),
    check: ({ applied }) => {
      const entry = {
        name: "1/0/2",
        description: "spare",
        ip: { address: { primary: { address: "10.2.0.1", mask: "255.255.255.0" } } },
      };
      expect(JSON.parse(writesOf(applied)[0]?.body ?? "")).toEqual({
        "Vendor-native:native": { interface: { GigabitEthernet: [entry] } },
      });
    },
  },
  {
    name: "what does not exist is not put",
    reason: "a PUT to a resource that does not exist returns 404",
    subject: subject({}, { interfaces: { "GigabitEthernet 1/0/9": { description: "x" } } }),
    check: ({ plan, applied }) => {
      expect(plan.unwritable).toEqual(["deviceInterface/r1.GigabitEthernet 1/0/9"]);
      expect(writesOf(applied)).toEqual([]);
    },
  },
];

const rows = [...byName, ...shown];
const isTrue = staged(rows);

test.each(holding("restconf", rows))("a device is read and written by its resources: %s", holds(isTrue));

test.each(failing("restconf", rows))("open, %s: %s", stillFails(isTrue));
