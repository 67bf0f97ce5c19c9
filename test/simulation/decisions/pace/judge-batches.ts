/** Checks batches by what arrived at the server and when: how many batches ran at once, and how long writes waited. */

import type { BatchHabits, BatchServer, DrawnWrite, Sending } from "./batch-server.ts";

/**
 * The longest time that a write waits for other writes, in milliseconds. If a request is sent without the write, the
 * wait begins anew.
 */
const longestMs = 4000;
/** After this many refused batches, only single writes are sent. */
const maxRefused = 3;

/** How a write ended, as reported to its sender. */
export interface Ended {
  readonly write: DrawnWrite;
  readonly is: "done" | "written" | "refused";
}

/** A write, and the time from which it waited for its request. */
export interface Waited {
  readonly write: DrawnWrite;
  readonly from: number;
  /** True if the write has to be sent separately from the end of this wait on. */
  readonly isApart: boolean;
}

/** The moment when a write of a scope was admitted. */
export interface LetIn {
  readonly scope: string;
  /** How many admitted writes of the scope were not sent yet, including this one. */
  readonly waiting: number;
  /** How many batches of the scope were in transit or running. */
  readonly out: number;
}

/** What was observed in a seed. */
export interface Seen {
  readonly habits: BatchHabits;
  readonly isAtOnce: boolean;
  readonly writes: readonly DrawnWrite[];
  readonly server: BatchServer;
  readonly ended: readonly Ended[];
  /** The writes that were reported as the reason why a batch failed. */
  readonly blamed: readonly DrawnWrite[];
  readonly waits: readonly Waited[];
  readonly letIn: readonly LetIn[];
}

/** Returns the faults. */
export function judgeBatches(seen: Seen): readonly string[] {
  return [
    ...judgeOut(seen),
    ...judgeEnds(seen),
    ...judgeWaits(seen),
    ...judgeCount(seen),
    ...judgeFull(seen),
  ];
}

/** True for a batch of this scope that is in transit or running. */
export function isOpenBatch(sending: Sending, scope: string): boolean {
  return sending.isBatch && sending.endedAt === undefined && isOf(sending, scope);
}

function isOf({ writes: [first] }: Sending, scope: string): boolean {
  return first?.scope === scope;
}

function overlap(one: Sending, at: number): boolean {
  return one.leftAt <= at && (one.endedAt ?? Number.POSITIVE_INFINITY) > at;
}

/**
 * Each batch must have at least two writes, all of one scope, and not more than the server accepts. Only a limited
 * number of batches of a scope may be in transit or running at once.
 */
function judgeOut({ habits: { size, running }, server: { sendings } }: Seen): readonly string[] {
  return sendings.flatMap((one, index) => {
    const { writes, leftAt, isBatch } = one;
    const lines: string[] = [];
    const scopes = new Set(writes.map(({ scope }) => scope));
    const [first] = writes;
    const before = sendings.slice(0, index).filter((other) => overlap(other, leftAt));
    const others = before.filter((other) => other.isBatch && first && isOf(other, first.scope));
    if (isBatch && others.length >= running)
      lines.push(`one leaves at ${leftAt} while ${others.length} are out, of ${running}`);
    if (writes.length > size || scopes.size > 1 || (isBatch && writes.length < 2))
      lines.push(`one of ${writes.length} writes of ${scopes.size} scopes`);
    const apart = before.find(
      ({ writes: [other] }) => first?.exclusive && other?.exclusive === first.exclusive,
    );
    if (apart) lines.push(`${first?.address} leaves at ${leftAt} beside ${apart.writes[0]?.address}`);
    return lines;
  });
}

/**
 * Each write must be carried out once and end as on the server; a bad write must not be carried out. Only bad writes
 * may be blamed.
 */
function judgeEnds({
  ended,
  blamed,
  waits,
  server: { deeds, sendings },
  habits: { takesNone },
}: Seen): readonly string[] {
  const lines = ended.flatMap(({ write, is }) => {
    const must = write.isDone ? "done" : write.isBad ? "refused" : "written";
    const count = deeds.get(write.address) ?? 0;
    if (is === must && count === (must === "written" ? 1 : 0)) return [];
    return [`${write.address} is ${is}, and must be ${must}; it was carried out ${count} times`];
  });
  const batches = sendings.filter(({ isBatch }) => isBatch);
  const third = batches.filter(({ endedAt }) => endedAt !== undefined).sort(byEnd)[maxRefused - 1];
  const refusedAt = third?.endedAt ?? Number.POSITIVE_INFINITY;
  // Exclusive writes may still be sent in a batch if all of them were already waiting for their group.
  const isGathered = ({ writes }: Sending) =>
    writes.every((write) =>
      waits.some((one) => one.write === write && one.from <= refusedAt && write.exclusive !== undefined),
    );
  const late = takesNone ? batches.filter((one) => one.leftAt > refusedAt && !isGathered(one)) : [];
  const wrongly = blamed.filter(({ isBad }) => !isBad).map(({ address }) => `${address} is said to be bad`);
  return [...lines, ...wrongly, ...late.map(({ leftAt }) => `one leaves at ${leftAt} where none is taken`)];
}

function byEnd(one: Sending, other: Sending): number {
  return (one.endedAt ?? 0) - (other.endedAt ?? 0);
}

/** Writes must be sent in time. No more writes may be prepared by reads than can be sent soon. */
function judgeWaits({ waits, letIn, writes, server: { sendings }, habits }: Seen): readonly string[] {
  const { size, running } = habits;
  const late = waits.flatMap(({ write, from }) => {
    const next =
      waits.find((one) => one.write === write && one.from > from)?.from ?? Number.POSITIVE_INFINITY;
    const own = sendings.filter(
      ({ writes: all, leftAt }) => all.includes(write) && leftAt >= from && leftAt < next,
    );
    // After a refused batch, the wait of a write begins anew when the refusal is known.
    return own.flatMap((sending, index) => {
      const since = own[index - 1]?.endedAt ?? from;
      const until = sending.leftAt;
      const left = sendings.filter(
        (one) => one.leftAt >= since && one.leftAt < until && isOf(one, write.scope),
      );
      const ms = freeMs(write, { since, until }, { sendings, running });
      return ms > longestMs * (left.length + 1)
        ? [`${write.address} waits for ${ms} ms without any need`]
        : [];
    });
  });
  // Exclusive writes are admitted one by one. Once no more batches are sent, all writes are admitted one by one.
  const isByItself =
    isStopped({ habits, sendings }) || writes.some(({ exclusive }) => exclusive !== undefined);
  const early = letIn.flatMap(({ scope, waiting, out }) =>
    !isByItself && waiting > size * (running - out)
      ? [`${waiting} of ${scope} are looked at while ${out} are out`]
      : [],
  );
  return [...late, ...early];
}

/** Returns for how many milliseconds of its wait the write could have been sent. */
function freeMs(
  { scope, exclusive }: DrawnWrite,
  { since, until }: { readonly since: number; readonly until: number },
  { sendings, running }: { readonly sendings: readonly Sending[]; readonly running: number },
): number {
  const own = sendings.filter((one) => isOf(one, scope));
  const moments = own
    .flatMap(({ leftAt, endedAt = until }) => [leftAt, endedAt])
    .filter((at) => at > since && at < until);
  const all = [...new Set([since, ...moments, until])].sort((one, other) => one - other);
  return all.slice(1).reduce((free, to, index) => {
    const open = own.filter((one) => overlap(one, all[index] ?? to));
    const isFull = open.filter(({ isBatch }) => isBatch).length >= running;
    return isFull || (exclusive !== undefined && open.length > 0) ? free : free + to - (all[index] ?? to);
  }, 0);
}

/**
 * Writes that come at the same time must take as few requests as possible. Each bad write may cost one more batch, and
 * is then sent separately.
 */
function judgeCount({ isAtOnce, writes, habits, server: { sendings } }: Seen): readonly string[] {
  const { size, saysWhich } = habits;
  if (!isAtOnce || isStopped({ habits, sendings })) return [];
  return [...Map.groupBy(writes, ({ scope }) => scope)].flatMap(([scope, own]) => {
    const bad = own.filter(({ isBad }) => isBad).length;
    if (bad > 0 && !saysWhich) return [];
    const count = sendings.filter((one) => isOf(one, scope)).length;
    const most = Math.ceil(own.length / size) + (bad > 0 ? 2 * bad + 2 : 0);
    return count > most ? [`${own.length} writes go in ${count} requests, and ${bad} are bad`] : [];
  });
}

/** True if the server may have refused so many batches that no more batches are sent to it. */
function isStopped({ habits, sendings }: Pick<Seen, "habits"> & Pick<BatchServer, "sendings">): boolean {
  return habits.takesNone || sendings.filter(({ isRefused }) => isRefused).length >= maxRefused;
}

/** If enough writes wait for a full batch, the batch must be sent as soon as another one may run. */
function judgeFull({
  waits,
  writes,
  server: { sendings },
  habits: { size, running },
}: Seen): readonly string[] {
  if (writes.some(({ exclusive }) => exclusive !== undefined)) return [];
  const spans = waits.flatMap(({ write, from, isApart }) => {
    const sending = sendings.find((one) => one.leftAt >= from && one.writes.includes(write));
    return isApart || !sending ? [] : [{ scope: write.scope, from, until: sending.leftAt }];
  });
  const moments = [
    ...new Set([...spans.flatMap((one) => [one.from, one.until]), ...sendings.flatMap(bothEnds)]),
  ];
  moments.sort((one, other) => one - other);
  return ["a", "b"].flatMap((scope) =>
    moments.slice(1).flatMap((to, index) => {
      const at = moments[index] ?? to;
      const ready = spans.filter((one) => one.scope === scope && one.from <= at && one.until >= to);
      const out = sendings.filter((one) => one.isBatch && isOf(one, scope) && overlap(one, at));
      const isIdle = ready.length >= size && out.length < running && to - at > 1;
      return isIdle
        ? [`${ready.length} of ${scope} wait from ${at} to ${to}, and ${out.length} are out`]
        : [];
    }),
  );
}

function bothEnds({ leftAt, endedAt = leftAt }: Sending): readonly number[] {
  return [leftAt, endedAt];
}
