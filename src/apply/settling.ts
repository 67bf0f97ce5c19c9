/** One step while it is settled: what is to be written now, what was seen last, and how it has fared. */

import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { sameJson } from "../model/json.ts";
import type { Step } from "../model/plan.ts";
import type { BusyReason, Milliseconds, Outcome, Task } from "../model/reply.ts";
import type { ExpectedWrite } from "../pace/batch-queue.ts";
import { defaultRetryAfterMax } from "../pace/long-pause.ts";
import { replacesMore } from "../plan/replacing.ts";
import type { RetryBounds } from "./decide.ts";
import type { ApplyRun } from "./run.ts";
import { type KnownOthers, writeOf } from "./write.ts";

/** One step while it is settled. */
export interface SettlingStep {
  readonly step: Step;
  readonly planned: Change;
  /** What is to be written now; moves on with every look. */
  change: Change;
  /** The create that was carried out, while the update that follows it is not. */
  created: Extract<Change, { action: "create" }> | undefined;
  /** When what the second look has shown was there; undefined: it has not let the write go. */
  seenAt: Milliseconds | undefined;
  /** How often in a row its turn came too late for what was seen. */
  late: number;
  /** True: it was looked at once, or needs no look. */
  hasLooked: boolean;
  /** True: it was looked at for itself, and nothing was waited for or sent since. */
  isFresh: boolean;
  /** What was sent last said that it was made for this state (`Session.guards`). */
  guard: string | undefined;
  /** How often it was sent again after a look that was no wait for a lock. */
  again: number;
  /** How often it was sent at all. */
  sent: number;
  /** How often its batch was not carried out. */
  undone: number;
  /** How many creates of it were lost, and not found until they had to be visible. */
  lostCreates: number;
  /** When it was sent last, by the run's clock. Undefined: not yet. */
  leftAt: Milliseconds | undefined;
  /** How much this run had written by then. */
  leftAfter: number;
  waits: number;
  readonly waited: Record<BusyReason, Milliseconds>;
  /** True once a reply was lost: what is live may be our own doing. */
  maybeAppliedByUs: boolean;
  /** True: it was refused for something missing, and all others have ended since. */
  readonly isSecondTry: boolean;
  /** The task that the last write has become. */
  task: Task | undefined;
}

/** A step at its beginning. */
export function settlingStep(step: Step, planned: Change): SettlingStep {
  const waited = { notReady: 0, locked: 0, throttled: 0, unavailable: 0 };
  const counts = { again: 0, sent: 0, undone: 0, waits: 0, lostCreates: 0, late: 0, leftAfter: 0 };
  const flags = { hasLooked: false, isFresh: false, maybeAppliedByUs: false, isSecondTry: false };
  const none = {
    guard: undefined,
    created: undefined,
    seenAt: undefined,
    leftAt: undefined,
    task: undefined,
  };
  return { step, planned, change: planned, waited, ...none, ...counts, ...flags };
}

/** What this step may write, for those that wait for it. */
export function expectedWrite({ targets }: ApplyRun, step: Step, planned: Change): ExpectedWrite {
  const { kind, operation, address } = step;
  const { scope } = planned.action === "remove" ? planned.base : planned.desired;
  const dialect = targets.get(step.target)?.dialect;
  const once = dialect && replacesMore(planned, dialect) && { once: true as const };
  return { kind, operation, address, scope, ...once };
}

/** Nobody else can have written into what this run has just made. */
export function parentIsNew(run: ApplyRun, planned: Change): boolean {
  const { parent } = planned.action === "remove" ? planned.base : planned.desired;
  return parent !== undefined && run.made.has(parent);
}

/** True when a server that was written to in this run may have made it by itself: it came along with something else. */
export function mayComeAlong(run: ApplyRun, { step, planned }: SettlingStep): boolean {
  const kinds = run.targets.get(step.target)?.driver.kinds;
  if (planned.action !== "create" || !kinds?.some(({ makes }) => makes?.includes(step.kind))) return false;
  const before = run.plan.steps.filter(
    ({ id, address }) => step.after.includes(id) && run.written.has(address),
  );
  return before.some(({ kind }) => kinds.find(({ name }) => name === kind)?.makes?.includes(step.kind));
}

/**
 * What a server makes by itself together with something that this run has made, is this run's doing. What it is in may
 * be no parent: a managed object's nearest ancestor is known by its path.
 */
export function cameAlong(run: ApplyRun, planned: Change): boolean {
  if (parentIsNew(run, planned)) return true;
  const resource = planned.action === "remove" ? planned.base : planned.desired;
  const kinds = run.targets.get(resource.target)?.driver.kinds ?? [];
  const nearest = kinds
    .find(({ name }) => name === resource.kind)
    ?.prerequisites?.(resource)
    .at(-1);
  if (nearest === undefined) return false;
  return [...run.made].some((address) => {
    const change = run.changes.get(address);
    const { target, identity } = change?.action === "create" ? change.desired : {};
    return target === resource.target && identity === nearest;
  });
}

/**
 * True when what is to be written now would put or take away more than is declared, and the server would not notice
 * that it has changed since it was seen: then it is read right before.
 */
export function isUnguarded(run: ApplyRun, { step, planned, change }: SettlingStep): boolean {
  const open = run.targets.get(step.target);
  if (!open || parentIsNew(run, planned) || !replacesMore(change, open.dialect)) return false;
  return guardNow(run, { step, change }) === undefined;
}

/** The state that what is to be written now would be made for: the server refuses it once that has changed. */
export function guardNow(
  run: ApplyRun,
  { step, change }: Pick<SettlingStep, "step" | "change">,
): string | undefined {
  const { session } = run.targets.get(step.target) ?? {};
  return session?.guards?.(writeOf(change, othersIn(run)));
}

/** True where its interface can read this one thing by itself: the wave's list need not be read for it. */
export function isReadByItself({ targets }: ApplyRun, { kind, target }: Step): boolean {
  const { driver } = targets.get(target) ?? {};
  return driver?.kinds.find(({ name }) => name === kind)?.collection.alone ?? false;
}

/** What writes are told of other resources: ids that this run knows, and names as they are declared. */
export function othersIn(run: ApplyRun): KnownOthers {
  const { desired, base } = run;
  return {
    idOf: (address) => idOf(run, address),
    nameOf: (address) => (desired.resources.get(address) ?? base?.resources.get(address))?.identity,
  };
}

/** The live id of something, as this run has learned it or the plan's snapshot had it. */
export function idOf(
  run: Pick<ApplyRun, "ids"> & { readonly snapshot: Pick<ApplyRun["snapshot"], "observations"> },
  address: Address,
): string | undefined {
  const seen = run.snapshot.observations.get(address);
  return run.ids.get(address) ?? (seen?.state === "present" ? seen.value.id : undefined);
}

/** True when a look showed what was there before it, version and all. */
export function sameLive(a: Change, b: Change): boolean {
  if (a.action === "create" || b.action === "create") return a.action === b.action;
  const isSame = a.live.id === b.live.id && a.live.version === b.live.version;
  return isSame && sameJson(a.live.value, b.live.value);
}

/** The step has ended: what it has written is kept for the rest of the run. */
export function applied(run: ApplyRun, settling: SettlingStep, id: string | undefined): Outcome {
  const { maybeAppliedByUs, step, created } = settling;
  const change = created ?? settling.change;
  const own = id ?? (settling.change.action === "update" ? settling.change.live.id : undefined);
  if (own !== undefined) run.ids.set(step.address, own);
  run.written.set(step.address, change);
  run.stored.delete(step.address);
  if (change.action === "create" && !maybeAppliedByUs) run.made.add(step.address);
  if (change.action === "remove") run.gone.add(step.address);
  return { state: "applied", ...(own !== undefined && { id: own }) };
}

const maxAgain = 4;
/** How long a write that was throttled is read for and sent anew; longer where the server may ask for more. */
const throttledMs: Milliseconds = 600_000;

/** The bounds that a target's limits set, in milliseconds. */
export function boundsOf({ targets }: ApplyRun, { step, change }: SettlingStep): RetryBounds {
  const { target, dialect } = targets.get(step.target) ?? {};
  const { readinessSeconds = 300, lockSeconds = 120, retryAfterMaxSeconds } = target?.limits ?? {};
  const longest = retryAfterMaxSeconds === undefined ? defaultRetryAfterMax : retryAfterMaxSeconds * 1000;
  // The paced wire has waited for the rate limit as long as that makes sense, but for what must be read anew.
  const throttled = dialect && replacesMore(change, dialect) ? Math.max(throttledMs, longest) : 0;
  const waits = {
    notReady: readinessSeconds * 1000,
    locked: lockSeconds * 1000,
    throttled,
    unavailable: 30_000,
  };
  return { again: maxAgain, waits };
}
