/** Carries out a plan wave by wave. Within a wave, each step starts as soon as its prerequisites are done. */

import type { Address } from "../model/address.ts";
import { byAddress } from "../model/compare.ts";
import { ownName } from "../model/names/hierarchy.ts";
import type { ApplyResult } from "../model/reply.ts";
import { activateTargets } from "./activation/activate-targets.ts";
import { noteUnfinished, unfinishedAfter } from "./activation/unfinished.ts";
import {
  askEarlierTasks,
  awaitInterrupted,
  isReadTooEarly,
  noteEarlierWrites,
  stillOpen,
} from "./earlier-run.ts";
import { mustRollBack, rollBack } from "./rollback.ts";
import { type ApplyInput, type ApplyRun, runOf, survived } from "./run.ts";
import { rollOut } from "./waves.ts";

export type { ApplyInput };

/**
 * Runs all steps, concurrently where this is allowed. The sessions control the pace and the limits. Once `signal` is
 * aborted, no step begins, requests in flight are awaited, and the remaining steps are skipped.
 */
export async function apply(input: ApplyInput, signal: AbortSignal): Promise<ApplyResult> {
  const before = requestsOf(input);
  const { snapshot } = input;
  const isEarly = isReadTooEarly(input);
  const run = runOf({ ...input, snapshot: isEarly ? { ...snapshot, readAt: undefined } : snapshot }, signal);
  const { environment, fingerprint, origin } = run.plan;
  const { commit } = origin ?? {};
  run.journal?.note({ kind: "begun", environment, fingerprint, ...(commit !== undefined && { commit }) });
  const noteLeft = noteUnfinished(run);
  await noteEarlierWrites(run);
  await askEarlierTasks(run);
  await awaitInterrupted(run);
  const done = await rollOut(run);
  const rolledBack = mustRollBack(run, done)
    ? await survived(run, () => rollBack(run, done), undefined)
    : undefined;
  const finished = await activateTargets(run, done.settled, { isTakenBack: rolledBack !== undefined });
  const takenBack = rolledBack?.settled ?? [];
  const unfinished = unfinishedAfter(run, { settled: done.settled, finished, takenBack });
  noteLeft(unfinished);
  run.journal?.note({ kind: "ended" });
  const requests = new Map(
    [...requestsOf(input)].map(([name, count]) => [name, count - (before.get(name) ?? 0)]),
  );
  const open = stillOpen(run, done.settled);
  const stillRunning = run.stillRunning.size > 0 ? [...run.stillRunning.values()] : undefined;
  return {
    ...done,
    ids: run.ids,
    ...storedNames(run),
    rolledBack,
    finished,
    unfinished,
    acceptedUnseen: notSeen(run),
    ...(run.answered.size > 0 && { answered: run.answered }),
    failedTasks: await failedEarlier(run),
    requests,
    interrupted: signal.aborted,
    stillRunning,
    ...(open.length > 0 && { stillOpen: open }),
    crash: run.crash,
  };
}

/**
 * Returns the resources whose stored name differs from the declared name, if the plan's reads did not show the stored
 * name.
 */
function storedNames({ storedAs, desired, snapshot }: ApplyRun): Pick<ApplyResult, "storedAs"> {
  const named = [...storedAs].flatMap(([address, stored]) => {
    const resource = desired.resources.get(address);
    const seen = snapshot.observations.get(address);
    const was = seen?.state === "present" ? seen.value.storedAs : undefined;
    return resource && was !== stored ? [{ address, declared: ownName(resource), stored }] : [];
  });
  if (named.length === 0) return {};
  return { storedAs: named.sort(byAddress) };
}

function notSeen({ accepted, seen }: ApplyRun): ApplyResult["acceptedUnseen"] {
  const all = [...accepted.values()].filter(({ address }) => !seen.has(address));
  return all.length > 0 ? all.sort(byAddress) : undefined;
}

async function failedEarlier({ earlierTasks, sentAgain }: ApplyRun): Promise<ApplyResult["failedTasks"]> {
  const failed: Address[] = [];
  for (const [address, { end }] of earlierTasks)
    if (sentAgain.has(address) || ["failed", "undone"].includes((await end) ?? "")) failed.push(address);
  return failed.length > 0 ? failed : undefined;
}

function requestsOf({ targets }: ApplyInput): ReadonlyMap<string, number> {
  return new Map([...targets].map(([name, target]) => [name, target.requests()]));
}
