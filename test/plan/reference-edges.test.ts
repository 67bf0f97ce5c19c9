/** The order of changes that refer to each other by values. The models of devices define these references. */

import { describe, expect, test } from "vitest";
import type { Change } from "../../src/model/change.ts";
import type { Resource } from "../../src/model/desired.ts";
import { isObject, type Json } from "../../src/model/json.ts";
import { problem } from "../../src/model/problem.ts";
import type { TargetFacts } from "../../src/plan/prerequisites.ts";
import { referenceEdges, referencesEnding } from "../../src/plan/reference-edges.ts";
import { withoutCircles } from "../../src/plan/sorting/circles.ts";
import { desiredOf, port } from "../properties/declared.ts";
import { factsOf } from "../properties/planned.ts";

const textsOf = (value: Json, field: string): readonly string[] => {
  const found = isObject(value) ? value[field] : undefined;
  return Array.isArray(found) ? found.map(String) : [];
};

/**
 * Facts with a model for routers. The value of a resource says what the resource contains, passes through and refers
 * to.
 */
const facts: ReadonlyMap<string, TargetFacts> = (() => {
  const all = new Map(factsOf());
  const routers = all.get("routers");
  if (!routers) throw new Error("no routers");
  return all.set("routers", {
    ...routers,
    references: ({ value }) => ({
      holds: textsOf(value, "holds"),
      leadsThrough: textsOf(value, "way"),
      refersTo: textsOf(value, "needs"),
    }),
  });
})();

const on = (key: string, value: Json) => port(key, value);
const create = (desired: Resource): Change => ({
  ...{ action: "create", address: desired.address, desired, cause: "pending" },
});
const update = (key: string, value: Json, live: Json): Change => {
  const desired = on(key, value);
  return { action: "update", address: desired.address, desired, live: { value: live }, differences: [] };
};
const remove = (key: string, live: Json): Change => {
  const base = on(key, {});
  return { action: "remove", address: base.address, base, live: { value: live }, cause: "pending" };
};
const made = (key: string, value: Json) => create(on(key, value));

/** Returns pairs of keys. The change of the first key comes before the change of the second. */
const edges = (changes: readonly Change[], by = facts) =>
  referenceEdges(changes, by).map(({ before, after }) => [keyOf(changes[before]), keyOf(changes[after])]);
const keyOf = (change: Change | undefined) => change?.address.slice("routers/port/".length);

describe("a change that refers to a value", () => {
  test("comes after all that bring it, be it made or changed, and not after itself", () => {
    const user = made("user", { needs: ["red"], holds: ["red"] });
    const maker = made("maker", { holds: ["red"] });
    const changer = update("changer", { holds: ["blue", "red"] }, { holds: ["blue"] });
    expect(edges([user, maker, changer])).toEqual([
      ["maker", "user"],
      ["changer", "user"],
    ]);
    expect(edges([update("user", { needs: ["red"] }, {}), maker])).toEqual([["maker", "user"]]);
  });

  test("waits for nothing that has that value already, or that holds another", () => {
    const user = made("user", { needs: ["red"] });
    expect(edges([user, update("keeper", { holds: ["red"] }, { holds: ["red"] })])).toEqual([]);
    expect(edges([user, made("other", { holds: ["blue"] })])).toEqual([]);
    expect(edges([user, remove("goer", { holds: ["red"] })])).toEqual([]);
  });

  test("comes after the first that leads through it where nothing brings it", () => {
    const user = made("user", { needs: ["red"] });
    const [first, second] = [made("first", { way: ["red"] }), made("second", { way: ["red"] })];
    expect(edges([user, first, second])).toEqual([["first", "user"]]);
    expect(edges([user, first, made("maker", { holds: ["red"] })])).toEqual([["maker", "user"]]);
    // The path passes through a resource that exists already, so it does not create that resource.
    expect(edges([user, update("there", { way: ["red"], x: 1 }, { way: ["red"] })])).toEqual([]);
  });

  test("waits for 20 of those that bring it at most: it is the key of entries in many places then", () => {
    const many = Array.from({ length: 30 }, (_, at) => made(`m${at}`, { holds: ["red"] }));
    expect(edges([made("user", { needs: ["red"] }), ...many])).toHaveLength(20);
  });
});

describe("a change that refers to a value no more", () => {
  test("comes before all that take it away", () => {
    const user = update("user", { needs: ["blue"] }, { needs: ["red", "blue"] });
    const goer = remove("goer", { holds: ["red"] });
    const changer = update("changer", { holds: [] }, { holds: ["red"] });
    expect(edges([goer, user, changer])).toEqual([
      ["user", "goer"],
      ["user", "changer"],
    ]);
    expect(edges([goer, remove("user", { needs: ["red"] })])).toEqual([["user", "goer"]]);
  });

  test("does so for nothing that stays, and not while it still refers to it", () => {
    const user = update("user", {}, { needs: ["red"] });
    expect(edges([user, update("keeper", { holds: ["red"], x: 1 }, { holds: ["red"] })])).toEqual([]);
    const keeps = update("user", { needs: ["red"], x: 1 }, { needs: ["red"] });
    expect(edges([keeps, remove("goer", { holds: ["red"] })])).toEqual([]);
    expect(edges([made("user", { needs: ["red"] }), remove("goer", { holds: ["red"] })])).toEqual([]);
  });
});

test("targets refer to nothing of each other, and those without a model to nothing at all", () => {
  const user = made("user", { needs: ["red"] });
  const maker = on("maker", { holds: ["red"] });
  const elsewhere = create({ ...maker, target: "others" });
  const both = new Map([...facts, ["others", facts.get("routers") as TargetFacts] as const]);
  expect(edges([user, elsewhere], both)).toEqual([]);
  expect(edges([user, create(maker)], both)).toEqual([["maker", "user"]]);
  expect(edges([user, create(maker)], factsOf())).toEqual([]);
  expect(edges([user, create(maker)], new Map())).toEqual([]);
});

describe("where two refer to each other", () => {
  const edge = (before: number, after: number) => ({ before, after });

  test("no order helps: neither waits for the other, and what is beside the circle waits as it did", () => {
    const loose = [edge(0, 1), edge(1, 0), edge(1, 2)];
    expect(withoutCircles(3, { firm: [], loose })).toEqual([edge(1, 2)]);
  });

  test("one of which is a parent, the reference gives way", () => {
    expect(withoutCircles(3, { firm: [edge(0, 1)], loose: [edge(1, 0), edge(0, 2)] })).toEqual([edge(0, 2)]);
    expect(withoutCircles(2, { firm: [edge(0, 1), edge(1, 0)], loose: [] })).toEqual([]);
  });
});

describe("a removal of what others refer to by a value", () => {
  const gone = remove("gone", { holds: ["red"] });
  const leaver = update("leaver", { needs: ["blue"] }, { needs: ["red"] });
  const ending = (
    changes: readonly Change[],
    {
      unknown = [],
      was = [],
    }: { readonly unknown?: readonly Resource[]; readonly was?: readonly Resource[] } = {},
  ) => {
    const fault = problem("timeout", "no answer");
    const comparison = { changes, unknown: unknown.map(({ address }) => ({ address, problem: fault })) };
    const found = referencesEnding([gone], { comparison, base: desiredOf(...was), facts });
    return [...found].map(([address, by]) =>
      [address, ...by].map((each) => each.slice("routers/port/".length)),
    );
  };

  test("waits for each change that ends that, and for nothing else", () => {
    const other = update("other", { needs: [] }, { needs: ["blue"] });
    const stayer = update("stayer", { needs: ["red"], holds: ["x"] }, { needs: ["red"] });
    expect(ending([gone, leaver, other, stayer, remove("goer", { needs: ["red"] })])).toEqual([
      ["gone", "leaver", "goer"],
    ]);
    expect(ending([gone, other])).toEqual([]);
  });

  test("waits for what was declared to refer to it and cannot be read", () => {
    const [was, other] = [on("unread", { needs: ["red"] }), on("other", { needs: ["blue"] })];
    expect(ending([gone], { unknown: [was, other], was: [was, other] })).toEqual([["gone", "unread"]]);
    expect(ending([gone], { unknown: [was] })).toEqual([]);
  });
});
