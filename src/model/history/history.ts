/** The history of an environment: what each apply leaves to be looked at later. No values, so no secrets. */

import type { Address } from "../address.ts";
import type { Operation } from "../plan/step.ts";
import type { Pointer } from "../pointer.ts";
import type { RecordCounts } from "../record.ts";
import type { Outcome } from "../reply.ts";

/** How many applies are kept where `history.keep` does not say. */
export const defaultKept = 200;

/** How an apply ended. */
export type HistoryEnding =
  /** All is as its commit declares. */
  | "applied"
  /** A part of it is. */
  | "partly"
  /** Nothing of it is. */
  | "failed"
  /** A signal, or a lost lock, stopped it. */
  | "interrupted"
  /** It failed, and took back what it had applied. */
  | "takenBack"
  /** There was nothing to do: another commit that declares what is live. */
  | "unchanged"
  /** Only its record is known: it was killed before it left an entry, or left none. */
  | "unknown";

/** How a change ended. `takenBack`: it was applied, and then taken back. */
export type HistoryOutcome = Outcome["state"] | "takenBack";

/** One change of an apply, without its values. */
export interface HistoryChange {
  readonly address: Address;
  readonly action: Operation;
  readonly outcome: HistoryOutcome;
  /** The fields that an update changes. Absent: none, or it is no update. */
  readonly fields?: readonly Pointer[] | undefined;
  /** How many fields are left out of `fields`. Absent: none. */
  readonly moreFields?: number | undefined;
}

/** Who let a plan be carried out: its fingerprint, plan files, whoever was asked, or nobody (`--yes`). */
export type HistoryApproval = "fingerprint" | "plans" | "asked" | "nobody";

/** What one apply leaves. */
export interface HistoryEntry {
  readonly format: "trueup.historyEntry";
  readonly version: 1;
  /** A name that no other apply has: a UUID, or the object id of the record that it was made from. */
  readonly run: string;
  readonly environment: string;
  /** ISO 8601, UTC. Absent: unknown. */
  readonly started?: string | undefined;
  /** ISO 8601, UTC. */
  readonly ended: string;
  readonly actor: string;
  /** The URL of the run. */
  readonly url?: string | undefined;
  /** The version of trueup. */
  readonly tool: string;
  readonly commit: string;
  /** What was applied before. Absent: nothing was, or it is unknown. */
  readonly before?: string | undefined;
  /** Of the plan. */
  readonly fingerprint: string;
  readonly approval?: HistoryApproval | undefined;
  /** The guards that somebody has consented to for this plan. Absent: none. */
  readonly consents?: readonly string[] | undefined;
  /** The globs that narrowed it. Absent: none. */
  readonly only?: readonly string[] | undefined;
  readonly ending: HistoryEnding;
  readonly counts: RecordCounts;
  /** How many resources are not as the commit declares. Absent: unknown, since it was not recorded. */
  readonly leftBehind?: number | undefined;
  /** The time of its record, if it left one: the applied ref says the same. */
  readonly recorded?: string | undefined;
  /** In plan order. */
  readonly changes: readonly HistoryChange[];
  /** How many changes are left out of `changes`, because there are too many. */
  readonly omitted: number;
}

/** An entry with its place: 0 is the newest, 1 the one before. */
export interface PlacedEntry {
  readonly back: number;
  readonly entry: HistoryEntry;
  /** True: only this clone has it. */
  readonly isOnlyHere: boolean;
}

/** What there is of a history. */
export interface History {
  readonly environment: string;
  /** The newest first. */
  readonly entries: readonly PlacedEntry[];
  /** Files of it that are no entries this version can read. */
  readonly broken: number;
}
