/**
 * A database in memory that behaves like the real one, with any clock. On request it makes a mistake that the tests
 * must find.
 */

import { answerText } from "../../src/database/answers.ts";
import { jobsKey, shardKey } from "../../src/database/channel-keys.ts";
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

/** Possible mistakes of a fence. The fence keeps a worker from writing to a shard that it does not own. */
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
  readonly writes: Waiting[];
}

interface Waiting extends LeaveRequest {
  granted: boolean | undefined;
  problem: string | undefined;
}

/** A worker that takes jobs: its name, and the calls that it may carry out. */
interface Place {
  readonly name: string;
  readonly isRanged: boolean;
  readonly isFor: (call: Call) => boolean;
}

/** A database in memory. */
export class MemoryDatabase {
  readonly #now: () => number;
  readonly #mistake: Mistake | undefined;
  readonly #jobs = new Map<string, Job>();
  /** Jobs that are not completed, by shard. */
  readonly #jobsOf = new Map<string, Set<Job>>();
  /** Jobs that wait for an owner, in the order in which they get one. */
  #queued: Job[] = [];
  /** Jobs in the order in which they began to wait. Some of them no longer wait. */
  readonly #oldest: Job[] = [];
  readonly #active = new Set<Job>();
  readonly #calls = new Map<string, Call>();
  readonly #callsOf = new Map<string, Set<string>>();
  readonly #answered = new Map<string, Set<string>>();
  readonly #workers = new Map<string, WorkerName & { since: number; seen: number; shards: number }>();
  readonly #waiting = new Map<string, Waiting>();
  /** Writes that wait for the permission to be sent. */
  readonly #undecided = new Set<Waiting>();
  #events: (StoredEvent & { readonly id: string; readonly by: string })[] = [];
  readonly #bundles = new Map<string, string>();
  readonly #workerWakes = new Set<(about: string) => void>();
  readonly #callerWakes = new Set<() => void>();
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

  /** Tells workers that something has changed: a job, or something that a key of `channel-keys.ts` names. */
  #tell(about: string): void {
    for (const wake of this.#workerWakes) wake(about);
  }

  #tellCallers(): void {
    for (const wake of this.#callerWakes) wake();
  }

  #callsAt(shard: string): readonly (readonly [string, Call])[] {
    const ids = [...(this.#callsOf.get(shard) ?? [])];
    return ids.flatMap((id) => {
      const call = this.#calls.get(id);
      return call ? [[id, call] as const] : [];
    });
  }

  #answer(id: string, call: Call, body: string): void {
    call.answer = body;
    added(this.#answered, call.caller, id);
    this.#tellCallers();
  }

  #queue(job: Job, state: "created" | "retry"): void {
    job.state = state;
    this.#active.delete(job);
    if (state === "retry") this.#oldest.unshift(job);
    else this.#oldest.push(job);
    this.#queued.push(job);
    this.#queued.sort((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1));
  }

  #complete(job: Job): void {
    job.state = "completed";
    this.#active.delete(job);
    this.#jobsOf.get(job.shard)?.delete(job);
  }

  /** Makes jobs without heartbeats available to other owners, as pg-boss does each second. */
  supervise(): void {
    const isOld = ({ state, heartbeat }: Job) =>
      state === "active" && this.#now() - heartbeat > heartbeatSeconds * 1000;
    for (const jobs of this.#jobsOf.values())
      for (const job of [...jobs].filter(isOld)) this.#queue(job, "retry");
  }

  /** Makes the last heartbeat of a job this much older. */
  age(job: string, ms: number): void {
    const found = this.#jobs.get(job);
    if (found) found.heartbeat -= ms;
  }

  /** Returns the name of the current owner of a shard. */
  owner(shard: string): string | undefined {
    return this.#jobsAt(shard).find(({ state }) => state === "active")?.by;
  }

  #jobsAt(shard: string): readonly Job[] {
    return [...(this.#jobsOf.get(shard) ?? [])];
  }

  #owns({ job, attempt }: Pick<Ownership, "job" | "attempt">): boolean {
    const found = this.#jobs.get(job);
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
      const write = this.#waiting.get(fence.call);
      const call = write && this.#calls.get(write.call);
      if (!write || !call || write.granted === false || call.answer !== undefined) return false;
      if (call.withdrawn && !this.#has("what nobody waits for is let go")) return false;
      if (!this.#isOf(call, fence) || !this.#owns(fence)) return false;
      call.granted = true;
      write.granted = true;
      this.#undecided.delete(write);
      this.#tell(fence.job);
      return true;
    });
    return new Set(granted.map(({ call }) => call));
  }

  #giveJobs(shards: Iterable<string>): void {
    for (const shard of shards) {
      const open = this.#callsAt(shard).filter(([, each]) => each.answer === undefined && !each.withdrawn);
      if (open.length === 0) continue;
      const priority = Math.max(...open.map(([, each]) => each.priority));
      const isServed = ({ state, priority: is }: Job) => state === "active" || is >= priority;
      if (this.#jobsAt(shard).some(isServed)) continue;
      this.#count += 1;
      const id = `00000000-0000-4000-8000-${String(this.#count).padStart(12, "0")}`;
      const job: Job = {
        id,
        shard,
        priority,
        state: "created",
        attempt: 0,
        heartbeat: 0,
        by: "",
        since: this.#now(),
      };
      this.#jobs.set(id, job);
      added(this.#jobsOf, shard, job);
      this.#queue(job, "created");
      this.#tell(jobsKey);
    }
  }

  callerRows(caller: string): CallerRows {
    const isMine = (id: string) => this.#calls.get(id)?.caller === caller;
    return {
      provide: async (digest, bundle) => void this.#bundles.set(digest, bundle),
      ask: async ({ id, priority, call }) => {
        const open = {
          asked: this.#now(),
          by: undefined,
          granted: false,
          withdrawn: false,
          answer: undefined,
          writes: [],
        };
        if (!this.#calls.has(id))
          this.#calls.set(id, { caller, priority: priorities[priority], call, ...open });
        added(this.#callsOf, call.shard, id);
        this.#tell(shardKey(call.shard));
        this.#giveJobs([call.shard]);
      },
      withdraw: async (id) => {
        const call = this.#calls.get(id);
        const isOpen = call !== undefined && !call.granted && call.answer === undefined;
        if (isOpen && !this.#has("what nobody waits for is let go")) this.#remove(id);
        else if (call) call.withdrawn = true;
        if (call) this.#tell(shardKey(call.call.shard));
        return isOpen || call === undefined;
      },
      news: async ({ events, answers }) => {
        for (const id of answers) this.#remove(id);
        const read = new Set(events);
        if (read.size > 0) this.#events = this.#events.filter(({ id }) => !read.has(id));
        const ready = [...(this.#answered.get(caller) ?? [])].map((call) => ({
          call,
          body: this.#calls.get(call)?.answer ?? "",
        }));
        return {
          waiting: [...this.#undecided].filter(({ call }) => isMine(call)),
          events: this.#events.filter(({ call }) => isMine(call)),
          answers: ready,
        };
      },
      grant: async (fences) => this.#grant(fences),
      refuse: async (id, refusal) => {
        const write = this.#waiting.get(id);
        if (!write || write.granted !== undefined) return;
        write.granted = false;
        write.problem = refusal;
        this.#undecided.delete(write);
        this.#tell(write.fence.job);
      },
      sweep: async (open) => {
        const shards = new Set<string>();
        for (const [id, call] of this.#calls) {
          if (call.caller !== caller || call.answer !== undefined) continue;
          const job = this.#jobs.get(call.by?.job ?? "");
          const isHeld = job?.state === "active" && job.attempt === call.by?.attempt;
          if (call.granted && !isHeld) this.#answer(id, call, JSON.stringify(lostWrite));
          else shards.add(call.call.shard);
        }
        this.#giveJobs(shards);
        return open.filter((id) => !this.#calls.has(id));
      },
      workers: async () =>
        [...this.#workers.values()].filter(({ seen }) => this.#now() - seen < terms.seen).length,
      onNews: (wake) => listening(this.#callerWakes, wake),
    };
  }

  #remove(id: string): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    this.#callsOf.get(call.call.shard)?.delete(id);
    this.#answered.get(call.caller)?.delete(id);
    for (const write of call.writes) {
      this.#waiting.delete(write.fence.call);
      this.#undecided.delete(write);
    }
    if (this.#events.length > 0) this.#events = this.#events.filter((each) => each.call !== id);
  }

  workerRows(name: string, range: TargetRange = {}): WorkerRows {
    const isMine = (job: Job) => job.by === name || this.#has("any worker holds what one has claimed");
    const isRanged = range.only !== undefined || range.except !== undefined;
    const place = { name, isRanged, isFor: (call: Call) => this.#isFor(range, call) };
    return {
      bundle: async (digest) => {
        const isAsked = [...this.#calls.values()].some(
          (each) => each.call.bundle === digest && each.answer === undefined && place.isFor(each),
        );
        return isAsked || !isRanged ? this.#bundles.get(digest) : undefined;
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
          [this.#jobs.get(job) ?? []]
            .flat()
            .filter((each) => each.attempt === attempt && each.state === "active"),
        );
        for (const job of held) job.heartbeat = this.#now();
        return new Set(held.filter(isMine).map(({ id }) => id));
      },
      complete: async ({ job, attempt }) => {
        const found = this.#jobs.get(job);
        if (found?.attempt === attempt && found.state === "active") this.#complete(found);
        this.#tellCallers();
      },
      look: async (holding, { calls, waiting, isTaking }) =>
        this.#look(place, holding, { calls, waiting, isTaking }),
      wait: async (write) => {
        const call = this.#calls.get(write.call);
        if (!call || this.#waiting.has(write.fence.call)) return;
        const waiting: Waiting = { ...write, granted: undefined, problem: undefined };
        this.#waiting.set(write.fence.call, waiting);
        this.#undecided.add(waiting);
        call.writes.push(waiting);
        this.#tellCallers();
      },
      report: async (holding, { events, answers }) => {
        const isOwn = (id: string) => {
          const call = this.#calls.get(id);
          if (!call || call.answer !== undefined) return false;
          return this.#isOf(call, holding) || this.#has("anyone answers");
        };
        for (const event of events) {
          this.#count += 1;
          const by = `${holding.job}:${holding.attempt}`;
          if (isOwn(event.call)) this.#events.push({ ...event, id: String(this.#count), by });
        }
        for (const { call: id, answer } of answers) {
          const call = this.#calls.get(id);
          if (call && isOwn(id)) this.#answer(id, call, answerText(answer));
        }
        this.#tellCallers();
      },
      onWork: (heard) => listening(this.#workerWakes, heard),
    };
  }

  #isFor({ only, except = [] }: TargetRange, { call: { target } }: Call): boolean {
    if (this.#has("a worker gets what is asked of any target")) return true;
    const isAmong = (globs: readonly string[]) => globs.some((glob) => matches(glob, target));
    return (only === undefined || isAmong(only)) && !isAmong(except);
  }

  #claim({ name: by, isRanged, isFor }: Place, most: number): readonly Ownership[] {
    const hasCall = (shard: string) =>
      this.#callsAt(shard).some(([, each]) => each.answer === undefined && isFor(each));
    const isOwned = (shard: string) => this.owner(shard) !== undefined && !this.#has("two own a shard");
    const claimed: Ownership[] = [];
    const left: Job[] = [];
    const room = Math.min(most, isRanged ? most : this.#share(by));
    for (const job of this.#queued) {
      if (claimed.length >= room || isOwned(job.shard) || !hasCall(job.shard)) {
        left.push(job);
        continue;
      }
      if (job.state === "retry") job.attempt += 1;
      Object.assign(job, { state: "active", heartbeat: this.#now(), by, since: this.#now() });
      this.#active.add(job);
      claimed.push({ shard: job.shard, job: job.id, attempt: job.attempt });
    }
    this.#queued = left;
    return claimed;
  }

  /** Returns how many more shards this worker may own without having more than other workers. */
  #share(by: string): number {
    while (this.#oldest[0] && !isWaiting(this.#oldest[0])) this.#oldest.shift();
    const { since = Number.POSITIVE_INFINITY } = this.#oldest[0] ?? {};
    if (this.#now() - since >= terms.fair) return Number.POSITIVE_INFINITY;
    const active = [...this.#active];
    const others = [...this.#workers.values()].filter(
      ({ name, seen }) => name !== by && this.#now() - seen < terms.seen,
    );
    const all = active.length + this.#queued.length;
    return Math.ceil(all / (others.length + 1)) - active.filter((each) => each.by === by).length;
  }

  #look({ name, isFor }: Place, holding: Ownership, mine: Mine): ShardView {
    const job = this.#jobs.get(holding.job);
    const isHolder = job?.by === name || this.#has("any worker holds what one has claimed");
    const isOwner = this.#owns(holding) && isHolder && job?.shard === holding.shard;
    const calls: ShardView["calls"][number][] = [];
    for (const [id, call] of isOwner ? this.#callsAt(holding.shard) : []) {
      const isMine = call.by?.job === holding.job && call.by.attempt === holding.attempt;
      if (call.answer !== undefined || isMine) continue;
      if (call.granted && !this.#has("what may have left is asked again")) {
        this.#answer(id, call, JSON.stringify(lostWrite));
      } else if (mine.isTaking && !call.withdrawn && isFor(call)) {
        call.by = holding;
        const isOld = this.#now() - call.asked > terms.fresh;
        calls.push({ id, call: call.call, ...(isOld && { isOld }) });
      }
    }
    const isGone = (id: string) => {
      const call = this.#calls.get(id);
      return !call || call.withdrawn || call.answer !== undefined || !this.#isOf(call, holding);
    };
    const decided = mine.waiting.flatMap((id) => this.#waiting.get(id) ?? []);
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
    const open = [...this.#calls.values()].filter(
      ({ answer, withdrawn }) => answer === undefined && !withdrawn,
    );
    const owned = [...this.#jobs.values()].filter(({ state }) => state === "active");
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
    const isHeld = (owner: string) => run.owner === owner;
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

function added<Key, Value>(to: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const known = to.get(key) ?? new Set();
  to.set(key, known.add(value));
}

function isWaiting({ state }: Job): boolean {
  return state === "created" || state === "retry";
}

function listening<Wake>(among: Set<Wake>, wake: Wake): () => void {
  among.add(wake);
  return () => void among.delete(wake);
}
