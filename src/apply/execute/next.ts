/**
 * The transition table of a step. It gives the next state for each state and event. Pure: it neither waits nor sends.
 *
 * | state               | event        | and                                       | then                             |
 * |---------------------|--------------|-------------------------------------------|----------------------------------|
 * | awaitingEarlierTask | earlierEnded | it is still running                       | ended: unknown, with its id      |
 * |                     |              | it may have created this                  | looking, until that is visible   |
 * |                     |              | otherwise                                 | looking                          |
 * | queued              | inTurn       | read recently, or in a parent of this run | confirming, or sending           |
 * |                     |              | may have been created implicitly          | checking, by an own read         |
 * |                     |              | otherwise                                 | checking, by a shared read       |
 * | checking            | seen         | still needed, replaces more, unguarded    | confirming                       |
 * |                     |              | still needed                              | sending                          |
 * | confirming          | seen         | still needed                              | sending                          |
 * | both                | seen         | otherwise (`judge`)                       | ended                            |
 * | sending             | tooLate      |                                           | queued                           |
 * |                     | replied      | accepted                                  | ended: applied                   |
 * |                     |              | accepted, and an update sets the rest     | queued, with that update         |
 * |                     |              | it became a task                          | awaitingTask                     |
 * |                     |              | busy (`decide`)                           | waiting, then queued             |
 * |                     |              | locked                                    | waiting, then looking            |
 * |                     |              | conflict                                  | looking                          |
 * |                     |              | lost                                      | waiting, then looking            |
 * |                     |              | lost, and a create, or created before     | the same, until it is visible    |
 * |                     |              | accepted, and a create without an id      | the same, and never resent       |
 * |                     |              | refused                                   | ended: failed; postponed         |
 * |                     |              | refused, in a parent of this run          | `ask-again.ts`                   |
 * | awaitingTask        | taskEnded    | done                                      | as accepted                      |
 * |                     |              | failed                                    | ended: failed                    |
 * |                     |              | failed, as another task was in its way    | waiting, then looking            |
 * |                     |              | failed, as a device was unreachable       | ended: unknown; postponed        |
 * |                     |              | its batch was not carried out             | queued                           |
 * |                     |              | its batch may have been, in part          | looking                          |
 * |                     |              | late, or gone                             | ended: unknown, with its id      |
 * | waiting             | waited       |                                           | queued, or looking               |
 * | awaitingParent      | waited       |                                           | looking                          |
 * | looking             | seen         | as desired                                | ended: applied, or converged     |
 * |                     |              | changed by somebody else                  | ended: failed                    |
 * |                     |              | unknown, after a lost reply               | ended: unknown                   |
 * |                     |              | unknown, as its list moved                | ended; postponed                 |
 * |                     |              | absent, and its create was lost           | lostUnseen; at last queued, once |
 * |                     |              | absent, and its create was accepted       | acceptedUnseen; at last ended    |
 * |                     |              | unchanged, after a conflict               | ended: failed; waiting if locked |
 * |                     |              | no resends left                           | ended: failed                    |
 * |                     |              | still needed                              | queued                           |
 * | lostUnseen          | waited       |                                           | looking                          |
 * | acceptedUnseen      | waited       |                                           | looking: it is never resent      |
 * | all but ended       | aborted      | a task, or a reply that was lost          | ended: unknown                   |
 * |                     |              | otherwise                                 | ended: interrupted               |
 */

import type { Task } from "../../model/reply.ts";
import type { TaskEnd } from "../../pace/tasks.ts";
import { askAgain, askedLast } from "./ask-again.ts";
import { decide } from "./decide.ts";
import type {
  ExecutionState,
  LookDecision,
  LookState,
  StepEnding,
  StepEvent,
  StepExecution,
  StepMove,
} from "./execution.ts";
import type { StepFacts } from "./facts.ts";
import { followed, looked } from "./looked.ts";
import { end, endApplied, endPostponed, enter, lookNow, type WriteResult, waitOut } from "./moves.ts";

/** Returns the transition. Throws if the event does not belong to the state, which is a bug in trueup. */
export function next(on: StepExecution, event: StepEvent, facts: StepFacts): StepMove {
  const { state } = on;
  if (event.is === "aborted" && state.is !== "ended") return end(on, interruption(on));
  switch (state.is) {
    case "awaitingEarlierTask":
      return event.is === "earlierEnded" ? afterEarlierTask(on, event, facts) : impossible(on, event);
    case "queued":
      return event.is === "inTurn" ? check(on, facts) : impossible(on, event);
    case "checking":
    case "confirming":
      return event.is === "seen" ? checked({ ...on, state }, event, facts) : impossible(on, event);
    case "sending":
      if (event.is === "tooLate")
        return enter({ ...on, isFresh: false, late: on.late + 1 }, { is: "queued" });
      return event.is === "replied" ? replied(on, event, facts) : impossible(on, event);
    case "awaitingTask":
      return event.is === "taskEnded" ? afterTask({ ...on, state }, event, facts) : impossible(on, event);
    case "awaitingParent":
      if (event.is !== "waited") return impossible(on, event);
      return lookNow(askedLast(on, facts), { is: "looking", because: { is: "parent" } }, facts);
    case "waiting":
    case "lostUnseen":
    case "acceptedUnseen": {
      if (event.is !== "waited") return impossible(on, event);
      return state.afterwards.is === "looking"
        ? lookNow(on, state.afterwards, facts)
        : enter(on, state.afterwards);
    }
    case "looking":
      return event.is === "seen" ? looked({ ...on, state }, event, facts) : impossible(on, event);
    case "ended":
      return impossible(on, event);
  }
}

function impossible({ step, state }: StepExecution, event: StepEvent): never {
  throw new Error(`${step.id} is ${state.is}, and cannot be ${event.is}`);
}

function interruption({ state, maybeAppliedByUs }: StepExecution): StepEnding {
  const why = "the run was interrupted";
  if (state.is === "awaitingTask") return { is: "taskUnknown", task: state.task, why };
  return maybeAppliedByUs ? { is: "indeterminate", why } : { is: "interrupted" };
}

type Event<E extends StepEvent["is"]> = Extract<StepEvent, { is: E }>;
type In<S extends ExecutionState["is"]> = StepExecution & {
  readonly state: Extract<ExecutionState, { is: S }>;
};

/**
 * Returns the transition to the first read of a step that waited for an earlier run's task. The read comes after the
 * task has ended, no matter how long the task takes.
 */
function afterEarlierTask(
  on: StepExecution,
  { end: how, running, isAborted }: Event<"earlierEnded">,
  facts: StepFacts,
): StepMove {
  if (running) {
    const why = isAborted ? "the run was interrupted" : "the earlier run's task is still running";
    return end(on, { is: "taskUnknown", task: running, why });
  }
  const { change } = on;
  const isMade = how !== "failed" && how !== "undone" && facts.mayDuplicate(change);
  const look = { is: "looking", because: { is: "anew" } } as const;
  const search = { leftAt: on.leftAt, at: 0 };
  const isAccepted = isMade && how === "done" && change.action === "create";
  const now = { ...on, maybeAppliedByUs: true, ...(isAccepted && { created: change }) };
  const move = lookNow(now, isMade ? { ...look, search } : look, facts);
  return isAccepted ? { ...move, notes: [{ is: "accepted", id: undefined }] } : move;
}

/**
 * Checks whether the change is still needed. The check is skipped while the last read is fresh, or if a separate read
 * will show more.
 */
function check(was: StepExecution, facts: StepFacts): StepMove {
  const on = { ...was, isChecked: true };
  const { isFresh, created, seenAt, change } = on;
  const isYoung = seenAt !== undefined && facts.now() - seenAt < facts.freshMs;
  if (isFresh || created !== undefined || isYoung) return confirm(on, facts);
  // The shared list may have been read before the implicit create.
  if (facts.mayBeCreatedImplicitly())
    return was.isChecked ? confirm(on, facts) : enter(on, { is: "checking", read: "own" });
  const isReadAnyway = facts.isReadByItself && facts.isUnguarded(change);
  if (facts.isInNew() || isReadAnyway) return confirm(on, facts);
  return enter(on, { is: "checking", read: "shared" });
}

/**
 * Continues with the pre-write read if the write needs one, otherwise with the write. Only one round trip lies between
 * this read and the write. A change that someone else made before the read is kept or reported.
 */
function confirm(on: StepExecution, facts: StepFacts): StepMove {
  return enter(on, { is: !on.isFresh && facts.isUnguarded(on.change) ? "confirming" : "sending" });
}

/** The transition after a pre-write read. If this run's writes have changed the list, an earlier read stays valid. */
function checked(
  was: In<"checking" | "confirming">,
  { verdict, at }: Event<"seen">,
  facts: StepFacts,
): StepMove {
  const { state, seenAt } = was;
  const goOn = (now: StepExecution) =>
    state.is === "checking" ? confirm(now, facts) : enter(now, { is: "sending" });
  if (verdict.is === "unknown" && seenAt !== undefined) return goOn(was);
  const isOwn = state.is === "checking" && state.read === "own";
  const on = { ...was, isFresh: state.is === "confirming", seenAt: isOwn ? seenAt : at };
  // Other writes of this run may have changed the list during the read. The step is postponed until these writes have
  // ended.
  if (verdict.is === "unknown" && verdict.problem.code === "list-moved" && on.sent === 0)
    return endPostponed(on, { is: "failed", problem: { ...verdict.problem, address: on.step.address } });
  return followed(on, verdict, goOn);
}

/** The transition after a reply to a write. */
function replied(
  was: StepExecution,
  { reply, guard, departure }: Event<"replied">,
  facts: StepFacts,
): StepMove {
  const on = { ...was, ...departure, guard, isFresh: false, late: 0 };
  const decision = decide(reply, { ...on, random: facts.random() }, facts.boundsOf(on.change));
  switch (decision.do) {
    case "finish":
      return carriedOut(on, decision, facts);
    case "await": {
      const awaiting = { is: "awaitingTask", task: decision.task, wasMaybe: on.maybeAppliedByUs } as const;
      const taken = { is: "accepted", id: decision.task.batch?.id } as const;
      return enter({ ...on, maybeAppliedByUs: true }, awaiting, [{ is: "maybeWritten" }, taken]);
    }
    case "fail": {
      const ending = { is: "refused", problem: decision.problem } as const;
      if (decision.unexplained) return askAgain(on, { ending, said: decision.problem.message }, facts);
      return decision.missing ? endPostponed(on, ending) : end(on, ending);
    }
    case "wait":
      return waitOut(on, decision);
    case "look":
      return retryAfterRead(on, decision, facts);
  }
}

/**
 * Returns the transition after a write that was carried out. If an update follows a create, the live state found by the
 * update comes from this create.
 */
function carriedOut(on: StepExecution, result: WriteResult, facts: StepFacts): StepMove {
  const applied = endApplied(on, result);
  const update = on.change.action === "create" ? facts.updateAfter(on.change, result.id) : undefined;
  if (on.change.action !== "create" || update === undefined) return applied;
  const following = { ...on, created: on.change, change: update, maybeAppliedByUs: true };
  return enter(following, { is: "queued" }, [...applied.notes, { is: "maybeWritten" }]);
}

/** Reads before anything is sent again. After a possible create, reads until the resource must be visible. */
function retryAfterRead(was: StepExecution, decision: LookDecision, facts: StepFacts): StepMove {
  const isLost = decision.carriedOut !== "no";
  const isMade = decision.carriedOut === "yes" && was.change.action === "create";
  const on = {
    ...was,
    maybeAppliedByUs: was.maybeAppliedByUs || isLost,
    ...(isMade && { created: was.change }),
  };
  const isSought = on.created !== undefined || (isLost && facts.mayDuplicate(on.change));
  const look: LookState = {
    is: "looking",
    because: { is: "reply", decision, before: on.change },
    search: isSought ? { leftAt: on.leftAt, at: 0 } : undefined,
  };
  const { ms } = decision;
  const move =
    ms > 0
      ? enter(on, { is: "waiting", reason: "unavailable", ms, afterwards: look })
      : lookNow(on, look, facts);
  const accepted = isMade ? ([{ is: "accepted", id: undefined }] as const) : [];
  return isLost ? { ...move, notes: [{ is: "maybeWritten" }, ...accepted] } : move;
}

/** A value of `leftAfter` that allows a retry even if no other step has written: the device may be reachable again. */
const whateverOthersWrote = -1;

/** How many times a batch is resent without its faulty item. After that, the batch is halved. */
const maxOthers = 3;

/** Returns the transition after the task of a write has ended or timed out. */
function afterTask(on: In<"awaitingTask">, { end: how }: Event<"taskEnded">, facts: StepFacts): StepMove {
  const { task, wasMaybe } = on.state;
  switch (how.is) {
    case "done":
      return carriedOut({ ...on, maybeAppliedByUs: wasMaybe }, { id: how.id }, facts);
    case "failed":
      if (how.busy) return waitForOther(on, how.problem.message, facts);
      if (how.unreachable)
        return endPostponed(
          { ...on, leftAfter: whateverOthersWrote },
          { is: "unreachable", detail: how.problem.message },
        );
      return end(on, { is: "failed", problem: { ...how.problem, address: on.step.address } });
    case "undone": {
      const cause = on.undone < maxOthers ? how.cause : "unknown";
      // The write that caused the failure was certainly not carried out.
      const isMaybe = how.inPart === true && how.cause !== "it";
      const again = { ...on, undone: on.undone + 1, maybeAppliedByUs: isMaybe || wasMaybe };
      return how.inPart
        ? enter(again, { is: "looking", because: { is: "undone", task, cause } })
        : enter(again, { is: "queued" }, [{ is: "batchUndone", task, cause }]);
    }
    case "late":
    case "gone":
      return end(on, { is: "taskUnknown", task, why: whyUnknown(how, task) }, [{ is: "stillRunning", task }]);
  }
}

/** Handles a task that another write has blocked. This is handled like a lock, with the same time limit and read. */
function waitForOther(on: StepExecution, detail: string, facts: StepFacts): StepMove {
  const busy = { meaning: "busy", reason: "locked", detail } as const;
  const decision = decide(busy, { ...on, random: facts.random() }, facts.boundsOf(on.change));
  if (decision.do === "wait") return waitOut(on, decision);
  if (decision.do === "fail") return end(on, { is: "refused", problem: decision.problem });
  throw new Error(`trueup can only wait for a lock or give up, not ${decision.do}`);
}

function whyUnknown(end: Extract<TaskEnd, { is: "late" | "gone" }>, { withinMs }: Task): string {
  if (end.is === "gone") return `the server does not know this task: ${end.detail}`;
  const said = end.detail === undefined ? "" : `: ${end.detail}`;
  return `it has not ended within ${Math.round(withinMs / 1000)} s${said}`;
}
