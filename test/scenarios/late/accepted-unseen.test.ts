/**
 * Servers whose lists show a new resource long after its create was answered. trueup looks for the resource, and never
 * creates it twice.
 */

import { describe, expect, test } from "vitest";
import {
  type AnsweredCreate,
  answeredCreates,
  journalOn,
  readJournal,
  unfinished,
} from "../../../src/apply/journal.ts";
import { unseenAfter, withUnseenOf } from "../../../src/apply/unseen.ts";
import type { PlannedRun } from "../../../src/engine/reconcile.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import { driftOf } from "../../../src/report/drift/drift.ts";
import { digest } from "../../../src/runtime/digest.ts";
import { journalDisk } from "../../../src/runtime/files/journal.ts";
import { Killed } from "../../servers/virtual-time/clock.ts";
import { ForgetfulFile } from "../../servers/virtual-time/file.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const bern = "cloud/network/bern";
const inside = "cloud/ssid/bern.0";
const files = {
  "desired-state/cloud.yaml": `target: cloud
organization: Acme
networks:
  bern: { name: Bern Office, tags: [new], ssids: { 0: { name: Guest } } }
`,
};

const named = ({ network }: Stage) =>
  [...network.world.dashboard.networks.values()].filter(({ fields }) => fields.name === "Bern Office");

const creates = ({ network }: Stage) =>
  network.log().filter(({ method, path }) => method === "POST" && path.endsWith("/networks"));

/** Returns a new process that uses the same servers and remembers nothing. */
function later(on: Stage, ms: number): Stage {
  const next = stage({ files, now: on.clock.now() + ms });
  next.network.world = on.network.world;
  return next;
}

/**
 * Runs once with a journal. The run may be killed. Returns the content of the journal, and the memory that would be
 * recorded.
 */
async function ran(on: Stage, made: PlannedRun, left: readonly AnsweredCreate[] = [], die?: () => boolean) {
  const file = new ForgetfulFile(on.clock);
  const disk = journalDisk(file);
  const journal = journalOn({ disk, digest, run: String(on.clock.now()) });
  const watch = async () => {
    while (!die?.()) await on.clock.wait(10);
    // The journal is flushed within a second.
    await on.clock.wait(1000);
    await disk.flush();
    on.clock.killAfter(0);
  };
  if (die) void watch();
  let result: ApplyResult | undefined;
  try {
    result = await on.apply(made, { journal, leftAccepted: left });
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  on.clock.killAfter(Number.POSITIVE_INFINITY);
  await on.clock.run(disk.flush());
  const { records } = readJournal(file.durable, digest);
  const before = made.request.memory?.unseen ?? new Map();
  const unseen = unseenAfter({ before, snapshot: made.snapshot, result, commit: "" });
  return { result, records, memory: { ...emptyMemory, unseen } satisfies Memory };
}

describe.each([45_000, 120_000])("a network that lists show %i ms after it was answered", (listedAfterMs) => {
  const first = () => stage({ files, settings: { listedAfterMs } });

  test.each(["the record", "the journal"] as const)(
    "is not sent again by a run that knows of it from %s",
    async (from) => {
      const on = first();
      const { result, records, memory } = await ran(on, await on.plan());
      expect(result?.acceptedUnseen).toEqual([
        { address: bern, since: expect.any(String), id: expect.any(String) },
      ]);
      const known = from === "the record" ? memory : withUnseenOf(undefined, answeredCreates(records));
      expect([...(known?.unseen.keys() ?? [])]).toEqual([bern]);

      const early = later(on, 1000);
      const { plan } = await early.plan({ memory: known });
      expect(plan.steps).toEqual([]);
      expect(plan.acceptedUnseen).toMatchObject([{ address: bern }]);
      expect(plan.unwritable.map(({ address, because }) => [address, because])).toEqual([
        [bern, undefined],
        [inside, bern],
      ]);

      const late = later(early, listedAfterMs);
      const seen = await late.plan({ memory: known });
      expect(seen.plan).toMatchObject({ steps: [], unwritable: [], unknown: [] });
      expect(seen.plan.acceptedUnseen).toBeUndefined();
      expect(
        unseenAfter({ before: known?.unseen ?? new Map(), snapshot: seen.snapshot, commit: "" }).size,
      ).toBe(0);
      expect([named(late), creates(late)].map(({ length }) => length)).toEqual([1, 1]);
    },
  );

  test("is not sent again by the run after one that was killed when it was answered", async () => {
    const on = first();
    const { records } = await ran(on, await on.plan(), [], () => creates(on).length > 0);
    expect(unfinished(records).map(({ step }) => step)).not.toContain(`create ${bern}`);
    const left = answeredCreates(records);
    const next = later(on, 1000);
    const made = await next.plan({ memory: withUnseenOf(undefined, left) });
    expect(made.plan.steps).toEqual([]);
    // This run has recorded other things first, but the next run still learns about the create.
    const again = await ran(next, made, left);
    expect(answeredCreates(again.records)).toMatchObject([{ since: left[0]?.since, isUnseen: true }]);
    expect(creates(next)).toHaveLength(1);
  });

  test("is neither drift nor pending, nor is what is in it", async () => {
    const on = first();
    const base = on.context.desired;
    const { memory } = await ran(on, await on.plan());
    const next = later(on, 1000);
    const { plan } = await next.plan({ memory, base });
    expect(plan.changes.map(({ address }) => address)).toEqual([bern, inside]);
    for (const change of plan.changes) expect(change).toMatchObject({ action: "create", cause: "pending" });
    expect(driftOf(plan)).toMatchObject({ drifted: [], pending: [], conflicts: [] });
    const { plan: drift } = await next.plan({ memory, base, driftOnly: true });
    expect(drift.steps).toEqual([]);
    // Without the memory, the resource would count as removed, which is drift.
    expect(driftOf((await next.plan({ base })).plan).drifted).toHaveLength(2);
  });
});

test("a network that is seen late is as applied: it is not taken over, and its journal forgets it", async () => {
  const on = stage({ files, settings: { listedAfterMs: 45_000 } });
  const empty = { ...on.context.desired, resources: new Map() };
  const { records, memory } = await ran(on, await on.plan());
  const next = later(on, 60_000);
  const made = await next.plan({ memory, base: empty });
  expect(made.plan.takenOver).not.toContain(bern);
  expect((await next.plan({ base: empty })).plan.takenOver).toContain(bern);
  const again = await ran(next, made, answeredCreates(records));
  expect(answeredCreates(again.records)).toEqual([]);
});

test("what was never seen is sent again a day later, where that is allowed", async () => {
  const on = stage({ files, settings: { listedAfterMs: 1e12 } });
  const { memory } = await ran(on, await on.plan());
  const [one] = memory.unseen.values();
  const at = (hours: number) => new Date(Date.parse(one?.since ?? "") + hours * 3_600_000).toISOString();
  const next = later(on, 24 * 3_600_000);
  expect((await next.plan({ memory, retryUnseenAt: at(23.9) })).plan.steps).toEqual([]);
  expect((await next.plan({ memory })).plan.steps).toEqual([]);
  const made = await next.plan({ memory, retryUnseenAt: at(24) });
  expect(made.plan.steps.map(({ id }) => id)).toContain(`create ${bern}`);
  const again = await ran(next, made);
  expect(creates(next)).toHaveLength(2);
  expect(Date.parse(again.memory.unseen.get(bern)?.since ?? "")).toBeGreaterThan(
    Date.parse(one?.since ?? ""),
  );
});

test("a create that is answered 202 without an id is not sent again either", async () => {
  const on = stage({ files, settings: { listedAfterMs: 45_000, createAnswers: "accepted" } });
  const { result, memory } = await ran(on, await on.plan());
  expect(result?.acceptedUnseen).toEqual([{ address: bern, since: expect.any(String) }]);
  const early = later(on, 1000);
  expect((await early.plan({ memory })).plan.steps).toEqual([]);
  const late = later(early, 45_000);
  const { plan } = await late.plan({ memory });
  expect(plan.acceptedUnseen).toBeUndefined();
  expect(plan.steps.map(({ address }) => address)).toEqual([inside]);
  expect(creates(late)).toHaveLength(1);
});

test.each([
  { words: "which Git still declares", isDropped: false },
  { words: "which Git has dropped", isDropped: true },
])("what an earlier create has made, $words, is not taken for what this run makes", async ({ isDropped }) => {
  const habits = { listedAfterMs: 45_000, createAnswers: "accepted", normalise: ["upperCaseName"] } as const;
  const declaring = (networks: string) => ({
    "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks}`,
  });
  const [first, second] = ["  bern: { name: Bern }\n", "  gent: { name: Gent }\n"];
  const on = stage({ files: declaring(first), settings: habits });
  const { memory } = await ran(on, await on.plan());
  expect([...memory.unseen.keys()]).toEqual([bern]);
  const files = declaring(isDropped ? second : `${first}${second}`);
  const next = stage({ files, settings: habits, now: on.clock.now() + 15_000 });
  next.network.world = on.network.world;
  const made = await next.plan({ memory });
  expect(made.plan.steps.map(({ id }) => id)).toEqual(["create cloud/network/gent"]);
  const { result } = await ran(next, made);
  expect(result?.ids.get("cloud/network/gent")).toBeUndefined();
  expect(result?.acceptedUnseen?.map(({ address }) => address)).toEqual(["cloud/network/gent"]);
});
