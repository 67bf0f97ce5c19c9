/**
 * Estimates the cost of a plan at each target: reads, writes, verification, and the time that they take at the
 * limit.
 */

import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { collectionKey } from "../model/collection.ts";
import { byKey } from "../model/compare.ts";
import type { Scope } from "../model/desired.ts";
import type { Cost } from "../model/plan/cost.ts";
import type { Plan } from "../model/plan/plan.ts";
import { followingUpdate, replacesMore } from "./beyond-write.ts";
import { askingAfter, type HealthInput, wavesOf } from "./health/gate.ts";
import { fewestListsOfLog, sampledOfLog } from "./log-reads.ts";
import { resourceOf, type TargetFacts } from "./prerequisites.ts";
import { addFinishCosts, apartFrom, requestsOf, requestsTogether, sharedIn } from "./write-cost.ts";

/** The inputs of the cost estimate. */
export interface CostInput extends Pick<Plan, "changes" | "steps" | "waves" | "pending"> {
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** The number of requests that the observation took, by target. */
  readonly reads: ReadonlyMap<string, number>;
  /** The number of requests that one read takes, by collection key. Default: one. */
  readonly readSizes?: ReadonlyMap<string, number> | undefined;
  /** The health settings and the health that was read. Undefined: health is not checked. */
  readonly health: HealthInput | undefined;
}

/** Returns one row for each target that was read or is written, by name. All pages of a list count as one request. */
export function costOf(input: CostInput): readonly Cost[] {
  const { facts, reads, health } = input;
  const tallies = new Map<string, Tally>([...reads.keys()].map((target) => [target, newTally()]));
  const tallyOf = (target: string) => {
    const tally = tallies.get(target) ?? newTally();
    tallies.set(target, tally);
    return tally;
  };
  for (const written of writtenIn(input)) {
    const { target, scope } = resourceOf(written.change);
    const tally = tallyOf(target);
    count(tally, written, input);
    const lane = laneOf(scope, facts.get(target));
    if (lane !== undefined) count(inLane(tally, lane), written, input);
  }
  const asking = health && askingAfter(input, health);
  if (asking && asking.reads > 0) Object.assign(tallyOf(health.settings.controller), asking);
  addFinishCosts(input, tallyOf);
  return [...tallies]
    .sort(byKey)
    .map(([target, tally]) =>
      row(tally, { target, facts: facts.get(target), reads: reads.get(target) ?? 0 }),
    );
}

/** The expected number of polls per task. Most tasks end after a second or two. */
const pollsPerTask = 2;

interface Tally {
  writes: number;
  /** The number of unbatched changes. */
  alone: number;
  /** The number of unbatched changes that take several requests. */
  parted: number;
  /** The number of writes that may be batched, for each batch scope and each time at which they can be sent. */
  readonly together: Map<string, number>;
  polls: number;
  /** Collections that are read before the writes, with the number of requests per read. */
  readonly before: Map<string, number>;
  /** Collections that are read after the writes, with the number of requests per read. */
  readonly after: Map<string, number>;
  /** Collections that are not read afterwards, because the replies to the writes show their state. */
  readonly told: Map<string, number>;
  /** Collections that a change log may show instead of reads, by the scope that has its own log. */
  readonly logged: Map<string, Map<string, number>>;
  /** The number of requests for health after the waves. */
  reads: number;
  /** How long the run waits before these requests until health settles, in seconds. */
  settleSeconds: number;
  /** The same counts for each lane: a part with its own rate limit, such as a device of a fleet or an organization. */
  readonly lanes: Map<string, Tally>;
}

function newTally(): Tally {
  const counts = { writes: 0, alone: 0, parted: 0, polls: 0, reads: 0, settleSeconds: 0 };
  return {
    ...counts,
    together: new Map(),
    before: new Map(),
    after: new Map(),
    told: new Map(),
    logged: new Map(),
    lanes: new Map(),
  };
}

function inLane({ lanes }: Tally, lane: string): Tally {
  const tally = lanes.get(lane) ?? newTally();
  lanes.set(lane, tally);
  return tally;
}

function laneOf(scope: Scope, facts: TargetFacts | undefined): string | undefined {
  const { sharedBy } = facts?.dialect.limits ?? {};
  return scope.host ?? (sharedBy === undefined ? undefined : scope[sharedBy]);
}

/** A change with a step, its wave, and the resources that the plan creates or removes. */
interface CostedChange {
  readonly change: Change;
  readonly wave: number;
  /** The parents of all changes. */
  readonly parents: ReadonlyMap<Address, Address | undefined>;
  readonly made: ReadonlySet<Address>;
  /** The removed addresses, each with the wave that removes it. */
  readonly gone: ReadonlyMap<Address, number>;
}

function writtenIn(input: CostInput): readonly CostedChange[] {
  const waves = new Map(wavesOf(input).flatMap(({ steps }, at) => steps.map((id) => [id, at])));
  const places = new Map(input.steps.map(({ id, address }) => [address, waves.get(id) ?? 0]));
  const changes = input.changes.filter(({ address }) => places.has(address));
  const waveOf = ({ address }: Change) => places.get(address) ?? 0;
  const having = (wanted: Change["action"]) =>
    new Map(changes.flatMap((one) => (one.action === wanted ? [[one.address, waveOf(one)] as const] : [])));
  const [made, gone] = [new Set(having("create").keys()), having("remove")];
  const parents = new Map(changes.map((each) => [each.address, resourceOf(each).parent]));
  return changes.map((change) => ({ change, wave: waveOf(change), made, gone, parents }));
}

/**
 * Counts the requests of a change. In each wave, every affected collection is read once before the writes and once
 * after them. The read before the writes is left out if an earlier read is still fresh, or if this run creates the
 * collection's parent. The read after the writes is left out if an earlier wave removed the parent, or if the replies
 * show the stored state. A write that needs its own read counts one more request.
 */
function count(tally: Tally, { change, wave, made, gone, parents }: CostedChange, input: CostInput): void {
  const { facts, readSizes } = input;
  const resource = resourceOf(change);
  const { kinds, dialect } = facts.get(resource.target) ?? {};
  const collection = kinds?.get(resource.kind)?.collection;
  const follows = change.action === "create" && followingUpdate(change, kinds?.get(resource.kind));
  const writes = [change.action, ...(follows ? [follows.action] : [])];
  const shared = togetherWith(change, { wave, made, parents }, input);
  if (shared !== undefined) tally.together.set(shared, (tally.together.get(shared) ?? 0) + 1);
  const requests = requestsOf(change, facts.get(resource.target));
  tally.writes += requests - 1 + (shared === undefined ? writes.length : writes.length - 1);
  tally.alone += shared === undefined ? 1 : 0;
  tally.parted += requests > 1 ? 1 : 0;
  const own = dialect?.tasks?.[resource.kind] ?? [];
  const tasks = writes.slice(shared === undefined ? 0 : 1).filter((each) => own.includes(each));
  tally.polls += tasks.length * pollsPerTask;
  if (!collection) return;
  const read = collectionKey(resource, collection);
  const key = `${wave} ${read}`;
  const pages = readSizes?.get(read) ?? 1;
  const within = collection.within === undefined ? undefined : resource.parent;
  const isTold =
    dialect?.stored?.[resource.kind]?.includes(change.action) && !follows && shared === undefined;
  const isGone = within !== undefined && (gone.get(within) ?? wave + 1) <= wave;
  const log = shared === undefined ? undefined : logOf(change, dialect);
  if (!isGone && log !== undefined) {
    const own = tally.logged.get(`${wave} ${log}`) ?? new Map<string, number>();
    tally.logged.set(`${wave} ${log}`, own.set(key, pages));
  } else if (!isGone) (isTold ? tally.told : tally.after).set(key, pages);
  if (within !== undefined && made.has(within)) return;
  const isAlone = dialect !== undefined && isReadAlone(change, dialect);
  if (isAlone) tally.before.set(change.address, 1);
  if (!isAlone || !collection.alone) tally.before.set(key, pages);
}

/**
 * Returns the scope whose change log shows what this write stored. Undefined if there is no such log, or if the write
 * has secrets, which no log shows.
 */
function logOf(change: Change, dialect: TargetFacts["dialect"] | undefined): string | undefined {
  const { kind, scope, secrets } = resourceOf(change);
  const { changes } = dialect ?? {};
  const isShown =
    changes?.shows && changes.part === kind && change.action !== "remove" && secrets.length === 0;
  return isShown ? (scope[changes.within] ?? "") : undefined;
}

/**
 * Returns the scope of a batch that the write may join (`Dialect.batches`). A child of a resource that is being created
 * joins a later batch. Undefined if the write is sent on its own.
 */
function togetherWith(
  change: Change,
  { wave, made, parents }: Omit<CostedChange, "change" | "gone">,
  { facts }: CostInput,
): string | undefined {
  const { kind, target, parent } = resourceOf(change);
  const { dialect } = facts.get(target) ?? {};
  const isAnyTaken = dialect?.batches?.replacing ?? false;
  const isTaken =
    dialect?.batches?.kinds[kind]?.includes(change.action) && (isAnyTaken || !replacesMore(change, dialect));
  const shared = dialect?.batches && sharedIn(dialect.batches, change);
  if (!isTaken || shared === undefined) return undefined;
  let depth = 0;
  for (let at = parent; at !== undefined && made.has(at); at = parents.get(at)) depth += 1;
  return `${wave} ${depth} ${shared}`;
}

/**
 * True if the write needs a read of its own before it. This assumes that a server which sent an ETag guards the
 * resource with it, and that a create is refused if something exists.
 */
function isReadAlone(change: Change, dialect: TargetFacts["dialect"]): boolean {
  if (!replacesMore(change, dialect) || dialect.batches?.guarded) return false;
  return change.action === "create" ? false : change.live.version === undefined;
}

function total(reads: ReadonlyMap<string, number>): number {
  return [...reads.values()].reduce((sum, requests) => sum + requests, 0);
}

function row(
  tally: Tally,
  of: { readonly target: string; readonly facts: TargetFacts | undefined; readonly reads: number },
): Cost {
  const { target, reads, facts } = of;
  const { writes, polls } = sentFor(tally, facts);
  const { settleSeconds } = tally;
  const requestsPerSecond = rateOf(facts);
  const seconds = settleSeconds + Math.ceil(sendingSeconds(tally, facts) * 10) / 10;
  const asking = { ...(polls > 0 && { polls }), ...apartFrom(tally.lanes.values(), facts?.dialect ?? {}) };
  const counts = { verification: verificationOf(tally), ...(settleSeconds > 0 && { settleSeconds }) };
  const { ownLimit = requestsPerSecond } = facts ?? {};
  const limit = ownLimit === requestsPerSecond ? {} : { limit: ownLimit };
  return { target, reads, writes, ...asking, ...counts, seconds, requestsPerSecond, ...limit };
}

/** The assumed round-trip time in seconds. Only requests that depend on another request wait for it. */
const replySeconds = 0.2;

/** Returns the rate of one lane: its limit, or the rate that its concurrency allows if that is lower. */
function rateOf(facts: TargetFacts | undefined): number {
  const { requestsPerSecond = 1, concurrency } = facts ?? {};
  const inFlight = concurrency?.perHost ?? concurrency?.all;
  return inFlight === undefined ? requestsPerSecond : Math.min(requestsPerSecond, inFlight / replySeconds);
}

/**
 * Returns the time that sending takes, in seconds. Lanes run concurrently, so the longest lane counts, unless a shared
 * limit takes longer.
 */
function sendingSeconds(tally: Tally, facts: TargetFacts | undefined): number {
  const all = sentBy(tally, facts);
  const lanes = [...tally.lanes.values()].map((lane) => sentBy(lane, facts));
  const others = Math.max(0, all - lanes.reduce((sum, sent) => sum + sent, 0));
  const { ofSource = Number.POSITIVE_INFINITY } = facts?.dialect.limits ?? {};
  const { all: inFlight = Number.POSITIVE_INFINITY } = facts?.concurrency ?? {};
  const longest = Math.max(others, ...lanes) / rateOf(facts);
  return Math.max(longest, all / ofSource, (all * replySeconds) / inFlight);
}

function verificationOf({ before, after, told, logged, reads }: Tally): number {
  const byLog = [...logged.values()].map((own) => loggedReads(own, after));
  return (
    total(before) + total(after) + sampleOf(after, told) + byLog.reduce((sum, one) => sum + one, 0) + reads
  );
}

/**
 * Returns the number of reads for verification by a log: one for the log, and a sample of lists to test it. If there
 * are so few lists that the log would save nothing, returns the number of these lists.
 */
function loggedReads(own: ReadonlyMap<string, number>, after: Tally["after"]): number {
  const others = new Map([...own].filter(([key]) => !after.has(key)));
  if (own.size < fewestListsOfLog) return total(others);
  return 1 + Math.ceil(own.size * sampledOfLog);
}

/**
 * Returns the number of additional reads that test whether replies can be trusted, in the first wave that relies on
 * replies. This is zero if one of the wave's collections is read anyway. Otherwise it is the number of reads of the
 * first collection.
 */
function sampleOf(after: Tally["after"], told: Tally["told"]): number {
  const [first] = told;
  const isRead = [...told.keys()].some((key) => after.has(key) && waveOf(key) === waveOf(first?.[0] ?? ""));
  return first === undefined || isRead ? 0 : first[1];
}

function waveOf(key: string): string {
  return key.slice(0, key.indexOf(" "));
}

/** Returns the number of write requests, after batching, and the number of polls for their tasks. */
function sentFor({ writes, polls, together }: Tally, facts: TargetFacts | undefined) {
  const { requests, asked } = requestsTogether([...together.values()], facts?.dialect.batches);
  return { writes: writes + requests, polls: polls + asked * pollsPerTask };
}

function sentBy(tally: Tally, facts: TargetFacts | undefined): number {
  const { writes, polls } = sentFor(tally, facts);
  return writes * (facts?.dialect.requestsPerWrite ?? 1) + polls + verificationOf(tally);
}
