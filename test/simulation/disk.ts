/** What a process that died has left on its disk. */

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

/** What is left of a process: undefined as its result where it was killed. */
type Left = Pick<Run, "journal" | "ended"> & { readonly result?: ApplyResult | undefined };

/** The journal's text, with a tail that is torn: of what was not flushed, a part from the front. */
function textLeft({ journal: { durable, volatile }, result, ended }: Left): string {
  if (result) return durable + volatile;
  return durable + volatile.slice(0, Math.floor((volatile.length * (ended % 97)) / 97));
}

/** The writes that may or may not have been carried out. */
export function intentsOf(run: Left): readonly Intent[] {
  return unfinished(readJournal(textLeft(run), digest).records);
}

/** The creates that were accepted, as the next process reads of them. */
export function answeredNext(run: Left): readonly AnsweredCreate[] {
  if (run.result && !endsOpen(run.result)) return [];
  return answeredCreates(readJournal(textLeft(run), digest).records);
}

/** What the next process is told: those, and what was made, which lists may not show yet. */
export function toldNext(run: Left): readonly Intent[] {
  // A file of a run that knows all is gone.
  if (run.result && !endsOpen(run.result)) return [];
  const { records } = readJournal(textLeft(run), digest);
  return leftIntents(unfinished(records), answeredCreates(records));
}
