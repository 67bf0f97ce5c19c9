/** Transitions of a step: into a state, to its end, into a wait or into a read. Pure. */

import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Decision } from "./decide.ts";
import type {
  ExecutionState,
  LookState,
  StepEnding,
  StepExecution,
  StepMove,
  StepNote,
} from "./execution.ts";
import type { StepFacts } from "./facts.ts";

/** Enters a state, which starts its action. */
export function enter(on: StepExecution, state: ExecutionState, notes: readonly StepNote[] = []): StepMove {
  return { to: { ...on, state }, notes };
}

/** Ends the step. */
export function end(on: StepExecution, ending: StepEnding, notes: readonly StepNote[] = []): StepMove {
  return enter(on, { is: "ended", ending }, notes);
}

/** Ends the step provisionally: another step may write the missing dependency. */
export function endPostponed(on: StepExecution, ending: StepEnding): StepMove {
  const secondTry = { ...on, isSecondTry: true, state: { is: "looking", because: { is: "anew" } } } as const;
  return end(on, ending, on.isSecondTry ? [] : [{ is: "postponed", secondTry }]);
}

/** The id and the stored state of a written resource, from the reply, from the task or from a read. */
export interface WriteResult {
  readonly id?: string | undefined;
  readonly stored?: LiveResource | undefined;
}

/** Ends the step as written. */
export function endApplied(on: StepExecution, { id, stored }: WriteResult): StepMove {
  const { created, maybeAppliedByUs } = on;
  const change = created ?? on.change;
  const own = id ?? (on.change.action === "update" ? on.change.live.id : undefined);
  const isMade = change.action === "create" && !maybeAppliedByUs;
  // The resource of a create is polled until it is visible, whatever the reply to the follow-up update shows.
  const shown = created === undefined ? stored : undefined;
  const note = { is: "written", change, id: own, stored: shown, isMade } as const;
  return end(on, { is: "applied", id: own }, [note]);
}

/** Waits while the server is busy. */
export function waitOut(on: StepExecution, wait: Extract<Decision, { do: "wait" }>): StepMove {
  const { reason, ms, look } = wait;
  const waited = { ...on.waited, [reason]: on.waited[reason] + ms };
  const afterwards = look
    ? ({ is: "looking", because: { is: "anew" } } as const)
    : ({ is: "queued" } as const);
  return enter({ ...on, waits: on.waits + 1, waited }, { is: "waiting", reason, ms, afterwards });
}

/** Reads again. If the read polls for a create, its time starts now. */
export function lookNow(on: StepExecution, look: LookState, facts: Pick<StepFacts, "now">): StepMove {
  const { search } = look;
  if (search === undefined) return enter(on, look);
  const begunAt = facts.now();
  const { leftAt = begunAt } = search;
  return enter(on, { ...look, search: { ...search, leftAt, begunAt } });
}
