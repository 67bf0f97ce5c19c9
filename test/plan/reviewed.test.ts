/** Which changes count as reviewed: those that a reviewed plan has with the same values, and no others. */

import { expect, test } from "vitest";
import { type ReviewedChange, unreviewed } from "../../src/plan/reviewed.ts";
import { absent, present } from "../properties/compared.ts";
import { network, organization } from "../properties/declared.ts";
import { planOf } from "../properties/planned.ts";

const address = "cloud/network/berlin";
const declared = [organization("Acme"), network("berlin", { name: "Berlin", tags: ["new"] })];
const acme = { "cloud/organization/Acme": present({}, { id: "o1" }) };
const update = planOf({
  desired: declared,
  live: { ...acme, [address]: present({ name: "Berlin", tags: ["old"] }, { id: "n1" }) },
}).changes;
const create = planOf({ desired: declared, live: { ...acme, [address]: absent } }).changes;
const scope = create.flatMap((change) => (change.action === "create" ? [change.desired.scope] : []))[0];
const field = { path: "/tags", desired: ["new"], live: ["old"] };
const updated: ReviewedChange = { action: "update", address, scope, differences: [field] };
const created: ReviewedChange = {
  action: "create",
  address,
  scope,
  desired: { name: "Berlin", tags: ["new"] },
};

test("an update with the same fields, declared and live, is reviewed; so is a create with the same value", () => {
  expect(update.map(({ action }) => action)).toEqual(["update"]);
  expect(create.map(({ action }) => action)).toEqual(["create"]);
  expect(unreviewed(update, [updated])).toEqual([]);
  expect(unreviewed(create, [updated, created])).toEqual([]);
});

test.each<[string, ReviewedChange]>([
  ["of another address", { ...updated, address: "cloud/network/paris" }],
  ["in another place", { ...updated, scope: { organization: "Globex" } }],
  ["that names no place", { ...updated, scope: undefined }],
  ["that was a create", created],
  ["to another value", { ...updated, differences: [{ ...field, desired: ["newer"] }] }],
  ["from another value", { ...updated, differences: [{ ...field, live: ["older"] }] }],
  ["from nothing", { ...updated, differences: [{ path: "/tags", desired: ["new"] }] }],
  ["of a field more", { ...updated, differences: [field, { path: "/name", desired: "Berlin" }] }],
  ["of another field", { ...updated, differences: [{ ...field, path: "/notes" }] }],
  ["of no field", { ...updated, differences: [] }],
])("a reviewed change %s approves nothing", (_, reviewed) => {
  expect(unreviewed(update, [reviewed])).toEqual(update);
});

test("nothing is reviewed where there is no plan", () => {
  expect(unreviewed(update, [])).toEqual(update);
});
