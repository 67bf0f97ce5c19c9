/** The guards of many removals at once, and of many resources that have vanished. */

import { describe, expect, test } from "vitest";
import { absent, present } from "../../properties/compared.ts";
import { desiredOf, network, organization, tenant } from "../../properties/declared.ts";
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

/** Returns a plan that removes `removed` of `all` networks. */
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
        hint: `If that is intended, add: --allow removals@${plan.fingerprint}`,
        consent: `removals@${plan.fingerprint}`,
      },
    ]);
  });

  test.each([
    ["new", absent],
    ["live already, and taken over", present({})],
  ])("of what was there: what is %s counts for nothing, however much it is", (_, found) => {
    const base = [acme, ...networks(10)];
    const others = networks(34).slice(10);
    const seen = Object.fromEntries(others.map(({ address }) => [address, found]));
    const plan = planOf({ desired: [acme, ...others], base, live: { ...live, ...seen } });
    expect(plan.guards).toMatchObject([{ message: "10 of 10 cloud/network would be removed" }]);
  });

  test("of what was there under the keys of then: what is declared in other words by now is not more of it", () => {
    const tenants = ["A", "B", "C", "D"].map((key) => tenant(key));
    const recorded = desiredOf(acme, ...networks(10), ...tenants);
    const moved = [acme, ...networks(14)];
    const base = moved;
    const moves = networks(14)
      .slice(10)
      .map(({ address }, at) => ({ address, was: tenants[at]?.address ?? address }));
    const plan = planOf({ desired: [acme, ...networks(14).slice(4)], base, live, recorded, moves });
    expect(plan.guards).toMatchObject([{ message: "4 of 10 cloud/network would be removed" }]);
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
  /** Returns a plan in which `gone` of the networks in the base no longer exist. */
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

  test("are a share of what was there: what is new, or is taken over, counts for nothing", () => {
    const base = [acme, ...networks(12)];
    const seen = networks(12).map(({ address }) => [address, absent] as const);
    const made = planOf({
      desired: [acme, ...networks(40)],
      base,
      live: { ...live, ...Object.fromEntries(seen) },
    });
    expect(made.guards.map(({ message }) => message)).toEqual([
      "12 of 12 cloud/network have disappeared since they were applied, and would be recreated",
    ]);
  });

  test("count as what they were, where they are declared in other words by now", () => {
    const tenants = Array.from({ length: 12 }, (_, at) => tenant(`T${at}`));
    const base = [acme, ...networks(12)];
    const moves = networks(12).map(({ address }, at) => ({ address, was: tenants[at]?.address ?? address }));
    const seen = Object.fromEntries(networks(12).map(({ address }) => [address, absent] as const));
    const recorded = desiredOf(acme, ...tenants);
    const made = planOf({ desired: base, base, live: { ...live, ...seen }, recorded, moves });
    expect(made.guards).toMatchObject([{ guard: "vanished", addresses: { length: 12 } }]);
    expect(made.guards[0]?.message).toContain("12 of 12 fabric/tenant have disappeared");
  });

  test("are told with how many there were, and what to type", () => {
    const plan = missing(4, 10);
    expect(plan.guards).toMatchObject([
      {
        message: "4 of 10 cloud/network have disappeared since they were applied, and would be recreated",
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
