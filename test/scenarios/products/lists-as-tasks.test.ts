/**
 * Lists of resources in a Catalyst Center's fabric. Each list is sent as one task, against the simulator's mode, which
 * was written separately.
 */

import { describe, expect, test } from "vitest";
import type { Intent, JournalRecord } from "../../../src/model/journal.ts";
import type { CatalystThing } from "../../../src/simulator/controller/catalyst/state.ts";
import { freshCatalyst } from "../../../src/simulator/controller/catalyst/state.ts";
import type { VariantSettings } from "../../../src/simulator/wire/variants.ts";
import { defaultVariants } from "../../../src/simulator/wire/variants.ts";
import { Killed } from "../../servers/virtual-time/clock.ts";
import { stage } from "../../servers/virtual-time/run.ts";

type Staged = ReturnType<typeof stage>;

const site = { siteId: "site-global", authenticationProfileName: "No Authentication", isPubSubEnabled: true };
const fabric: CatalystThing = { collection: "fabricSites", value: site };

const nameOf = (at: number) => `VLAN_${String(at).padStart(3, "0")}`;
const namesOf = (count: number) => Array.from({ length: count }, (_, at) => nameOf(at));
const vlanOf = (vlanName: string) => ({
  ...{ fabricId: "fabric-1", vlanName, trafficType: "DATA" },
});

const filesOf = (names: readonly string[], more = "") => `target: campus
areas: { global: { name: Global } }
fabric:
  sites: { main: { site: global, authenticationProfileName: No Authentication, isPubSubEnabled: true } }
  l2VirtualNetworks:
${names
  .map((name) => `    ${name}: { fabric: main, vlanName: ${name}, trafficType: DATA${more} }\n`)
  .join("")}`;

function simulated({
  names = namesOf(50),
  more = "",
  fields = "",
  held = [] as readonly string[],
  variants = {} as Partial<VariantSettings>,
  now = 0,
} = {}): Staged {
  const on = stage({
    project: `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    dialect: catalyst-center
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
${more}`,
    files: { "a.yaml": filesOf(names, fields) },
    settings: { controllerMode: "catalyst-center", variants: { ...defaultVariants, ...variants } },
    now,
  });
  const vlans = held.map((name) => [`own-${name}`, vlan(name)] as const);
  hold(on, [["fabric-1", fabric], ...vlans]);
  return on;
}

const vlan = (name: string): CatalystThing => ({
  collection: "layer 2 virtual network",
  value: vlanOf(name),
});

function hold({ network }: Staged, more: readonly (readonly [string, CatalystThing])[]): void {
  const { controller } = network.world;
  const { catalyst = freshCatalyst } = controller;
  const things = new Map([...catalyst.things, ...more]);
  network.world = { ...network.world, controller: { ...controller, catalyst: { ...catalyst, things } } };
}

const vlans = ({ network }: Staged) =>
  [...(network.world.controller.catalyst?.things.values() ?? [])].filter(
    ({ collection }) => collection === "layer 2 virtual network",
  );
const path = "/dna/intent/api/v1/sda/layer2VirtualNetworks";
const written = ({ network }: Staged) => network.log().filter((one) => one.write && one.path === path);
const reads = ({ network }: Staged) =>
  network.log().filter(({ method, path: at }) => method === "GET" && at === path);
const polls = ({ network }: Staged) => network.log().filter((one) => one.path.includes("/v1/task/"));
const tally = ({ settled }: Awaited<ReturnType<Staged["apply"]>>) =>
  Object.fromEntries(
    [...Map.groupBy(settled, ({ outcome }) => outcome.state)].map(([state, all]) => [state, all.length]),
  );

async function expectDone(on: Staged): Promise<void> {
  expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [] });
}

/** Returns a journal that stores all intents, and the last intent of each step. */
function kept() {
  const intents = new Map<string, Intent>();
  const all: Intent[] = [];
  const isIntent = (record: JournalRecord): record is Intent => record.kind === "intent";
  const write = async (record: JournalRecord) => {
    if (!isIntent(record)) return;
    intents.set(record.step, record);
    all.push(record);
  };
  return { intents, all, journal: { write, note: () => {} } };
}

describe("virtual networks of a fabric", () => {
  test("go twenty in a request, one list after the other, as the plan says; each has its own outcome", async () => {
    const on = simulated();
    const made = await on.plan();
    expect(made.plan.cost[0]).toMatchObject({ writes: 3, polls: 6 });
    const before = reads(on).length;
    const { all, journal } = kept();
    const result = await on.apply(made, { journal });
    expect([tally(result), result.nonConvergent]).toEqual([{ applied: 50 }, []]);
    expect(written(on)).toHaveLength(3);
    expect(polls(on).length).toBeLessThanOrEqual(6);
    // The ids are read once for each list. After the writes, everything is verified.
    expect(reads(on).length - before).toBeLessThanOrEqual(1 + 3 * 2 + 1);
    const tasks = all.flatMap(({ task }) => task ?? []);
    expect([tasks.length, new Set(tasks.map(({ id }) => id)).size]).toEqual([50, 3]);
    await expectDone(on);
  });

  test("are changed as they are made, twenty in a request", async () => {
    const on = simulated({ held: namesOf(50), fields: ", isFabricEnabledWireless: true" });
    expect(tally(await on.apply(await on.plan()))).toEqual({ applied: 50 });
    expect(written(on).map(({ method }) => method)).toEqual(["PUT", "PUT", "PUT"]);
    await expectDone(on);
  });

  test("go one by one where the target says so, and never two at a time", async () => {
    const on = simulated({ names: namesOf(6), more: "    settings: { batches: 'off' }\n" });
    expect(tally(await on.apply(await on.plan()))).toEqual({ applied: 6 });
    expect(written(on)).toHaveLength(6);
  });

  test("that are made and those that are changed are never written at the same time", async () => {
    const on = simulated({
      held: namesOf(25),
      names: namesOf(50),
      fields: ", isFabricEnabledWireless: true",
    });
    expect(tally(await on.apply(await on.plan(), {}))).toEqual({ applied: 50 });
    expect(written(on)).toHaveLength(4);
    const tasks = [...(on.network.world.controller.catalyst?.tasks.values() ?? [])];
    const inOrder = tasks.toSorted((a, b) => a.startedAt - b.startedAt);
    for (const [at, { startedAt }] of inOrder.entries())
      expect(startedAt).toBeGreaterThanOrEqual(inOrder[at - 1]?.endsAt ?? 0);
    await expectDone(on);
  });
});

describe.each([false, true])("a list that fails, what came before in it left: %s", (listsInPart) => {
  const variants = { listsInPart };

  test("is sent again without the one that its reason names; the others are made once", async () => {
    const on = simulated({ variants });
    const made = await on.plan();
    const other = { ...vlanOf(nameOf(7)), trafficType: "VOICE" };
    hold(on, [["other", { collection: "layer 2 virtual network", value: other }]]);
    const result = await on.apply(made, { after: 0 });
    const [own] = result.settled.filter(({ step }) => step.endsWith(nameOf(7)));
    expect(own?.outcome).toMatchObject({
      state: "failed",
      problem: { message: expect.stringContaining("appeared after the plan was made") },
    });
    expect(vlans(on).filter(({ value }) => value.trafficType === "VOICE")).toHaveLength(1);
    expect(tally(result)).toEqual({ applied: 49, failed: 1 });
    expect(vlans(on)).toHaveLength(50);
    expect(written(on).length).toBeLessThanOrEqual(5);
  });

  test("goes in halves where its reason names none, and each says for itself what is wrong", async () => {
    const on = simulated({ variants });
    const made = await on.plan();
    const reason = JSON.stringify({ response: { isError: true, endTime: 1, failureReason: "it failed" } });
    on.network.fault({
      path: "*/v1/task/*",
      times: 2,
      effect: { kind: "answer", status: 200, body: reason },
    });
    const result = await on.apply(made);
    expect(tally(result)).toEqual({ applied: 50 });
    expect(vlans(on)).toHaveLength(50);
    await expectDone(on);
  });
});

test("a list that is refused at once is sent again in halves", async () => {
  const on = simulated();
  const made = await on.plan();
  on.network.fault({
    ...{ methods: ["POST"], path, times: 1 },
    effect: { kind: "answer", status: 400, body: JSON.stringify({ response: { message: "no" } }) },
  });
  expect(tally(await on.apply(made))).toEqual({ applied: 50 });
  expect(written(on).length).toBeLessThanOrEqual(6);
  await expectDone(on);
});

test.each(["lostAfter", "lostBefore", "truncated"] as const)(
  "a list whose answer is lost (%s) is looked at, each of it, and made once",
  async (kind) => {
    const on = simulated();
    const made = await on.plan();
    on.network.fault({ methods: ["POST"], path, after: 1, times: 1, effect: { kind } });
    expect(tally(await on.apply(made))).toEqual({ applied: 50 });
    expect(vlans(on)).toHaveLength(50);
    await expectDone(on);
  },
);

test("a run that is killed at any moment is finished by the next, which asks for its tasks first", async () => {
  let [kills, asked] = [0, 0];
  for (let turns = 2; turns < 90; turns += 4) {
    const { intents, journal } = kept();
    const run = simulated();
    const made = await run.plan();
    const ended = await run.apply(made, { journal, turns }).catch((error: unknown) => error);
    if (!(ended instanceof Killed)) break;
    kills += 1;
    run.network.land();
    const next = simulated({ now: run.clock.now() + 60_000 });
    next.network.world = run.network.world;
    const result = await next.apply(await next.plan(), { interrupted: [...intents.values()] });
    if ([...intents.values()].some(({ task }) => task)) asked += polls(next).length > 0 ? 1 : 0;
    expect(tally(result).failed, `${turns}`).toBeUndefined();
    expect(vlans(next)).toHaveLength(50);
    await expectDone(next);
  }
  expect(kills).toBeGreaterThan(3);
  expect(asked).toBeGreaterThan(0);
});
