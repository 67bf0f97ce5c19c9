/** Workers as processes that signals stop and kill, with a real database and sockets. */

import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/database/open.ts";
import { shardsOf } from "../../src/database/shards.ts";
import { clock } from "../../src/runtime/clock.ts";
import { runId } from "../../src/runtime/random.ts";
import { times } from "../long-forms.ts";
import { seeded } from "../servers/virtual-time/clock.ts";
import { closed, startServer, type TestServer } from "./server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server?.stop();
});

/** Starts a target that counts each write, and answers after a while. */
async function countingTarget() {
  const reached = new Map<string, number>();
  const target = createServer((request, response) => {
    const [, kind = "", , n = ""] = (request.url ?? "").split("/");
    if (kind === "write") reached.set(n, (reached.get(n) ?? 0) + 1);
    setTimeout(() => response.end(n), 50);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => target.once("listening", resolve));
  const address = target.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, reached, close: () => target.close() };
}

test("every write is carried out once, but for one late request of each worker that was stopped", async () => {
  const random = seeded(7);
  const url = await server.database();
  const open = await openDatabase(closed(url), clock);
  if ("problems" in open) throw new Error("no database");
  const target = await countingTarget();
  const workers: ChildProcess[] = [];
  const start = (at: number) => {
    const script = new URL("./worker-process.ts", import.meta.url).pathname;
    workers[at] = spawn(process.execPath, [script, url, target.url, `worker ${at}`], { stdio: "inherit" });
  };
  for (let at = 0; at < 4; at += 1) start(at);
  const shards = shardsOf(open, { clock, newId: runId, process: "caller", version: "0" });
  const callers = shards.callers();
  const journal = shards.journal("e", "e");
  await journal.take();
  await journal.locked({ run: "git", forMs: Number.POSITIVE_INFINITY });
  const kept = await journal.begin();
  const ended = new AbortController();
  let stops = 0;
  const trouble = async () => {
    while (!ended.signal.aborted) {
      await clock.wait(1000 + random() * 2000, ended.signal).catch(() => {});
      const at = Math.floor(random() * workers.length);
      if (ended.signal.aborted) return;
      if (random() < 0.5) {
        workers[at]?.kill("SIGKILL");
        start(at);
        continue;
      }
      stops += 1;
      const stopped = workers[at];
      stopped?.kill("SIGSTOP");
      void clock.wait(1000 + random() * 14_000).then(() => stopped?.kill("SIGCONT"));
    }
  };
  const troubled = trouble();
  const port = callers.sessions("apply");
  const signal = ended.signal;
  const carryOut = async (n: number): Promise<void> => {
    const call = { bundle: "b", shard: `s${n % 8}`, target: "t", ask: n, isWrite: true };
    for (;;) {
      const answer = await port.call(call, {
        signal,
        listener: () => {},
        leaving: async (_, fence) => {
          kept.append(`${n}\n`);
          await kept.flush(fence).catch(() => {});
          return undefined;
        },
      });
      const isDone = answer.is === "answered" && answer.answer === String(n);
      if (isDone || target.reached.has(String(n))) return;
    }
  };
  const writes = times("chaosWrites");
  const each = Array.from({ length: 8 }, async (_, lane) => {
    for (let n = lane; n < writes; n += 8) await carryOut(n);
  });
  await Promise.all(each);
  ended.abort(new Error("ended"));
  await troubled;
  const twice = [...target.reached.values()].reduce((sum, count) => sum + count - 1, 0);
  expect(target.reached.size).toBe(writes);
  expect(twice).toBeLessThanOrEqual(stops);
  for (const worker of workers) worker.kill("SIGCONT");
  for (const worker of workers) worker.kill("SIGTERM");
  await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once("exit", resolve))));
  await kept.close(false);
  await callers.close();
  await open.close();
  target.close();
});
