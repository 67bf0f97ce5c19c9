/**
 * Which fields a server may store in another form. Fields that decide, choose, name or hide something are never among
 * them.
 */

import { describe, expect, test } from "vitest";
import { decidesByName, isRemark, kindDecidesByName } from "../../src/catalog/access-words.ts";
import { type DecidingKind, mayDifferIn } from "../../src/catalog/fields/may-differ.ts";
import { drivers } from "../../src/project/drivers.ts";

const fields: DecidingKind["fields"] = {
  name: { type: "string" },
  description: { type: "string" },
  mtu: { type: "integer" },
  ratio: { type: "number" },
  tags: { type: "array", items: { type: "string" } },
  colors: { type: "array", items: { type: "string", enum: ["red"] } },
  enabled: { type: "boolean" },
  size: { type: "string", enum: ["small", "large"] },
  on: { type: "string", values: { true: "yes" } },
  secret: { type: "string", secret: "hidden" },
  site: { type: "string", refersTo: "site" },
  open: { description: "of a type that nobody knows" },
  allowedUrls: { type: "array", items: { type: "string" } },
  spelled: { type: "string", decidesAccess: true },
  accessNote: { type: "string", decidesAccess: false },
  map: { type: "object", additionalProperties: { type: "integer" } },
  servers: {
    type: "array",
    identity: ["host"],
    items: {
      type: "object",
      properties: { host: { type: "string" }, port: { type: "integer" }, accessRule: { type: "string" } },
    },
  },
  firewall: {
    type: "object",
    properties: { comment: { type: "string" }, port: { type: "integer" } },
  },
};
const kind: DecidingKind = { kind: "thing", title: "thing", form: "collection", fields };

test.each([
  ["description", true],
  ["mtu", true],
  ["ratio", true],
  ["tags", true],
  ["tags 0", true],
  ["map any", true],
  ["servers 0 port", true],
  ["accessNote", true],
  ["firewall comment", true],
  ["name", false],
  ["colors", false],
  ["colors 0", false],
  ["enabled", false],
  ["size", false],
  ["on", false],
  ["secret", false],
  ["site", false],
  ["open", false],
  ["unknown", false],
  ["allowedUrls", false],
  ["spelled", false],
  ["servers 0 host", false],
  ["servers 0 accessRule", false],
  ["firewall port", false],
  ["firewall", false],
  ["", false],
])("%s may be kept in another form: %s", (place, may) => {
  expect(mayDifferIn(kind)(place.split(" "))).toBe(may);
});

describe("a kind", () => {
  test.each<[string, Partial<DecidingKind>, boolean | undefined, boolean]>([
    ["that is called a rule", { kind: "firewallRule" }, undefined, false],
    ["with such a title", { title: "access list" }, undefined, false],
    ["that says it is none", { kind: "firewallRule", decidesAccess: false }, undefined, true],
    ["that says it decides", { decidesAccess: true }, undefined, false],
    ["of a product that decides", {}, true, false],
    ["of such a product that says otherwise", { decidesAccess: false }, true, true],
    ["that could lock users out", { lockout: ["*"] }, undefined, false],
    ["that could by this field", { lockout: ["mtu"] }, undefined, false],
    ["that is matched by this field", { identity: "mtu" }, undefined, false],
    ["that is matched by it and another", { identity: ["name", "mtu"] }, undefined, false],
    ["that is matched by the first that it has", { identity: { first: ["mtu", "name"] } }, undefined, false],
    ["with it as its key", { key: "mtu" }, undefined, false],
    ["of which every object is one", { codec: "anyObject" }, undefined, false],
  ])("%s", (_, more, ofProduct, may) => {
    expect(mayDifferIn({ ...kind, ...more }, ofProduct)(["mtu"])).toBe(may);
  });

  test("that decides has remarks all the same", () => {
    expect(mayDifferIn({ ...kind, decidesAccess: true })(["description"])).toBe(true);
  });

  test("without names has no identity in one, where its key or its place is that", () => {
    expect(mayDifferIn({ ...kind, form: "singleton" })(["name"])).toBe(true);
    expect(mayDifferIn({ ...kind, key: "number" })(["name"])).toBe(true);
  });
});

test("names are read word by word", () => {
  expect(
    ["accessVlan", "ACLs", "allowedVlans", "ruleSet", "baseAction", "siteId", "users"].map(decidesByName),
  ).toEqual(Array.from({ length: 7 }, () => true));
  expect(["vlanId", "mtu", "accessory", "filterless", "routerIds"].map(decidesByName)).toEqual([
    ...[false, false, false, false, false],
  ]);
  expect(["comment", "remarks", "Notes", "description"].every(isRemark)).toBe(true);
  expect(["commentRule", "name"].some(isRemark)).toBe(false);
  expect(kindDecidesByName({ kind: "prefixList", title: "prefixes" })).toBe(true);
});

/** Matches the names of fields that filter, admit or encrypt, in the words of the vendors of all products. */
const deciding =
  /acl|accesslist|accessrule|firewall|(?<!ad)natRules|contract|filter|prefixlist|vpn|radius|credential/i;

test("no kind of any product that filters or lets in may be kept in another form, but for its remarks", () => {
  const wrong: string[] = [];
  let seen = 0;
  for (const driver of drivers)
    for (const product of driver.products ?? [])
      for (const one of driver.dialects[product]?.kinds ?? []) {
        if (!deciding.test(one.name)) continue;
        seen += 1;
        for (const name of ["action", "policy", "srcCidr", "value", "rules", "entries", "subnets", "address"])
          if (one.mayDiffer?.([name]) || one.mayDiffer?.([name, "0", "destCidr"]))
            wrong.push(`${one.name} ${name}`);
      }
  expect(seen).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});
