/**
 * A model of workers in virtual time. The workers are stopped, killed and cut off, and a target counts the requests
 * that reach it.
 */

import { openCallers } from "../../src/database/callers.ts";
import type { CallerRows, WorkerRows } from "../../src/database/contract.ts";
import { databaseJournal } from "../../src/database/journal.ts";
import { work } from "../../src/database/work.ts";
import type { Clock } from "../../src/model/wire.ts";
import type { SessionHost } from "../../src/sessions/port.ts";
import { seeded, VirtualClock } from "../servers/virtual-time/clock.ts";
import { MemoryDatabase, type Mistake } from "./memory.ts";

/**
 * The mistake of a worker whose clock stands still while the worker is stopped. It is not a mistake of the database.
 */
export const sleepingClocks = "clocks stand still while a worker is stopped";

/** The options of one run of the model. */
export interface ModelRun {
  readonly seed: number;
  readonly mistake?: Mistake | typeof sleepingClocks | undefined;
}

/** The result of one run of the model. */
export interface ModelResult {
  /** What went wrong, in words. Empty if nothing did. */
  readonly broken: readonly string[];
  /** The number of lost answers. */
  readonly lost: number;
  /** The number of calls that were refused and that the caller then sent again. */
  readonly given: number;
  /** How long the run took, in virtual time. */
  readonly ms: number;
}

interface Place {
  readonly time: VirtualClock;
  readonly random: () => number;
  readonly memory: MemoryDatabase;
  readonly newId: () => string;
  readonly dispatch: (n: number, shard: string, by: string) => void;
  readonly isSleeping: boolean;
}

/** A worker's process, which can be stopped, killed or cut off from the database. */
class WorkerProcess {
  readonly name: string;
  readonly #place: Place;
  #stoppedUntil = 0;
  #cutUntil = 0;
  #slept = 0;
  #isKilled = false;
  readonly stop = new AbortController();

  constructor(name: string, place: Place) {
    this.name = name;
    this.#place = place;
    void work({
      rows: this.#rows(),
      host: this.#host(),
      clock: this.#clock(),
      newId: place.newId,
      worker: { name, version: "0" },
      most: 3,
      signal: this.stop.signal,
    });
  }

  sleep(ms: number): void {
    this.#stoppedUntil = this.#place.time.now() + ms;
    if (this.#place.isSleeping) this.#slept += ms;
  }

  cut(ms: number): void {
    this.#cutUntil = this.#place.time.now() + ms;
  }

  kill(): void {
    this.#isKilled = true;
  }

  /** Waits while the process is stopped. If the process was killed, the wait never ends. */
  async #gate(): Promise<void> {
    const { time } = this.#place;
    while (time.now() < this.#stoppedUntil) await time.wait(this.#stoppedUntil - time.now());
    if (this.#isKilled) await new Promise(() => {});
  }

  #clock(): Clock {
    const { time } = this.#place;
    const seen = () => time.now() - this.#slept;
    return {
      now: seen,
      date: () => new Date(Date.UTC(2026, 0, 1) + seen()).toISOString(),
      wait: async (ms, signal) => {
        try {
          await time.wait(ms, signal);
        } finally {
          await this.#gate();
        }
      },
    };
  }

  /** Returns a statement that takes time in both directions, and fails while the process is cut off. */
  #over<Given extends unknown[], Result>(statement: (...given: Given) => Promise<Result>) {
    const { time, random } = this.#place;
    return async (...given: Given): Promise<Result> => {
      const way = async () => {
        await time.wait(1 + random() * 40);
        await this.#gate();
        if (time.now() < this.#cutUntil) throw new Error("Connection terminated");
      };
      await this.#gate();
      await way();
      const result = await statement(...given);
      // The worst moment for a stop: when the process continues and reads the database's answer, the answer is old.
      if (random() < 0.02) this.sleep(500 + random() * 15_000);
      await way();
      return result;
    };
  }

  #rows(): WorkerRows {
    const rows = this.#place.memory.workerRows(this.name);
    return {
      bundle: this.#over(rows.bundle),
      hello: this.#over(rows.hello),
      goodbye: this.#over(rows.goodbye),
      claim: this.#over(rows.claim),
      touch: this.#over(rows.touch),
      complete: this.#over(rows.complete),
      look: this.#over(rows.look),
      wait: this.#over(rows.wait),
      report: this.#over(rows.report),
      onWork: rows.onWork,
    };
  }

  #host(): SessionHost {
    const { random, dispatch } = this.#place;
    const clock = this.#clock();
    return {
      answer: async (call, { signal, leaving }) => {
        await clock.wait(random() * 500, signal);
        if (call.isWrite) {
          const refused = await leaving?.(0);
          if (refused) return { is: "answered", answer: { refused: refused.code }, requests: 0 };
          dispatch(Number(call.ask), call.shard, this.name);
        }
        await clock.wait(random() * 500, call.isWrite ? undefined : signal);
        return { is: "answered", answer: call.ask, requests: 1 };
      },
      release: async () => {},
      close: async () => {},
    };
  }
}

/** The number of calls. Two of three calls are writes. */
const calls = 120;

/** Runs the model until every write has been carried out, whatever happens to the workers. */
export async function runModel({ seed, mistake }: ModelRun): Promise<ModelResult> {
  const time = new VirtualClock();
  const random = seeded(seed);
  const memory = new MemoryDatabase(() => time.now(), mistake === sleepingClocks ? undefined : mistake);
  const broken: string[] = [];
  const reached = new Map<number, number>();
  let [count, lost, given] = [0, 0, 0];
  const newId = () => {
    count += 1;
    return `id${count}`;
  };
  const intended = new Set<number>();
  const dispatch = (n: number, shard: string, by: string) => {
    reached.set(n, (reached.get(n) ?? 0) + 1);
    if (!intended.has(n)) broken.push(`${n} left without an intent`);
    if (memory.owner(shard) !== by) broken.push(`${n} left ${by}, which does not own ${shard}`);
    if ((reached.get(n) ?? 0) > 1) broken.push(`${n} left twice`);
  };
  const place = { time, random, memory, newId, dispatch, isSleeping: mistake === sleepingClocks };
  const ended = new AbortController();
  const fates = troubled(place, ended.signal);
  const rows: CallerRows = memory.callerRows("caller");
  const callers = openCallers({ rows, clock: time, newId });
  const port = callers.sessions("apply");
  const journal = databaseJournal({
    rows: memory.runRows(),
    clock: time,
    newId,
    name: "e",
    id: "d",
    owner: "caller",
  });
  const signal = new AbortController().signal;
  const carryOut = async (n: number, flush: Flush) => {
    const call = { bundle: "b", shard: `s${n % 4}`, target: "t", ask: n, isWrite: n % 3 > 0 };
    const leaving: NonNullable<Parameters<typeof port.call>[1]["leaving"]> = async (_, fence) => {
      intended.add(n);
      await time.wait(random() * random() * 2000);
      await flush(`${n}\n`, fence).catch(() => {});
      return undefined;
    };
    for (;;) {
      const answer = await port.call(call, { signal, listener: () => {}, leaving });
      const isRefused = answer.is === "answered" && answer.answer !== n;
      if (answer.is === "lost") lost += 1;
      if (isRefused) given += 1;
      // The caller reads the target, as it does after every lost reply.
      if (reached.has(n) || (answer.is === "answered" && !isRefused)) return;
    }
  };
  const all = async () => {
    await journal.take();
    await journal.locked({ run: "git", forMs: Number.POSITIVE_INFINITY });
    const kept = await journal.begin();
    const flush: Flush = async (text, fence) => {
      kept.append(text);
      await kept.flush(fence);
    };
    await Promise.all(
      Array.from({ length: calls }, (_, n) => time.wait(n * 150).then(() => carryOut(n, flush))),
    );
    ended.abort(new Error("ended"));
    await fates;
    await callers.close();
  };
  await time.run(all());
  for (let n = 0; n < calls; n += 1) if (n % 3 > 0 && !reached.has(n)) broken.push(`${n} was forgotten`);
  return { broken, lost, given, ms: time.now() };
}

type Flush = (
  text: string,
  fence: Parameters<Awaited<ReturnType<ReturnType<typeof databaseJournal>["begin"]>>["flush"]>[0],
) => Promise<void>;

/** Stops, kills or cuts off a worker every few seconds, until the end. */
async function troubled(place: Place, ended: AbortSignal): Promise<void> {
  const { time, random, memory } = place;
  const workers = [0, 1, 2].map((at) => new WorkerProcess(`w${at}`, place));
  let next = workers.length;
  let due = 1000;
  while (!ended.aborted) {
    await time.wait(250);
    memory.supervise();
    if (time.now() < due) continue;
    due = time.now() + 500 + random() * 2500;
    const at = Math.floor(random() * workers.length);
    const luck = random();
    if (luck < 0.5) workers[at]?.sleep(500 + random() * 15_000);
    else if (luck < 0.75) workers[at]?.cut(500 + random() * 15_000);
    else {
      workers[at]?.kill();
      workers[at] = new WorkerProcess(`w${next}`, place);
      next += 1;
    }
  }
  for (const { stop } of workers) stop.abort(new Error("ended"));
}
