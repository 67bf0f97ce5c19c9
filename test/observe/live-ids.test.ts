/**
 * Live ids are replaced by keys. Each id becomes the key of the resource with this id, of the kind to which the field
 * refers.
 */

import { expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import { byLiveIds, inKeys } from "../../src/observe/named-identity.ts";
import type { WantedResource } from "../../src/observe/query.ts";
import { present } from "../properties/compared.ts";

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

test("a resource that references identify is looked for by its current ones, and by its former ones", async () => {
  const ids: Readonly<Record<string, string>> = { "net/zone/west": "z1", "net/zone/east": "z2" };
  const wanted = (declared: readonly string[]): WantedResource =>
    ({
      identity: "zone",
      before: "zone",
      kind: {
        identifiedBy: ["/zone"],
        identity: ({ value }: { readonly value: unknown }) => JSON.stringify(value),
      },
      resource: { target: "net", refersTo: { "/zone": "zone" }, value: { zone: declared[0] } },
      declared: declared.map((zone) => ({ zone })),
    }) as unknown as WantedResource;
  const named = async (declared: readonly string[]) => {
    const [one] = await byLiveIds([wanted(declared)], async (each) => {
      const id = ids[each];
      return id === undefined ? { state: "absent" } : present({}, { id });
    });
    return [one?.identity, one?.before].map((each) => /z\d/.exec(each ?? "")?.[0]);
  };
  expect(await named(["west", "east"])).toEqual(["z1", "z2"]);
  expect(await named(["west"])).toEqual(["z1", "z1"]);
  expect(await named(["gone", "east"])).toEqual([undefined, "z2"]);
});
