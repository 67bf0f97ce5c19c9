/**
 * Decides whether a change log can be trusted, what changed since earlier reads, and which reads are still valid. Pure.
 */

import type { ChangeFacts, ChangesReply, LoggedChange } from "../../drivers/contract/change-log.ts";
import type { Driver, ReadRequest } from "../../drivers/contract/contract.ts";
import { canonicalText, isObject, type Json, sameJson } from "../../model/json.ts";
import { idsIn } from "../../model/live/snapshot.ts";
import type { Milliseconds } from "../../model/reply.ts";
import { isSecretReference } from "../../model/secret.ts";
import { type KeptRead, type KeptReads, maxSeen, type SeenLog } from "./kept-reads.ts";

/** One change in a log. */
interface SeenChange {
  readonly at: Milliseconds;
  readonly name: string;
}

/** A trusted log, as the ids of changed resources with their changes, or the reason why the log is not trusted. */
export type LogView =
  | {
      readonly state: "believed";
      readonly changed: ReadonlyMap<string, readonly SeenChange[]>;
      readonly seen: SeenLog;
    }
  | { readonly state: "distrusted"; readonly because: string; readonly seen?: SeenLog | undefined };

/** The maximum difference between this machine's clock and the log's, whenever the log is read. */
const maxSkewMs = 60_000;

/**
 * Covers the difference between the server's clock, which dates changes, and this machine's clock, which dates reads.
 */
export const marginMs = 2 * maxSkewMs;

/**
 * The input of a view. Times are in milliseconds since 1970 by this machine's clock, except for the times of log
 * entries.
 */
interface LogViewInput {
  readonly facts: ChangeFacts;
  readonly kept: KeptReads;
  /** The id of the resource to which the log belongs. */
  readonly log: string;
  readonly from: Milliseconds;
  readonly now: Milliseconds;
  readonly reply: ChangesReply;
  /** The ids that entries may concern: the ids of resources that the product lists now. */
  readonly known: ReadonlySet<string>;
}

/**
 * Returns the view of a log. A log is trusted if it was read completely, and its clock differs by at most a minute. It
 * must still have all earlier entries, no new entries that are older than allowed, and all of trueup's own changes.
 * Each entry must concern a known resource.
 */
export function viewOf(input: LogViewInput): LogView {
  const { facts, from, now, reply, known } = input;
  if (reply.state === "unknown") return { state: "distrusted", because: "its change log could not be read" };
  const { changes, serverAt } = reply;
  if (serverAt === undefined) return { state: "distrusted", because: "its server does not send its time" };
  if (Math.abs(serverAt - now) > maxSkewMs)
    return { state: "distrusted", because: "its clock differs from this machine's by more than a minute" };
  if (changes.some(({ at }) => at > serverAt + maxSkewMs))
    return { state: "distrusted", because: "its change log has entries from the future" };
  const told = changes.filter(({ at }) => at >= from);
  if (told.length > maxSeen) return { state: "distrusted", because: "its change log has too many entries" };
  const seen: SeenLog = { from, at: now, entries: told.map(entryName) };
  const because =
    gapIn(input, told) ??
    missedWrite(input, told) ??
    (told.every(({ of }) => of !== undefined && known.has(of))
      ? undefined
      : `its change log has an entry whose ${facts.of} is not listed`);
  if (because !== undefined) return { state: "distrusted", because, seen };
  const named = told.map((one) => ({ of: one.of ?? "", at: one.at, name: entryName(one) }));
  const changed = Map.groupBy(named, ({ of }) => of);
  return { state: "believed", changed, seen };
}

/**
 * Returns a sign that the log is incomplete: an entry that has disappeared, or a new entry that the log should already
 * have had earlier. Undefined if there is no sign.
 */
function gapIn({ facts, kept, log, from }: LogViewInput, told: readonly LoggedChange[]): string | undefined {
  const before = kept.logs.get(log);
  if (!before) return undefined;
  const now = new Set(told.map(entryName));
  const start = Math.max(from, before.from);
  if (before.entries.some((name) => timeIn(name) >= start && !now.has(name)))
    return "entries have disappeared from its change log";
  const had = new Set(before.entries);
  const settled = before.at - facts.lateSeconds * 1000 - maxSkewMs;
  const isLate = told.some((one) => one.at >= start && one.at <= settled && !had.has(entryName(one)));
  return isLate ? `entries of its change log arrived more than ${facts.lateSeconds} s late` : undefined;
}

/** Returns a reason if the log lacks a change by trueup that is old enough to be in it; undefined if it lacks none. */
function missedWrite({ facts, kept, log, from, now }: LogViewInput, told: readonly LoggedChange[]) {
  const allowed = facts.lateSeconds * 1000 + maxSkewMs;
  const missed = kept.writes.some(
    (write) =>
      write.log === log &&
      write.at >= from + maxSkewMs &&
      write.at <= now - allowed &&
      !told.some(({ of, at }) => of === write.of && Math.abs(at - write.at) <= allowed),
  );
  return missed ? "its change log lacks a change that trueup made" : undefined;
}

/**
 * True if the log shows a change in the read's parent after the read. Changes shortly before the read count too,
 * because clocks differ. Entries that the read includes do not count, unless another entry looks the same.
 */
export function changedAfter(
  { ids, at, entries = [] }: KeptRead,
  changed: ReadonlyMap<string, readonly SeenChange[]>,
): boolean {
  const since = ids.flatMap((id) => (changed.get(id) ?? []).filter((one) => one.at >= at - marginMs));
  if (since.length === 0) return false;
  const own = new Set(entries);
  for (const { name } of since) if (!own.delete(name)) return true;
  return false;
}

/** Identifies an entry, without the changed values. */
export function entryName({ at, by, of, part, label, through }: LoggedChange): string {
  return `${at} ${short([by, of, part, label, through])}`;
}

function timeIn(name: string): Milliseconds {
  return Number(name.slice(0, name.indexOf(" ")));
}

/** Returns 53 bits that identify a text, which is enough for a few thousand entries. Not secure against an attacker. */
function short(parts: readonly (string | undefined)[]): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (const unit of JSON.stringify(parts)) {
    const code = unit.codePointAt(0) ?? 0;
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/** Returns the collections that are read per parent and whose kinds are all covered by the log. */
export function toldCollections({ kinds }: Driver, tells: readonly string[]): ReadonlySet<string> {
  const byCollection = Map.groupBy(kinds, ({ collection }) => collection.name);
  const told = [...byCollection].filter(([, all]) =>
    all.every(({ name, collection }) => tells.includes(name) && collection.within !== undefined),
  );
  return new Set(told.map(([name]) => name));
}

/** Identifies a read. */
export function keyOf({
  collection,
  scope,
  parentId,
}: Pick<ReadRequest, "collection" | "scope" | "parentId">): string {
  const words = Object.entries(scope).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([collection, words, parentId]);
}

/** Returns the requested resources as a text, with everything that is declared about them. */
export function lookedFor({ wanted }: ReadRequest): string {
  return canonicalText(JSON.parse(JSON.stringify(wanted)));
}

/**
 * True if everything requested was found, and nothing requested is exclusive. The latter matters because a log never
 * shows that something is absent, or that a list is complete.
 */
export function isWhole({ wanted }: ReadRequest, items: KeptRead["items"]): boolean {
  const found = new Set(items.map(({ kind, identity }) => `${kind} ${identity}`));
  return wanted.every(({ kind, identity, exclusive }) => !exclusive && found.has(`${kind} ${identity}`));
}

/**
 * True if the cached state is as declared. If it is not, the live state is read, so that no plan or report relies on a
 * log.
 */
export function isAsDeclared({ wanted }: ReadRequest, { items }: KeptRead): boolean {
  const values = new Map(items.map(({ kind, identity, value }) => [`${kind} ${identity}`, value]));
  return wanted.every(({ kind, identity, declared = [] }) => {
    const value = values.get(`${kind} ${identity}`);
    return value !== undefined && declared.every((each) => holdsAll(value, each));
  });
}

/**
 * True if an earlier read without `wanted` shows all wanted resources, each under its known id. Other resources than
 * those that the apply verified may be wanted.
 */
export function isFound({ wanted }: ReadRequest, { items }: KeptRead): boolean {
  const ids = new Map(items.map(({ kind, identity, id }) => [`${kind} ${identity}`, id]));
  return wanted.every(({ kind, identity, exclusive, isDropped, id }) => {
    const name = `${kind} ${identity}`;
    return !exclusive && !isDropped && ids.has(name) && (id === undefined || id === ids.get(name));
  });
}

function holdsAll(value: Json | undefined, declared: Json): boolean {
  if (isSecretReference(declared)) return true;
  if (!isObject(declared)) return value !== undefined && sameJson(value, declared);
  if (value === undefined || !isObject(value)) return Object.values(declared).every(isSecretReference);
  return Object.entries(declared).every(([name, each]) => holdsAll(value[name], each));
}

/** True if two reads show the same items, in any order. */
export function areAlike(one: KeptRead["items"], other: KeptRead["items"]): boolean {
  const text = (items: KeptRead["items"]) =>
    items
      .map((item) => canonicalText(JSON.parse(JSON.stringify(item))))
      .sort()
      .join();
  return text(one) === text(other);
}

/**
 * True if a new read shows everything that an earlier read knew. The earlier read may not have known other fields and
 * items.
 */
export function showsStill(now: KeptRead["items"], { items, isPart }: KeptRead): boolean {
  const values = new Map(now.map(({ kind, identity, value }) => [`${kind} ${identity}`, value]));
  if (!isPart && values.size !== items.length) return false;
  return items.every(({ kind, identity, value }) => holdsAll(values.get(`${kind} ${identity}`), value));
}

/** The ids of a chain; none if there is none. */
export function idsOf(chain: string | undefined): readonly string[] {
  return chain === undefined ? [] : (idsIn(chain) ?? [chain]);
}
