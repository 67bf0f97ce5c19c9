/**
 * Round trips of every kind in Intersight's catalog. The server is the simulator's mode `intersight`, which does not
 * use the catalog.
 */

import { describe, expect, test } from "vitest";
import { times } from "../../long-forms.ts";
import { chosenKinds } from "./changed-kinds.ts";
import { intersightLives } from "./lives/intersight.ts";
import { type PlantedError, plantsEnough, replaced, withError } from "./planted-errors.ts";

const { catalog, names, lifeOf } = intersightLives;

describe("a kind of Intersight's catalog goes round", () => {
  test.each(chosenKinds("intersight", names, { wanted: times("servers") }))("%s", async (kind) => {
    const { faults, changed } = await lifeOf(kind);
    expect(faults).toEqual([]);
    expect(changed).toBeGreaterThan(0);
  });
});

test("there are profiles, and more than the twenty most used policies", () => {
  const kinds = (word: string) =>
    catalog.kinds.filter(({ section }) => section.startsWith(`${word}.`)).length;
  expect(kinds("policies")).toBeGreaterThanOrEqual(21);
  expect(kinds("profiles")).toBeGreaterThanOrEqual(4);
});

const errors: readonly PlantedError[] = [
  { name: "a path in the singular", kind: "ntpPolicy", change: replaced("/ntp/Policies", "/ntp/Policy") },
  {
    name: "records in another field",
    kind: "sshPolicy",
    change: replaced('"items":"Results"', '"items":"results"'),
  },
  {
    name: "an update that replaces",
    kind: "powerPolicy",
    change: replaced('"method":"PATCH"', '"method":"PUT"'),
  },
  { name: "a field in another case", kind: "virtualKvmPolicy", change: replaced("RemotePort", "remotePort") },
  {
    name: "a value that the product does not know",
    kind: "thermalPolicy",
    change: replaced('"enum":["', '"enum":["no value of it'),
  },
  {
    name: "objects of no organization",
    kind: "macPool",
    change: replaced(
      '"Organization":{"ObjectType":"organization.Organization","Moid":"{organization}"}',
      '"Name":"x"',
    ),
  },
  {
    name: "a list of another organization",
    kind: "snmpPolicy",
    change: replaced("Organization.Moid eq '{organization}'", "Organization.Moid eq '0'"),
  },
  {
    name: "a reference to another type",
    kind: "imcAccessPolicy",
    change: replaced('"InbandIpPool.ObjectType":"ippool.Pool"', '"InbandIpPool.ObjectType":"macpool.Pool"'),
  },
  {
    name: "a reference as a text",
    kind: "lanConnectivityPolicy",
    change: replaced('"wire":"IqnPool.Moid"', '"wire":"IqnPool"'),
  },
  {
    name: "an element without its type",
    kind: "syslogPolicy",
    change: replaced("syslog.RemoteLoggingClient", "syslog.Remote"),
  },
  {
    name: "another parent's children",
    kind: "vlan",
    change: replaced("EthNetworkPolicy.Moid", "VlanSet.Moid"),
  },
  {
    name: "a child without its parent",
    kind: "vnic",
    change: replaced(
      '"LanConnectivityPolicy":{"ObjectType":"vnic.LanConnectivityPolicy","Moid":"{lanConnectivityPolicy}"}',
      '"Order":1',
    ),
  },
  {
    name: "a host bus adapter of another policy",
    kind: "vhba",
    change: replaced("SanConnectivityPolicy.Moid eq", "LanConnectivityPolicy.Moid eq"),
  },
  { name: "an id by another name", kind: "uuidPool", change: replaced('"id":"Moid"', '"id":"ModTime"') },
  {
    name: "the state of another object",
    kind: "smtpPolicy",
    change: replaced('"ifMatch":"ModTime"', '"ifMatch":"CreateTime"'),
  },
  {
    name: "an action where its state is",
    kind: "serverProfile",
    change: replaced('"readAs":"ConfigContext.ConfigState"', '"readAs":"Action"'),
  },
  {
    name: "a secret that is taken for shown",
    kind: "localUser",
    change: replaced('"access":"writeOnly","secret":"hidden"', '"minLength":1'),
  },
];

plantsEnough(errors);
test.each(errors)("is noticed: $name", async (error) => {
  expect((await lifeOf(error.kind, withError(catalog, error))).faults).not.toEqual([]);
});
