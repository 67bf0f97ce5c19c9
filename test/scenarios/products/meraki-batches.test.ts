/** Applies that send action batches, against the simulator's mode `meraki`, which was written separately. */

import { describe, expect, test } from "vitest";
import type { Intent, JournalRecord } from "../../../src/model/journal.ts";
import { defaultVariants } from "../../../src/simulator/wire/variants.ts";
import { projectText, type Setting, stage } from "../../servers/virtual-time/run.ts";

const meraki = projectText().replace("interface: dashboard\n", "interface: dashboard\n    dialect: meraki\n");
const count = 30;
const names = Array.from({ length: count }, (_, at) => `site-${String(at).padStart(2, "0")}`);
const declared = `target: cloud
organization: Acme
networks:
${names
  .map(
    (name) => `  ${name}:
    { name: ${name}, timeZone: Europe/Berlin, ssids: { 0: { name: Corp, visible: true }, 1: { name: Guest, visible: false }, 2: { name: Things, visible: true } } }
`,
  )
  .join("")}`;
const seed = { organizations: [{ id: "O_1", name: "Acme", networks: [] }] };

function simulated({
  settings = {},
  more = "",
  text = declared,
}: {
  settings?: Setting["settings"];
  more?: string;
  text?: string;
} = {}) {
  return stage({
    project: meraki.replace("dialect: meraki\n", `dialect: meraki\n${more}`),
    seed,
    files: { "a.yaml": text },
    settings: { ...settings, dashboardMode: "meraki" },
  });
}
type Staged = ReturnType<typeof simulated>;

const isBatch = (path: string) => path.includes("/actionBatches");
const asked = ({ network }: Staged, method: string) =>
  network.log().filter((one) => one.method === method && isBatch(one.path));
const writes = ({ network }: Staged) =>
  network.log().filter((one) => ["POST", "PUT", "DELETE"].includes(one.method) && !isBatch(one.path));
const tally = ({ settled }: Awaited<ReturnType<Staged["apply"]>>) =>
  Object.fromEntries(
    [...Map.groupBy(settled, ({ outcome }) => outcome.state)].map(([state, all]) => [state, all.length]),
  );

async function isDone(on: Staged): Promise<void> {
  expect((await on.plan()).plan.steps).toEqual([]);
}

describe("120 writes of one organization", () => {
  test("go in two batches, what is made first, and are asked for together", async () => {
    const on = simulated();
    const made = await on.plan();
    expect(made.plan.cost[0]).toMatchObject({ writes: 2 });
    const result = await on.apply(made);
    expect(tally(result)).toEqual({ applied: 4 * count });
    expect(result.nonConvergent).toEqual([]);
    expect([asked(on, "POST").length, writes(on).length]).toEqual([2, 0]);
    expect(asked(on, "GET").length).toBeLessThanOrEqual(16);
    await isDone(on);
  });

  test("go one by one where the target says so", async () => {
    const on = simulated({ more: "    settings: { batches: 'off' }\n" });
    expect(tally(await on.apply(await on.plan()))).toEqual({ applied: 4 * count });
    expect([asked(on, "POST").length, writes(on).length >= 4 * count]).toEqual([0, true]);
  });

  test.each([true, false])(
    "of which the product refuses one: that one goes by itself, the others together",
    async (batchErrorsName) => {
      const on = simulated({ settings: { variants: { ...defaultVariants, batchErrorsName } } });
      const body = JSON.stringify({ errors: ["Time zone is unknown"] });
      on.network.fault({
        ...{
          interface: "dashboard",
          methods: ["POST"],
          path: "/api/v1/organizations/O_1/networks",
          after: 7,
        },
        ...{ effect: { kind: "answer", status: 400, body }, times: 1 },
      });
      const result = await on.apply(await on.plan());
      // The fault strikes only once, so the refused change is accepted when it is sent alone.
      expect(tally(result)).toEqual({ applied: 4 * count });
      expect(writes(on).length).toBeLessThanOrEqual(8);
      await isDone(on);
    },
  );

  test("of which the product always refuses some have those failed with its reason, and the others done", async () => {
    const on = simulated();
    on.network.fault({
      ...{ interface: "dashboard", methods: ["PUT"], path: "/api/v1/networks/*/wireless/ssids/2" },
      ...{
        effect: { kind: "answer", status: 400, body: JSON.stringify({ errors: ["no such slot"] }) },
        times: 10_000,
      },
    });
    const result = await on.apply(await on.plan());
    expect(tally(result)).toEqual({ applied: 3 * count, failed: count });
    const [failed] = result.settled.filter(({ outcome }) => outcome.state === "failed");
    expect(failed?.outcome).toMatchObject({ problem: { message: expect.stringContaining("no such slot") } });
  });
});

describe("a batch", () => {
  test.each(["lostAfter", "lostBefore"] as const)(
    "whose reply is lost is looked for, waited for, and carried out once",
    async (kind) => {
      const on = simulated();
      on.network.fault({
        ...{ interface: "dashboard", methods: ["POST"], path: "/api/v1/organizations/O_1/actionBatches" },
        ...{ effect: { kind }, times: 1 },
      });
      const result = await on.apply(await on.plan());
      expect(tally(result)).toEqual({ applied: 4 * count });
      expect(on.network.world.dashboard.networks.size).toBe(count);
      await isDone(on);
    },
  );

  test("that never ends is waited for ten minutes; what is in it is unknown, and the next run makes nothing twice", async () => {
    const on = simulated({ settings: { batchActionMs: 60_000 } });
    const written = new Map<string, Intent>();
    const isIntent = (record: JournalRecord): record is Intent => record.kind === "intent";
    const write = async (record: JournalRecord) => {
      if (isIntent(record)) written.set(record.step, record);
    };
    const made = await on.plan();
    const began = on.clock.now();
    const result = await on.apply(made, { journal: { write, note: () => {} } });
    expect(on.clock.now() - began).toBeGreaterThanOrEqual(600_000);
    expect(tally(result)).toEqual({ unknown: count, skipped: 3 * count });
    // Meanwhile the product has finished the batch, and is fast again.
    await on.clock.run(on.clock.wait(3_600_000));
    const { world } = on.network;
    on.network.world = { ...world, settings: { ...world.settings, batchActionMs: 100 } };
    const sent = asked(on, "POST").length;
    const next = await on.apply(await on.plan(), { interrupted: [...written.values()] });
    expect(tally(next)).toEqual({ applied: 3 * count });
    expect([asked(on, "POST").length - sent, on.network.world.dashboard.networks.size]).toEqual([1, count]);
    await isDone(on);
  });

  test("that goes on when the run is killed is asked for by the next run, and nothing is made twice", async () => {
    const on = simulated();
    const made = await on.plan();
    const written = new Map<string, Intent>();
    const isIntent = (record: JournalRecord): record is Intent => record.kind === "intent";
    const journal = {
      write: async (record: JournalRecord) => {
        if (isIntent(record)) written.set(record.step, record);
      },
      note: () => {},
    };
    const tasks: number[] = [];
    for (const turns of [20, 30, 40]) {
      written.clear();
      const run = simulated();
      await expect(run.apply(await run.plan(), { journal, turns })).rejects.toThrow();
      run.network.land();
      const interrupted = [...written.values()];
      tasks.push(interrupted.filter(({ task }) => task).length);
      const next = simulated();
      next.network.world = run.network.world;
      const result = await next.apply(await next.plan(), { interrupted });
      expect(tally(result).failed, `${turns}`).toBeUndefined();
      expect(next.network.world.dashboard.networks.size).toBe(count);
      await isDone(next);
    }
    expect(Math.max(...tasks)).toBeGreaterThan(count);
    expect(made.plan.steps).toHaveLength(4 * count);
  });
});
