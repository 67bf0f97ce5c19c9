/** Devices that offer list entries and values of leaf-lists as resources, but not whole lists (RFC 8040, 3.5). */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valueSteps } from "../../../src/drivers/yang/restconf/value-steps.ts";
import { liveAt, on, type Setting, writesOf, zonesOf } from "./boxes.ts";

const strict = (setting: Omit<Setting, "way">) =>
  on({ way: "rfc8040", simulated: { restconfLists: "refused" }, ...setting });

async function settled(setting: Omit<Setting, "way">) {
  const device = strict(setting);
  const made = await device.plan();
  const result = await device.apply(made);
  expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(made.plan.steps.map(() => "applied"));
  expect((await device.plan()).plan.changes).toEqual([]);
  return device;
}

describe.each(["yang", "keys"] as const)("a leaf-list, with %s", (known) => {
  test("is made in one request", async () => {
    const device = await settled({ known, config: "/Box:top/server: [b, a]" });
    expect([...(Object(liveAt(device, "server")) as string[])].sort()).toEqual(["a", "b"]);
    expect(writesOf(device)).toEqual([expect.stringMatching(/^PATCH .*data\/Box:top$/)]);
  });

  test("gains and loses values, each by its own path, and keeps the others", async () => {
    const live = { server: ["a", "x/1", "c"] };
    const device = await settled({ known, live, config: "/Box:top/server: [a, c, d]" });
    expect([...(Object(liveAt(device, "server")) as string[])].sort()).toEqual(["a", "c", "d"]);
    expect(writesOf(device)).toEqual([
      expect.stringMatching(/^PATCH .*data\/Box:top$/),
      expect.stringMatching(/^DELETE .*data\/Box:top\/server=x%2F1$/),
    ]);
  });

  test("goes value by value without PATCH too", async () => {
    const live = { server: ["a", "x"] };
    const device = await settled({
      known,
      live,
      settings: "write: put, ",
      config: "/Box:top/server: [a, b, c]",
    });
    expect([...(Object(liveAt(device, "server")) as string[])].sort()).toEqual(["a", "b", "c"]);
    expect(new Set(writesOf(device).map((write) => write.replace(/ .*data/, " ")))).toEqual(
      new Set(["PUT /Box:top/server=b", "PUT /Box:top/server=c", "DELETE /Box:top/server=x"]),
    );
  });

  test("whose order means something is put in order", async () => {
    const live = { search: ["a", "b", "c"] };
    const device = await settled({ known, live, config: "/Box:top/search: [b, a, d]" });
    expect(liveAt(device, "search")).toEqual(["b", "a", "d"]);
  });

  test("that is no longer declared goes value by value", async () => {
    const live = { hostname: "one", server: ["a", "b"] };
    const before = strict({ known, live, config: "/Box:top/server: [a, b]" });
    const device = strict({ known, live, config: "/Box:top/hostname: one" });
    const pruned = await device.plan({ base: before.context.desired, prune: true });
    await device.apply(pruned);
    expect(liveAt(device, "server")).toBeUndefined();
    expect(pruned.plan.cost[0]).toMatchObject({ writes: 2 });
  });
});

describe.each(["yang", "keys"] as const)("a list at the top of the tree, with %s", (known) => {
  const config = "/Box:zone: [{ name: a, note: x }, { name: b }]";

  test("is read among all data, and its entries are made and changed by their own paths", async () => {
    const device = await settled({ known, zones: [{ name: "a" }, { name: "z" }], config });
    expect(zonesOf(device)).toEqual([{ name: "a", note: "x" }, { name: "z" }, { name: "b" }]);
    for (const write of writesOf(device)) expect(write).not.toMatch(/Box:zone$/);
  });

  test("is made where there is none", async () => {
    const device = await settled({ known, config });
    expect(zonesOf(device)).toEqual([{ name: "a", note: "x" }, { name: "b" }]);
  });

  test("is asked for as a list once in a session, and never taken for absent", async () => {
    const device = strict({ known, zones: [{ name: "a", note: "x" }, { name: "b" }], config });
    const { plan } = await device.plan();
    expect(plan.converged).toBe(2);
    device.network.fault({
      interface: "restconf",
      methods: ["GET"],
      path: "*/data",
      effect: { kind: "answer", status: 400 },
    });
    const again = await device.plan();
    expect(again.plan.changes).toEqual([]);
    expect(again.plan.unknown).toHaveLength(2);
  });
});

test("what is done to the values of a leaf-list makes it what is declared", () => {
  const values = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 6 });
  fc.assert(
    fc.property(values, values, fc.boolean(), (there, declared, isSet) => {
      const { moved, added, removed } = valueSteps(there, declared, isSet);
      const without = there.filter((each) => !moved.some(({ value }) => value === each));
      const merged = [...new Set([...without, ...added.map(({ value }) => value)])];
      const after = merged.filter((each) => !removed.some(({ value }) => value === each));
      expect(isSet ? after.toSorted() : after).toEqual(isSet ? declared.toSorted() : declared);
      expect(moved.length === 0 || !isSet).toBe(true);
    }),
    { numRuns: 500 },
  );
});
