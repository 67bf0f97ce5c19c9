/** Many removals at once, and many objects that have vanished. */

import { describe, expect, test } from "vitest";
import { present } from "../../properties/compared.ts";
import { network, organization, tenant } from "../../properties/declared.ts";
import { factsOf, planOf } from "../../properties/planned.ts";

const acme = organization("Acme");
const networks = (count: number) =>
  Array.from({ length: count }, (_, at) => network(`n${at}`, { name: `N${at}` }));
const live = {
  "cloud/organization/Acme": present({}, { id: "o1" }),
  ...Object.fromEntries(
    networks(40).map(({ address, value }) => [address, present(value, { id: address })] as const),
  ),
};

/** A plan that removes some of these networks. */
const removing = (removed: number, all: number, more = {}) => {
  const base = [acme, ...networks(all)];
  return planOf({ desired: base.slice(0, base.length - removed), base, live, ...more });
};
const guardsOf = (plan: ReturnType<typeof planOf>) => plan.guards.map(({ guard }) => guard);

describe("removals need a consent", () => {
  test.each([
    [0, 10, []],
    [3, 10, []],
    [4, 10, ["removals"]],
    [9, 9, []],
    [6, 20, []],
    [7, 20, ["removals"]],
  ])("%i of %i networks: %j", (removed, all, expected) => {
    const plan = removing(removed, all);
    expect(plan.steps).toHaveLength(removed);
    expect(guardsOf(plan)).toEqual(expected);
  });

  test("and the finding says how many, which, and exactly what to type", () => {
    const plan = removing(4, 10);
    expect(plan.guards).toEqual([
      {
        guard: "removals",
        message: "4 of 10 cloud/network would be removed",
        addresses: ["cloud/network/n6", "cloud/network/n7", "cloud/network/n8", "cloud/network/n9"],
        hint: `If that is meant, add: --allow removals@${plan.fingerprint}`,
        consent: `removals@${plan.fingerprint}`,
      },
    ]);
  });

  test("new objects count: 4 removed of 10 that were and 4 that are new pass", () => {
    const base = [acme, ...networks(10)];
    const desired = [...base.slice(0, 7), ...networks(14).slice(10)];
    expect(guardsOf(planOf({ desired, base, live }))).toEqual([]);
  });

  test("not when they are kept for want of prune", () => {
    expect(guardsOf(removing(9, 10, { prune: false }))).toEqual([]);
  });

  test("by the thresholds of their own target", () => {
    const facts = (removals: object) =>
      new Map([...factsOf()].map(([name, of]) => [name, name === "cloud" ? { ...of, removals } : of]));
    expect(guardsOf(removing(4, 10, { facts: facts({ percent: 40 }) }))).toEqual([]);
    expect(guardsOf(removing(5, 10, { facts: facts({ percent: 40 }) }))).toEqual(["removals"]);
    expect(guardsOf(removing(2, 3, { facts: facts({ minimum: 3 }) }))).toEqual(["removals"]);
    expect(guardsOf(removing(2, 3, { facts: facts({ percent: 40 }) }))).toEqual([]);
  });

  test("kinds and targets are counted apart", () => {
    const tenants = ["A", "B", "C", "D"].map((key) => tenant(key));
    const base = [acme, ...networks(40), ...tenants];
    const seen = { ...live, ...Object.fromEntries(tenants.map(({ address }) => [address, present({})])) };
    const plan = planOf({ desired: [acme, ...networks(40)], base, live: seen });
    expect(plan.steps).toHaveLength(4);
    expect(guardsOf(plan)).toEqual([]);
  });
});

describe("objects that have vanished", () => {
  const absent = { state: "absent" } as const;
  /** A plan that finds some of the networks of base gone. */
  const missing = (gone: number, all: number) => {
    const base = [acme, ...networks(all)];
    const seen = networks(gone).map(({ address }) => [address, absent] as const);
    return planOf({ desired: base, base, live: { ...live, ...Object.fromEntries(seen) } });
  };

  test.each([
    [3, 10, []],
    [4, 10, ["vanished"]],
    [9, 9, []],
    [12, 12, ["vanished"]],
  ])("%i of %i networks: %j", (gone, all, expected) => {
    const plan = missing(gone, all);
    expect(plan.steps).toHaveLength(gone);
    expect(guardsOf(plan)).toEqual(expected);
  });

  test("are told with how many there were, and what to type", () => {
    const plan = missing(4, 10);
    expect(plan.guards).toMatchObject([
      {
        message: "4 of 10 cloud/network have disappeared since they were applied, and would be created again",
        consent: `vanished@${plan.fingerprint}`,
      },
    ]);
  });

  test("are none when nobody knows what was applied: a first run may create everything", () => {
    const seen = networks(12).map(({ address }) => [address, absent] as const);
    const plan = planOf({ desired: [acme, ...networks(12)], live: { ...live, ...Object.fromEntries(seen) } });
    expect(plan.steps).toHaveLength(12);
    expect(guardsOf(plan)).toEqual([]);
  });
});
