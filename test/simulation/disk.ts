/** The disk of a process that died. */

import {
  type AnsweredCreate,
  answeredCreates,
  endsOpen,
  leftIntents,
  readJournal,
  unfinished,
} from "../../src/apply/journal.ts";
import type { Intent } from "../../src/model/journal.ts";
import type { ApplyResult } from "../../src/model/reply.ts";
import { digest } from "../../src/runtime/digest.ts";
import type { Run } from "./run.ts";

/** The remains of a process: without a result if it was killed. */
type Left = Pick<Run, "journal" | "ended"> & { readonly result?: ApplyResult | undefined };

/** The journal's text, with a torn tail: a prefix of the unflushed part. */
function textLeft({ journal: { durable, volatile }, result, ended }: Left): string {
  if (result) return durable + volatile;
  return durable + volatile.slice(0, Math.floor((volatile.length * (ended % 97)) / 97));
}

/** Writes whose outcome is unknown. */
export function intentsOf(run: Left): readonly Intent[] {
  return unfinished(readJournal(textLeft(run), digest).records);
}

/** Accepted creates, as the next process reads them from the journal. */
export function answeredNext(run: Left): readonly AnsweredCreate[] {
  if (run.result && !endsOpen(run.result)) return [];
  return answeredCreates(readJournal(textLeft(run), digest).records);
}

/**
 * The intents that the next process reads in the journal: open writes, and accepted creates whose objects lists may not
 * show yet.
 */
export function toldNext(run: Left): readonly Intent[] {
  // The journal of a run without open questions is removed.
  if (run.result && !endsOpen(run.result)) return [];
  const { records } = readJournal(textLeft(run), digest);
  return leftIntents(unfinished(records), answeredCreates(records));
}
