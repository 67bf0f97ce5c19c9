/** Properties of observe, diff and plan together, for generated desired, base and live states. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { diff } from "../../src/diff/diff.ts";
import type { Comparison, Difference } from "../../src/model/change.ts";
import type { Resource } from "../../src/model/desired.ts";
import { isArray, isObject, type Json } from "../../src/model/json.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { segments } from "../../src/model/pointer.ts";
import { plan } from "../../src/plan/plan.ts";
import { cases } from "../long-forms.ts";
import { desiredOf } from "./declared.ts";
import { digest, factsOf } from "./planned.ts";
import { reordered, type State, states } from "./states.ts";
import { observed, type Weather, World } from "./world.ts";

const runs = { numRuns: cases(400) };

interface Sides {
  readonly desired: State;
  readonly base?: State | undefined;
}

async function compare(world: World, { desired, base }: Sides, weather: Weather = {}) {
  const sides = { desired: desiredOf(...desired), ...(base && { base: desiredOf(...base) }) };
  const snapshot = await observed(world, sides, weather);
  return { comparison: diff({ ...sides, snapshot }), snapshot, ...sides };
}

async function made(world: World, sides: Sides, weather: Weather = {}): Promise<Plan> {
  const { comparison, snapshot, desired } = await compare(world, sides, weather);
  const reads = snapshot.requests;
  const facts = factsOf();
  const input = { comparison, desired, environment: "test", facts, reads, prune: true, digest };
  return plan({ ...input, onConflict: "overwrite" });
}

function quiet({ changes, unknown, impossible, released }: Comparison) {
  return { changes, unknown, impossible, released };
}

const nothing = { changes: [], unknown: [], impossible: [], released: [] };

test("what is as declared has no differences: diff(x, x) is empty, with and without base", async () => {
  await fc.assert(
    fc.asyncProperty(states, async (state) => {
      const world = new World(state);
      for (const base of [undefined, state]) {
        const { comparison } = await compare(world, { desired: state, base });
        expect(quiet(comparison)).toEqual(nothing);
        expect(comparison.unmanaged).toEqual([]);
        expect(comparison.converged).toBe(state.length - 2);
      }
    }),
    runs,
  );
});

test("after a plan is carried out nothing is left to do, once base has followed", async () => {
  await fc.assert(
    fc.asyncProperty(states, fc.option(states, { nil: undefined }), states, async (desired, base, live) => {
      const world = new World(live);
      const first = await made(world, { desired, base });
      world.carryOut(first, desiredOf(...desired));
      const again = await made(world, { desired, base: desired });
      expect(again.changes).toEqual([]);
    }),
    runs,
  );
});

test("after a plan is carried out, only secrets would be written again as long as base has not followed", async () => {
  await fc.assert(
    fc.asyncProperty(states, states, states, async (desired, base, live) => {
      const world = new World(live);
      world.carryOut(await made(world, { desired, base }), desiredOf(...desired));
      const again = await made(world, { desired, base });
      const left = again.steps.map(({ address }) =>
        again.changes.find((change) => change.address === address),
      );
      for (const change of left) {
        const paths =
          change?.action === "update" ? change.differences.map(({ path }) => path) : [change?.action];
        expect(paths).toEqual(["/password"]);
      }
    }),
    runs,
  );
});

test("steps come after what they need, and each carries out changes of the plan, every one once", async () => {
  await fc.assert(
    fc.asyncProperty(states, states, states, async (desired, base, live) => {
      const { steps, changes, unwritable } = await made(new World(live), { desired, base });
      const ids = steps.map(({ id }) => id);
      for (const [index, { after }] of steps.entries())
        for (const id of after) expect(ids.slice(0, index)).toContain(id);
      const covered = [
        ...steps.flatMap(({ because }) => because),
        ...unwritable.map(({ address }) => address),
      ];
      expect(covered.toSorted()).toEqual(changes.map(({ address }) => address).toSorted());
    }),
    runs,
  );
});

test("an unknown never yields a change, and what is in an unknown is unknown", async () => {
  const failing = fc.subarray([
    "cloud organizations",
    "cloud networks organization-1",
    "cloud networks organization-2",
    "cloud ssids network-3",
    "cloud ssids network-4",
    "fabric object A",
    "fabric object uni/tn-A/ap-1",
    "fabric root",
    "routers tree 10.20.0.1",
  ]);
  await fc.assert(
    fc.asyncProperty(states, states, states, failing, async (desired, base, live, broken) => {
      const world = new World(live);
      const weather = { fails: (read: string) => broken.includes(read) };
      const { comparison, snapshot } = await compare(world, { desired, base }, weather);
      const calm = await compare(world, { desired, base });
      const known = new Set(calm.comparison.changes.map(({ action, address }) => `${action} ${address}`));
      for (const { action, address } of comparison.changes) {
        expect(snapshot.observations.get(address)?.state).not.toBe("unknown");
        expect(known).toContain(`${action} ${address}`);
      }
      for (const [address, { state }] of snapshot.observations) {
        const calmly = calm.snapshot.observations.get(address)?.state;
        expect(state === "unknown" || state === calmly).toBe(true);
      }
    }),
    runs,
  );
});

test("no field that is not declared is a difference, but in an exclusive tree, and there it is a removal", async () => {
  await fc.assert(
    fc.asyncProperty(states, fc.option(states, { nil: undefined }), states, async (desired, base, live) => {
      const { comparison } = await compare(new World(live), { desired, base });
      for (const change of comparison.changes) {
        if (change.action !== "update") continue;
        for (const difference of change.differences) {
          const declared = declaredAt(change.desired, difference);
          expect(declared).toEqual(difference.desired);
          if (declared === undefined) expect(change.desired.ownership).toBe("exclusive");
        }
      }
    }),
    runs,
  );
});

/**
 * Returns the declared value at the path of a difference. Returns undefined if nothing is declared there. Elements of
 * `/servers` are found by their address.
 */
function declaredAt({ value }: Resource, { path }: Difference): Json | undefined {
  let here: Json | undefined = value;
  for (const segment of segments(path)) {
    if (isArray(here)) here = here.find((one) => isObject(one) && one.ip === segment);
    else here = isObject(here) ? here[segment] : undefined;
  }
  return here;
}

test("a plan has the same bytes whatever the order of keys, of resources and of replies", async () => {
  const turns = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 20 });
  const shuffled = (state: State) =>
    state.toReversed().map((one) => ({ ...one, value: reordered(one.value), scope: reversed(one.scope) }));
  await fc.assert(
    fc.asyncProperty(states, states, states, turns, async (desired, base, live, turns) => {
      const world = new World(live);
      const first = await made(world, { desired, base });
      world.rows = world.rows.toReversed().map((row) => ({ ...row, value: reordered(row.value) }));
      const other = { desired: shuffled(desired), base: shuffled(base) };
      expect(JSON.stringify(await made(world, other, { turns }))).toBe(JSON.stringify(first));
    }),
    runs,
  );
});

function reversed(scope: Resource["scope"]): Resource["scope"] {
  return Object.fromEntries(Object.entries(scope).toReversed());
}

test("a snapshot is the same whatever the order of replies, with the same requests", async () => {
  const turns = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(states, states, turns, turns, async (desired, live, one, other) => {
      const world = new World(live);
      const sides = { desired: desiredOf(...desired) };
      const first = await observed(world, sides, { turns: one });
      const second = await observed(world, sides, { turns: other });
      expect([...second.observations]).toEqual([...first.observations]);
      expect(second).toEqual(first);
    }),
    runs,
  );
});

test("what --only chooses has the same changes as without it, unless it needs what was not chosen", async () => {
  await fc.assert(
    fc.asyncProperty(
      states,
      states,
      fc.constantFrom("cloud/ssid/", "cloud/network/", "fabric/"),
      async (desired, live, prefix) => {
        const world = new World(live);
        const all = await compare(world, { desired });
        const only = (address: string) => address.startsWith(prefix);
        const some = diff({
          desired: all.desired,
          snapshot: await observed(world, { desired: all.desired, only }),
        });
        const chosen = ({ changes }: Comparison) => changes.filter(({ address }) => only(address));
        expect(chosen(some)).toEqual(chosen(all.comparison));
      },
    ),
    runs,
  );
});
