/** The moves of a step's table: into a state, to an end, to a wait, to a look. Pure. */

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

/** Into a state: what that stands for begins. */
export function enter(on: StepExecution, state: ExecutionState, notes: readonly StepNote[] = []): StepMove {
  return { to: { ...on, state }, notes };
}

/** To its end. */
export function end(on: StepExecution, ending: StepEnding, notes: readonly StepNote[] = []): StepMove {
  return enter(on, { is: "ended", ending }, notes);
}

/** To its end, which may still be another one: a write of another step may bring what is missing. */
export function endPostponed(on: StepExecution, ending: StepEnding): StepMove {
  const secondTry = { ...on, isSecondTry: true, state: { is: "looking", because: { is: "anew" } } } as const;
  return end(on, ending, on.isSecondTry ? [] : [{ is: "postponed", secondTry }]);
}

/** What the answer to a write, the end of its task or a look has said. */
export interface WriteResult {
  readonly id?: string | undefined;
  readonly stored?: LiveResource | undefined;
}

/** To its end: it was written. */
export function endApplied(on: StepExecution, { id, stored }: WriteResult): StepMove {
  const { created, maybeAppliedByUs } = on;
  const change = created ?? on.change;
  const own = id ?? (on.change.action === "update" ? on.change.live.id : undefined);
  const isMade = change.action === "create" && !maybeAppliedByUs;
  // What was created is read for until it is seen, whatever the answer to the update after that shows.
  const shown = created === undefined ? stored : undefined;
  const note = { is: "written", change, id: own, stored: shown, isMade } as const;
  return end(on, { is: "applied", id: own }, [note]);
}

/** Waits out what a server is busy with. */
export function waitOut(on: StepExecution, wait: Extract<Decision, { do: "wait" }>): StepMove {
  const { reason, ms, look } = wait;
  const waited = { ...on.waited, [reason]: on.waited[reason] + ms };
  const afterwards = look
    ? ({ is: "looking", because: { is: "anew" } } as const)
    : ({ is: "queued" } as const);
  return enter({ ...on, waits: on.waits + 1, waited }, { is: "waiting", reason, ms, afterwards });
}

/** Looks; where it is searched for, from now on. */
export function lookNow(on: StepExecution, look: LookState, facts: Pick<StepFacts, "now">): StepMove {
  const { search } = look;
  if (search === undefined) return enter(on, look);
  const begunAt = facts.now();
  const { leftAt = begunAt } = search;
  return enter(on, { ...look, search: { ...search, leftAt, begunAt } });
}
