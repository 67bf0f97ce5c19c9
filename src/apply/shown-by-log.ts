/**
 * Verifies written resources whose replies showed nothing, such as those written in batches, by one read of the change
 * log. Resources that the log does not show as declared are read.
 */

import type { ChangeFacts, LoggedChange } from "../drivers/contract/change-log.ts";
import type { OpenTarget } from "../drivers/contract/contract.ts";
import { type Address, addressParts } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { asObject, isObject, type JsonObject } from "../model/json.ts";
import { idsIn, type LiveResource } from "../model/live/snapshot.ts";
import { isWithin } from "../model/pointer.ts";
import { ours, type Problem, problem, sentence } from "../model/problem.ts";
import type { Milliseconds } from "../model/reply.ts";
import { type Backoff, doubledMs } from "../pace/backoff.ts";
import { fewestListsOfLog } from "../plan/log-reads.ts";
import { idOf, othersIn } from "./execute/facts.ts";
import { writtenOver } from "./execute/still-as-read.ts";
import { pause } from "./execute/waits.ts";
import { writeOf } from "./execute/write.ts";
import type { ApplyRun } from "./run.ts";
import { logOf } from "./verified-by.ts";

/** A written resource that a log may show. */
interface Sought {
  readonly address: Address;
  readonly change: Exclude<Change, { action: "remove" }>;
  /** The live ids of the resource's ancestors. Log entries about the resource name one of these ids. */
  readonly within: readonly string[];
  /** When the resource's write was sent, by this machine's clock. */
  readonly leftAt: Milliseconds;
}

interface Logging {
  readonly target: string;
  readonly facts: ChangeFacts;
  readonly changes: NonNullable<OpenTarget["session"]["changes"]>;
  readonly logged: NonNullable<OpenTarget["session"]["logged"]>;
}

/** The maximum difference between this machine's clock and the server's. */
const maxSkewMs: Milliseconds = 60_000;

/** How much earlier than its write an entry may be dated, since `Date` headers have whole seconds. */
const marginMs: Milliseconds = 2000;

/** The waits before a log is read again because entries are still missing. */
const looksAgain: Backoff = { firstMs: 1000, maxMs: 4000 };
const mostLooks = 4;

/**
 * Looks up these resources of one target in its change logs, and stores the states that the logs show in `run.stored`
 * and `run.logged`. Sends no write. A log that cannot be read, or whose clock is wrong, shows nothing, and is not read
 * again in this run.
 */
export async function takeFromLog(run: ApplyRun, touched: readonly Address[]): Promise<void> {
  const [first] = touched;
  const on = first && loggingOf(run, addressParts(first).target);
  if (!on || run.doubted.has(logOf(on.target))) return;
  const sought = touched.flatMap((address) => soughtAt(run, address, on) ?? []);
  const byLog = Map.groupBy(sought, ({ change }) => change.desired.scope[on.facts.within] ?? "");
  for (const own of byLog.values()) await takeFrom(run, on, own);
}

function loggingOf(run: ApplyRun, target: string): Logging | undefined {
  const { session, dialect } = run.targets.get(target) ?? {};
  const { changes: facts } = dialect ?? {};
  if (!facts?.shows || !session?.changes || !session.logged) return undefined;
  return { target, facts, changes: session.changes, logged: session.logged };
}

/**
 * Returns the resource to look for in the log. Undefined if a reply has shown its state, if its kind is not in the log,
 * or if the write contains a secret.
 */
function soughtAt(run: ApplyRun, address: Address, { facts }: Logging): Sought | undefined {
  const change = run.written.get(address);
  const leftAt = run.leftAt.get(address);
  if (!change || change.action === "remove" || leftAt === undefined || run.stored.has(address))
    return undefined;
  const { kind, parent } = change.desired;
  const above = parent === undefined ? undefined : idOf(run, parent);
  if (kind !== facts.part || above === undefined || writesSecret(change)) return undefined;
  const ago = run.clock.now() - leftAt;
  return { address, change, within: idsIn(above) ?? [above], leftAt: Date.parse(run.clock.date()) - ago };
}

function writesSecret(change: Sought["change"]): boolean {
  const { secrets } = change.desired;
  if (change.action === "create") return secrets.length > 0;
  return change.differences.some(({ path }) =>
    secrets.some((one) => isWithin(one, path) || isWithin(path, one)),
  );
}

/** Reads the log of one scope. Waits for missing entries if this is faster than reading their resources. */
async function takeFrom(run: ApplyRun, on: Logging, sought: readonly Sought[]): Promise<void> {
  const scope = sought[0]?.change.desired.scope ?? {};
  let waiting = sought;
  for (let looks = 1; listsOf(run, waiting) >= (looks === 1 ? fewestListsOfLog : 1); looks += 1) {
    const from = Math.min(...waiting.map(({ leftAt }) => leftAt)) - maxSkewMs;
    const asked = { scope, since: new Date(from).toISOString() };
    const reply = await on.changes(asked, run.signal);
    const ahead =
      reply.state === "whole" && reply.serverAt !== undefined ? aheadOf(run, reply.serverAt) : undefined;
    if (reply.state === "unknown" || ahead === undefined) {
      run.doubted.add(logOf(on.target));
      return;
    }
    const late = waiting.filter((one) => !take(run, on, { one, ahead, entries: reply.changes }));
    const ms = doubledMs(looksAgain, looks);
    if (looks >= mostLooks || ms >= readingMs(run, on, late)) return;
    const [next] = late;
    if (next === undefined) return;
    await pause(run, { target: on.target, address: next.address }, { reason: "notVisible", ms });
    waiting = late;
  }
}

/**
 * Returns how far the server's clock is ahead of this machine's clock; undefined if they differ too much to compare
 * times.
 */
function aheadOf({ clock }: ApplyRun, serverAt: Milliseconds): Milliseconds | undefined {
  const ahead = serverAt - Date.parse(clock.date());
  return Math.abs(ahead) > maxSkewMs ? undefined : ahead;
}

function listsOf(run: ApplyRun, sought: readonly Sought[]): number {
  return new Set(sought.map(({ address }) => run.collectionOf(address))).size;
}

/** How long it takes to read these resources instead of the log. */
function readingMs(run: ApplyRun, { target }: Logging, sought: readonly Sought[]): Milliseconds {
  const { requestsPerSecond = 1 } = run.targets.get(target)?.dialect.limits ?? {};
  return (1000 * listsOf(run, sought)) / requestsPerSecond;
}

interface Told {
  readonly one: Sought;
  readonly ahead: Milliseconds;
  readonly entries: readonly LoggedChange[];
}

/** Stores the state of one resource, if the log shows it. Returns false if the log has no entry for this write yet. */
function take(run: ApplyRun, on: Logging, { one, ahead, entries }: Told): boolean {
  const { address, change, within, leftAt } = one;
  const { identity } = change.desired;
  const own = entries.filter(({ of = "", part }) => part === identity && within.includes(of));
  if (!own.some(({ at }) => at >= leftAt + ahead - marginMs)) return false;
  const record = recordAfter(own);
  const shown = record && on.logged(writeOf(change, othersIn(run)), record);
  if (!shown) return true;
  run.stored.set(address, change.action === "update" ? over(change.live, shown) : shown);
  const lost = writtenOver(run, { address, ahead, own });
  if (lost) run.listener?.({ type: "warned", target: on.target, problem: overwritten(address, lost) });
  const around = entries.filter(({ of = "" }) => within.includes(of));
  run.logged.set(address, { shown, own, around, leftAt });
  return true;
}

/** Returns a warning that this run has overwritten a change because the log showed the change too late. */
function overwritten(address: Address, { at, by }: LoggedChange): Problem {
  const when = ours(`at ${new Date(at).toISOString()}, and this apply has overwritten that change`);
  const what = sentence`${ours(address)}: ${by} changed it ${when}, because the change log showed it too late.`;
  const hint = "Ask them whether the change must be made again. `trueup drift --who` lists the changes.";
  return problem("overwritten", what, { address, hint, severity: "warning" });
}

/** The record after all entries; undefined if an entry shows no record, or if two have the same time. */
function recordAfter(own: readonly LoggedChange[]): JsonObject | undefined {
  const sorted = own.toSorted((a, b) => a.at - b.at);
  if (sorted.some(({ at, shows }, index) => !shows || at === sorted[index + 1]?.at)) return undefined;
  return Object.assign({}, ...sorted.map(({ shows }) => shows));
}

/**
 * Returns the state before the write, updated by the fields that the log shows, since a log may show only changed
 * fields.
 */
function over(before: LiveResource, shown: LiveResource): LiveResource {
  if (!isObject(shown.value)) return shown;
  return { ...before, ...shown, holds: before.holds, value: { ...asObject(before.value), ...shown.value } };
}
