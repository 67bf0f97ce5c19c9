/** What is shown of a history: its document for machines, and the words that all forms share. Pure. */

import type {
  HistoryApproval,
  HistoryChange,
  HistoryEnding,
  HistoryEntry,
  PlacedEntry,
} from "../../model/history/history.ts";
import { visible } from "../text/escape.ts";
import { counted, fieldName, resourceName } from "../text/value.ts";

/** The entries that are shown, and what is not. */
export interface HistoryView {
  readonly environment: string;
  /** The newest first. */
  readonly entries: readonly PlacedEntry[];
  /** True: one was asked for, and all of it is shown. */
  readonly isWhole: boolean;
  /** Entries that were asked for and are beyond the limit. */
  readonly older: number;
  /** Entries that nobody asked for. */
  readonly others: number;
  /** Of those, how many do not list all their changes, so that nobody knows whether they were meant. */
  readonly unsure: number;
  /** Files of the history that are no entries this version can read. */
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

/** How an apply ended, for people. */
export const endingWords: Readonly<Record<HistoryEnding, string>> = {
  applied: "applied",
  partly: "partly applied",
  failed: "failed",
  interrupted: "interrupted",
  takenBack: "failed, and taken back",
  unchanged: "nothing to do",
  unknown: "known by its record alone",
};

/** Who let it be carried out. */
export const approvalWords: Readonly<Record<HistoryApproval, string>> = {
  fingerprint: "approved by its fingerprint",
  plans: "reviewed, change by change, in plan files",
  asked: "confirmed at a terminal",
  nobody: "without a question (--yes)",
};

/** `2026-11-30 07:01:12`, in UTC. */
export function moment(time: string): string {
  return visible(time.replace("T", " ").replace(/(?:\.\d+)?Z$/, ""));
}

/** The first digits of a name that is long. */
export function shortName(name: string): string {
  return visible(name.slice(0, name.includes("-") ? 8 : 12));
}

const verbs = { create: "created", update: "updated", remove: "removed" } as const;

/** `1 created, 2 updated, 1 failed`; what was to be done where all of it was. */
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

/** How a change ended, for people. */
const outcomeWords: Readonly<Record<HistoryChange["outcome"], string>> = {
  applied: "applied",
  converged: "already so",
  failed: "failed",
  unknown: "unknown",
  skipped: "not tried",
  takenBack: "taken back",
};

/** `update network berlin: name, tags`; what did not end well says so. `name`: how a resource is written. */
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

/** What is not shown, a sentence each. */
export function leftOut({ entries, older, unsure, broken, others }: HistoryView): readonly string[] {
  const isNone = entries.length === 0;
  return [
    ...(isNone && others > 0 ? [`None of ${counted(others, "apply", "applies")} matches.`] : []),
    ...(isNone && others === 0 && broken === 0 ? ["Nothing is kept yet: the next apply is the first."] : []),
    ...(older > 0 ? [`${older} older: --limit ${entries.length + older} shows all.`] : []),
    ...(unsure > 0
      ? [`${counted(unsure, "apply does", "applies do")} not list all changes, and may match.`]
      : []),
    ...(broken > 0
      ? [`${counted(broken, "entry is", "entries are")} not in a form that this version reads: left out.`]
      : []),
  ];
}
