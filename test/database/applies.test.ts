/** Applies by workers that are killed, stopped and cut from the database, compared with the applies of one process. */

import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { terms } from "../../src/database/terms.ts";
import { trueupProcess } from "../cli/command.ts";
import { times } from "../long-forms.ts";
import { appliesInChaos } from "./applies/chaos.ts";
import { mostInTenSeconds, writesBetween } from "./applies/company.ts";
import { pause } from "./applies/processes.ts";
import { applied, now, staged } from "./applies/stage.ts";
import { startServer, type TestServer } from "./server.ts";

let database: TestServer;

beforeAll(async () => {
  database = await startServer();
});

afterAll(async () => {
  await database?.stop();
});

test("applies end as those of one process while workers are killed, stopped and cut from the database", async () => {
  const applies = times("chaosApplies");
  const report = await appliesInChaos({ database, command: inject("command"), applies, seed: 1 });
  expect({ ...report, handovers: [] }).toMatchObject({ lost: [], ends: [] });
  // A process that stands still for a moment bunches requests, and a machine under load has such moments.
  expect(report.largest).toBeLessThanOrEqual(mostInTenSeconds + 2);
  // Each stop may have one late request, which can make a network twice.
  expect(report.doubled).toBeLessThanOrEqual(report.faults.stop);
  expect(report.surplus.length).toBeLessThanOrEqual(report.doubled);
  expect(Math.max(0, ...report.handovers)).toBeLessThan(60_000);
});

// Two seconds are real time, and other processes can use them up.
test("while the database is away for 30 s nothing is written, and writes go on within 2 s afterwards", {
  retry: 2,
}, async () => {
  const stage = await staged(inject("command"), await database.database());
  const writes = (from: number, to = now()) => writesBetween(stage.served.world(), from, to);
  try {
    await expect.poll(() => writes(0).length, { timeout: 60_000 }).toBeGreaterThan(10);
    const stopped = now();
    await database.away(30_000);
    const back = now();
    await expect.poll(() => writes(back).length, { timeout: 60_000 }).toBeGreaterThan(0);
    // What was permitted before leaves within this time.
    expect(writes(stopped + terms.leaving, back)).toEqual([]);
    expect((writes(back)[0]?.at ?? Number.NaN) - back).toBeLessThan(2000);
    await applied(stage);
  } finally {
    await stage.close();
  }
});

test("an apply on a command line is refused while a killed server has the lock, and writes nothing", async () => {
  const stage = await staged(inject("command"), await database.database());
  const writes = (from: number) => writesBetween(stage.served.world(), from, now());
  try {
    await expect.poll(() => writes(0).length, { timeout: 60_000 }).toBeGreaterThan(10);
    await stage.server.end("SIGKILL");
    // What was permitted before leaves within this time.
    await pause(terms.leaving);
    const killed = now();
    const { status, out, err } = await trueupProcess(["apply", "--yes"], { cwd: stage.clone });
    expect(`${out}${err}`).toContain("Refused: test is locked by trueup serve");
    expect(status).toBe(4);
    expect(writes(killed)).toEqual([]);
  } finally {
    await stage.close();
  }
});
