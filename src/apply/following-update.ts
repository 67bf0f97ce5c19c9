/** What follows a create that was carried out: the update that sets what no create takes. */

import { ours, type Problem, problem, sentence } from "../model/problem.ts";
import type { Outcome } from "../model/reply.ts";
import type { LiveResource } from "../model/snapshot.ts";
import { followingUpdate } from "../plan/following-update.ts";
import type { ApplyRun } from "./run.ts";
import { applied, type SettlingStep } from "./settling.ts";

/** What the answer to a write, or the end of its task, has said. */
interface WriteResult {
  readonly id?: string | undefined;
  readonly stored?: LiveResource | undefined;
}

/**
 * The write of a step was carried out. The outcome where that is the end of it; undefined where an update follows,
 * which is sent, refused and looked at as every write is. What is there by then is our own.
 */
export function carriedOut(
  run: ApplyRun,
  settling: SettlingStep,
  { id, stored }: WriteResult,
): Outcome | undefined {
  const { change, step } = settling;
  const outcome = applied(run, settling, id);
  // What was created is read for until it is seen, whatever the answer to the update after that shows.
  if (stored && settling.created === undefined) run.stored.set(step.address, stored);
  if (change.action !== "create") return outcome;
  const kind = run.targets.get(step.target)?.driver.kinds.find(({ name }) => name === step.kind);
  const update = followingUpdate(change, kind, id);
  if (update === undefined) return outcome;
  run.maybeWritten.add(step.address);
  Object.assign(settling, { created: change, change: update, maybeAppliedByUs: true, task: undefined });
  return undefined;
}

/** How a step ended; where its create was carried out and the rest was not, with the words for that. */
export function saidWhole({ created, planned }: SettlingStep, outcome: Outcome): Outcome {
  if (created === undefined || planned.action !== "create" || !("problem" in outcome)) return outcome;
  const { problem: why, state } = outcome;
  const rest = state === "failed" ? "are not set" : "may not be set";
  return {
    state,
    problem: withWords(why, `it was created, and the fields that an update sets after that ${rest}`),
  };
}

function withWords(why: Problem, words: string): Problem {
  const { code, message, sentence: parts, address, hint } = why;
  return problem(code, sentence`${ours(words)}: ${parts ?? message}`, { address, hint });
}
