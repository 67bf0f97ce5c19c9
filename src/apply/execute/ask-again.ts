/**
 * Decides on retries after an unexplained refusal below a parent that this run has just created. The parent may not be
 * ready yet, no matter what the error says. Pure.
 *
 * | the parent                               | and                                   | then                      |
 * |------------------------------------------|---------------------------------------|---------------------------|
 * | existed before this run                  |                                       | final                     |
 * | accepted a child, or retries are used up | the write was sent after that         | final                     |
 * |                                          | it was sent before that               | read, and resend once     |
 * | neither                                  | same refusal three times, after reads | final, for all children   |
 * |                                          | a minute is over                      | final, for all children   |
 * |                                          | otherwise                             | awaitingParent, then read |
 */

import type { Milliseconds } from "../../model/reply.ts";
import type { AskedAgain, StepExecution, StepMove } from "./execution.ts";
import type { StepFacts } from "./facts.ts";
import { end, enter } from "./moves.ts";

/** The delays before each read after a refusal. They add up to one minute. */
const waits: readonly Milliseconds[] = [3000, 12_000, 45_000];
const longest: Milliseconds = 60_000;

/** Decides what follows a refusal that may be temporary. */
export function askAgain(
  on: StepExecution,
  { ending, said }: Pick<AskedAgain, "ending" | "said">,
  facts: StepFacts,
): StepMove {
  const { asked, leftAt = 0 } = on;
  if (!facts.isInNew()) return end(on, ending);
  const settledAt = facts.parentSettledAt();
  const same = asked === undefined ? 0 : asked.said === said ? asked.same + 1 : 1;
  const now = { ending, said, same, waitedMs: asked?.waitedMs ?? 0 };
  if (settledAt === undefined) return awaitParent(on, now, facts);
  if (asked?.isLast || leftAt > settledAt) return end(on, ending);
  return enter({ ...on, asked: now }, { is: "awaitingParent", ms: 0 });
}

/**
 * Returns the transition after an inconclusive read below a parent that may not be ready. Undefined if this step was
 * not refused for this reason before.
 */
export function lookLater(on: StepExecution, facts: StepFacts): StepMove | undefined {
  const { asked } = on;
  if (asked === undefined) return undefined;
  return asked.isLast ? end(on, asked.ending) : awaitParent(on, asked, facts);
}

/**
 * Returns the execution for the attempt after a wait. If the parent's state is known by then, this attempt is the last.
 */
export function askedLast(on: StepExecution, facts: StepFacts): StepExecution {
  const isKnown = facts.parentSettledAt() !== undefined;
  return on.asked && isKnown ? { ...on, asked: { ...on.asked, isLast: true } } : on;
}

function awaitParent(on: StepExecution, asked: AskedAgain, facts: StepFacts): StepMove {
  const bound = Math.min(longest, facts.boundsOf(on.change).waits.notReady);
  const ms = Math.min(waits[asked.same] ?? 0, bound - asked.waitedMs);
  if (ms <= 0) return end(on, asked.ending, [{ is: "askedEnough" }]);
  const waitedMs = asked.waitedMs + ms;
  return enter({ ...on, asked: { ...asked, waitedMs } }, { is: "awaitingParent", ms });
}
