/** The part of a history to show: its document for machines, and the texts that all formats share. Pure. */

import type {
  HistoryApproval,
  HistoryChange,
  HistoryEnding,
  HistoryEntry,
  PlacedEntry,
} from "../../model/history/history.ts";
import { visible } from "../text/escape.ts";
import { counted, fieldName, resourceName } from "../text/value.ts";

/** The entries to show, and the numbers of other entries. */
export interface HistoryView {
  readonly environment: string;
  /** The shown entries, newest first. */
  readonly entries: readonly PlacedEntry[];
  /** True: a single apply was requested, and all of it is shown. */
  readonly isWhole: boolean;
  /** The number of further entries that were requested, but exceed the limit. */
  readonly older: number;
  /** The number of entries that were not requested. */
  readonly others: number;
  /** The number of entries that may match the request, but do not list all their changes. */
  readonly unsure: number;
  /** The number of files in the history that this version cannot read as entries. */
  readonly broken: number;
}

/** `{ format: "trueup.history", version: 1, ... }`. */
export function historyDocument({ environment, entries, older, unsure, broken }: HistoryView): object {
  return {
    format: "trueup.history",
    version: 1,
    environment,
    entries: entries.map(({ back, isOnlyHere, entry: { format: _, version: __, ...rest } }) => ({
      back,
      ...(isOnlyHere && { onlyHere: true }),
      ...rest,
    })),
    older,
    ...(unsure > 0 && { unsure }),
    broken,
  };
}

/** How an apply ended, in words for people. */
export const endingWords: Readonly<Record<HistoryEnding, string>> = {
  applied: "applied",
  partly: "partly applied",
  failed: "failed",
  interrupted: "interrupted",
  takenBack: "failed, and rolled back",
  unchanged: "nothing to do",
  unknown: "only its record is known",
};

/** Phrases for how the apply was approved. */
export const approvalWords: Readonly<Record<HistoryApproval, string>> = {
  fingerprint: "approved by its fingerprint",
  plans: "reviewed, change by change, in plan files",
  asked: "confirmed at a terminal",
  nobody: "not confirmed (--yes)",
};

/** Returns a time in UTC as text: `2026-11-30 07:01:12`. */
export function moment(time: string): string {
  return visible(time.replace("T", " ").replace(/(?:\.\d+)?Z$/, ""));
}

/** The first digits of a run's or commit's name. */
export function shortName(name: string): string {
  return visible(name.slice(0, name.includes("-") ? 8 : 12));
}

const verbs = { create: "created", update: "updated", remove: "removed" } as const;

/**
 * The counts of an entry: `1 created, 2 updated, 1 failed`. Successful changes are counted by action, all others by
 * outcome.
 */
export function changeCounts({ changes, omitted }: Pick<HistoryEntry, "changes" | "omitted">): string {
  const isDone = ({ outcome }: HistoryChange) => outcome === "applied" || outcome === "converged";
  const done = Map.groupBy(changes.filter(isDone), ({ action }) => verbs[action]);
  const open = Map.groupBy(
    changes.filter((one) => !isDone(one)),
    ({ outcome }) => outcomeWords[outcome],
  );
  const parts = [...done, ...open].map(([word, all]) => `${all.length} ${word}`);
  const more = omitted > 0 ? [counted(omitted, parts.length > 0 ? "more change" : "change")] : [];
  return [...parts, ...more].join(", ");
}

/** How a change ended, in words for people. */
const outcomeWords: Readonly<Record<HistoryChange["outcome"], string>> = {
  applied: "applied",
  converged: "already as declared",
  failed: "failed",
  unknown: "unknown",
  skipped: "not tried",
  takenBack: "rolled back",
};

/**
 * `update network berlin: name, tags`. The outcome is added if it is not `applied`. `name` escapes a text for the
 * format.
 */
export function changeLine(
  { address, action, outcome, fields = [], moreFields = 0 }: HistoryChange,
  name: (text: string) => string = (text) => text,
): string {
  const paths = fields.map((path) => name(fieldName(path)));
  const more = moreFields > 0 ? [`${moreFields} more`] : [];
  const listed = [...paths, ...more].join(", ");
  const end = outcome === "applied" ? "" : ` (${outcomeWords[outcome]})`;
  return `${action} ${name(resourceName(address))}${listed === "" ? "" : `: ${listed}`}${end}`;
}

/** Sentences about everything that is not shown. */
export function leftOut({ entries, older, unsure, broken, others }: HistoryView): readonly string[] {
  const isNone = entries.length === 0;
  return [
    ...(isNone && others > 0 ? [`None of ${counted(others, "apply", "applies")} matches.`] : []),
    ...(isNone && others === 0 && broken === 0
      ? ["No apply is recorded yet: the next apply is the first."]
      : []),
    ...(older > 0
      ? [
          `${counted(older, "older apply", "older applies")} not shown: --limit ${entries.length + older} shows all.`,
        ]
      : []),
    ...(unsure > 0
      ? [`${counted(unsure, "apply does", "applies do")} not list all changes, and may match.`]
      : []),
    ...(broken > 0
      ? [
          `${counted(broken, "entry was", "entries were")} left out, because this version cannot read the format.`,
        ]
      : []),
  ];
}
