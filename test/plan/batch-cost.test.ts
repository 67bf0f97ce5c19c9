/**
 * The number of requests that a change needs by itself, and the requests that are sent in addition to a device's
 * transaction.
 */

import { describe, expect, test } from "vitest";
import type { BatchFacts } from "../../src/drivers/contract/batch-session.ts";
import type { Change } from "../../src/model/change.ts";
import type { Json } from "../../src/model/json.ts";
import type { TargetFacts } from "../../src/plan/prerequisites.ts";
import { apartFrom, requestsOf, sharedIn } from "../../src/plan/write-cost.ts";
import { network } from "../properties/declared.ts";
import { factsOf } from "../properties/planned.ts";

const berlin = network("berlin", { tags: ["a", "b"] });
const live = { value: { tags: ["c"] } };
const of = { address: berlin.address, cause: "pending" } as const;
const create: Change = { ...of, action: "create", desired: berlin };
const remove: Change = { ...of, action: "remove", base: berlin, live };
const update: Change = { ...of, action: "update", desired: berlin, live, differences: [] };

describe("the requests of one change", () => {
  const facts = factsOf().get("cloud");
  const kind = facts?.kinds.get("network");
  if (!facts || !kind) throw new Error("no network");

  /** Returns facts of a target with a kind. The cost of this kind depends on its live and desired values. */
  const between = (count: (live: Json | undefined, desired: Json) => number): TargetFacts => ({
    ...facts,
    kinds: new Map([["network", { ...kind, requestsBetween: count }]]),
  });

  test("are one, also where nothing is known of the target", () => {
    for (const change of [create, remove, update])
      expect([requestsOf(change, facts), requestsOf(change, undefined)]).toEqual([1, 1]);
  });

  test("are as many as its target says, told what is declared and live, and never none", () => {
    const asked: object[] = [];
    const own = (count: number): TargetFacts => ({
      ...facts,
      requestsOf: (change) => {
        asked.push(change);
        return count;
      },
    });
    expect([create, update, remove].map((change) => requestsOf(change, own(3)))).toEqual([3, 3, 3]);
    const { identity, lists } = berlin;
    const known = { kind: "network", identity, lists, ordered: undefined, ownership: "declared" };
    expect(asked).toEqual([
      { ...known, operation: "create", desired: berlin.value, live: undefined },
      { ...known, operation: "update", desired: berlin.value, live },
      { ...known, operation: "remove", desired: undefined, live },
    ]);
    expect(requestsOf(update, own(0))).toBe(1);
  });

  test("are counted between live and declared where its kind writes elements one by one; a removal is one", () => {
    const asked: unknown[] = [];
    const counting = between((before, after) => {
      asked.push([before, after]);
      return 4;
    });
    expect([create, update, remove].map((change) => requestsOf(change, counting))).toEqual([4, 4, 1]);
    expect(asked).toEqual([
      [undefined, berlin.value],
      [live.value, berlin.value],
    ]);
    expect(
      requestsOf(
        update,
        between(() => 0),
      ),
    ).toBe(1);
  });
});

describe("writes go together", () => {
  const batches: BatchFacts = { size: 10, from: 2, kinds: {} };
  const made = (more: object): Change => ({ ...create, desired: { ...berlin, ...more } });

  test("within the scope that the product names; not where they have none", () => {
    const byOrganization = { ...batches, sharedBy: "organization" };
    expect(sharedIn(byOrganization, create)).toBe("Acme");
    expect(sharedIn({ ...byOrganization, ofOneKind: true }, made({ scope: {} }))).toBeUndefined();
  });

  test("of one sort, of one kind, in one parent; or all of a target", () => {
    const alike = { ...batches, ofOneKind: true } as const;
    const apart = [create, update, made({ parent: "cloud/organization/Other" }), made({ kind: "ssid" })];
    expect(new Set(apart.map((each) => sharedIn(alike, each))).size).toBe(4);
    expect(sharedIn(alike, create)).toBe(sharedIn(alike, made({ key: "bern" })));
    expect(sharedIn(batches, create)).toBe("");
  });
});

describe("beside the transaction of a device", () => {
  const batches: BatchFacts = { size: 10, from: 2, kinds: {}, atOnce: true };
  const slow: BatchFacts = { size: 10, from: 2, kinds: {} };
  const device = (together: number, alone = 2, parted = 1) => ({
    alone,
    parted,
    together: new Map([
      ["a", 0],
      ["b", together],
    ]),
  });

  test("goes all that goes alone, where there is one; else what takes several requests", () => {
    expect(apartFrom([device(2)], { batches })).toEqual({ apart: 2 });
    expect(apartFrom([device(3)], { batches })).toEqual({ apart: 2 });
    expect(apartFrom([device(1)], { batches })).toEqual({ apart: 1 });
    expect(apartFrom([device(2), device(1), device(5)], { batches })).toEqual({ apart: 5 });
  });

  test("goes nothing where nothing is alone, or the target knows no transactions", () => {
    expect(apartFrom([device(2, 0, 0)], { batches })).toEqual({});
    expect(apartFrom([], { batches })).toEqual({});
    expect(apartFrom([device(2)], { batches: slow })).toEqual({});
    expect(apartFrom([device(2)], {})).toEqual({});
  });
});
