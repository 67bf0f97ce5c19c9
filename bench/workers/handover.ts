/** Measures handovers: the time from the kill of a worker to the next write of each of its shards by another worker. */

import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import { openDatabase } from "../../src/database/open.ts";
import { shardsOf } from "../../src/database/shards.ts";
import { clock } from "../../src/runtime/clock.ts";
import { runId } from "../../src/runtime/random.ts";
import { closed, type TestServer } from "../../test/database/server.ts";

/**
 * The number of shards, which write all the time, the number of workers, and the interval at which a worker is killed.
 */
const [shardCount, workerCount, everyMs] = [24, 3, 16_000];

/** The handover times of each shard of each killed worker, in milliseconds. */
export async function handovers(database: TestServer, kills: number): Promise<readonly number[]> {
  const url = await database.database();
  const open = await openDatabase(closed(url), clock);
  if ("problems" in open) throw new Error("no database");
  const writes: { readonly shard: string; readonly by: string; readonly at: number }[] = [];
  const target = createServer((request, response) => {
    const [, kind, shard = "", , by = ""] = (request.url ?? "").split("/");
    if (kind === "write") writes.push({ shard, by, at: clock.now() });
    setTimeout(() => response.end("done"), 50);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => target.once("listening", resolve));
  const address = target.address();
  const to = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const workers = Array.from({ length: workerCount }, (_, at) => started(url, to, at));
  const callers = shardsOf(open, { clock, newId: runId, process: "server", version: "0" }).callers();
  const ended = new AbortController();
  const port = callers.sessions("apply");
  const { signal } = ended;
  const lane = async (shard: string) => {
    const call = { bundle: "b", shard, target: "t", ask: 1, isWrite: true };
    while (!signal.aborted) {
      await port.call(call, { signal, listener: () => {}, leaving: async () => undefined }).catch(() => {});
      await clock.wait(500, signal).catch(() => {});
    }
  };
  const lanes = Array.from({ length: shardCount }, (_, at) => lane(`s${at}`));
  const gaps: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await clock.wait(everyMs);
    const at = kill % workerCount;
    const killed = clock.now();
    workers[at]?.kill("SIGKILL");
    const own = shardsIn(writes, `worker${at}`, killed);
    await clock.wait(2 * everyMs);
    for (const shard of own) {
      const next = writes.find(
        (one) => one.shard === shard && one.at > killed + 60 && one.by !== `worker${at}`,
      );
      gaps.push(next ? next.at - killed : 2 * everyMs);
    }
    workers[at] = started(url, to, at);
  }
  ended.abort(new Error("ended"));
  await Promise.all(lanes);
  for (const worker of workers) worker.kill("SIGKILL");
  await callers.close();
  await open.close();
  target.close();
  return gaps;
}

/** The shards whose last write before a given time came from this worker. */
function shardsIn(
  writes: readonly { readonly shard: string; readonly by: string; readonly at: number }[],
  by: string,
  before: number,
): readonly string[] {
  const last = new Map<string, string>();
  for (const one of writes) if (one.at <= before) last.set(one.shard, one.by);
  return [...last].flatMap(([shard, owner]) => (owner === by ? [shard] : []));
}

function started(url: string, to: string, at: number): ChildProcess {
  const script = new URL("../../test/database/worker-process.ts", import.meta.url).pathname;
  return spawn(process.execPath, [script, url, to, `worker${at}`], { stdio: "inherit" });
}
