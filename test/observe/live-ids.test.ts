/**
 * Live ids are replaced by keys. Each id becomes the key of the resource with this id, of the kind to which the field
 * refers.
 */

import { expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import { inKeys } from "../../src/observe/named-identity.ts";

const resource = { refersTo: { "/tag": "tag" }, value: { tag: "red" } };
const live = { tag: "1" };
const of = (address: Address) => new Map([["1", address]]);

test("an id that two kinds have is the key of the kind that is meant, whichever was read first", () => {
  for (const groups of [
    [of("net/vlan/ten"), of("net/tag/red")],
    [of("net/tag/red"), of("net/vlan/ten")],
  ])
    expect(inKeys(live, resource, { groups, former: new Map() })).toEqual({ tag: "red" });
});

test("an id of another kind alone stays an id", () => {
  expect(inKeys(live, resource, { groups: [of("net/vlan/ten")], former: new Map() })).toEqual({
    tag: { id: "1" },
  });
});
