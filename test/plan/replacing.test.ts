/**
 * Which writes add or remove more than is declared, and which fields are set after a create because no create accepts
 * them.
 */

import { describe, expect, test } from "vitest";
import type { Dialect } from "../../src/drivers/contract/contract.ts";
import type { Resource } from "../../src/model/desired.ts";
import { followingUpdate, replacesMore } from "../../src/plan/beyond-write.ts";
import { absent, compared, present } from "../properties/compared.ts";
import { tenant } from "../properties/declared.ts";
import { dialectOf } from "../properties/kinds.ts";

describe("a write that replaces more than it declares", () => {
  const changeOf = (action: "create" | "update" | "remove", more: Partial<Resource> = {}, live = {}) => {
    const of = tenant("A", { flow: { rate: 1 }, flows: 1 }, more);
    const there = present({ flow: { rate: 2 }, flows: 1, ...live });
    const [change] = compared({
      ...(action === "remove" ? { base: [of] } : { desired: [of] }),
      live: { [of.address]: action === "create" ? absent : there },
    }).changes;
    if (change?.action !== action) throw new Error(`It is ${change?.action}.`);
    return change;
  };
  type Replaced = NonNullable<Dialect["replaces"]>[string];
  const replacing = (tenantKind: Replaced | undefined) => ({
    ...dialectOf(),
    ...(tenantKind && { replaces: { tenant: tenantKind } }),
  });

  test.each([
    ["remove", undefined, true],
    ["remove", "/flow", true],
    ["create", undefined, false],
    ["update", undefined, false],
    ["create", "all", true],
    ["update", "all", true],
    ["create", "/flow", false],
    ["update", "/flow", true],
    ["update", "/flow/rate", true],
    ["update", "/flows", false],
    ["update", "/fl", false],
    ["update", "exclusive", false],
    ["create", "exclusive", false],
  ] as const)("%s, where %s is replaced: %s", (action, what, expected) => {
    expect(replacesMore(changeOf(action), replacing(what))).toBe(expected);
  });

  test("is one of a tree that belongs to Git alone, where such are replaced", () => {
    const own = { ownership: "exclusive" } as const;
    expect(replacesMore(changeOf("update", own), replacing("exclusive"))).toBe(true);
    expect(replacesMore(changeOf("create", own), replacing("exclusive"))).toBe(true);
  });

  test("is what its kind says of it, by what it is and by what differs; of what is made it is not asked", () => {
    const asked: (readonly string[])[] = [];
    const ofFlows = replacing((of) => {
      asked.push([of.ownership, ...of.differences.map(({ path }) => path)]);
      return of.differences.some(({ path }) => path.startsWith("/flow"));
    });
    expect(replacesMore(changeOf("update"), ofFlows)).toBe(true);
    expect(replacesMore(changeOf("create"), ofFlows)).toBe(false);
    expect(asked).toEqual([["declared", "/flow/rate"]]);
  });

  test("is one of several differences of which one is below what is replaced", () => {
    const two = { value: { flow: { rate: 1 }, flows: 2 } };
    expect(replacesMore(changeOf("update", two), replacing("/flow"))).toBe(true);
  });

  test("where another kind is replaced, this one is not", () => {
    expect(replacesMore(changeOf("update"), { ...dialectOf(), replaces: { ssid: "all" } })).toBe(false);
  });
});

describe("what no create takes", () => {
  const made = (value: Resource["value"], updateOnly?: readonly `/${string}`[], id?: string) =>
    followingUpdate(
      { address: "fabric/tenant/A", desired: tenant("A", value) },
      updateOnly && { updateOnly },
      id,
    );

  test("is set by an update right after it, against what the create has made", () => {
    const of = tenant("A", { name: "A", mtu: 9000, tags: null });
    expect(made({ name: "A", mtu: 9000, tags: null }, ["/mtu", "/mtu/deep", "/tags", "/gone"], "t1")).toEqual(
      {
        action: "update",
        address: "fabric/tenant/A",
        desired: of,
        live: { value: { name: "A" }, id: "t1" },
        differences: [{ path: "/mtu", cause: "pending", desired: 9000 }],
      },
    );
    expect(made({ name: "A", mtu: 1 }, ["/mtu"])?.live).toEqual({ value: { name: "A" } });
  });

  test("needs no update where nothing of it is declared, or a create takes all", () => {
    expect(made({ name: "A" }, ["/mtu"])).toBeUndefined();
    expect(made({ name: "A", mtu: null }, ["/mtu"])).toBeUndefined();
    expect(made({ name: "A", mtu: 1 })).toBeUndefined();
    expect(made({ name: "A", mtu: 1 }, [])).toBeUndefined();
    expect(made(["mtu"], ["/mtu"])).toBeUndefined();
  });
});
