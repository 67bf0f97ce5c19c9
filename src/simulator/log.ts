/** Logs and counts requests. The log is the simulator's own evidence of a client's pace. */

import type { JsonObject } from "../model/json.ts";
import { type ServedName, servedNames } from "./wire/served-names.ts";

/** An answered request, or an action of a batch. An action is logged like its equivalent request. */
export interface LogEntry {
  /** The time in milliseconds, on the simulator's clock. */
  readonly at: number;
  readonly interface: ServedName;
  readonly method: string;
  /** The path, with its query. */
  readonly path: string;
  readonly status: number;
  /** False for reads and logins. */
  readonly write: boolean;
  /** False if the request was over the rate limit. */
  readonly admitted: boolean;
  /**
   * The id of the batch, if the entry is an action. An action is carried out at the end of its batch, and is no
   * request. If absent, the entry is a request.
   */
  readonly batch?: string;
  /** If true, the action was rolled back because a later action failed. */
  readonly undone?: true;
}

/** All entries as a linked list, the newest first. Later states share the earlier entries. */
export interface Log {
  readonly last: LogEntry;
  readonly before: Log | undefined;
}

/** Returns the requests of a log, the oldest first. */
export function entriesOf(log: Log | undefined): readonly LogEntry[] {
  return allEntriesOf(log).filter(({ batch }) => batch === undefined);
}

/** Returns the actions of batches, the oldest first. */
export function actionEntriesOf(log: Log | undefined): readonly LogEntry[] {
  return allEntriesOf(log).filter(({ batch }) => batch !== undefined);
}

function allEntriesOf(log: Log | undefined): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  for (let each = log; each !== undefined; each = each.before) entries.push(each.last);
  return entries.reverse();
}

/** Returns the largest number of times in any `[t, t + 1000 ms)`. The times must be sorted. */
export function largestPerSecond(times: readonly number[]): number {
  let largest = 0;
  let from = 0;
  for (const [index, at] of times.entries()) {
    while (at - (times[from] ?? at) >= 1000) from += 1;
    largest = Math.max(largest, index - from + 1);
  }
  return largest;
}

/** Returns the answer to `GET /_sim/requests`. */
export function logReport(log: Log | undefined): JsonObject {
  const entries = entriesOf(log);
  const writes = entries.filter((entry) => entry.write);
  return {
    counts: perInterface(entries, methodCounts),
    largestPerSecond: perInterface(entries, (own) => ({
      admitted: largestPerSecond(own.filter((entry) => entry.admitted).map(({ at }) => at)),
      all: largestPerSecond(own.map(({ at }) => at)),
    })),
    throttled: entries.filter((entry) => !entry.admitted).length,
    writes: writes.length,
    writesAccepted: writes.filter(({ status }) => status >= 200 && status < 300).length,
    requests: entries.map((entry) => ({ ...entry })),
    actions: actionEntriesOf(log).map((entry) => ({ ...entry })),
  };
}

function perInterface(
  entries: readonly LogEntry[],
  told: (own: readonly LogEntry[]) => JsonObject,
): JsonObject {
  const names = servedNames.filter(
    (name) => name !== "openapi" || entries.some((each) => each.interface === name),
  );
  return Object.fromEntries(
    names.map((name) => [name, told(entries.filter((entry) => entry.interface === name))]),
  );
}

function methodCounts(entries: readonly LogEntry[]): JsonObject {
  const counts = new Map<string, number>();
  for (const { method } of entries) counts.set(method, (counts.get(method) ?? 0) + 1);
  return Object.fromEntries([...counts].sort());
}
