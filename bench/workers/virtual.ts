/** Workers in virtual time: 1, 2, 4 or 8 workers observe a whole company, then change every SSID. */

import type { CallerRows, RunRows, WorkerRows } from "../../src/database/contract.ts";
import { work } from "../../src/database/work.ts";
import { sessionHost } from "../../src/engine/elsewhere/session-host.ts";
import type { Wire } from "../../src/model/wire.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { runId } from "../../src/runtime/random.ts";
import { MemoryDatabase } from "../../test/database/memory.ts";
import { randomFrom } from "../random.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { Cloud, type CloudCounts, type CloudLimits, type companyOf } from "./company.ts";
import { askingServer } from "./opened.ts";

/** The times of a run in virtual milliseconds, and the cloud's counts. */
export interface WorkersRun {
  readonly observeMs: number;
  readonly applyMs: number;
  readonly counts: CloudCounts;
  /** For each shard of the killed worker that was written to again: the time from the kill to its next write. */
  readonly handovers: readonly number[];
}

/**
 * The round-trip time of a statement, and the duration of a request to the cloud. At random, a request may take up to
 * twice as long.
 */
const [statementMs, requestMs] = [2, 100];

/** The size of a run. Each worker has its own address. */
export interface WorkersWorld {
  readonly workers: number;
  readonly organizations: number;
  readonly limits: CloudLimits;
  /** If false, the run only observes. */
  readonly applies: boolean;
  /** Kills the first worker this long after the apply has begun. Default: never. */
  readonly killAfterMs?: number;
}

/** Observes the whole company, then changes every SSID. */
export async function inVirtualTime(
  company: ReturnType<typeof companyOf>,
  of: WorkersWorld,
): Promise<WorkersRun> {
  const clock = new VirtualClock();
  const chance = randomFrom(1);
  const cloud = new Cloud(of.organizations, of.limits);
  const memory = new MemoryDatabase(() => clock.now());
  const ended = new AbortController();
  let killAt = Number.POSITIVE_INFINITY;
  const dead = "worker 0";
  const all = Array.from({ length: of.workers }, (_, at) => {
    const name = `worker ${at}`;
    const isDead = () => name === dead && clock.now() >= killAt;
    const rows = slowed<WorkerRows>(memory.workerRows(name), clock, isDead);
    const wire = wireOf({ clock, cloud, chance, address: name, isDead });
    const host = sessionHost({
      world: { clock, random: chance, wireTo: () => ({ wire, close: async () => {} }) },
      budgets: new Budgets(clock),
      log: { level: "silent", format: "json" },
      bundles: rows.bundle,
      secretsOf: () => ({ env: { KEY: "simulated-api-key" } }),
      name,
    });
    return work({
      rows,
      host,
      clock,
      newId: runId,
      worker: { name, version: "0" },
      most: 50,
      signal: ended.signal,
    });
  });
  const supervise = async () => {
    while (!ended.signal.aborted) {
      await clock.wait(1000);
      memory.supervise();
    }
  };
  const supervising = supervise();
  const run = async () => {
    const server = await askingServer({
      company,
      rows: slowed<CallerRows>(memory.callerRows("server"), clock),
      run: slowed<RunRows>(memory.runRows(), clock),
      clock,
    });
    const begun = clock.now();
    const planned = await server.observe();
    const observed = clock.now();
    const owned: string[] = [];
    const kill = async (afterMs: number) => {
      killAt = observed + afterMs;
      await clock.wait(afterMs);
      for (const { shard, owner } of memory.workersNow().shards) if (owner === dead) owned.push(shard);
    };
    if (of.killAfterMs !== undefined) void kill(of.killAfterMs);
    if (of.applies) await server.apply(planned);
    const applied = clock.now();
    ended.abort(new Error("ended"));
    // A worker that was killed never ends by itself.
    await Promise.all([...(of.killAfterMs === undefined ? all : all.slice(1)), supervising]);
    await server.close();
    const handovers = owned.flatMap((shard) => {
      const next = cloud.writes.find(
        ({ organization, address, at }) => at > killAt && address !== dead && shard.endsWith(organization),
      );
      return next ? [next.at - killAt] : [];
    });
    return { observeMs: observed - begun, applyMs: applied - observed, counts: cloud.counts, handovers };
  };
  return clock.until(run());
}

/** Delays the statements of rows. Listening for notifications takes no time. Statements of a dead process never end. */
function slowed<Rows extends object>(rows: Rows, clock: VirtualClock, isDead = () => false): Rows {
  return new Proxy(rows, {
    get: (of, name) => {
      const method: unknown = Reflect.get(of, name);
      if (typeof method !== "function" || name === "onNews" || name === "onWork") return method;
      return async (...given: readonly unknown[]) => {
        await clock.wait(statementMs / 2);
        if (isDead()) return never();
        const result: unknown = await Reflect.apply(method, of, given);
        await clock.wait(statementMs / 2);
        return result;
      };
    },
  });
}

function never(): Promise<never> {
  return new Promise(() => {});
}

interface Way {
  readonly clock: VirtualClock;
  readonly cloud: Cloud;
  readonly chance: () => number;
  readonly address: string;
  readonly isDead: () => boolean;
}

function wireOf({ clock, cloud, chance, address, isDead }: Way): Wire {
  return {
    send: async ({ method, url }) => {
      const { pathname, search } = new URL(url);
      await clock.wait(requestMs / 2);
      if (isDead()) return never();
      const request = { method, path: `${pathname}${search}` };
      const { status, body } = cloud.answer(request, { address, now: clock.now() });
      await clock.wait((requestMs / 2) * (1 + 2 * chance()));
      const headers: Record<string, string> = status === 429 ? { "retry-after": "1" } : {};
      return { outcome: "answered", status, headers, text: JSON.stringify(body) };
    },
  };
}
