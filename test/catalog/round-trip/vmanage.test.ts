/**
 * Round trips of every kind in vManage's catalog. The server is built from another client's facts about the product.
 */

import { describe, expect, test } from "vitest";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { sdwanCodecs } from "../../../src/drivers/rest/codecs/codecs.ts";
import { itemOf, recordOf } from "../../../src/drivers/rest/items.ts";
import { spread, times } from "../../long-forms.ts";
import { chosenKinds } from "./changed-kinds.ts";
import { vmanageLives } from "./lives/vmanage.ts";
import { type PlantedError, plantsEnough, replaced, withError } from "./planted-errors.ts";

const { catalog, names, lifeOf } = vmanageLives;

describe("a kind of vManage's catalog goes round", () => {
  test.for(chosenKinds("vmanage", names, { wanted: times("clientKinds") }))("%s", async (kind) => {
    const { faults, changed } = await lifeOf(kind);
    expect(faults).toEqual([]);
    expect(changed).toBeGreaterThan(0);
  });
});

test("at least 190 kinds can be read and changed, and 42 of them are feature templates", () => {
  const whole = catalog.kinds.filter(
    ({ list, item, update }) => (list ?? item) && typeof update === "object" && !("none" in update),
  );
  expect(whole.length).toBeGreaterThanOrEqual(190);
  expect(whole.filter(({ codec }) => codec === "template")).toHaveLength(42);
});

test("a value of a parcel that is of another type is no value; a variable, and null for its default, are", () => {
  const { schema } = compileCatalog(catalog, {}, { codecs: sdwanCodecs }).byName.get("systemNtp")?.kind ?? {};
  const faults = (server: object) => {
    const read = schema?.safeParse({ name: "Ntp", server: [{ name: "10.0.0.1", ...server }] });
    return read?.error?.issues.map(({ path }) => path.join(".")) ?? [];
  };
  expect(
    faults({ vpn: 512, prefer: true, version: null, sourceInterface: "{{interface}}", key: "{{key}}" }),
  ).toEqual([]);
  expect(faults({ vpn: "512" })).toEqual(["server.0.vpn"]);
  expect(faults({ prefer: "yes" })).toEqual(["server.0.prefer"]);
  expect(faults({ sourceInterface: 1 })).toEqual(["server.0.sourceInterface"]);
  expect(faults({ key: "{{two words}}" })).toEqual(["server.0.key"]);
});

test("a secret of a template may be a variable, which is read as it is declared", () => {
  const bgp = compileCatalog(catalog, {}, { codecs: sdwanCodecs }).byName.get("bgpTemplate");
  if (bgp === undefined) throw new Error("there is no BGP");
  const named = { name: "x", description: "d", deviceTypes: ["vedge-C8000V"] };
  const declared = (password: unknown) =>
    bgp.kind.schema.safeParse({
      ...named,
      ipv4Neighbors: [{ address: "10.0.0.1", remoteAs: "1", password }],
    });
  expect(declared("{{bgp_password}}").success).toBe(true);
  expect(declared("in the clear").success).toBe(false);
  expect([bgp.kind.isVariable?.("{{bgp_password}}"), bgp.kind.isVariable?.("in the clear")]).toEqual([
    true,
    false,
  ]);
  const password = { vipObjectType: "object", vipType: "variableName", vipVariableName: "bgp_password" };
  const address = { vipObjectType: "object", vipType: "constant", vipValue: "10.0.0.1" };
  const neighbor = { vipObjectType: "tree", vipType: "constant", vipValue: [{ address, password }] };
  const own = { templateId: "1", templateName: "x", templateDefinition: { bgp: { neighbor } } };
  const record = recordOf(bgp, {}, own);
  expect(itemOf(bgp, record ?? {}, {})).toMatchObject({
    value: { ipv4Neighbors: [{ address: "10.0.0.1", password: "{{bgp_password}}" }] },
    setSecrets: ["/ipv4Neighbors/10.0.0.1/password"],
  });
});

test("of the values of parcels nearly all have a type", () => {
  const parcels = catalog.kinds.filter(({ codec }) => codec === "parcel");
  const count = (text: string) => JSON.stringify(parcels).split(text).length - 1;
  const typed = count('"type":"integer"') + count('"type":"boolean"') + count('"type":"string"');
  expect(count('"support":"assumed"')).toBeGreaterThan(2000);
  expect(typed).toBeGreaterThan(2000);
});

const errors: readonly PlantedError[] = [
  {
    name: "a parcel's value that does not say of which sort it is",
    kind: "systemBanner",
    change: replaced(',"codec":"parcel"', ""),
  },
  {
    name: "a parcel's value that stands elsewhere",
    kind: "systemNtp",
    change: replaced('"wire":"data.leader"', '"wire":"data.master"'),
  },
  {
    name: "the profile of another sort",
    kind: "policyGroup",
    change: replaced('"type":"application-priority"', '"type":"sse"'),
  },
  {
    name: "the id of a profile by the name that a create has for it",
    kind: "transportProfile",
    change: replaced('"id":"profileId"', '"id":"id"'),
  },
  {
    name: "a path that the product does not have",
    kind: "colorList",
    change: replaced("/list/color", "/list/colour"),
  },
  {
    name: "records in another field",
    kind: "siteList",
    change: replaced('"items":"data"', '"items":"items"'),
  },
  { name: "an id by another name", kind: "vpnList", change: replaced('"listId"', '"id"') },
  {
    name: "a name by another name",
    kind: "zoneList",
    change: replaced('"name":{', '"name":{"wire":"title",'),
  },
  {
    name: "the type of another list",
    kind: "portList",
    change: replaced('"type":"port"', '"type":"protocol"'),
  },
  { name: "an update by another method", kind: "asPathList", change: replaced('"PUT"', '"PATCH"') },
  {
    name: "an update of what differs alone",
    kind: "tlocList",
    change: replaced('"send":"known"', '"send":"changed"'),
  },
  {
    name: "a number that goes as a number",
    kind: "ipv4PrefixList",
    change: replaced('"asText":true', '"asText":false'),
  },
  {
    name: "a field by another name",
    kind: "regionList",
    change: replaced('"regionId":{', '"regionId":{"wire":"region",'),
  },
  {
    name: "a value that the product does not know",
    kind: "colorList",
    change: replaced('"default"', '"Default"'),
  },
  {
    name: "a removal of something else",
    kind: "domainList",
    change: replaced("DELETE /template/policy/list/localdomain", "DELETE /template/policy/list/domain"),
  },
];

plantsEnough(errors);
test.for(spread(errors, times("plantedInClients")))("is noticed: $name", async (error) => {
  expect((await lifeOf(error.kind, withError(catalog, error))).faults).not.toEqual([]);
});
