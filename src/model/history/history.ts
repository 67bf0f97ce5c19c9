/**
 * The history of an environment: a record of each apply, for later reference. It contains no values, and therefore no
 * secrets.
 */

import type { Address } from "../address.ts";
import type { Operation } from "../plan/step.ts";
import type { Pointer } from "../pointer.ts";
import type { RecordCounts } from "../record.ts";
import type { Outcome } from "../reply.ts";

/** The number of applies that are kept if `history.keep` is not set. */
export const defaultKept = 200;

/** How an apply ended. */
export type HistoryEnding =
  /** All resources are as the commit declares. */
  | "applied"
  /** Some resources are as the commit declares. */
  | "partly"
  /** No resource was changed as the commit declares. */
  | "failed"
  /** A signal, or the loss of the lock, stopped the apply. */
  | "interrupted"
  /** The apply failed, and its changes were rolled back. */
  | "takenBack"
  /** There was nothing to do: another commit declares the same state. */
  | "unchanged"
  /**
   * Only the record of the apply is known: the apply was killed before it wrote an entry, or an earlier version made
   * it.
   */
  | "unknown";

/** How a change ended. `takenBack`: it was applied, and then rolled back. */
export type HistoryOutcome = Outcome["state"] | "takenBack";

/** One change of an apply, without its values. */
export interface HistoryChange {
  readonly address: Address;
  readonly action: Operation;
  readonly outcome: HistoryOutcome;
  /** The fields that an update changes. Absent: none, or the change is not an update. */
  readonly fields?: readonly Pointer[] | undefined;
  /** How many fields are left out of `fields`. Absent: none. */
  readonly moreFields?: number | undefined;
}

/**
 * How the plan was approved: by its fingerprint, by plan files, by the person who was asked, or by nobody (`--yes`).
 */
export type HistoryApproval = "fingerprint" | "plans" | "asked" | "nobody";

/** The entry for one apply. */
export interface HistoryEntry {
  readonly format: "trueup.historyEntry";
  readonly version: 1;
  /** A name that no other apply has: a UUID, or the object id of the record from which the entry was derived. */
  readonly run: string;
  readonly environment: string;
  /** The start of the apply, ISO 8601 in UTC. Absent: it is not known. */
  readonly started?: string | undefined;
  /** The end of the apply, ISO 8601 in UTC. */
  readonly ended: string;
  readonly actor: string;
  /** The URL of the run. */
  readonly url?: string | undefined;
  /** The version of trueup. */
  readonly tool: string;
  readonly commit: string;
  /** The commit that was applied before. Absent: there was none, or it is unknown. */
  readonly before?: string | undefined;
  /** The fingerprint of the plan. */
  readonly fingerprint: string;
  readonly approval?: HistoryApproval | undefined;
  /** The guards whose findings somebody has consented to for this plan. Absent: none. */
  readonly consents?: readonly string[] | undefined;
  /** The globs that limited the plan. Absent: none. */
  readonly only?: readonly string[] | undefined;
  readonly ending: HistoryEnding;
  readonly counts: RecordCounts;
  /** How many resources are not as the commit declares. Absent: unknown, since the apply was not recorded. */
  readonly leftBehind?: number | undefined;
  /** The time of the record, if the apply wrote one: the applied ref contains the same time. */
  readonly recorded?: string | undefined;
  /** The changes in plan order. */
  readonly changes: readonly HistoryChange[];
  /** How many changes are left out of `changes`, because there are too many. */
  readonly omitted: number;
}

/** An entry with its position: 0 is the newest, 1 the one before. */
export interface PlacedEntry {
  readonly back: number;
  readonly entry: HistoryEntry;
  /** True: only this clone has the entry. */
  readonly isOnlyHere: boolean;
}

/** The known part of a history. */
export interface History {
  readonly environment: string;
  /** The entries, newest first. */
  readonly entries: readonly PlacedEntry[];
  /** The number of files in the history that this version cannot read as entries. */
  readonly broken: number;
}
