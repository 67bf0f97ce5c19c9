/** The database's semantics in memory, with any clock; with mistakes on request, which the tests must find. */

import {
  type CallerRows,
  type JournalCommit,
  type JournalCommitted,
  type LeaveRequest,
  type Mine,
  type Ownership,
  priorities,
  type RunRows,
  type ShardView,
  type StoredEvent,
  type TargetRange,
  type WorkerName,
  type WorkerRows,
  type WorkersNow,
} from "../../src/database/contract.ts";
import { lostWrite } from "../../src/database/problems.ts";
import { heartbeatSeconds, terms } from "../../src/database/terms.ts";
import type { Fence } from "../../src/model/journal.ts";
import { matches } from "../../src/model/listed/glob.ts";
import type { SessionCall } from "../../src/sessions/port.ts";

/** Possible mistakes of a fence. */
export const mistakes = [
  "an old heartbeat is enough",
  "any attempt is enough",
  "a job that has ended is enough",
  "what nobody waits for is let go",
  "what may have left is asked again",
  "anyone answers",
  "no run is needed",
  "no lock is needed",
  "a worker gets what is asked of any target",
  "any worker holds what one has claimed",
  "two own a shard",
] as const;

/** One of the mistakes. */
export type Mistake = (typeof mistakes)[number];

interface Job {
  readonly id: string;
  readonly shard: string;
  readonly priority: number;
  state: "created" | "active" | "retry" | "completed";
  attempt: number;
  heartbeat: number;
  by: string;
  since: number;
}

interface Call {
  readonly caller: string;
  readonly priority: number;
  readonly call: SessionCall;
  readonly asked: number;
  by: Ownership | undefined;
  granted: boolean;
  withdrawn: boolean;
  answer: string | undefined;
}

interface Waiting extends LeaveRequest {
  granted: boolean | undefined;
  problem: string | undefined;
}

/** The client of a call. */
interface Place {
  readonly name: string;
  readonly isFor: (call: Call) => boolean;
}

/** A database in memory. */
export class MemoryDatabase {
  readonly #now: () => number;
  readonly #mistake: Mistake | undefined;
  readonly jobs: Job[] = [];
  readonly calls = new Map<string, Call>();
  readonly #workers = new Map<string, WorkerName & { since: number; seen: number; shards: number }>();
  readonly waiting = new Map<string, Waiting>();
  events: (StoredEvent & { readonly id: string; readonly by: string })[] = [];
  readonly #bundles = new Map<string, string>();
  readonly #wakes = new Set<(about: string) => void>();
  readonly #run = { owner: "", heldUntil: 0, lockedUntil: 0, lockRun: "", journal: "" };
  #lines: JournalCommit[] = [];
  #count = 0;

  constructor(now: () => number, mistake?: Mistake) {
    this.#now = now;
    this.#mistake = mistake;
  }

  #has(mistake: Mistake): boolean {
    return this.#mistake === mistake;
  }

  #tell(): void {
    for (const wake of this.#wakes) wake("");
  }

  #listen(wake: (about: string) => void): () => void {
    this.#wakes.add(wake);
    return () => void this.#wakes.delete(wake);
  }

  /** What pg-boss does each second: jobs without heartbeats become available to other owners. */
  supervise(): void {
    for (const job of this.jobs)
      if (job.state === "active" && this.#now() - job.heartbeat > heartbeatSeconds * 1000)
        job.state = "retry";
  }

  /** Makes the last heartbeat this much older. */
  age(job: string, ms: number): void {
    for (const each of this.jobs) if (each.id === job) each.heartbeat -= ms;
  }

  /** The current owner of a shard. */
  owner(shard: string): string | undefined {
    return this.jobs.find((job) => job.shard === shard && job.state === "active")?.by;
  }

  #owns({ job, attempt }: Pick<Ownership, "job" | "attempt">): boolean {
    const found = this.jobs.find(({ id }) => id === job);
    if (!found) return false;
    const isActive = found.state === "active" || this.#has("a job that has ended is enough");
    const isAttempt = found.attempt === attempt || this.#has("any attempt is enough");
    const isYoung = this.#now() - found.heartbeat < terms.grantedSeconds * 1000;
    return isActive && isAttempt && (isYoung || this.#has("an old heartbeat is enough"));
  }

  #isOf(call: Call, { job, attempt }: Pick<Ownership, "job" | "attempt">): boolean {
    return call.by?.job === job && (call.by.attempt === attempt || this.#has("any attempt is enough"));
  }

  #grant(fences: readonly Fence[]): ReadonlySet<string> {
    const granted = fences.filter((fence) => {
      const write = this.waiting.get(fence.call);
      const call = write && this.calls.get(write.call);
      if (!write || !call || write.granted === false || call.answer !== undefined) return false;
      if (call.withdrawn && !this.#has("what nobody waits for is let go")) return false;
      if (!this.#isOf(call, fence) || !this.#owns(fence)) return false;
      call.granted = true;
      write.granted = true;
      return true;
    });
    this.#tell();
    return new Set(granted.map(({ call }) => call));
  }

  #giveJobs(): void {
    for (const { call, priority, answer, withdrawn } of this.calls.values()) {
      if (answer !== undefined || withdrawn) continue;
      const isServed = ({ shard, state, priority: is }: Job) =>
        shard === call.shard && (state === "active" || (state !== "completed" && is >= priority));
      if (this.jobs.some(isServed)) continue;
      this.#count += 1;
      const { shard } = call;
      this.jobs.push({
        id: `00000000-0000-4000-8000-${String(this.#count).padStart(12, "0")}`,
        shard,
        priority,
        state: "created",
        attempt: 0,
        heartbeat: 0,
        by: "",
        since: 0,
      });
    }
    this.#tell();
  }

  callerRows(caller: string): CallerRows {
    const mine = () => [...this.calls].filter(([, call]) => call.caller === caller);
    return {
      provide: async (digest, bundle) => void this.#bundles.set(digest, bundle),
      ask: async ({ id, priority, call }) => {
        const open = {
          asked: this.#now(),
          by: undefined,
          granted: false,
          withdrawn: false,
          answer: undefined,
        };
        if (!this.calls.has(id))
          this.calls.set(id, { caller, priority: priorities[priority], call, ...open });
        this.#giveJobs();
      },
      withdraw: async (id) => {
        const call = this.calls.get(id);
        const isOpen = call !== undefined && !call.granted && call.answer === undefined;
        if (isOpen && !this.#has("what nobody waits for is let go")) this.#remove(id);
        else if (call) call.withdrawn = true;
        this.#tell();
        return isOpen || call === undefined;
      },
      news: async ({ events, answers }) => {
        for (const id of answers) this.#remove(id);
        this.events = this.events.filter(({ id }) => !events.includes(id));
        const ids = new Set(mine().map(([id]) => id));
        const ready = mine().flatMap(([call, { answer: body }]) =>
          body === undefined ? [] : [{ call, body }],
        );
        const asking = [...this.waiting.values()].filter(
          (each) => ids.has(each.call) && each.granted === undefined,
        );
        return { waiting: asking, events: this.events.filter(({ call }) => ids.has(call)), answers: ready };
      },
      grant: async (fences) => this.#grant(fences),
      refuse: async (id, refusal) => {
        const write = this.waiting.get(id);
        if (!write || write.granted !== undefined) return;
        write.granted = false;
        write.problem = refusal;
        this.#tell();
      },
      sweep: async (open) => {
        for (const [, call] of mine()) {
          const isHeld = this.jobs.some(
            ({ id, state, attempt }) =>
              id === call.by?.job && state === "active" && attempt === call.by.attempt,
          );
          if (call.granted && call.answer === undefined && !isHeld) call.answer = JSON.stringify(lostWrite);
        }
        this.#giveJobs();
        return open.filter((id) => !this.calls.has(id));
      },
      onNews: (wake) => this.#listen(wake),
    };
  }

  #remove(id: string): void {
    this.calls.delete(id);
    for (const [key, { call }] of this.waiting) if (call === id) this.waiting.delete(key);
    this.events = this.events.filter(({ call }) => call !== id);
  }

  workerRows(name: string, range: TargetRange = {}): WorkerRows {
    const isMine = (job: Job) => job.by === name || this.#has("any worker holds what one has claimed");
    const place = { name, isFor: (call: Call) => this.#isFor(range, call) };
    return {
      bundle: async (digest) => {
        const isAsked = [...this.calls.values()].some(
          (each) => each.call.bundle === digest && each.answer === undefined && place.isFor(each),
        );
        const isFree = range.only === undefined && range.except === undefined;
        return isAsked || isFree ? this.#bundles.get(digest) : undefined;
      },
      hello: async (worker, shards) => {
        const at = this.#now();
        const since = this.#workers.get(worker.name)?.since ?? at;
        this.#workers.set(worker.name, { ...worker, since, seen: at, shards });
      },
      goodbye: async (worker) => void this.#workers.delete(worker.name),
      claim: async (most) => this.#claim(place, most),
      touch: async (holdings) => {
        const held = holdings.flatMap(({ job, attempt }) =>
          this.jobs.filter((each) => each.id === job && each.attempt === attempt && each.state === "active"),
        );
        for (const job of held) job.heartbeat = this.#now();
        return new Set(held.filter(isMine).map(({ id }) => id));
      },
      complete: async ({ job, attempt }) => {
        for (const each of this.jobs)
          if (each.id === job && each.attempt === attempt && each.state === "active")
            each.state = "completed";
        this.#tell();
      },
      look: async (holding, { calls, waiting, isTaking }) =>
        this.#look(place, holding, { calls, waiting, isTaking }),
      wait: async (write) => {
        if (this.calls.has(write.call) && !this.waiting.has(write.fence.call))
          this.waiting.set(write.fence.call, { ...write, granted: undefined, problem: undefined });
        this.#tell();
      },
      report: async (holding, { events, answers }) => {
        const isOwn = (id: string) => {
          const call = this.calls.get(id);
          if (!call || call.answer !== undefined) return false;
          return this.#isOf(call, holding) || this.#has("anyone answers");
        };
        for (const event of events) {
          this.#count += 1;
          const by = `${holding.job}:${holding.attempt}`;
          if (isOwn(event.call)) this.events.push({ ...event, id: String(this.#count), by });
        }
        for (const { call: id, answer } of answers) {
          const call = this.calls.get(id);
          if (call && isOwn(id)) call.answer = JSON.stringify(answer);
        }
        this.#tell();
      },
      onWork: (heard) => this.#listen(heard),
    };
  }

  #isFor({ only, except = [] }: TargetRange, { call: { target } }: Call): boolean {
    if (this.#has("a worker gets what is asked of any target")) return true;
    const isAmong = (globs: readonly string[]) => globs.some((glob) => matches(glob, target));
    return (only === undefined || isAmong(only)) && !isAmong(except);
  }

  #claim({ name: by, isFor }: Place, most: number): readonly Ownership[] {
    const hasCall = (shard: string) =>
      [...this.calls.values()].some(
        (each) => each.call.shard === shard && each.answer === undefined && isFor(each),
      );
    const isOwned = (shard: string) => this.owner(shard) !== undefined && !this.#has("two own a shard");
    const claimed: Ownership[] = [];
    for (const job of this.jobs.toSorted((a, b) => b.priority - a.priority)) {
      if (claimed.length >= most || isOwned(job.shard)) continue;
      if ((job.state !== "created" && job.state !== "retry") || !hasCall(job.shard)) continue;
      if (job.state === "retry") job.attempt += 1;
      Object.assign(job, { state: "active", heartbeat: this.#now(), by, since: this.#now() });
      claimed.push({ shard: job.shard, job: job.id, attempt: job.attempt });
    }
    return claimed;
  }

  #look({ name, isFor }: Place, holding: Ownership, mine: Mine): ShardView {
    const job = this.jobs.find(({ id }) => id === holding.job);
    const isHolder = job?.by === name || this.#has("any worker holds what one has claimed");
    const isOwner = this.#owns(holding) && isHolder && job?.shard === holding.shard;
    const calls: ShardView["calls"][number][] = [];
    for (const [id, call] of isOwner ? this.calls : []) {
      const isMine = call.by?.job === holding.job && call.by.attempt === holding.attempt;
      if (call.call.shard !== holding.shard || call.answer !== undefined || isMine) continue;
      if (call.granted && !this.#has("what may have left is asked again")) {
        call.answer = JSON.stringify(lostWrite);
        this.#tell();
      } else if (mine.isTaking && !call.withdrawn && isFor(call)) {
        call.by = holding;
        calls.push({ id, call: call.call });
      }
    }
    const isGone = (id: string) => {
      const call = this.calls.get(id);
      return !call || call.withdrawn || call.answer !== undefined || !this.#isOf(call, holding);
    };
    const decided = mine.waiting.flatMap((id) => this.waiting.get(id) ?? []);
    return {
      calls,
      gone: mine.calls.filter(isGone),
      decided: decided
        .filter(({ granted }) => granted !== undefined)
        .map(({ fence, problem }) => ({ id: fence.call, problem })),
    };
  }

  workersNow(): WorkersNow {
    const at = (ms: number) => new Date(ms).toISOString();
    const open = [...this.calls.values()].filter(
      ({ answer, withdrawn }) => answer === undefined && !withdrawn,
    );
    const owned = this.jobs.filter(({ state }) => state === "active");
    const names = new Set([...owned, ...open.map(({ call }) => call)].map(({ shard }) => shard));
    return {
      at: at(this.#now()),
      workers: [...this.#workers.values()].map((each) => ({
        ...each,
        since: at(each.since),
        seen: at(each.seen),
      })),
      shards: [...names].map((shard) => {
        const job = owned.find((each) => each.shard === shard);
        const calls = open.filter(({ call }) => call.shard === shard);
        return {
          shard,
          owner: job?.by,
          ownedSince: job && at(job.since),
          waiting: calls.length,
          waitingSince: calls.length === 0 ? undefined : at(Math.min(...calls.map(({ asked }) => asked))),
          targets: [...new Set(calls.map(({ call }) => call.target))].sort(),
        };
      }),
    };
  }

  runRows(): RunRows {
    const run = this.#run;
    const isHeld = (owner: string) => run.owner === owner && run.heldUntil > this.#now();
    return {
      take: async (owner, forMs) => {
        if (run.owner !== "" && run.owner !== owner && run.heldUntil >= this.#now()) return { by: run.owner };
        const leftLock = run.owner !== owner && run.lockRun !== "" ? run.lockRun : undefined;
        if (run.owner !== owner) run.lockedUntil = 0;
        Object.assign(run, { owner, heldUntil: this.#now() + forMs });
        return { leftLock };
      },
      locked: async (owner, { run: lockRun, forMs }) => {
        if (isHeld(owner)) Object.assign(run, { lockRun, lockedUntil: this.#now() + forMs });
        return isHeld(owner);
      },
      release: async (owner) => {
        if (run.owner === owner) Object.assign(run, { owner: "", heldUntil: 0, lockedUntil: 0, lockRun: "" });
      },
      read: async () => this.#lines.map(({ text }) => text).join(""),
      commit: async (owner, commit): Promise<JournalCommitted> => {
        const isLocked = run.lockedUntil > this.#now() || this.#has("no lock is needed");
        const isRun = isHeld(owner) || this.#has("no run is needed");
        if (!isRun || !isLocked) return { is: "lost" };
        if (commit.number === 0)
          this.#lines = this.#lines.filter(({ journal }) => journal === commit.journal);
        if (commit.text !== "") this.#lines.push(commit);
        return { is: "committed", granted: this.#grant(commit.fences) };
      },
      remove: async (owner) => {
        if (isHeld(owner)) this.#lines = [];
      },
    };
  }
}
