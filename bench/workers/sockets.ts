/** Measures how long workers take for a company: as processes, over sockets and with a real PostgreSQL. */

import { type ChildProcess, fork, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { callerRows } from "../../src/database/caller-rows.ts";
import { openDatabase } from "../../src/database/open.ts";
import { runRows } from "../../src/database/run-rows.ts";
import { clock } from "../../src/runtime/clock.ts";
import { runId } from "../../src/runtime/random.ts";
import { closed, type TestServer } from "../../test/database/server.ts";
import type { CloudCounts } from "./company.ts";
import { companyOf } from "./company.ts";
import { askingServer } from "./opened.ts";

/** The size of a run. */
export interface SocketsWorld {
  readonly workers: number;
  readonly organizations: number;
  /**
   * The share of the product's limits that may be used. The limits are 10 requests per second for an organization, and
   * 100 for an address.
   */
  readonly share: number;
}

/** The times of a run in milliseconds, and the cloud's counts. */
export interface SocketsRun {
  readonly observeMs: number;
  readonly applyMs: number;
  readonly counts: CloudCounts;
}

/** Runs one server, and workers that have one address each. */
export async function overSockets(database: TestServer, of: SocketsWorld): Promise<SocketsRun> {
  const { workers: count, organizations, share } = of;
  const url = await database.database();
  const open = await openDatabase(closed(url), clock);
  if ("problems" in open) throw new Error("no database");
  const { connection, queue } = open;
  const cloud = await startCloud(organizations, share);
  const workers = Array.from({ length: count }, (_, at) => startWorker(url, `127.0.0.${at + 2}`));
  const limits = `{ share: ${share} }`;
  const granted = new Set<string>();
  const rows = callerRows({ connection, queue, caller: runId(), granted });
  while ((await rows.workers()) < count) await delay(100);
  const server = await askingServer({
    company: companyOf(organizations, { url: cloud.url, limits }),
    rows,
    run: runRows({ connection, environment: "many", granted }),
    clock,
  });
  const begun = performance.now();
  const planned = await server.observe();
  const observed = performance.now();
  await server.apply(planned);
  const applied = performance.now();
  const counts = await cloud.counts();
  await Promise.all(workers.map(stopped));
  await server.close();
  await open.close();
  cloud.stop();
  return {
    observeMs: observed - begun,
    applyMs: applied - observed,
    counts,
  };
}

function startWorker(url: string, address: string): ChildProcess {
  const script = new URL("./worker-process.ts", import.meta.url).pathname;
  return spawn(process.execPath, [script, url, address], { stdio: "inherit" });
}

async function stopped(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  worker.kill("SIGTERM");
  await ended;
}

interface RunningCloud {
  readonly url: string;
  counts(): Promise<CloudCounts>;
  stop(): void;
}

async function startCloud(organizations: number, share: number): Promise<RunningCloud> {
  const script = new URL("./cloud-process.ts", import.meta.url).pathname;
  const child = fork(script, [`${organizations}`, `${10 * share}`, `${100 * share}`], { execArgv: [] });
  const { port } = await new Promise<{ port: number }>((resolve) =>
    child.once("message", (message: { port: number }) => resolve(message)),
  );
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    counts: async () => JSON.parse(await (await fetch(`${url}/counts`)).text()),
    stop: () => void child.kill(),
  };
}
