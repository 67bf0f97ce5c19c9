/** The whole of `trueup apply`: locked, journaled, approved and recorded. Prints nothing; emits events. */

import { hasErrors } from "../../model/problem.ts";
import type { ReadProjectResult } from "../../project/read.ts";
import { toolVersion } from "../../runtime/files/shipped.ts";
import { openRedactor } from "../../runtime/secrets/redactor.ts";
import type { PlanRequest } from "../reconcile.ts";
import { type CheckedProject, compareSides } from "../sides/compared-sides.ts";
import { type OpenedSides, openSides, planRequest } from "../sides/opened-sides.ts";
import { acquire, type HeldApply } from "./acquire.ts";
import { approvesNothing } from "./approval.ts";
import { carryOut, notifyListeners } from "./carry-out.ts";
import { unknownConsent } from "./consents.ts";
import type { ApplyEnding, ApplyListener, ApplyRefusal, LastApplied } from "./events.ts";
import { ownerFor } from "./owner.ts";
import type { LockedApply, RecordedApplyOptions } from "./running-apply.ts";
import { shownEnding, shownEvent } from "./shown-event.ts";

/**
 * Takes the lock of this folder and of the environment, plans, and carries out the plan if it is approved. Each write
 * is journaled before it is sent, and the result is recorded in Git. Locks are always released and connections closed
 * at the end. A process may run several applies at once, but only one per environment and folder. Rejects on bugs in
 * trueup, and with the errors of listeners.
 */
export async function recordedApply(
  project: ReadProjectResult,
  options: RecordedApplyOptions,
): Promise<ApplyEnding> {
  const secrets = options.redactor ?? openRedactor();
  const say: ApplyListener = (event) => options.on?.(shownEvent(event, secrets));
  let hasEnded = false;
  const ended = (ending: ApplyEnding) => {
    hasEnded = true;
    const shown = shownEnding(ending, secrets);
    say({ type: "ended", ending: shown });
    return shown;
  };
  const stopped = refusedAtOnce(project, options);
  if ("is" in stopped) return ended(stopped);
  const owner = ownerFor(options.actor ?? {});
  const { signal, world } = options;
  let held: HeldApply | undefined;
  try {
    const { project } = stopped.read;
    const store = world?.journalOf?.(project);
    const acquired = await acquire(project, { owner, signal, say, clock: world?.clock, store });
    if ("is" in acquired) return ended(acquired);
    held = acquired;
    return await lockedApply(stopped, { options, owner, secrets, say, held }, ended);
  } catch (error) {
    // Once something may have been sent, a signal must hide neither the result nor a bug.
    if (hasEnded || held?.isNeeded()) throw error;
    if (signal.aborted) return ended({ is: "cancelled" });
    if (held?.lost?.aborted) return ended({ is: "lockLost" });
    throw error;
  } finally {
    await held?.release();
  }
}

/** Returns the project if the options are valid, otherwise why the apply is refused. */
function refusedAtOnce(
  { read, problems, folder }: ReadProjectResult,
  { approval, consents = [], retryUnseen }: RecordedApplyOptions,
): CheckedProject | ApplyEnding {
  const refusal = approvesNothing(approval, consents);
  if (refusal) return { is: "refused", refusal };
  if (!read || hasErrors(problems)) return { is: "failed", at: "project", problems };
  if (retryUnseen && !read.project.retryUnseen) return { is: "refused", refusal: retryRefusal };
  const unknown = unknownConsent(consents, read.project);
  if (unknown) return { is: "failed", at: "consents", problems: [unknown] };
  return { read, folder: folder ?? read.project.folder, problems };
}

const retryRefusal: ApplyRefusal = {
  because: "retryNotAllowed",
  message: [
    "Refused: trueup.yaml does not allow --retry-unseen.",
    "A resource whose creation the server accepted may still appear: creating it again would make a duplicate.",
    "If it will never appear, set `retryUnseen: true` in trueup.yaml, or run `trueup forget ADDRESS`.",
  ].join("\n  "),
};

async function lockedApply(
  project: CheckedProject,
  on: LockedApply,
  ended: (ending: ApplyEnding) => ApplyEnding,
): Promise<ApplyEnding> {
  const { options, secrets, say, held } = on;
  const { only, base, cwd = project.folder } = options;
  const sides = await compareSides(project, { only, base, git: "write" }, cwd);
  if ("wrong" in sides) return ended({ is: "failed", at: "project", problems: sides.wrong });
  const { env, log, listener, allowInsecure, budgets, cut, world, owner, notify = true } = options;
  const { opened, problems } = await openSides(sides, {
    env,
    log,
    listener,
    allowInsecure,
    budgets,
    cut,
    world,
    owner,
    redactor: secrets,
    secrets: "needed",
    notifies: notify ? ["apply", "failure"] : [],
    since: true,
  });
  if (!opened) return ended({ is: "failed", at: "project", problems });
  say({ type: "opened", problems, last: lastApplied(opened) });
  const { lost } = held;
  const signal = lost ? AbortSignal.any([options.signal, lost]) : options.signal;
  lost?.addEventListener("abort", () => {
    const { reason } = lost;
    say({ type: "lockLost", why: reason instanceof Error ? reason.message : String(reason) });
  });
  try {
    const request = requestFor(opened, options);
    const running = { ...on, opened, signal, request };
    const ending = ended(await carryOut(running));
    await notifyListeners(running, ending);
    return ending;
  } finally {
    await opened.context.close();
  }
}

/**
 * The last apply according to Git; undefined without Git. The repository's settings are left out, because they may hold
 * a credential.
 */
export function lastApplied({ state }: OpenedSides): LastApplied | undefined {
  if (!state) return undefined;
  const { applied, repository } = state;
  const { commit, record } = applied ?? {};
  return {
    applied: commit !== undefined && record ? { commit, record } : undefined,
    isRemoteAsked: !repository.unreachable,
  };
}

function requestFor(opened: OpenedSides, options: RecordedApplyOptions): PlanRequest {
  const { only, base, prune, onConflict, retry, retryUnseen } = options;
  const request = planRequest(opened, { only, base, prune, onConflict, retry, tool: toolVersion() });
  return retryUnseen ? { ...request, retryUnseenAt: opened.context.clock.date() } : request;
}
