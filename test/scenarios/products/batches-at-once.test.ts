/**
 * Applies that send several resources in one request, as trees (APIC) or lists (FMC), against the simulator's modes,
 * which were written separately.
 */

import { describe, expect, test } from "vitest";
import type { Intent, JournalRecord } from "../../../src/model/journal.ts";
import { freshFmc } from "../../../src/simulator/firewall/fmc/state.ts";
import { Killed } from "../../servers/virtual-time/clock.ts";
import { type Setting, stage } from "../../servers/virtual-time/run.ts";

/** A product, resources of one of its kinds, and the path for requests with several of these resources. */
interface Product {
  readonly name: string;
  readonly project: (more: string) => string;
  readonly files: (keys: readonly string[], description?: string) => string;
  readonly settings: Setting["settings"];
  readonly seed: Setting["seed"];
  readonly path: string;
  /** Returns true for a request with several resources. */
  readonly isBatch: (one: { readonly path: string }) => boolean;
  readonly held: (on: Staged) => number;
  /**
   * The expected problem if somebody else has created one of the resources. After the APIC's answer trueup reads again,
   * and after the FMC's answer it does not.
   */
  readonly exists: unknown;
  /** Creates the resource with this key, as somebody else would. */
  readonly takenBy: (on: Staged, key: string) => void;
}
type Staged = ReturnType<typeof stage>;

const projectOf = (target: string) => (more: string) =>
  `version: 1
environment: virtual
targets:
  it:
${target}${more}`;

const apic: Product = {
  name: "apic",
  project: projectOf(`    interface: fabric
    dialect: apic
    url: https://apic.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`),
  files: (keys, description = "by Git") =>
    `target: it\ntenants:\n  Production:\n    filters:\n${keys
      .map(
        (key) => `      ${key}: { description: ${description}, entries: [{ name: https, etherType: ip }] }\n`,
      )
      .join("")}`,
  settings: { fabricMode: "apic" },
  seed: {
    managedObjects: { "uni/tn-Production": { class: "fvTenant", attributes: { name: "Production" } } },
  },
  path: "/api/mo/uni.json",
  isBatch: ({ path }) => path === "/api/mo/uni.json",
  held: ({ network }) =>
    [...network.world.fabric.objects.values()].filter((each) => each.class === "vzFilter").length,
  exists: expect.stringContaining("appeared after the plan was made"),
  takenBy: ({ network }, key) => {
    const { fabric } = network.world;
    const attributes = { name: key, descr: "by hand" };
    const objects = new Map(fabric.objects).set(`uni/tn-Production/flt-${key}`, {
      class: "vzFilter",
      attributes,
    });
    network.world = { ...network.world, fabric: { ...fabric, objects } };
  },
};

const hostsPath = "/api/fmc_config/v1/domain/e276abec-e0f2-11e3-8169-6d9ed49b625f/object/hosts";
const hostsIn = ({ network }: Staged) =>
  [...(network.world.firewall.fmc?.objects ?? [])].filter(([path]) => path.startsWith("object/hosts/"));

const fmc: Product = {
  name: "fmc",
  project: projectOf(`    interface: firewall
    dialect: fmc
    url: https://manager.example.net
    credential: { username: { secret: env:FIREWALL_USER }, password: { secret: env:FIREWALL_PASSWORD } }
`),
  files: (keys, description = "by Git") =>
    `target: it\nobjects:\n  hosts:\n${keys
      .map(
        (key, at) =>
          `    ${key}: { name: ${key}, value: 10.0.${at >> 8}.${at & 255}, description: ${description} }\n`,
      )
      .join("")}`,
  settings: { firewallMode: "fmc" },
  seed: {},
  path: hostsPath,
  isBatch: ({ path }) => path.endsWith("/hosts?bulk=true"),
  held: (on) => hostsIn(on).length,
  exists: expect.stringContaining("already exists"),
  takenBy: ({ network }, key) => {
    const { firewall } = network.world;
    const known = firewall.fmc ?? freshFmc;
    const id = "00000000-0000-0000-0000-0000000000ff";
    const record = { id, name: key, type: "Host", value: "10.9.9.9" };
    const objects = new Map(known.objects).set(`object/hosts/${id}`, record);
    network.world = { ...network.world, firewall: { ...firewall, fmc: { ...known, objects } } };
  },
};

const keysOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `site-${String(at).padStart(4, "0")}`);

function simulated(product: Product, { count = 250, more = "", now = 0 } = {}): Staged {
  const { settings = {}, seed = {} } = product;
  const files = { "a.yaml": product.files(keysOf(count)) };
  return stage({ project: product.project(more), files, settings, seed, now });
}

const posted = ({ network }: Staged) =>
  network.log().filter(({ method, write }) => method === "POST" && write);
const tally = ({ settled }: Awaited<ReturnType<Staged["apply"]>>) =>
  Object.fromEntries(
    [...Map.groupBy(settled, ({ outcome }) => outcome.state)].map(([state, all]) => [state, all.length]),
  );

async function expectDone(on: Staged): Promise<void> {
  expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [] });
}

/** Returns a journal that stores the last intent of each step. */
function kept() {
  const intents = new Map<string, Intent>();
  const isIntent = (record: JournalRecord): record is Intent => record.kind === "intent";
  const write = async (record: JournalRecord) => {
    if (isIntent(record)) intents.set(record.step, record);
  };
  return { intents, journal: { write, note: () => {} } };
}

describe.each([apic, fmc])("changes at a product such as $name", (product) => {
  test("go a hundred in a request, as the plan says, each with its own intent and outcome", async () => {
    const on = simulated(product, { count: 300 });
    const made = await on.plan();
    expect(made.plan.cost[0]).toMatchObject({ writes: 3 });
    const { intents, journal } = kept();
    const result = await on.apply(made, { journal });
    expect(tally(result)).toEqual({ applied: 300 });
    expect(result.nonConvergent).toEqual([]);
    expect(posted(on).filter(product.isBatch)).toHaveLength(3);
    expect(posted(on)).toHaveLength(3);
    expect(intents.size).toBe(300);
    expect(product.held(on)).toBe(300);
    await expectDone(on);
  });

  test("are taken back with each other when a wave of theirs failed", async () => {
    const on = simulated(product, { count: 30 });
    const made = await on.plan();
    product.takenBy(on, "site-0015");
    const { rolledBack } = await on.apply(made, { after: 0, rollbackOnFailure: true });
    const states = new Set(rolledBack?.settled.map(({ outcome }) => outcome.state));
    expect([rolledBack?.settled.length, [...states]]).toEqual([29, ["applied"]]);
    expect(product.held(on)).toBe(1);
  });

  test("go one by one where the target says so", async () => {
    const on = simulated(product, { count: 30, more: "    settings: { batches: 'off' }\n" });
    expect(tally(await on.apply(await on.plan()))).toEqual({ applied: 30 });
    expect(posted(on)).toHaveLength(30);
  });

  test("of which one is there already: the answer names it, so that the others go once more without it", async () => {
    const on = simulated(product);
    const made = await on.plan();
    product.takenBy(on, "site-0150");
    const result = await on.apply(made, { after: 0 });
    const others = result.settled.filter(({ step }) => !step.includes("site-0150"));
    expect(others.every(({ outcome }) => outcome.state === "applied")).toBe(true);
    const [own] = result.settled.filter(({ step }) => step.includes("site-0150"));
    expect(own?.outcome).toMatchObject({ state: "failed", problem: { message: product.exists } });
    expect(posted(on).length).toBeLessThanOrEqual(5);
    expect(product.held(on)).toBe(250);
  });

  test("of which a request is refused and nobody knows for which: its halves go", async () => {
    const on = simulated(product);
    const made = await on.plan();
    on.network.fault({
      ...{ methods: ["POST"], path: `${product.path}*`, after: 1, times: 2 },
      effect: { kind: "answer", status: 400, body: "{}" },
    });
    expect(tally(await on.apply(made))).toEqual({ applied: 250 });
    expect(posted(on).length).toBeLessThanOrEqual(8);
    await expectDone(on);
  });

  test.each(["lostAfter", "lostBefore", "truncated"] as const)(
    "of which a reply is lost are looked at, each, and made once",
    async (kind) => {
      const on = simulated(product, { count: 120 });
      const made = await on.plan();
      on.network.fault({ methods: ["POST"], path: `${product.path}*`, after: 1, times: 1, effect: { kind } });
      expect(tally(await on.apply(made))).toEqual({ applied: 120 });
      expect(product.held(on)).toBe(120);
      await expectDone(on);
    },
  );

  test("of which a run is killed at any moment are finished by the next run, and none is made twice", async () => {
    let kills = 0;
    for (let turns = 2; turns < 60; turns += 4) {
      const { intents, journal } = kept();
      const run = simulated(product);
      const made = await run.plan();
      const ended = await run.apply(made, { journal, turns }).catch((error: unknown) => error);
      if (!(ended instanceof Killed)) break;
      kills += 1;
      run.network.land();
      const next = simulated(product, { now: run.clock.now() + 60_000 });
      next.network.world = run.network.world;
      const result = await next.apply(await next.plan(), { interrupted: [...intents.values()] });
      expect(tally(result).failed, `${turns}`).toBeUndefined();
      expect(product.held(next)).toBe(250);
      await expectDone(next);
    }
    expect(kills).toBeGreaterThan(3);
  });
});
