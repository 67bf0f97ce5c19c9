/**
 * Checks by the product's change log whether the plan's reads are still current. This saves another read before a
 * write.
 */

import type { ChangeFacts, LoggedChange, ReadLog } from "../../drivers/contract/change-log.ts";
import { type Address, addressParts } from "../../model/address.ts";
import { isObject, type Json, sameJson } from "../../model/json.ts";
import { idsIn, ownIdIn } from "../../model/live/snapshot.ts";
import type { Milliseconds } from "../../model/reply.ts";
import { groupKey, type ReadGroup } from "../../observe/query.ts";
import { freshMs } from "../queue/write-semaphore.ts";
import type { ApplyRun } from "../run.ts";
import { logOf } from "../verified-by.ts";
import { idOf } from "./facts.ts";

/**
 * Covers the difference between the server's clock, which dates changes, and this machine's clock, which dates reads.
 */
const marginMs: Milliseconds = 120_000;

/** `Date` headers have whole seconds. */
const roundedMs: Milliseconds = 2000;

/**
 * Returns when the log was read, by the run's clock, if it shows no foreign change to a collection since `readAt`, when
 * the plan read the collection. Undefined: the collection must be read, because the target has no `logLateSeconds`, or
 * the log cannot be trusted, or an entry may be foreign.
 */
export async function stillAsRead(
  run: ApplyRun,
  group: ReadGroup,
  readAt: Milliseconds,
): Promise<Milliseconds | undefined> {
  const { target, parent, scope, collection } = group;
  const open = run.targets.get(target);
  const { logLateSeconds } = open?.target.limits ?? {};
  const facts = open?.dialect.changes;
  const parentId = parent === undefined ? undefined : idOf(run, parent);
  if (logLateSeconds === undefined || !facts || parentId === undefined || run.doubted.has(logOf(target)))
    return undefined;
  const [lateMs, maxAgeMs] = [logLateSeconds * 1000, freshMs(open) / 2];
  const made = new Set([...run.ids.values()].map(ownIdIn));
  const question = { scope, collection: collection.name, lateMs, maxAgeMs, made };
  const log = await open?.changes?.entriesNow(question, run.signal);
  if (!log) return undefined;
  const entries = entriesOf(log);
  if (isLate(run, { target, facts, lateMs }, log)) {
    run.doubted.add(logOf(target));
    return undefined;
  }
  const since = dateOf(run, readAt) + log.ahead - marginMs;
  const around = (idsIn(parentId) ?? [parentId]).flatMap((id) => entries.get(id) ?? []);
  const others = around.filter(
    (entry) => entry.at >= since && !isAsDeclared(run, { group, parentId }, entry),
  );
  return others.length > 0 ? undefined : run.clock.now() - (dateOf(run, run.clock.now()) - log.at);
}

/**
 * Returns the newest log entry whose values this run has overwritten: somebody else made the change after the plan had
 * read the resource. Undefined if there is none. `own`: all entries about the resource.
 */
export function writtenOver(
  run: ApplyRun,
  {
    address,
    ahead,
    own,
  }: { readonly address: Address; readonly ahead: Milliseconds; readonly own: readonly LoggedChange[] },
): LoggedChange | undefined {
  const group = run.collectionOf(address);
  const readAt = group && run.snapshot.readAt?.get(groupKey(group));
  const declared = run.changes.get(address);
  if (readAt === undefined || run.backwards || !declared || declared.action === "remove") return undefined;
  const since = dateOf(run, readAt) + ahead + roundedMs;
  const { value } = declared.desired;
  const isOther = ({ at, shows }: LoggedChange) =>
    at >= since &&
    isObject(value) &&
    Object.entries(shows ?? {}).some(([name, each]) => differs(value[name], each));
  return own.filter(isOther).at(-1);
}

function differs(declared: Json | undefined, shown: Json): boolean {
  return declared !== undefined && !isObject(declared) && !sameJson(declared, shown);
}

/** A moment of the run's clock in milliseconds since 1970. */
function dateOf({ clock }: ApplyRun, at: Milliseconds): Milliseconds {
  return Date.parse(clock.date()) - (clock.now() - at);
}

const indexes = new WeakMap<ReadLog, ReadonlyMap<string, readonly LoggedChange[]>>();

/** Returns the entries by the id of the resource that they concern. */
function entriesOf(log: ReadLog): ReadonlyMap<string, readonly LoggedChange[]> {
  const known = indexes.get(log) ?? Map.groupBy(log.entries, ({ of = "" }) => of);
  indexes.set(log, known);
  return known;
}

interface LateLog {
  readonly target: string;
  readonly facts: ChangeFacts;
  readonly lateMs: Milliseconds;
}

const late = new WeakMap<ReadLog, boolean>();

/** True if the log still lacks a write of this run although `logLateSeconds` have passed since. */
function isLate(run: ApplyRun, on: LateLog, log: ReadLog): boolean {
  const known =
    late.get(log) ?? [...run.written.keys()].some((address) => isMissing(run, on, { address, log }));
  late.set(log, known);
  return known;
}

function isMissing(
  run: ApplyRun,
  { target, facts, lateMs }: LateLog,
  { address, log }: { readonly address: Address; readonly log: ReadLog },
): boolean {
  const change = run.written.get(address);
  const [leftAt, doneAt] = [run.leftAt.get(address), run.doneAt.get(address)];
  if (!change || change.action === "remove" || leftAt === undefined || doneAt === undefined) return false;
  const { kind, identity, parent } = change.desired;
  if (addressParts(address).target !== target || kind !== facts.part || parent === undefined) return false;
  if (dateOf(run, doneAt) + lateMs + roundedMs > log.at) return false;
  const from = dateOf(run, leftAt) + log.ahead - roundedMs;
  const within = idsIn(idOf(run, parent) ?? "") ?? [];
  const own = within.flatMap((id) => entriesOf(log).get(id) ?? []);
  return !own.some(({ part, at }) => part === identity && at >= from);
}

/**
 * True if every value that an entry shows is what this plan declares, no matter who made the change. False if the entry
 * shows no values, because the change may be anything.
 */
function isAsDeclared(
  run: ApplyRun,
  { group, parentId }: { readonly group: ReadGroup; readonly parentId: string },
  { of, part, shows }: LoggedChange,
): boolean {
  if (!shows || of !== ownIdIn(parentId)) return false;
  const named = group.wanted.find(({ identity }) => identity === part)?.resource.address;
  const address = part === undefined ? group.parent : named;
  const change = address === undefined ? undefined : run.changes.get(address);
  if (!change || change.action === "remove") return false;
  const { value } = change.desired;
  const members = Object.entries(shows);
  return (
    members.length > 0 &&
    isObject(value) &&
    members.every(([name, each]) => value[name] !== undefined && sameJson(value[name], each))
  );
}
