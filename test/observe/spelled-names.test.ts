/**
 * Live names that match a declared name although they differ. The kind's catalog says if names are trimmed, have other
 * capitals, or match by several fields.
 */

import { expect, test } from "vitest";
import { identityForm } from "../../src/catalog/identity-form.ts";
import { kindFile } from "../../src/catalog/schema/kind.ts";
import type { Item } from "../../src/drivers/contract/contract.ts";
import { match } from "../../src/observe/match.ts";
import type { WantedResource } from "../../src/observe/query.ts";
import { network } from "../properties/declared.ts";
import { scripted } from "../properties/scripted.ts";

const [kind] = scripted({}).driver.kinds.filter(({ name }) => name === "network");

const fold = (name: string) => name.trim().toLowerCase();

function wanted(identity: string | undefined, before?: string): WantedResource {
  if (kind === undefined) throw new Error("there is no such kind");
  const resource = network(identity ?? before ?? "", { name: identity ?? before ?? "" });
  return { resource, kind: { ...kind, nameForm: fold }, identity, before, declared: [resource.value] };
}

const item = (identity: string, id: string): Item => ({ kind: "network", identity, id, value: {} });

/** Returns the id or the state of each resource, in order. Also returns the live names that match no resource. */
function matched(all: readonly WantedResource[], items: readonly Item[]) {
  const { of, unclaimed } = match(items, all);
  const seen = all.map(({ resource }) => {
    const one = of.get(resource.address);
    return one?.state === "present" ? one.value.id : one?.state;
  });
  return [...seen, ...unclaimed.map(({ identity }) => identity)];
}

test.each<[string, readonly WantedResource[], readonly Item[], readonly (string | undefined)[]]>([
  ["another spelling is it", [wanted("Guests ")], [item("guests", "1")], ["1"]],
  [
    "and what is called so goes before",
    [wanted("Guests")],
    [item("guests", "1"), item("Guests", "2")],
    ["2", "guests"],
  ],
  [
    "two other spellings are in doubt",
    [wanted("Guests")],
    [item("guests", "1"), item("GUESTS", "2")],
    ["unknown"],
  ],
  ["another name is not it", [wanted("Guests")], [item("Staff", "1")], ["absent", "Staff"]],
  ["one thing is one of two", [wanted("Guests"), wanted("Guests ")], [item("Guests", "1")], ["1", "absent"]],
  ["what is renamed is found by its former name", [wanted("Staff", "Guests")], [item("guests", "1")], ["1"]],
  ["what goes is found", [wanted(undefined, "Guests")], [item("guests", "1")], ["1"]],
])("%s", (_, all, items, seen) => {
  expect(matched(all, items)).toEqual(seen);
});

const words = {
  ...{ kind: "rack", title: "rack", section: "racks", form: "collection", id: "id", list: "/racks" },
  ...{ source: "made up", verified: "assumed" },
};
const fields = {
  name: { type: "string", format: ["trimmed", "ignoreCase"] },
  site: { type: "string" },
  port: { type: "string", format: "decimalText" },
  parent: { type: "string", refersTo: "rack" },
};
const formOf = (more: object) => identityForm(kindFile.parse({ ...words, fields, ...more }));

test("by the format of the name, of each of several, of the key, and of the last name of a path", () => {
  expect(formOf({})?.(" Guests")).toBe("guests");
  expect(formOf({ identity: "site" })).toBeUndefined();
  const several = formOf({ identity: ["site", "port", "name"] });
  expect(several?.("A,020,X%2CY%25")).toBe("A,20,x%2Cy%25");
  expect(formOf({ key: "serial", keySchema: { type: "string", format: "ignoreCase" } })?.("Q2")).toBe("q2");
  expect(formOf({ key: "serial" })).toBeUndefined();
  expect(formOf({ below: "parent" })?.("Site/A%2FB ")).toBe("Site/a%2Fb");
  const { list: _list, id: _id, ...single } = words;
  const file = kindFile.parse({ ...single, fields, form: "singleton", item: "/rack" });
  expect(identityForm(file)).toBeUndefined();
});
