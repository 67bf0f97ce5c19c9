/** What an earlier run has left open, noted in this run's journal first: the earlier journal goes then. */

import { leftCreates } from "./late-create.ts";
import type { ApplyRun } from "./run.ts";

/**
 * Notes the tasks that may still run, of writes and of what is done once at the end, and the creates that may not be
 * visible yet, all with one flush: who ends this run from then on leaves them to the next one, and until then the
 * earlier journal is still there.
 */
export async function noteEarlierWrites(run: ApplyRun): Promise<void> {
  const tasks = (run.interrupted ?? []).filter(({ task }) => task);
  const creates = leftCreates(run).flatMap(({ intent, ms }) => (ms > 0 ? [intent] : []));
  const finishes = (run.leftFinishes ?? []).filter(({ task }) => task);
  const all = [...tasks, ...creates, ...finishes];
  const last = all.pop();
  if (!last) return;
  for (const intent of all) run.journal?.note(intent);
  try {
    await run.journal?.write(last);
  } catch {
    run.journalFailed = true;
  }
}
