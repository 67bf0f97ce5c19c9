/**
 * Transitions after a read. Pure. After a create, the read is repeated until the resource must be visible. Lists may be
 * outdated, and a server may carry out a create long after its answer.
 */

import type { Change } from "../../model/change.ts";
import { sameJson } from "../../model/json.ts";
import { isUnseen } from "../../plan/irreversible.ts";
import { askAgain, lookLater } from "./ask-again.ts";
import { decide } from "./decide.ts";
import type {
  CreateSearch,
  LookReason,
  LookState,
  StepEnding,
  StepEvent,
  StepExecution,
  StepMove,
} from "./execution.ts";
import type { StepFacts } from "./facts.ts";
import type { Verdict } from "./judge.ts";
import { end, endApplied, endPostponed, enter, lookNow, waitOut } from "./moves.ts";

/** The times at which a create is polled, as fractions of its visibility time after it was sent. */
const looksAt: readonly number[] = [0, 0.1, 0.25, 0.5, 1];

/** Returns what follows a verdict: the step ends, or `goOn` continues with the change to write now. */
export function followed(
  on: StepExecution,
  verdict: Verdict,
  goOn: (now: StepExecution) => StepMove,
): StepMove {
  switch (verdict.is) {
    case "write":
      if (isAcceptedUnseen(on, verdict)) return end(on, { is: "acceptedUnseen" });
      return goOn({ ...on, change: verdict.change });
    case "converged": {
      const id = verdict.live?.id;
      if (on.maybeAppliedByUs) return endApplied(on, { id });
      return end(on, { is: "converged" }, id === undefined ? [] : [{ is: "found", id }]);
    }
    case "conflict":
      return end(on, { is: "failed", problem: verdict.problem });
    case "unknown":
      return end(on, failedLook(on, verdict));
  }
}

function failedLook({ step }: StepExecution, { problem }: Extract<Verdict, { is: "unknown" }>): StepEnding {
  return { is: "failed", problem: { ...problem, address: step.address } };
}

/** True if the step's create was accepted and a read does not show the resource. */
function isAcceptedUnseen({ created }: StepExecution, verdict: Verdict): boolean {
  return created !== undefined && verdict.is === "write" && verdict.change.action === "create";
}

/** The transition after an individual read. */
export function looked(
  was: StepExecution & { readonly state: LookState },
  { verdict, at }: Extract<StepEvent, { is: "seen" }>,
  facts: StepFacts,
): StepMove {
  const { because, search } = was.state;
  const on = { ...was, isFresh: true, seenAt: at };
  const unclear = unclearAfter(on, verdict);
  const later = verdict.is === "unknown" && because.is === "parent" ? lookLater(on, facts) : undefined;
  if (later) return later;
  const isMoved = verdict.is === "unknown" && verdict.problem.code === "list-moved";
  if (unclear && search) {
    return searchOn(on, { ...search, ...(isMoved ? { moved: unclear } : { unclear }) }, facts);
  }
  // Other writes of this run may have changed the list during the read. The step is postponed until these writes have
  // ended.
  if (isMoved) return endPostponed(on, unclear ?? failedLook(on, verdict));
  if (unclear) return end(on, unclear);
  return followed(on, verdict, (now) => {
    const changed = { ...now, state: on.state };
    return search && facts.mayDuplicate(now.change)
      ? searchOn(changed, search, facts)
      : meantStill(changed, because, facts);
  });
}

/**
 * Returns how a step ends if its write may have been carried out and the read cannot determine this; otherwise
 * undefined.
 */
function unclearAfter(
  on: StepExecution & { readonly state: LookState },
  verdict: Verdict,
): StepEnding | undefined {
  if (isAcceptedUnseen(on, verdict)) return { is: "acceptedUnseen" };
  if (verdict.is !== "unknown") return undefined;
  const why = verdict.problem.message;
  if (on.maybeAppliedByUs) return { is: "indeterminate", why };
  const detail = perhapsTheSecond(on);
  return detail === undefined ? undefined : { is: "unseenConflict", detail, why };
}

/**
 * Returns the detail of the reply if the reply may belong to a second copy of the request, sent by a proxy (RFC 9110,
 * 9.2.2). The first copy was then carried out. The second copy failed because the resource was already gone, or because
 * its precondition was no longer met.
 */
function perhapsTheSecond({
  state: { because, search },
  step,
}: StepExecution & { readonly state: LookState }): string | undefined {
  if (because.is !== "reply" || search || step.operation === "create") return undefined;
  const { carriedOut, unsent, perhapsLocked, detail } = because.decision;
  return carriedOut === "no" && !unsent && !perhapsLocked ? detail : undefined;
}

/**
 * Polls again while the resource may still appear. A create is sent again at most once, and never if it was accepted.
 */
function searchOn(
  on: StepExecution & { readonly state: LookState },
  search: CreateSearch,
  facts: StepFacts,
): StepMove {
  const { moved, ...known } = search;
  const { leftAt = 0, begunAt = 0, unclear = moved } = known;
  const visibleMs = on.created ? facts.visibleMs : facts.lostVisibleMs;
  for (const [at, part] of looksAt.entries()) {
    if (at <= search.at) continue;
    const due = leftAt + part * visibleMs;
    const ms = due - facts.now();
    // A poll that began after the deadline is conclusive, no matter how long it took.
    if (ms <= 0 && (part < 1 || begunAt >= due)) continue;
    const afterwards = { ...on.state, search: { ...known, at } };
    if (ms <= 0) return lookNow(on, afterwards, facts);
    return enter(on, { is: on.created ? "acceptedUnseen" : "lostUnseen", ms, afterwards });
  }
  const over = { ...on, lostCreates: on.lostCreates + 1 };
  if (unclear) return end(over, unclear);
  if (over.lostCreates > 1)
    return end(over, {
      is: "indeterminate",
      why: "the reply was lost a second time, and no list shows the resource",
    });
  return meantStill(over, on.state.because, facts);
}

/** Continues with a change that is still needed: resends it, unless that would be in vain (`sentInVain`). */
function meantStill(on: StepExecution, because: LookReason, facts: StepFacts): StepMove {
  switch (because.is) {
    case "anew":
    case "parent":
      return enter(on, { is: "queued" });
    case "undone": {
      const { task, cause } = because;
      return enter(on, { is: "queued" }, [{ is: "batchUndone", task, cause }]);
    }
    case "reply":
      return sentInVain(on, because, facts) ?? enter({ ...on, again: on.again + 1 }, { is: "queued" });
  }
}

/**
 * Returns how the step continues if the write is not sent again, because nothing has changed since the conflict or no
 * resends are left. Undefined if the write is to be sent again.
 */
function sentInVain(
  on: StepExecution,
  { decision, before }: Extract<LookReason, { is: "reply" }>,
  facts: StepFacts,
): StepMove | undefined {
  const { carriedOut, last, detail, perhapsLocked, hint, missing, unexplained } = decision;
  // If the server refused an ETag and still returns the same ETag, the same request is not sent again. With a new ETag,
  // the request is a different one.
  const isSame = sameLive(before, on.change) && on.guard === facts.guardOf(on.change);
  if (carriedOut === "no" && isSame) {
    if (perhapsLocked) return waitAsForLock(on, detail, facts);
    const ending = { is: "refusedUnchanged", detail, hint, missing } as const;
    if (unexplained) return askAgain(on, { ending, said: detail }, facts);
    return missing ? endPostponed(on, ending) : end(on, ending);
  }
  if (!last) return undefined;
  return carriedOut === "perhaps" && isUnseen(on.change)
    ? end(on, { is: "indeterminate", why: "the fields that it writes cannot be read back" })
    : end(on, { is: "gaveUp", detail });
}

/** Handles a conflict although nothing has changed. Someone may hold a lock, which a bare 409 does not reveal. */
function waitAsForLock(on: StepExecution, detail: string, facts: StepFacts): StepMove {
  const reply = { meaning: "busy", reason: "locked", detail } as const;
  const decision = decide(reply, { ...on, random: facts.random() }, facts.boundsOf(on.change));
  return decision.do === "wait" ? waitOut(on, decision) : end(on, { is: "stillConflicting", detail });
}

/** True if a read showed the same live state as before, including the same version. */
export function sameLive(a: Change, b: Change): boolean {
  if (a.action === "create" || b.action === "create") return a.action === b.action;
  const isSame = a.live.id === b.live.id && a.live.version === b.live.version;
  return isSame && sameJson(a.live.value, b.live.value);
}
