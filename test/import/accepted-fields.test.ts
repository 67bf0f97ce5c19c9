/** Which parts of a live value can be declared, for kinds of catalogs, and which settings exclude each other. */

import { expect, test } from "vitest";
import { compileCatalog } from "../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { accepted } from "../../src/import/accepted-fields.ts";
import type { Json } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import { catalogsIn } from "../../src/project/catalogs.ts";

function taken(name: string, value: Json, product = "fmc", references = false) {
  const kind = compileCatalog(catalogsIn().read(product)).byName.get(name)?.kind;
  if (!kind) throw new Error(`no kind ${name}`);
  const repeatsSecret = (part: Json) => JSON.stringify(part).includes("automation");
  return accepted(kind, { key: "own", value, scope: {}, repeatsSecret, references });
}

const metadata = { lastUser: { name: "automation" } };

test("what a kind does not know is no field, though the name of the credential's user is in it", () => {
  expect(taken("host", { name: "dns", value: "10.0.0.1", metadata })).toEqual({
    value: { name: "dns", value: "10.0.0.1" },
    dropped: [{ path: ["metadata"] }],
  });
});

test("a field that repeats a secret is left out, and the reason is told", () => {
  expect(taken("host", { name: "dns", value: "10.0.0.1", description: "by automation", metadata })).toEqual({
    value: { name: "dns", value: "10.0.0.1" },
    dropped: [
      {
        path: ["description"],
        reason: "description contains a secret, and trueup never writes secrets into files",
      },
      { path: ["metadata"] },
    ],
  });
});

test("what is needed and no reply shows is said so, in words for people", () => {
  const keys = [{ keyId: 1, authString: { cryptoEncryptionType: "PLAINTEXT" } }];
  expect(taken("keyChain", { name: "ospf", keys, metadata })).toEqual({
    refused:
      "`keys.0.authString` needs `cryptoKeyString`, which no reply shows: import with `--secrets` to declare it by reference",
  });
  expect(taken("host", { name: "dns", value: 5 })).toEqual({ refused: "`value` must be text, not a number" });
});

test("secrets that are needed have a stand-in where references are asked for, at any depth", () => {
  const keys = [1, 2].map((keyId) => ({ keyId, authString: { cryptoEncryptionType: "PLAINTEXT" } }));
  const found = taken("keyChain", { name: "ospf", keys }, "fmc", true);
  const places = ["/keys/0/authString/cryptoKeyString", "/keys/1/authString/cryptoKeyString"];
  expect(found).toMatchObject({ needed: places });
  expect("value" in found && places.map((path) => at(found.value, path))).toEqual(
    Array(2).fill({ secret: expect.stringMatching(/^env:/) }),
  );
});

test("words that are near to a known one are told, those that are not are taken as they are", () => {
  const rules = [
    { policy: "deny", protocol: "igmp", srcCidr: "Any", destCidr: "Any" },
    { policy: "deny", protocol: "47", srcCidr: "Any", destCidr: "Any" },
  ];
  expect(taken("applianceL3FirewallRules", { rules }, "meraki")).toMatchObject({
    value: { rules: [{ protocol: "igmp" }, { protocol: "47" }] },
    dropped: [],
    unknownWords: ["igmp"],
  });
});

test("what is only warned of is taken as it is", () => {
  const value = { name: "dns", value: "10.0.0.1", description: " by hand " };
  expect(taken("host", value)).toEqual({ value, dropped: [] });
});

test("members of elements that a kind does not know are left out once for all, and the list stays", () => {
  const rule = { policy: "deny", protocol: "tcp", srcCidr: "Any", destCidr: "10.0.0.0/8" };
  const rules = [
    { ...rule, ruleId: "1", hits: 7 },
    { ...rule, ruleId: "2" },
  ];
  expect(taken("applianceL3FirewallRules", { rules }, "meraki")).toMatchObject({
    value: {
      rules: [
        { policy: "deny", protocol: "tcp" },
        { policy: "deny", protocol: "tcp" },
      ],
    },
    dropped: [{ path: ["rules", "*", "ruleId"] }, { path: ["rules", "*", "hits"] }],
  });
  const wrong = [...rules, { ...rule, policy: 5 }];
  expect(
    taken("applianceL3FirewallRules", { rules: wrong, syslogDefaultRule: true }, "meraki"),
  ).toMatchObject({
    value: { syslogDefaultRule: true },
    dropped: [...Array(2).fill({}), { path: ["rules"] }],
  });
});

test("where one element takes its list, the element and its field are named", () => {
  const rules = [
    { name: "plain", action: "ALLOW" },
    { name: "odd", action: "ALLOW", sourceZones: 5 },
  ];
  expect(taken("accessRules", { rules })).toEqual({
    refused:
      "odd → sourceZones: `rules.1.sourceZones` must be a map, not a number; therefore `rules` is not declared at all",
  });
});
