/** What a process left on its disk, and what the next process reads there. */

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

/** What a process leaves behind. After a kill, there is no result. */
type Left = Pick<Run, "journal" | "ended"> & { readonly result?: ApplyResult | undefined };

/** Returns the text of the journal. A killed process leaves only a part of the unflushed text. */
function textLeft({ journal: { durable, volatile }, result, ended }: Left): string {
  if (result) return durable + volatile;
  return durable + volatile.slice(0, Math.floor((volatile.length * (ended % 97)) / 97));
}

/** Returns the writes whose outcome is unknown. */
export function intentsOf(run: Left): readonly Intent[] {
  return unfinished(readJournal(textLeft(run), digest).records);
}

/** Returns the creates that servers accepted, as the next process reads them from the journal. */
export function answeredNext(run: Left): readonly AnsweredCreate[] {
  if (run.result && !endsOpen(run.result)) return [];
  return answeredCreates(readJournal(textLeft(run), digest).records);
}

/**
 * Returns the intents that the next process reads from the journal: open writes, and accepted creates whose objects
 * lists may not show yet.
 */
export function toldNext(run: Left): readonly Intent[] {
  // If a run leaves nothing open, its journal is removed.
  if (run.result && !endsOpen(run.result)) return [];
  const { records } = readJournal(textLeft(run), digest);
  return leftIntents(unfinished(records), answeredCreates(records));
}
