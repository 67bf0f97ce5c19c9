/** Verification: reads again what was written, and lists the fields that still differ (non-convergent). */

import { diff } from "../diff/diff.ts";
import { probableCause } from "../diff/probable-cause.ts";
import { alikeOf } from "../drivers/contract/alike-of.ts";
import { displacedOf } from "../drivers/contract/displaced-of.ts";
import { type Address, addressParts } from "../model/address.ts";
import type { Change, Difference } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import type { LiveResource, Observation } from "../model/live/snapshot.ts";
import { problem } from "../model/problem.ts";
import type { ApplyResult, NonConvergent, SettledStep } from "../model/reply.ts";
import { type Backoff, doubledMs } from "../pace/backoff.ts";
import { visibleWithin } from "./execute/facts.ts";
import { identifiedInList } from "./execute/identified-in-list.ts";
import { pause } from "./execute/waits.ts";
import { keepForNext } from "./kept-for-next.ts";
import type { ApplyRun } from "./run.ts";
import { type FoundForms, type SeenFields, withForms } from "./seen-forms.ts";
import { takeFromLog } from "./shown-by-log.ts";
import { readAfterAll, verifiedBy } from "./verified-by.ts";

/** The result of verification. */
export type VerifyResult = Pick<ApplyResult, "nonConvergent" | "unverified"> & FoundForms;

/**
 * Reads each collection that these steps of one target touched once, and compares its resources with their
 * declarations. Resources whose stored state was shown by replies or a change log are skipped, unless they serve to
 * test this source. Incomplete if aborted.
 */
export async function verify(run: ApplyRun, settled: readonly SettledStep[]): Promise<VerifyResult> {
  const touched = settled.filter(({ outcome }) => outcome.state === "applied").map(({ address }) => address);
  if (run.signal.aborted) return undone(touched);
  try {
    const all = await readAndCompare(run, touched);
    const hidden = new Set([...all.missing, ...all.unverified].map(({ address }) => address));
    for (const address of touched) if (!hidden.has(address)) run.seen.add(address);
    const {
      missing: _,
      settled: _settled,
      live: _live,
      ...found
    } = await withForms(run, all, (some) => {
      announce(run, some);
      return seenNow(run, some);
    });
    return found;
  } catch (error) {
    if (!run.signal.aborted) throw error;
    return undone(touched);
  }
}

function undone(touched: readonly Address[]): VerifyResult {
  const unverified = touched.map((address) => {
    const message = `${address} was written, but not read again: the run was interrupted`;
    return {
      address,
      problem: problem("interrupted", message, { address, hint: "Run `trueup plan` to see the live state." }),
    };
  });
  return { nonConvergent: [], unverified };
}

/** The result of one read, with the missing creates. */
interface Seen extends SeenFields {
  readonly missing: readonly NonConvergent[];
}

/**
 * Reads and compares. Missing creates are read again with growing delays, within the target's limits, since the server
 * may show an accepted create later. Sends no write.
 */
async function readAndCompare(run: ApplyRun, touched: readonly Address[]): Promise<Seen> {
  const all = [await firstSeen(run, touched)];
  let waited = 0;
  for (let again = 0; ; again += 1) {
    const last = await identified(run, all.at(-1));
    if (last) all.splice(-1, 1, last);
    const [first] = last?.missing ?? [];
    if (!last || !first) break;
    const subject = { ...addressParts(first.address), address: first.address };
    const leftMs = visibleWithin(run, subject) - waited;
    if (leftMs <= 0) break;
    const ms = Math.min(doubledMs(looksAgain, again + 1), leftMs);
    await pause(run, subject, { reason: "notVisible", ms });
    waited += ms;
    const addresses = last.missing.map(({ address }) => address);
    announce(run, addresses);
    all.splice(-1, 1, { ...last, missing: [] }, await seenNow(run, addresses));
  }
  const missing = all.flatMap((each) => each.missing);
  const whole = together(all);
  return {
    ...whole,
    missing,
    nonConvergent: all.flatMap((each) => [...each.nonConvergent, ...each.missing]),
  };
}

/** Merges the results of several reads. For live values, a later read replaces an earlier one. */
function together(all: readonly Seen[]): Seen {
  return {
    missing: all.flatMap(({ missing }) => missing),
    nonConvergent: all.flatMap(({ nonConvergent }) => nonConvergent),
    unverified: all.flatMap(({ unverified }) => unverified),
    settled: all.flatMap(({ settled }) => settled),
    live: new Map(all.flatMap(({ live }) => [...live])),
  };
}

/**
 * Looks for missing creates. If a new entry in a list matches a missing create, the entry counts as the created
 * resource, and the create is no longer missing.
 */
async function identified(run: ApplyRun, last: Seen | undefined): Promise<Seen | undefined> {
  const found: Address[] = [];
  const around = run.lookAround();
  for (const { address } of last?.missing ?? [])
    if ((await identifiedInList(run, address, around)) === "found") found.push(address);
  if (!last || found.length === 0) return last;
  const others = last.missing.filter(({ address }) => !found.includes(address));
  return together([{ ...last, missing: others }, await seenNow(run, found)]);
}

const looksAgain: Backoff = { firstMs: 1000, maxMs: 15_000 };

/**
 * Verifies written resources by the states that their replies or a change log showed, if a read confirms this source.
 * Otherwise verifies them by reads.
 */
async function firstSeen(run: ApplyRun, touched: readonly Address[]): Promise<Seen> {
  await takeFromLog(run, touched);
  const told = touched.filter((address) => run.stored.has(address));
  const shown = await seenNow(run, told, run.lookAgain(run.stored));
  const by = verifiedBy(run, touched, shown);
  announce(run, by.reads);
  const seen = await seenNow(run, by.reads);
  const rest = readAfterAll(run, by, seen);
  keepForNext(run, by.replies, new Set(rest));
  if (rest.length === 0) return seen;
  announce(run, rest);
  return together([seen, await seenNow(run, rest)]);
}

async function seenNow(run: ApplyRun, touched: readonly Address[], look = run.lookAgain()): Promise<Seen> {
  const observations = new Map<Address, Observation<LiveResource>>();
  const seen = await Promise.all(touched.map((address) => look(address)));
  touched.forEach((address, i) => {
    const observation = seen[i];
    if (observation) observations.set(address, observation);
    if (observation?.state === "present") noteShown(run, address, observation.value);
  });
  const snapshot = { takenAt: "", observations, unmanaged: [], requests: new Map() };
  const { desired, base } = run;
  const settled = settledBesides(run);
  const compared = diff({
    desired,
    base,
    snapshot,
    settled,
    alike: alikeOf(run.targets),
    displaced: displacedOf(run.targets),
  });
  const missing: NonConvergent[] = [];
  const nonConvergent = compared.changes.flatMap((change): readonly NonConvergent[] => {
    const { address } = change;
    if (change.action === "remove" && isSetBack(run, change)) return [];
    if (change.action === "remove")
      return [{ address, path: "", live: change.live.value, likely: "server default" }];
    if (change.action === "create") {
      missing.push({ address, path: "", desired: change.desired.value, likely: "not there yet" });
      return [];
    }
    return change.differences
      .filter(({ path }) => !isUnread(change.desired, path))
      .map((one) => fieldOf(address, one));
  });
  const live = [...observations].flatMap(([address, one]) =>
    one.state === "present" ? [[address, one.value] as const] : [],
  );
  const { storedOtherwise = [], notTaken = [] } = compared;
  const still = [
    ...storedOtherwise.map((one) => ({ ...one, is: "stored" as const })),
    ...notTaken.map((one) => ({ ...one, is: "notTaken" as const })),
  ];
  return { nonConvergent, missing, unverified: compared.unknown, settled: still, live: new Map(live) };
}

/**
 * Returns the fields that were settled before this run. A field that this run has written is compared as if it had
 * never been settled.
 */
function settledBesides({ settled, written }: ApplyRun): ApplyRun["settled"] {
  if (!settled) return undefined;
  const isWritten = (address: Address, path: string) => {
    const change = written.get(address);
    if (change?.action !== "update") return change?.action === "create";
    return change.differences.some((one) => one.path === path);
  };
  const check: typeof settled.check = (field, sides) =>
    isWritten(field.resource.address, field.path) ? undefined : settled.check(field, sides);
  return { ...settled, check };
}

/** Notes the name that the server gave a resource, and the id of a created resource if no reply contained it. */
function noteShown(run: ApplyRun, address: Address, { id, storedAs }: LiveResource): void {
  if (storedAs !== undefined) run.storedAs.set(address, storedAs);
  const isMade = run.changes.get(address)?.action === "create";
  if (isMade && id !== undefined && !run.ids.has(address)) run.ids.set(address, id);
}

/**
 * True for a resource that cannot be deleted, such as a built-in one. After its removal it still exists, with reset
 * values.
 */
function isSetBack({ targets }: ApplyRun, { base, live }: Extract<Change, { action: "remove" }>): boolean {
  const kinds = targets.get(base.target)?.driver.kinds;
  return kinds?.find(({ name }) => name === base.kind)?.isSetBack?.(live.value) === true;
}

function announce(run: ApplyRun, touched: readonly Address[]): void {
  const counts = new Map<string, number>();
  for (const address of touched) {
    const target = address.slice(0, address.indexOf("/"));
    counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  for (const [target, addresses] of counts) run.listener?.({ type: "verifying", target, addresses });
}

/**
 * True for a field that cannot be read back. It differs only because base still has the value from before the write.
 */
function isUnread({ secrets, hidden = [] }: Resource, path: string): boolean {
  return secrets.includes(path) || hidden.includes(path);
}

function fieldOf(address: Address, { path, desired, live }: Difference): NonConvergent {
  return {
    address,
    path,
    desired,
    live,
    likely: probableCause(desired, live),
  };
}
