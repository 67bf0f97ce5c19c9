/**
 * Children that their live parent cannot have, or that the declaration of their new parent excludes. They are detected
 * before they are written.
 */

import { describe, expect, test } from "vitest";
import type { Kind } from "../../src/drivers/contract/contract.ts";
import { applied, item, type Script } from "../apply/cloud.ts";
import { network, ssid } from "../properties/declared.ts";

const where = { field: "productTypes", lists: "wireless" };
const kind = (one: Kind) => (one.name === "ssid" ? { collection: { ...one.collection, where } } : {});
const slot = ssid("berlin.0", { name: "guests" });
const reason = "its network has no `wireless` among its `productTypes`";
const live = (productTypes: readonly string[] | undefined) =>
  item("network", "berlin", {
    id: "n1",
    value: { name: "berlin", ...(productTypes && { productTypes: [...productTypes] }) },
  });

/** Applies a network's declaration. Returns the requests, and the changes that trueup cannot write. */
async function of(declared: Parameters<typeof network>[1], more: Partial<Script>) {
  const script = { lists: {}, replies: [{ meaning: "accepted", id: "n1" } as const], kind };
  const desired = [network("berlin", declared), slot];
  const { plan, asked, result } = await applied({ ...script, desired, ...more });
  const unwritable = plan.unwritable.map((one) => ({ address: one.address, why: one.reason }));
  const states = result.settled.map(({ outcome }) => outcome.state);
  return { unwritable, asked, states, unknown: plan.unknown };
}

describe("a child that its parent cannot have", () => {
  test("is not read and not written: the plan says why", async () => {
    const lists = { "networks o1": [live(["appliance"])] };
    const { unwritable, asked, states, unknown } = await of({ name: "berlin" }, { lists });
    expect(unknown).toEqual([]);
    expect(unwritable).toEqual([{ address: slot.address, why: reason }]);
    expect({ states, unknown }).toEqual({ states: [], unknown: [] });
    expect(asked).not.toContain("ssids n1");
  });

  test("stays behind where the parent is new and declared without it", async () => {
    const lists = { "networks o1": [] };
    const { unwritable, states } = await of({ name: "berlin", productTypes: ["switch"] }, { lists });
    expect(unwritable).toEqual([{ address: slot.address, why: reason }]);
    expect(states).toEqual(["applied"]);
  });

  test("is neither removed nor missed where Git has dropped it", async () => {
    const lists = { "networks o1": [live(["appliance"])] };
    const kept = [network("berlin", { name: "berlin" })];
    const { unwritable, asked } = await of(
      { name: "berlin" },
      { lists, desired: kept, base: [...kept, slot] },
    );
    expect(unwritable).toEqual([]);
    expect(asked).toEqual([]);
  });
});

test.each([{ types: ["wireless"] }, { types: ["appliance", "wireless"] }, { types: undefined }])(
  "a parent that shows $types may have it",
  async ({ types }) => {
    const lists: Script["lists"] = { "networks o1": [live(types)], "ssids n1": [] };
    const { unwritable, states } = await of({ name: "berlin" }, { lists });
    expect(unwritable).toEqual([]);
    expect(states).toEqual(["applied"]);
  },
);
