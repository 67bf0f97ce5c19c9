/** The prerequisites of changes: parents, resources that a kind requires, and the contents of a declared resource. */

import { describe, expect, test } from "vitest";
import type { Change } from "../../src/model/change.ts";
import type { Desired, Resource } from "../../src/model/desired.ts";
import { neededBy, needsAmong, type TargetFacts } from "../../src/plan/prerequisites.ts";
import { network, organization, ssid, tenant } from "../properties/declared.ts";
import { factsOf } from "../properties/planned.ts";

/** Returns the facts of the tests' targets, with changes to one kind at one target. */
function factsWith(target: string, kind: string, more: object): ReadonlyMap<string, TargetFacts> {
  const facts = new Map(factsOf());
  const own = facts.get(target);
  const known = own?.kinds.get(kind);
  if (!own || !known) throw new Error(`no ${kind} at ${target}`);
  return facts.set(target, { ...own, kinds: new Map([...own.kinds, [kind, { ...known, ...more }]]) });
}

const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin" });
const oslo = network("oslo", { name: "Oslo" });
const guests = ssid("berlin.0", { name: "guests" });

const removal = (base: Resource): Change => ({
  action: "remove",
  cause: "pending",
  address: base.address,
  base,
  live: { value: base.value },
});
const creation = (desired: Resource): Change => ({
  action: "create",
  cause: "pending",
  address: desired.address,
  desired,
});
const desiredOf = (...all: readonly Resource[]): Desired => ({
  resources: new Map(all.map((one) => [one.address, one])),
  locate: () => undefined,
});

describe("what a resource needs among others", () => {
  test("is its parent, where that is one of them", () => {
    expect(needsAmong([acme, berlin, oslo], factsOf())(berlin)).toEqual([acme.address]);
    expect(needsAmong([oslo, guests], factsOf())(berlin)).toEqual([]);
    expect(needsAmong([acme], factsOf())(acme)).toEqual([]);
  });

  test("is what its kind names by identity after that, each once, all that have it, and never itself", () => {
    const named = [oslo.identity, berlin.identity, acme.identity, oslo.identity, "nobody"];
    const facts = factsWith("cloud", "network", { prerequisites: () => named });
    const other = { ...oslo, address: "cloud/network/oslo-2", key: "oslo-2" } as const;
    const among = [oslo, other, berlin, acme];
    expect(needsAmong(among, facts)(berlin)).toEqual([acme.address, oslo.address, other.address]);
  });

  test("is looked for on its own target only, and by what the kind is told of it", () => {
    const asked: Resource[] = [];
    const prerequisites = (of: Resource) => {
      asked.push(of);
      return ["shared"];
    };
    const facts = factsWith("cloud", "network", { prerequisites });
    const elsewhere = { ...tenant("blue", {}), identity: "shared" };
    const here = { ...oslo, identity: "shared" };
    expect(needsAmong([elsewhere], facts)(berlin)).toEqual([]);
    expect(needsAmong([elsewhere, here], facts)(berlin)).toEqual([here.address]);
    expect(asked).toEqual([berlin, berlin]);
  });

  test("is nothing more where nobody knows its target or kind", () => {
    const strange = { ...berlin, target: "nowhere" };
    expect(needsAmong([acme, oslo], factsOf())(strange)).toEqual([acme.address]);
    const unknown = { ...berlin, kind: "riddle" };
    expect(needsAmong([oslo], factsOf())(unknown)).toEqual([]);
  });
});

describe("what declared resources need, and is to be removed", () => {
  const facts = factsWith("cloud", "network", { prerequisites: () => ["oslo's"] });

  test("is known by target and identity, with the first that needs it", () => {
    const paris = network("paris", { name: "Paris" });
    const desired = desiredOf(berlin, paris);
    expect([...neededBy([removal(oslo)], { desired, facts })]).toEqual([["cloud\0oslo's", berlin.address]]);
  });

  test("is nothing where nothing is removed, there or at all", () => {
    const desired = desiredOf(berlin);
    expect(neededBy([], { desired, facts }).size).toBe(0);
    expect(neededBy([creation(oslo)], { desired, facts }).size).toBe(0);
    expect(neededBy([removal(tenant("blue", {}))], { desired, facts }).size).toBe(0);
  });
});
