/** Workers as processes, over sockets and a real PostgreSQL: how long a company takes, and a shard of a killed worker. */

import { type ChildProcess, fork, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { callerRows } from "../../src/database/caller-rows.ts";
import { openDatabase } from "../../src/database/open.ts";
import { runRows } from "../../src/database/run-rows.ts";
import { clock } from "../../src/runtime/clock.ts";
import { runId } from "../../src/runtime/random.ts";
import { closed, startServer, type TestServer } from "../../test/database/server.ts";
import type { CloudCounts } from "./company.ts";
import { companyOf } from "./company.ts";
import { askingServer } from "./opened.ts";

/** What is run. */
export interface SocketsWorld {
  readonly workers: number;
  readonly organizations: number;
  /** Of the product's limits: 10 a second for an organization, 100 for an address. */
  readonly share: number;
  /** How often, in milliseconds, a worker is killed while the apply lasts. Default: never. */
  readonly killEveryMs?: number | undefined;
}

/** A write that was accepted. */
interface AcceptedWrite {
  readonly organization: string;
  readonly address: string;
  readonly at: number;
}

/** What it took, in milliseconds. */
export interface SocketsRun {
  readonly observeMs: number;
  readonly applyMs: number;
  readonly counts: CloudCounts;
  /** From each kill to the next write of an organization that the killed worker was writing to. */
  readonly handovers: readonly number[];
}

/** Starts a database; `run` measures in it, `stop` ends it. */
export async function socketsBench() {
  const database = await startServer();
  return { run: (of: SocketsWorld) => overSockets(database, of), stop: () => database.stop() };
}

async function overSockets(database: TestServer, of: SocketsWorld): Promise<SocketsRun> {
  const { workers: count, organizations, share, killEveryMs } = of;
  const url = await database.database();
  const open = await openDatabase(closed(url), clock);
  if ("problems" in open) throw new Error("no database");
  const { connection, queue } = open;
  const cloud = await startCloud(organizations, share);
  const workers = Array.from({ length: count }, (_, at) => startWorker(url, `127.0.0.${at + 2}`));
  const limits = `{ share: ${share}, concurrency: 8 }`;
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
  const kills: Kill[] = [];
  const ended = new AbortController();
  const killing =
    killEveryMs === undefined
      ? undefined
      : killOn({ workers, url, everyMs: killEveryMs, signal: ended.signal, kills });
  await server.apply(planned);
  const applied = performance.now();
  ended.abort();
  await killing;
  const { writesAt, ...counts } = await cloud.counts();
  await Promise.all(workers.map(stopped));
  await server.close();
  await open.close();
  cloud.stop();
  return {
    observeMs: observed - begun,
    applyMs: applied - observed,
    counts,
    handovers: handoversIn(writesAt, kills),
  };
}

interface Kill {
  readonly address: string;
  readonly at: number;
}

interface Killing {
  readonly workers: ChildProcess[];
  readonly url: string;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  readonly kills: Kill[];
}

/** Kills one after the other; each starts again much later, with the same address. */
async function killOn({ workers, url, everyMs, signal, kills }: Killing): Promise<void> {
  for (let next = 0; !signal.aborted; next = (next + 1) % workers.length) {
    await delay(everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const address = `127.0.0.${next + 2}`;
    workers[next]?.kill("SIGKILL");
    kills.push({ address, at: Date.now() });
    await delay(everyMs / 2, undefined, { signal }).catch(() => {});
    workers[next] = startWorker(url, address);
  }
}

/** The worker had written to these in the second before; what has no further write says nothing. */
function handoversIn(writes: readonly AcceptedWrite[], kills: readonly Kill[]): readonly number[] {
  return kills.flatMap(({ address, at }) => {
    const recent = writes.filter((one) => one.address === address && one.at <= at && one.at > at - 2000);
    const organizations = [...new Set(recent.map(({ organization }) => organization))];
    return organizations.flatMap((organization) => {
      const next = writes.find((one) => one.organization === organization && one.at > at + 100);
      return next ? [next.at - at] : [];
    });
  });
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
  counts(): Promise<CloudCounts & { readonly writesAt: readonly AcceptedWrite[] }>;
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
