/** Looks at a step's resource, and says what follows: the outcome when that ends the step, else what to write now. */

import type { Address } from "../model/address.ts";
import type { Outcome, Task } from "../model/reply.ts";
import type { LiveResource, Observation } from "../model/snapshot.ts";
import type { Look } from "../observe/look.ts";
import { replacesMore } from "../plan/replacing.ts";
import { judge, type Verdict } from "./judge.ts";
import type { ApplyRun } from "./run.ts";
import { indeterminate, unseenConflict } from "./settle-problems.ts";
import {
  applied,
  cameAlong,
  isReadByItself,
  isUnguarded,
  mayComeAlong,
  parentIsNew,
  type SettlingStep,
} from "./settling.ts";
import { freshMs } from "./write-places.ts";

/**
 * The second look: is what was planned still what is meant? Left out where a read for this step alone says more, and
 * while what it has shown is fresh. A later one that tells nothing, since other writes of this run move a list, leaves
 * it at the one before.
 */
export async function secondLook(run: ApplyRun, settling: SettlingStep): Promise<Outcome | undefined> {
  const { step, planned, hasLooked } = settling;
  settling.hasLooked = true;
  if (settling.isFresh || settling.created !== undefined || isStillFresh(run, settling)) return undefined;
  // What is known of it may be older than what made it.
  if (mayComeAlong(run, settling))
    return hasLooked
      ? undefined
      : follow(run, settling, verdictOf(run, settling, await lookAt(run, settling)));
  if (parentIsNew(run, planned)) return undefined;
  if (isUnguarded(run, settling) && isReadByItself(run, step)) return undefined;
  const { seen, at } = await run.secondLook(step.address);
  if (seen.state === "unknown" && settling.seenAt !== undefined) return undefined;
  settling.seenAt = at;
  return follow(run, settling, verdictOf(run, settling, seen));
}

/** True while what the second look has shown is young enough for the write to leave. */
export function isStillFresh(run: ApplyRun, { seenAt, step }: SettlingStep): boolean {
  return seenAt !== undefined && run.clock.now() - seenAt < freshMs(run.targets.get(step.target));
}

/**
 * The pre-write read: of a write that replaces more than it declares and that the server does not guard. Between it
 * and the write lies one round trip; someone else's earlier change is kept, or reported. Where a list must be
 * read for it, which other writes of this run may move, and it tells nothing, the second look counts.
 */
export async function preWriteRead(run: ApplyRun, settling: SettlingStep): Promise<Outcome | undefined> {
  if (settling.isFresh || !isUnguarded(run, settling)) return undefined;
  const observed = await run.lookAlone(settling.step.address);
  if (observed.state === "unknown" && settling.seenAt !== undefined) return undefined;
  settling.isFresh = true;
  settling.seenAt = run.clock.now();
  return follow(run, settling, verdictOf(run, settling, observed));
}

/** Why a step is looked at. */
interface LookCause {
  /**
   * How a write was answered that a proxy in between may send twice (RFC 9110, 9.2.2), if the answer may be that to the
   * second: gone already, or no longer what it was made for.
   */
  readonly conflict?: string | undefined;
  /** The task that has ended. */
  readonly after?: Task | undefined;
}

/** Looks, and takes in what is seen. */
export async function look(
  run: ApplyRun,
  settling: SettlingStep,
  { conflict, after }: LookCause = {},
): Promise<Outcome | undefined> {
  const seen = await (after ? lookAfter(run, after)(settling.step.address) : lookAt(run, settling));
  const verdict = verdictOf(run, settling, seen);
  settling.isFresh = true;
  settling.seenAt = run.clock.now();
  if (verdict.is === "unknown" && settling.maybeAppliedByUs)
    return indeterminate(settling, verdict.problem.message);
  if (verdict.is === "unknown" && conflict !== undefined)
    return unseenConflict(settling, conflict, verdict.problem.message);
  return follow(run, settling, verdict);
}

/** A look after a task has ended: all that was in one batch with it is read once. */
export function lookAfter(run: ApplyRun, { id, batch }: Task): Look {
  if (batch === undefined) return run.lookAgain();
  const shared = run.looksAfter.get(id) ?? run.lookAgain();
  run.looksAfter.set(id, shared);
  return shared;
}

/** For one step a resource is read by itself where that can be, else with all of its list. */
function lookAt(run: ApplyRun, { step, change }: SettlingStep): Promise<Observation<LiveResource>> {
  const { address, target } = step;
  const dialect = run.targets.get(target)?.dialect;
  const isAlone = dialect && replacesMore(change, dialect) && isReadByItself(run, step);
  return isAlone ? run.lookAlone(address) : run.lookAgain()(address);
}

function verdictOf(run: ApplyRun, settling: SettlingStep, observed: Observation<LiveResource>): Verdict {
  const { planned, step } = settling;
  const operations = run.targets.get(step.target)?.dialect.operations[step.kind];
  // Children of a resource that this run has made came with it, as a network's netflow does where it is a resource.
  const isOurs = cameAlong(run, planned) || mayComeAlong(run, settling);
  const maybeAppliedByUs = settling.maybeAppliedByUs || isOurs;
  return judge({
    planned,
    desired: run.desired,
    base: run.base,
    observed,
    maybeAppliedByUs,
    onConflict: run.onConflict,
    cannotChange: operations?.update === "none",
  });
}

/** Takes a verdict in: the outcome when it ends the step, else the change to write now. */
function follow(run: ApplyRun, settling: SettlingStep, verdict: Verdict): Outcome | undefined {
  const { address } = settling.step;
  switch (verdict.is) {
    case "write":
      if (settling.created !== undefined && verdict.change.action === "create")
        return indeterminate(settling, "it was created, and does not appear");
      settling.change = verdict.change;
      return undefined;
    case "converged":
      return settling.maybeAppliedByUs
        ? applied(run, settling, verdict.live?.id)
        : converged(run, address, verdict.live?.id);
    case "conflict":
      return { state: "failed", problem: verdict.problem };
    case "unknown":
      return { state: "failed", problem: { ...verdict.problem, address } };
  }
}

function converged(run: ApplyRun, address: Address, id: string | undefined): Outcome {
  if (id !== undefined) run.ids.set(address, id);
  return { state: "converged" };
}
