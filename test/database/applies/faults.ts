/** Faults of workers: one is killed, stopped, cut from the database, or no byte passes, every few seconds. */

import type { OpenDatabase } from "../../../src/database/open.ts";
import { schemaNames } from "../../../src/database/tables.ts";
import { terms } from "../../../src/database/terms.ts";
import { processName } from "../../../src/runtime/environment.ts";
import { entriesOf } from "../../../src/simulator/log.ts";
import type { World } from "../../../src/simulator/world.ts";
import { organizationOf } from "./company.ts";
import { pause, type Restarted, type Way } from "./processes.ts";

/** What can happen to a worker. `silent`: no byte passes between it and the database. */
export type FaultKind = "kill" | "stop" | "cut" | "silent";

const kinds: readonly FaultKind[] = ["kill", "stop", "cut", "silent"];

/** A fault that has happened. */
export interface Fault {
  readonly kind: FaultKind;
  /** On the clock of the simulator's log. */
  readonly at: number;
  /** How long it lasts, in milliseconds; 0 for a kill. */
  readonly forMs: number;
  /** The shards of the worker that had writes to answer. */
  readonly shards: readonly string[];
}

/** A worker, and its way to the database. */
interface Faulty {
  readonly process: Restarted;
  readonly way: Way;
}

interface FaultsOptions {
  readonly workers: readonly Faulty[];
  readonly open: OpenDatabase;
  readonly random: () => number;
}

/** The greatest number of workers that are stopped or cut off at a time. */
const mostAway = 2;

/** Begins with the faults, and goes on until it is ended. */
export class Faults {
  readonly counts: Record<FaultKind, number> = { kill: 0, stop: 0, cut: 0, silent: 0 };
  readonly #of: FaultsOptions;
  readonly #all: Fault[] = [];
  readonly #away = new Map<Faulty, Promise<void>>();
  readonly #running: Promise<void>;
  #isEnded = false;

  constructor(of: FaultsOptions) {
    this.#of = of;
    this.#running = this.#goOn();
  }

  /** The faults since a moment. */
  since(at: number): readonly Fault[] {
    return this.#all.filter((fault) => fault.at >= at);
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#running;
    await Promise.all(this.#away.values());
  }

  async #goOn(): Promise<void> {
    const { workers, random } = this.#of;
    while (!this.#isEnded) {
      await pause(2000 + random() * 4000);
      const there = workers.filter((worker) => !this.#away.has(worker));
      const worker = there[Math.floor(random() * there.length)];
      const kind = kinds[Math.floor(random() * kinds.length)] ?? "kill";
      const isFull = this.#away.size >= mostAway && kind !== "kill";
      if (worker && !isFull && !this.#isEnded) await this.#strike(worker, kind);
    }
  }

  async #strike(worker: Faulty, kind: FaultKind): Promise<void> {
    const { process, way } = worker;
    const { child } = process;
    if (!child) return;
    const forMs = kind === "kill" ? 0 : 1000 + this.#of.random() * 17_000;
    const shards = await this.#writingAt(processName().replace(/\d+$/, String(child.pid)));
    this.counts[kind] += 1;
    this.#all.push({ kind, forMs, shards, at: performance.timeOrigin + performance.now() });
    if (kind === "kill") return void child.kill("SIGKILL");
    if (kind === "stop") child.kill("SIGSTOP");
    if (kind === "cut") way.cut();
    if (kind === "silent") way.hold();
    const back = pause(forMs).then(() => {
      if (kind === "stop") child.kill("SIGCONT");
      else way.mend();
      this.#away.delete(worker);
    });
    this.#away.set(worker, back);
  }

  async #writingAt(worker: string): Promise<readonly string[]> {
    const { ours } = schemaNames;
    const rows = await this.#of.open.connection.query<{ shard: string }>(
      `SELECT DISTINCT c.shard FROM ${ours}.call c JOIN ${ours}.claim l ON l.job = c.job AND l.attempt = c.attempt
      WHERE l.worker = $1 AND c.answer IS NULL AND (c.body::jsonb ->> 'isWrite')::boolean`,
      [worker],
    );
    return rows.map(({ shard }) => shard);
  }
}

/** A worker loses its shards by a fault that lasts longer than this. */
const losesAfter = 11_000;

/**
 * For each shard that had writes to answer when its owner was struck for long: the time to its next write by `until`.
 * A worker that is cut off may still send what it has asked for.
 */
export function nextWrites(world: World, faults: readonly Fault[], until: number): readonly number[] {
  const writes = entriesOf(world.log).filter(({ write, status }) => write && status < 300);
  return faults.flatMap(({ kind, at, forMs, shards }) => {
    if (kind !== "kill" && forMs < losesAfter) return [];
    const own = kind === "cut" || kind === "silent" ? terms.leaving : 100;
    return shards.flatMap((shard) => {
      const next = writes.find(
        (write) =>
          write.at > at + own && write.at < until && shard.endsWith(` org-${organizationOf(world, write)}`),
      );
      return next ? [next.at - at] : [];
    });
  });
}
