/** The short names of items in hierarchies, and the declarations to which items belong. */

import { describe, expect, test } from "vitest";
import { ShortNames, withDeclaredPaths } from "../../src/import/hierarchy.ts";
import { pathOf } from "../../src/import/paths.ts";
import type { DiscoveredItem } from "../../src/observe/discover.ts";

const site = { name: "site", below: "/parentId", refersTo: { "/parentId": "site" } };

/** An item with this path. Its parent is the item with the path above. */
function item(path: string, kind: object = site): DiscoveredItem {
  const above = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : undefined;
  const value = above === undefined ? {} : { parentId: above };
  return { kind, item: { kind: "site", identity: path, id: path, value } } as unknown as DiscoveredItem;
}

const alike = ["Global", "Global/A", "Global/A/Floor 1", "Global/B", "Global/B/Floor 1"].map((path) =>
  item(path),
);
const floor = alike[2] ?? item("");

describe("a short name", () => {
  test("is unique only if one item of its kind has it", () => {
    const names = new ShortNames(alike);
    expect(names.isOnly(floor, "Floor 1")).toBe(false);
    expect(names.isOnly(floor, "A/Floor 1")).toBe(true);
    expect(names.isOnly(floor, "Floor 2")).toBe(false);
    expect(names.isOnly(item("x", { name: "building", below: "/parentId" }), "A/Floor 1")).toBe(false);
  });

  test("begins with as many names above as it needs", () => {
    const names = new ShortNames(alike);
    expect(names.of(floor)[0]).toBe("A/Floor 1");
    expect(new ShortNames(alike.slice(0, 3)).of(floor)[0]).toBe("Floor 1");
  });
});

describe("a declaration without a parent", () => {
  const declared = new Map([[pathOf(item("Floor 1")), "floor"]]);
  const identities = (found: readonly DiscoveredItem[]) =>
    withDeclaredPaths(found, declared).map((one) => one.item.identity);

  test("is that of the only item of its name", () => {
    expect(identities(alike.slice(0, 3))).toEqual(["Global", "Global/A", "Floor 1"]);
  });

  test("is that of none if two items have its name", () => {
    expect(identities(alike)).toEqual(alike.map((one) => one.item.identity));
  });
});
