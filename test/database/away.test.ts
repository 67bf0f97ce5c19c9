/** A database that is away: for longer than a run's hold on its environment lasts, and at a bad moment of a start. */

import { expect, onTestFinished, test } from "vitest";
import { connectionTo } from "../../src/database/connection.ts";
import type { RunRows } from "../../src/database/contract.ts";
import { databaseJournal } from "../../src/database/journal.ts";
import { openingProblem } from "../../src/database/refusals.ts";
import { terms } from "../../src/database/terms.ts";
import { clock as realClock } from "../../src/runtime/clock.ts";
import { runId } from "../../src/runtime/random.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";
import { pause, wayTo } from "./applies/processes.ts";
import { MemoryDatabase } from "./memory.ts";
import { closed, startServer } from "./server.ts";

test("a run goes on and keeps its environment once the database is back, unless another run has taken it", async () => {
  const clock = new VirtualClock();
  const run = new MemoryDatabase(() => clock.now()).runRows();
  let isAway = false;
  const rows: RunRows = {
    ...run,
    take: (owner, forMs) => (isAway ? Promise.reject(new Error("away")) : run.take(owner, forMs)),
  };
  const of = { clock, newId: runId, name: "e", id: "d" };
  const [store, other] = ["one", "two"].map((owner) => databaseJournal({ ...of, rows, owner }));
  if (!store || !other) throw new Error("no journals");
  const whole = async () => {
    const lock = await store.take();
    if (!lock.held) throw new Error(lock.message);
    await store.locked({ run: "git", forMs: 300_000 });
    const kept = await store.begin();
    isAway = true;
    await clock.wait(terms.run + 5000);
    isAway = false;
    kept.append("first\n");
    await kept.flush();
    await clock.wait(3 * terms.run);
    expect(await other.take()).toMatchObject({ held: false });
    kept.append("second\n");
    await kept.flush();
    expect(await run.read()).toBe("first\nsecond\n");
    isAway = true;
    await clock.wait(2 * terms.run);
    isAway = false;
    const taken = await other.take();
    expect(taken.held).toBe(true);
    kept.append("third\n");
    await expect(kept.flush()).rejects.toThrow("no longer owns the environment");
    await lock.release();
    if (taken.held) await taken.release();
  };
  await clock.run(whole());
});

test("a database that goes away between two statements of a start is a problem, and does not end the process", async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const url = new URL(await server.database());
  const way = await wayTo(Number(url.port));
  onTestFinished(() => way.close());
  url.port = String(way.port);
  const connection = connectionTo(closed(url.href), realClock);
  const started = connection.alone(1, async (query) => {
    way.cut();
    await pause(300);
    return query("SELECT 1");
  });
  const error = await started.catch((thrown: unknown) => thrown);
  expect(openingProblem(error).code).toBe("database-unreachable");
  await connection.close();
});
