/** The facts that the transition table needs about a step, its run and its target. */

import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import { ownName } from "../../model/names/hierarchy.ts";
import type { Step } from "../../model/plan/step.ts";
import type { Target } from "../../model/project.ts";
import type { Milliseconds } from "../../model/reply.ts";
import { defaultRetryAfterMax } from "../../pace/long-pause.ts";
import { followingUpdate, replacesMore } from "../../plan/beyond-write.ts";
import type { ExpectedWrite } from "../queue/batch-queue.ts";
import { freshMs } from "../queue/write-semaphore.ts";
import type { ApplyRun } from "../run.ts";
import type { RetryBounds } from "./decide.ts";
import { type KnownOthers, writeOf } from "./write.ts";

/** A step, with the change that the plan has for it. */
interface PlannedStep {
  readonly step: Step;
  readonly planned: Change;
}

/** The facts about a step at this moment. */
export type StepFacts = ReturnType<typeof stepFacts>;

/** Returns the facts about one step. Nothing is read or sent for them. */
export function stepFacts(run: ApplyRun, of: PlannedStep) {
  const { step, planned } = of;
  const open = run.targets.get(step.target);
  const kind = open?.driver.kinds.find(({ name }) => name === step.kind);
  return {
    now: (): Milliseconds => run.clock.now(),
    /** A random number in [0, 1), for jitter. */
    random: (): number => run.random(),
    /** How long a read stays fresh. */
    freshMs: freshMs(open),
    /** How long a created resource may stay invisible after its create was accepted. */
    visibleMs: visibleWithin(run, step),
    /**
     * How long a resource may stay invisible after a create without a reply. Such a create may still be carried out.
     */
    lostVisibleMs: lostVisibleWithin(run, step),
    isReadByItself: isReadByItself(run, step),
    mayDuplicate: (change: Change): boolean => change.action === "create" && mayDuplicate(run, step),
    isInNew: (): boolean => parentIsNew(run, planned),
    /** The time from which refusals below this parent are final; undefined as long as the parent may not be ready. */
    parentSettledAt: (): Milliseconds | undefined =>
      run.freshParents.settledAt(parentIn(planned) ?? step.address),
    mayBeCreatedImplicitly: (): boolean => mayBeCreatedImplicitly(run, of),
    isUnguarded: (change: Change): boolean => isUnguarded(run, { ...of, change }),
    guardOf: (change: Change): string | undefined => guardNow(run, { step, change }),
    boundsOf: (change: Change): RetryBounds => boundsOf(run, step, change),
    /** The follow-up update, for fields that a create cannot set. */
    updateAfter: (create: Extract<Change, { action: "create" }>, id: string | undefined) =>
      followingUpdate(create, kind, id),
  };
}

/** Returns the write that this step is expected to send. Batches wait for it. */
export function expectedWrite({ targets }: ApplyRun, { step, planned }: PlannedStep): ExpectedWrite {
  const { kind, operation, address } = step;
  const { scope } = planned.action === "remove" ? planned.base : planned.desired;
  const dialect = targets.get(step.target)?.dialect;
  const once = dialect && replacesMore(planned, dialect) && { once: true as const };
  return { kind, operation, address, scope, ...once };
}

/**
 * True if this run has just created the parent of the change's resource. Nobody else can have written into the parent
 * yet.
 */
export function parentIsNew(run: ApplyRun, planned: Change): boolean {
  const parent = parentIn(planned);
  return parent !== undefined && run.made.has(parent);
}

/** The parent of a change's resource. */
export function parentIn(planned: Change): Address | undefined {
  return (planned.action === "remove" ? planned.base : planned.desired).parent;
}

/** True if the resource may have been created implicitly, by a server to which this run has written. */
export function mayBeCreatedImplicitly(run: ApplyRun, { step, planned }: PlannedStep): boolean {
  const kinds = run.targets.get(step.target)?.driver.kinds;
  if (planned.action !== "create" || !kinds?.some(({ makes }) => makes?.includes(step.kind))) return false;
  const before = run.plan.steps.filter(
    ({ id, address }) => step.after.includes(id) && run.written.has(address),
  );
  return before.some(({ kind }) => kinds.find(({ name }) => name === kind)?.makes?.includes(step.kind));
}

/**
 * True if one of this run's creates also created this resource. Such a resource counts as created by trueup. The
 * resource that contains a managed object is not always its declared parent, but the nearest ancestor in its path.
 */
export function createdImplicitly(run: ApplyRun, planned: Change): boolean {
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

/** The write that a step needs now. */
type WantedWrite = Pick<PlannedStep, "step"> & { readonly change: Change };

/**
 * True if the write would change more than is declared, and the server would not detect concurrent changes. Such a
 * write is preceded by a read.
 */
export function isUnguarded(run: ApplyRun, { step, planned, change }: PlannedStep & WantedWrite): boolean {
  const open = run.targets.get(step.target);
  if (!open || parentIsNew(run, planned) || !replacesMore(change, open.dialect)) return false;
  return guardNow(run, { step, change }) === undefined;
}

/**
 * Returns the version of the resource on which the write is based; undefined if there is none. The server refuses the
 * write if the resource has changed since.
 */
export function guardNow(run: ApplyRun, { step, change }: WantedWrite): string | undefined {
  const { session } = run.targets.get(step.target) ?? {};
  return session?.guards?.(writeOf(change, othersIn(run)));
}

/** True if this resource can be read individually, without the rest of its collection. */
export function isReadByItself({ targets }: ApplyRun, { kind, target }: Step): boolean {
  const { driver } = targets.get(target) ?? {};
  return driver?.kinds.find(({ name }) => name === kind)?.collection.alone ?? false;
}

/** True for kinds whose create, sent twice, could produce a duplicate. */
export function mayDuplicate(
  { targets }: Pick<ApplyRun, "targets">,
  { target, kind: name }: Pick<Step, "target" | "kind">,
): boolean {
  const kind = targets.get(target)?.driver.kinds.find((each) => each.name === name);
  return kind?.createdByPath !== true;
}

/** How long a created resource may stay invisible after its create was accepted. */
export function visibleWithin(
  { targets }: Pick<ApplyRun, "targets">,
  { target }: Pick<Step, "target">,
): Milliseconds {
  return (targets.get(target)?.target.limits.createVisibleSeconds ?? 15) * 1000;
}

/**
 * Returns how long a resource may stay invisible after a create without a reply. The create may be a long task that
 * cannot be polled, because its id is unknown.
 */
export function lostVisibleWithin(
  run: Pick<ApplyRun, "targets">,
  { target, kind: name }: Pick<Step, "target" | "kind">,
): Milliseconds {
  const kind = run.targets.get(target)?.driver.kinds.find((each) => each.name === name);
  return Math.max(visibleWithin(run, { target }), (kind?.visibleSeconds ?? 0) * 1000);
}

/** What writes need to know about other resources: ids known to this run, and declared names. */
export function othersIn(run: ApplyRun): KnownOthers {
  const { desired, base } = run;
  return {
    idOf: (address) => idOf(run, address),
    nameOf: (address) => {
      const declared = desired.resources.get(address) ?? base?.resources.get(address);
      return declared && ownName(declared);
    },
  };
}

/**
 * Returns the live id of a resource, as this run has learned it or as it was read for the plan; undefined if unknown.
 */
export function idOf(
  run: Pick<ApplyRun, "ids"> & { readonly snapshot: Pick<ApplyRun["snapshot"], "observations"> },
  address: Address,
): string | undefined {
  const seen = run.snapshot.observations.get(address);
  return run.ids.get(address) ?? (seen?.state === "present" ? seen.value.id : undefined);
}

/** How long to wait for a lock. */
export function lockMsOf(limits: Target["limits"] | undefined): Milliseconds {
  return (limits?.lockSeconds ?? 120) * 1000;
}

const maxAgain = 4;
/**
 * How long a throttled write is retried, with a new read before each retry. If the server asks for a longer wait, the
 * longer wait applies.
 */
const throttledMs: Milliseconds = 600_000;

/** Returns the target's limits for waits and resends, with times in milliseconds. */
function boundsOf({ targets }: ApplyRun, step: Step, change: Change): RetryBounds {
  const { target, dialect } = targets.get(step.target) ?? {};
  const { readinessSeconds = 300, retryAfterMaxSeconds } = target?.limits ?? {};
  const longest = retryAfterMaxSeconds === undefined ? defaultRetryAfterMax : retryAfterMaxSeconds * 1000;
  // The paced wire itself retries other throttled writes. It never resends a write that needs a fresh read, so such a
  // write waits here.
  const throttled = dialect && replacesMore(change, dialect) ? Math.max(throttledMs, longest) : 0;
  const waits = {
    notReady: readinessSeconds * 1000,
    locked: lockMsOf(target?.limits),
    throttled,
    unavailable: 30_000,
  };
  return { again: maxAgain, waits };
}
