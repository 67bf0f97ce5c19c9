/**
 * `changedSince: assumed`: the log is also trusted about the content of networks. If the log shows a change in a
 * network, everything in this network is read.
 */

import { describe, expect, test } from "vitest";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { count, declared, honest, staged } from "./staged.ts";
import { saysSame, wholePlan } from "./whole-plan.ts";

type Staged = ReturnType<typeof staged>;

const text = declared().replaceAll(
  ", ssids: {",
  ", netflow: { enabled: true, collectorIp: 10.0.0.1, collectorPort: 2055 }, ssids: {",
);

/** Returns a stage in which everything is as declared, an hour after its apply. */
async function settled(mode: "true" | "assumed"): Promise<Staged> {
  const on = staged(honest(), text, { mode });
  expect((await on.apply(await on.plan())).settled).toHaveLength(count);
  await later(on);
  expect((await on.plan()).plan.steps).toEqual([]);
  await later(on);
  return on;
}

async function later(on: Staged, ms = 3_600_000): Promise<void> {
  await on.clock.run(on.clock.wait(ms));
}

/** Changes the collector of a network, as somebody else would. */
function change(on: Staged, network: string): void {
  const netflow = { enabled: true, collectorIp: "10.9.9.9", collectorPort: 2055 };
  on.network.change({ interface: "dashboard", network, set: { netflow } } as never);
}

async function readsOfPlan(on: Staged) {
  const [netflows, ssids] = [on.netflowReads(), on.ssidReads()];
  const { plan } = await on.plan();
  return { plan, netflows: on.netflowReads() - netflows, ssids: on.ssidReads() - ssids };
}

describe("NetFlow of networks", () => {
  test("is always read where the target goes by what the product's maker describes", async () => {
    const { plan, netflows } = await readsOfPlan(await settled("true"));
    expect([plan.steps, netflows]).toEqual([[], count]);
  });

  test("goes by the log where the target says so: all of a network in which anything changed is read", async () => {
    const on = await settled("assumed");
    change(on, "N_4");
    await later(on);
    const { plan, netflows, ssids } = await readsOfPlan(on);
    expect(plan.changes.map(({ address }) => address)).toEqual(["cloud/networkNetflow/site-4"]);
    // Read are every list of the changed network, and the list of other networks whose last read is the oldest: that
    // list is always read.
    expect([netflows + ssids, netflows]).toEqual([3, 2]);
    expect((await on.apply(await on.plan())).settled.map(({ outcome }) => outcome.state)).toEqual([
      "applied",
    ]);
  });

  test("a log that tells of no NetFlow at all: the worst is that a change is seen later; none is written over", async () => {
    const on = await settled("assumed");
    const hidden = on.clock.now() - 1000;
    on.lies.lost = (_, at) => at >= hidden;
    change(on, "N_3");
    await later(on);
    const hiding = await readsOfPlan(on);
    // The log hides the change. The resources are not read, so nothing counts as absent, nothing is removed, and there
    // are no steps.
    expect([hiding.plan.steps, hiding.plan.unknown]).toEqual([[], []]);
    expect(hiding.netflows).toBeLessThan(count);
    // A resource that Git changes is read before it is written. The read also shows its drift.
    const other = text.replaceAll("collectorPort: 2055", "collectorPort: 2056");
    const changed = { ...on.context, desired: on.load({ "a.yaml": other }) };
    const { makePlan } = await import("../../../src/engine/reconcile.ts");
    const made = await on.clock.run(makePlan(changed, {}, new AbortController().signal));
    const [own] = made.plan.changes.filter(({ address }) => address.includes("site-3"));
    const paths = own?.action === "update" ? own.differences.map(({ path }) => path).toSorted() : [];
    expect(paths).toEqual(["/collectorIp", "/collectorPort"]);
    // Within a week everything is read again, even if the log shows no change.
    await later(on, 7 * 24 * 3_600_000);
    const week = await readsOfPlan(on);
    expect(week.plan.changes.map(({ address }) => address)).toEqual(["cloud/networkNetflow/site-3"]);
  });
});

describe("somebody changes things in networks at every moment", () => {
  test.each([1, 2, 3, 4, 5])("and every plan is that of a whole read: seed %i", async (seed) => {
    let state = seed;
    const draw = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >> 8) % below;
    };
    const on = await settled("assumed");
    for (let round = 0; round < 5; round += 1) {
      for (let left = draw(3); left > 0; left -= 1) {
        const network = `N_${draw(count)}`;
        if (draw(2) === 0) change(on, network);
        else on.network.change({ interface: "dashboard", network, ssid: 0, set: { name: "X" } } as never);
        await later(on, draw(400_000));
      }
      on.lies.failing = draw(4) === 0 ? 0 : undefined;
      const made = await on.plan();
      saysSame(made, await wholePlan(on));
    }
  });
});

describe("Meraki's catalog", () => {
  const { changes } = compileCatalog(catalogsIn().read("meraki"));

  test("assumes it of what stands in networks, and of nothing else", () => {
    const assumed = new Set(changes?.assumes);
    for (const kind of ["networkNetflow", "applianceVlan", "groupPolicy", "ssidSplashSettings"])
      if (compileCatalog(catalogsIn().read("meraki")).byName.has(kind))
        expect(assumed.has(kind), kind).toBe(true);
    for (const kind of ["ssid", "network", "organization", "dashboardDevice", "admin", "configTemplate"])
      expect(assumed.has(kind), kind).toBe(false);
    expect(assumed.size).toBeGreaterThan(90);
  });
});
