/**
 * What follows from a refusal that no row knows, of what is in something that this run has just made: that may not be
 * ready yet, whatever the words. Pure.
 *
 * | the parent                        | and                                     | then                          |
 * |-----------------------------------|-----------------------------------------|-------------------------------|
 * | was there before this run         |                                         | final                         |
 * | has taken something, or was asked | it left after that                      | final                         |
 * | as long as that makes sense       | it left before that                     | looking, and sent once more   |
 * | else                              | the same answer came thrice after looks | final, and so it is for all   |
 * |                                   | a minute is over                        | the same                      |
 * |                                   | else                                    | awaitingParent, then looking  |
 */

import type { Milliseconds } from "../../model/reply.ts";
import type { AskedAgain, StepExecution, StepMove } from "./execution.ts";
import type { StepFacts } from "./facts.ts";
import { end, enter } from "./moves.ts";

/** What is waited before the first look after a refusal, and after one and two of the same words: a minute. */
const waits: readonly Milliseconds[] = [3000, 12_000, 45_000];
const longest: Milliseconds = 60_000;

/** After a refusal. */
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

/** After a look that told nothing: what is there cannot be read yet. Undefined: nothing was refused so. */
export function lookLater(on: StepExecution, facts: StepFacts): StepMove | undefined {
  const { asked } = on;
  if (asked === undefined) return undefined;
  return asked.isLast ? end(on, asked.ending) : awaitParent(on, asked, facts);
}

/** After a wait: what is sent once it is known how the parent is, is sent for the last time. */
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
