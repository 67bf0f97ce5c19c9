/** What a run had asked to be finished and did not see the end of, as its journal has it. Pure. */

import type { FinishIntent, JournalRecord } from "../../model/journal.ts";

/** What was asked to be finished at each target, and whose end was not seen: of each name what was asked last. */
export function leftFinishes(records: readonly JournalRecord[]): readonly FinishIntent[] {
  const open = new Map<string, FinishIntent>();
  const asked = new Map<string, FinishIntent>();
  const keyOf = (target: string, name: string) => `${target}\0${name}`;
  const keysOf = (target: string, names: readonly string[] = []) =>
    (names.length > 0 ? names : [""]).map((name) => keyOf(target, name));
  for (const record of records) {
    if (record.kind === "finishing") {
      asked.set(record.target, record);
      for (const key of keysOf(record.target, record.names)) open.set(key, record);
    }
    if (record.kind !== "finished" || record.state === "unknown") continue;
    const { target, names = asked.get(target)?.names } = record;
    for (const key of keysOf(target, names)) open.delete(key);
  }
  return [...new Set(open.values())].map((intent) => ({
    ...intent,
    names: intent.names.filter((name) => open.get(keyOf(intent.target, name)) === intent),
  }));
}
