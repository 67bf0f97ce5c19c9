/** A session that reuses reads of earlier runs if the product's change log shows no change since. */

import type { BatchSession } from "../../drivers/contract/batch-session.ts";
import type {
  ChangedSince,
  ChangeFacts,
  ChangeLogReader,
  LogQuestion,
  ShownByLog,
} from "../../drivers/contract/change-log.ts";
import type { Driver, ReadReply, ReadRequest, Session, Write } from "../../drivers/contract/contract.ts";
import { isObject, type Json } from "../../model/json.ts";
import { ownIdIn } from "../../model/live/snapshot.ts";
import type { Milliseconds } from "../../model/reply.ts";
import {
  type KeptRead,
  type KeptReads,
  keptItems,
  keptReadsText,
  maxAgeMs,
  noReads,
  parseKeptReads,
} from "./kept-reads.ts";
import {
  changedAfter,
  idsOf,
  isAsDeclared,
  isFound,
  isWhole,
  keyOf,
  type LogView,
  lookedFor,
  marginMs,
  toldCollections,
  viewOf,
} from "./log-view.ts";
import { RecentLogs } from "./recent-log.ts";
import { isStill, RunReads } from "./run-reads.ts";

/** The store for the reads of one target. No method rejects. */
export interface KeptReadsStore {
  /** Resolves to undefined if nothing is stored, or if it cannot be read. */
  load(): Promise<string | undefined>;
  save(text: string): Promise<void>;
}

/** The context of a read cache. */
export interface ChangedSinceContext {
  readonly session: Session;
  readonly driver: Driver;
  readonly facts: ChangeFacts;
  /** The kinds that the log covers. */
  readonly kinds: readonly string[];
  readonly store: KeptReadsStore;
  /**
   * Everything on which the reads depend: the kinds, and the target's URL, settings and credential. If any of it
   * changes, the cache is discarded.
   */
  readonly basis: string;
  /** This machine's time, in milliseconds since 1970. */
  readonly now: () => Milliseconds;
}

/** The share of unchanged reads that are repeated anyway, oldest first. */
const sampled = 0.02;

/**
 * Returns the session, and the statistics of a run. A read is answered from the cache if its kind is in the log, the
 * read allows it (`ReadRequest.unchanged`), the log is trusted and shows no change since, and everything requested
 * existed as declared. A sample of such reads is made anyway. If one of them differs, the log is no longer trusted.
 */
export function withChangedSince(on: ChangedSinceContext): {
  readonly session: Session;
  readonly changes: ChangedSince;
} {
  const { session } = on;
  const { changes: readLog } = session;
  if (!readLog) throw new Error("A target without a change log cannot use one.");
  const run = new ChangedSinceRun(on, readLog);
  const read: Session["read"] = (request, signal) => run.read(request, signal);
  const write: Session["write"] = async (of, signal) => {
    const reply = await session.write(of, signal);
    if (reply.meaning === "accepted") run.noteWrite(of, "done");
    else if (reply.meaning === "pending" || reply.meaning === "lost") run.noteWrite(of, "perhaps");
    return reply;
  };
  const batching = session.batching && withWritesNoted(session.batching, run);
  return { session: { ...session, read, write, batching }, changes: run };
}

/** Notes the writes of batches. The log need not show them, because it is unknown when they are carried out. */
function withWritesNoted(batching: BatchSession, run: ChangedSinceRun): BatchSession {
  return {
    ...batching,
    send: async (writes, signal) => {
      const reply = await batching.send(writes, signal);
      if (reply.meaning === "tasks" || reply.meaning === "over" || reply.meaning === "lost")
        for (const write of writes) run.noteWrite(write, "perhaps");
      return reply;
    },
  };
}

class ChangedSinceRun implements ChangedSince {
  readonly #on: ChangedSinceContext;
  readonly #readLog: ChangeLogReader;
  readonly #told: ReadonlySet<string>;
  /** Fields that show whether a resource contains something. */
  readonly #needed: readonly string[];
  #loaded: Promise<void> | undefined;
  #kept: KeptReads = noReads;
  readonly #fresh = new Map<string, KeptRead>();
  readonly #gone = new Set<string>();
  readonly #run: RunReads;
  readonly #recent: RecentLogs;
  #views = new Map<string, Promise<LogView>>();
  #known = new Set<string>();
  #because: string | undefined;
  #isTaken = false;

  constructor(on: ChangedSinceContext, readLog: ChangeLogReader) {
    this.#on = on;
    this.#readLog = readLog;
    this.#run = new RunReads(on.driver);
    this.#recent = new RecentLogs({ facts: on.facts, readLog, now: on.now });
    this.#told = toldCollections(on.driver, on.kinds);
    this.#needed = on.driver.kinds.flatMap(({ collection }) => collection.where?.field ?? []);
  }

  begin(): void {
    this.#merge();
    this.#run.clear();
    this.#recent.begin();
    this.#views = new Map();
    this.#isTaken = false;
    this.#because = undefined;
  }

  distrusted(): string | undefined {
    return this.#because;
  }

  mustReadAgain(): boolean {
    return this.#because !== undefined && this.#isTaken;
  }

  async save(): Promise<void> {
    if (this.#loaded === undefined && this.#fresh.size === 0) return;
    this.#loaded ??= this.#load();
    await this.#loaded;
    for (const [log, view] of this.#views) {
      const { seen } = await view;
      const logs = new Map(this.#kept.logs);
      if (seen) logs.set(log, seen);
      else logs.delete(log);
      this.#kept = { ...this.#kept, logs };
    }
    this.#merge();
    await this.#on.store.save(keptReadsText(this.#kept, this.#on.basis));
  }

  /** Drops the reads around the written resource. `done`: it was carried out, so the log must have the change. */
  noteWrite(of: Write, carriedOut: "done" | "perhaps"): void {
    const { scope, parentId, live } = of;
    this.#run.written(of);
    const own = [...idsOf(parentId), ...(live?.id === undefined ? [] : idsOf(live.id))];
    const about = own.find((id) => this.#known.has(id));
    if (about === undefined) return;
    const write = { log: scope[this.#on.facts.within] ?? "", of: about, at: this.#on.now() };
    if (carriedOut === "done") this.#kept = { ...this.#kept, writes: [...this.#kept.writes, write] };
    for (const [key, { ids }] of [...this.#kept.reads, ...this.#fresh])
      if (ids.includes(about)) this.#discard(key);
  }

  noteShown(of: ShownByLog): void {
    if (!this.#told.has(of.collection)) return;
    const fields = this.#fieldsOf(of.resources.map(({ declared }) => declared));
    const read = this.#run.afterWrites(of, { fields, log: of.scope[this.#on.facts.within] ?? "" });
    if (!read) return;
    for (const { of: about } of of.entries) if (about !== undefined) this.#known.add(about);
    const key = keyOf(of);
    this.#gone.delete(key);
    this.#fresh.set(key, read);
  }

  forgetShown(): void {
    for (const [key, { wanted }] of this.#fresh) if (wanted === undefined) this.#discard(key);
  }

  async entriesNow({ collection, made, ...of }: LogQuestion, signal: AbortSignal) {
    if (!this.#told.has(collection)) return undefined;
    return this.#recent.read({ ...of, known: new Set([...this.#known, ...made]) }, signal);
  }

  #discard(key: string): void {
    this.#gone.add(key);
    this.#fresh.delete(key);
  }

  async read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const { session, now, facts } = this.#on;
    if (!request.unchanged) return session.read(request, signal);
    if (!this.#told.has(request.collection) || request.whole || request.parentId === undefined)
      return this.#noting(await session.read(request, signal));
    this.#loaded ??= this.#load();
    await this.#loaded;
    const log = request.scope[facts.within] ?? "";
    const view = await this.#viewOf(log, request, signal);
    const [key, wanted] = [keyOf(request), lookedFor(request)];
    const kept = this.#kept.reads.get(key);
    const isWanted = kept && (kept.wanted === undefined ? isFound(request, kept) : kept.wanted === wanted);
    const isMeant = isWanted && isAsDeclared(request, kept);
    const usable = isMeant && this.#isUnchanged(kept, view) ? kept : undefined;
    if (usable && this.#because === undefined && !this.#sample(log, view).has(key)) {
      this.#isTaken = true;
      this.#run.listed(key, usable);
      const { items, isPart } = usable;
      return { state: "whole", items, earlier: { since: new Date(usable.at).toISOString(), isPart } };
    }
    const at = now();
    const reply = await session.read(request, signal);
    const names = this.#fieldsOf(request.wanted.flatMap(({ declared = [] }) => declared));
    const fresh = reply.state === "whole" && keptItems(reply.items, names);
    const isUsual = fresh && !reply.warnings && !reply.cannot;
    const read = { at, log, wanted, ids: idsOf(request.parentId), items: fresh || [] };
    if (isUsual) this.#run.listed(key, read);
    if (!isUsual || !isWhole(request, fresh)) this.#gone.add(key);
    else {
      this.#gone.delete(key);
      this.#fresh.set(key, read);
    }
    if (usable && reply.state !== "unknown" && !(fresh && isStill(usable, fresh, names)))
      this.#because ??= "its change log missed a change";
    return reply;
  }

  async #load(): Promise<void> {
    const text = await this.#on.store.load();
    if (text === undefined) return;
    const kept = parseKeptReads(text, { basis: this.#on.basis, now: this.#on.now() });
    this.#kept = { ...kept, writes: [...kept.writes, ...this.#kept.writes] };
  }

  /** Notes the items that lists show in this run, because log entries may concern them. */
  #noting(reply: ReadReply): ReadReply {
    if (reply.state !== "whole") return reply;
    for (const { kind, id } of reply.items)
      if (kind === this.#on.facts.of && id !== undefined) this.#known.add(ownIdIn(id));
    return reply;
  }

  #viewOf(log: string, { scope }: ReadRequest, signal: AbortSignal): Promise<LogView> {
    const known = this.#views.get(log) ?? this.#ask(log, scope, signal);
    this.#views.set(log, known);
    return known;
  }

  async #ask(log: string, scope: ReadRequest["scope"], signal: AbortSignal): Promise<LogView> {
    const { facts, now } = this.#on;
    const furthest = now() - (facts.daysBack - 1) * 24 * 3_600_000;
    const own = [...this.#kept.reads.values()].filter((one) => one.log === log);
    const oldest = own.reduce((least, { at }) => Math.min(least, at), now());
    const from = Math.max(furthest, oldest - marginMs);
    const reply = await this.#readLog({ scope, since: new Date(from).toISOString() }, signal);
    const known = new Set([...this.#known, ...own.flatMap(({ ids }) => ids)]);
    const view = viewOf({ facts, kept: this.#kept, log, from, now: now(), reply, known });
    if (view.state === "distrusted" && own.length > 0) this.#because ??= view.because;
    return view;
  }

  #isUnchanged(read: KeptRead, view: LogView): boolean {
    if (view.state === "distrusted" || this.#on.now() - read.at >= maxAgeMs) return false;
    return !changedAfter(read, view.changed);
  }

  /** Selects the oldest unchanged reads. The result does not depend on the order of requests. */
  #sample(log: string, view: LogView): ReadonlySet<string> {
    const own = [...this.#kept.reads].filter(([, one]) => one.log === log && this.#isUnchanged(one, view));
    own.sort(([a, one], [b, other]) => one.at - other.at || (a < b ? -1 : 1));
    return new Set(own.slice(0, Math.ceil(own.length * sampled)).map(([key]) => key));
  }

  #merge(): void {
    const reads = new Map([...this.#kept.reads].filter(([key]) => !this.#gone.has(key)));
    for (const [key, read] of this.#fresh) reads.set(key, read);
    this.#fresh.clear();
    this.#gone.clear();
    this.#kept = { ...this.#kept, reads };
  }

  /** The fields that are cached: declared fields, and fields that show whether a resource contains something. */
  #fieldsOf(declared: readonly Json[]): ReadonlySet<string> {
    return new Set([
      ...declared.flatMap((value) => (isObject(value) ? Object.keys(value) : [])),
      ...this.#needed,
    ]);
  }
}
