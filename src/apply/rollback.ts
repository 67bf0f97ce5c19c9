/** Rollback: reverts what a run has applied, with a plan that is carried out by the same rules as any other plan. */

import { isSpelling } from "../diff/probable-cause.ts";
import type { Address } from "../model/address.ts";
import type { LiveResource, Observation } from "../model/live/snapshot.ts";
import type { ApplyResult, NonConvergent, RollbackResult, SettledStep } from "../model/reply.ts";
import { leftAlong, reversal, type WrittenStep } from "../plan/reversal.ts";
import { type ApplyRun, runOf } from "./run.ts";
import { rollOut } from "./waves.ts";

type Done = Pick<ApplyResult, "settled" | "nonConvergent" | "halted">;

/**
 * True if the run is to be rolled back (`rollbackOnFailure`): a step failed or its outcome is unknown, a written value
 * differs live, or health or a failure stopped the rollout. A run that was interrupted, that crashed, or whose journal
 * failed is not rolled back.
 */
export function mustRollBack(run: ApplyRun, { settled, nonConvergent, halted }: Done): boolean {
  if (!run.rollbackOnFailure || run.signal.aborted || run.journalFailed || run.crash) return false;
  const isBroken = halted !== undefined && halted.because !== "asked";
  return isBroken || nonConvergent.some(isOther) || settled.some(isBad);
}

/**
 * True if a written resource is known to differ. A difference in spelling does not count. A resource that cannot be
 * read or is not visible yet does not count either.
 */
function isOther(found: NonConvergent): boolean {
  return found.likely !== "not readable" && found.likely !== "not there yet" && !isSpelling(found);
}

function isBad({ outcome: { state } }: SettledStep): boolean {
  return state === "failed" || state === "unknown";
}

/** Reads everything that was written, and reverts whatever is still as written. */
export async function rollBack(run: ApplyRun, done: Done): Promise<RollbackResult> {
  const isRunning = ({ step }: WrittenStep) => run.stillRunning.has(step.address);
  const all = writtenBy(run, done);
  const written = all.filter((one) => !isRunning(one));
  const addresses = written.flatMap(({ changes }) => changes.map(({ address }) => address));
  const back = reversal({
    plan: run.plan,
    desired: run.desired,
    written,
    running: all.filter(isRunning),
    observed: await observedNow(run, addresses),
    spelled: done.nonConvergent.filter(isSpelling),
    verified: done.nonConvergent,
    facts: factsOf(run),
  });
  run.listener?.({ type: "rollingBack", steps: back.plan.steps });
  const again = runBack(run, back);
  const { settled, nonConvergent, unverified, forms } = await rollOut(again);
  run.crash ??= again.crash;
  const along = leftWithRemovals(written, { settled, ...back });
  return {
    settled,
    nonConvergent,
    unverified,
    ...(forms && { forms }),
    left: [...back.left, ...along, ...stillRunningIn(run)],
  };
}

/** Returns created children that stay because the rollback did not remove their parent, or may not have removed it. */
function leftWithRemovals(
  written: readonly WrittenStep[],
  { settled, left, plan: { changes } }: Pick<ApplyResult, "settled"> & ReturnType<typeof reversal>,
): RollbackResult["left"] {
  const of = (...states: readonly string[]) =>
    leftAlong(written, {
      left: [...left, ...settled.filter(({ outcome }) => states.includes(outcome.state))],
      changes,
    });
  const staying = of("failed", "skipped");
  const known = new Set(staying.map(({ address }) => address));
  const perhaps = of("failed", "skipped", "unknown").filter(({ address }) => !known.has(address));
  const reason = "it is unknown whether its parent was removed";
  return [...staying, ...perhaps.map(({ address }) => ({ address, reason }))];
}

/** Returns resources that a running task may still change. They are not written meanwhile. */
function stillRunningIn({ stillRunning }: ApplyRun): RollbackResult["left"] {
  return [...stillRunning].map(([address, { task }]) => ({
    address,
    reason: `task ${task.id} may still be running`,
  }));
}

/** Returns writes that were or may have been carried out, in plan order. */
function writtenBy(run: ApplyRun, { settled }: Done): readonly WrittenStep[] {
  const states = new Map(settled.map(({ step, outcome }) => [step, outcome.state]));
  return run.plan.steps.flatMap((step): readonly WrittenStep[] => {
    const state = states.get(step.id);
    // The last attempt was refused, but an earlier attempt has an unknown outcome.
    const isMaybe = state === "failed" && run.maybeWritten.has(step.address);
    if (state !== "applied" && state !== "unknown" && !isMaybe) return [];
    const changes = step.because.flatMap(
      (address) => run.written.get(address) ?? run.changes.get(address) ?? [],
    );
    return [{ step, changes, certain: state === "applied" }];
  });
}

async function observedNow(
  run: ApplyRun,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, Observation<LiveResource>>> {
  const look = run.lookAgain();
  const seen = await Promise.all(addresses.map(async (address) => [address, await look(address)] as const));
  return new Map(seen);
}

function factsOf({ targets }: ApplyRun) {
  return new Map(
    [...targets].map(([name, { driver, dialect }]) => [
      name,
      { kinds: new Map(driver.kinds.map((kind) => [kind.name, kind])), dialect },
    ]),
  );
}

/**
 * Carries out the rollback as a separate run. It uses the ids that the first run learned, has no waves, and is not
 * rolled back itself.
 */
function runBack(
  run: ApplyRun,
  { plan, desired }: Pick<ReturnType<typeof reversal>, "plan" | "desired">,
): ApplyRun {
  const { health: _, rollbackOnFailure: __, halted: ___, ...input } = run;
  // A recreated resource may reference a resource that Git no longer declares. Such a reference resolves to the live
  // id, as before.
  const base = {
    ...run.desired,
    resources: new Map([...(run.base?.resources ?? []), ...run.desired.resources]),
  };
  // Everything that was read for the plan is older than this run's writes, so nothing of it counts as fresh.
  const snapshot = { ...run.snapshot, readAt: undefined };
  const back = runOf(
    { ...input, snapshot, plan, desired, base, onConflict: "hold", backwards: true },
    run.signal,
  );
  for (const [address, id] of run.ids) back.ids.set(address, id);
  return back;
}
