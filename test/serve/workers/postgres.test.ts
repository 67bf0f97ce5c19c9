/** Workers in plants over the real database. They write with their journal, while one worker at a time is cut off. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../../src/database/open.ts";
import { shardsOf } from "../../../src/database/shards.ts";
import { clock } from "../../../src/runtime/clock.ts";
import { runId } from "../../../src/runtime/random.ts";
import { closed, startServer, type TestServer } from "../../database/server.ts";
import { plantServer, type Reached, rowsAt, tokenOf, wayTo, worker } from "./plant.ts";

let postgres: TestServer;

beforeAll(async () => {
  postgres = await startServer();
});

afterAll(async () => {
  await postgres?.stop();
});

test("writes of two plants arrive once each, at their own worker, though their ways break", async () => {
  const open = await openDatabase(closed(await postgres.database()), clock);
  if ("problems" in open) throw new Error("no database");
  const shards = shardsOf(open, { clock, newId: runId, process: "serve", version: "0" });
  const server = await plantServer({ rowsFor: shards.rowsFor });
  const reached: Reached[] = [];
  const plants = ["plant-7", "plant-8"];
  const ways = await Promise.all(plants.map(() => wayTo(server.port)));
  const workers = plants.map((by, at) => worker(rowsAt(ways[at]?.url ?? "", tokenOf(by)), { by, reached }));
  const callers = shards.callers();
  const journal = shards.journal("e", "e");
  await journal.take();
  await journal.locked({ run: "git", forMs: Number.POSITIVE_INFINITY });
  const kept = await journal.begin();
  const port = callers.sessions("apply");
  const { signal } = new AbortController();
  /** Writes like an apply: if the result of a write is unknown, it reads, and sends the write again if needed. */
  const write = async (n: number): Promise<void> => {
    const target = `${plants[n % 2]}-mes`;
    for (;;) {
      const answer = await port.call(
        { bundle: "b", shard: `https://${target} ${n % 3}`, target, ask: n, isWrite: true },
        {
          signal,
          listener: () => {},
          leaving: async (_, fence) => {
            kept.append(`${n}\n`);
            await kept.flush(fence).catch(() => {});
            return undefined;
          },
        },
      );
      const isDone = answer.is === "answered" && answer.answer === "done";
      if (isDone || reached.some((each) => each.n === n)) return;
    }
  };
  const [writes, cuts] = [300, 6];
  const each = Array.from({ length: 6 }, async (_, lane) => {
    for (let n = lane; n < writes; n += 6) await write(n);
  });
  for (let cut = 0; cut < cuts; cut += 1) {
    await clock.wait(700);
    ways[cut % 2]?.cut();
    await clock.wait(cut % 3 === 0 ? 7000 : 1500);
    ways[cut % 2]?.mend();
  }
  await Promise.all(each);
  expect(reached.map(({ n }) => n).sort((one, other) => one - other)).toEqual(
    Array.from({ length: writes }, (_, n) => n),
  );
  expect(reached.every(({ n, by }) => by === plants[n % 2])).toBe(true);
  const { workers: seen } = await shards.workersNow();
  expect(seen.map(({ name }) => name)).toEqual(["plant-7: host-1, process 1", "plant-8: host-1, process 1"]);
  await Promise.all(workers.map(({ stop }) => stop()));
  expect((await shards.workersNow()).workers).toEqual([]);
  await kept.close(false);
  await callers.close();
  await server.close();
  await open.close();
}, 180_000);
