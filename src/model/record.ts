/** The record of an apply: what the applied ref says of the state in which the last apply left things. No secrets. */

import type { Address } from "./address.ts";
import type { Desired } from "./desired.ts";
import type { SecretFingerprints } from "./secret.ts";
import type { UnfinishedWork } from "./status.ts";

/** Why an address is not as the applied commit declares it. */
export type IncompleteReason =
  /** Its write failed, was refused, or was accepted and had no effect. */
  | "failed"
  /** Its write was not tried: what it waits for failed, or the run was interrupted. */
  | "skipped"
  /** It was written, and taken back because the run was not well. */
  | "rolledBack"
  /** Nobody knows: it could not be read, or the reply to its write was lost. */
  | "unknown"
  /** No write can make it so. */
  | "held"
  /** The run was not about it (`--only`). */
  | "excluded"
  /** It is no longer declared, still live, and was not to be pruned. */
  | "kept"
  /** It was applied as the work tree had it, which no commit has. */
  | "uncommitted"
  /** `trueup forget`: what was applied before no longer counts. */
  | "forgotten";

/** An address whose base is not the applied commit. */
export interface IncompleteEntry {
  readonly address: Address;
  readonly because: IncompleteReason;
  /** The commit that last applied it; null: none ever did. */
  readonly commit: string | null;
}

/** The forms of a record that are read and written. */
export type RecordVersion = 1 | 2;

/** How many steps ended how. */
export interface RecordCounts {
  readonly applied: number;
  readonly converged: number;
  readonly failed: number;
  readonly unknown: number;
  readonly skipped: number;
}

/** What the tag object of the applied ref says, itself or by what it names; the commit is what the tag is of. */
export interface ApplyRecord {
  readonly format: "trueup.record";
  /** Of its form in Git. 1: all of it is the tag's message. 2: what grows with the network is in a tree of its own. */
  readonly version: RecordVersion;
  readonly environment: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly actor: string;
  /** Of the plan that was carried out. */
  readonly fingerprint: string;
  /** The version of trueup. */
  readonly tool: string;
  readonly counts: RecordCounts;
  /** In address order. */
  readonly leftBehind: readonly IncompleteEntry[];
  /** What was written and is still to be finished, by targets: devices whose configuration is not saved. */
  readonly unfinished?: readonly UnfinishedWork[] | undefined;
  /** Of write-only secrets as they were applied; only where the project names a key for them. */
  readonly secrets?: SecretFingerprints | undefined;
}

/** What the applied ref says after an apply. */
export interface RecordSummary {
  readonly ref: string;
  readonly commit: string;
  readonly leftBehind: readonly IncompleteEntry[];
}

/**
 * How a commit of base stands to the commit that is planned.
 *
 * | lineage   | base's commit is                                            | what it alone declares           |
 * |-----------|-------------------------------------------------------------|----------------------------------|
 * | `behind`  | an ancestor of the planned one, or the same                 | was removed in Git since         |
 * | `ahead`   | its descendant: someone goes back                           | came later, or never was merged  |
 * | `apart`   | neither: another branch, or a history that was rewritten    | says nothing about the planned   |
 * | `unknown` | cannot be told: this clone lacks that history               | says nothing about the planned   |
 */
export type Lineage = "behind" | "ahead" | "apart" | "unknown";

/** The commit that was applied last. */
interface AppliedCommit {
  readonly commit: string;
  readonly lineage: Lineage;
  /** True: it is not known what earlier runs left behind. */
  readonly isIncomplete?: boolean | undefined;
}

/** What Git knows of the commits that base is of. */
export interface BaseHistory {
  /** Of the commit that was applied last; undefined where base is none: it is believed as it was named. */
  readonly applied?: AppliedCommit | undefined;
  /** Of the commit that declares what base says of this address. */
  readonly lineageOf: (address: Address) => Lineage;
}

/** What was applied last: the base of a comparison, address by address. */
export interface Base extends BaseHistory {
  readonly desired: Desired;
  /** The commit that declares what base says of this address; undefined for a base that is not a commit. */
  readonly commitOf: (address: Address) => string | undefined;
}

/** Who has a lock: the message of its tag object. */
export interface LockRecord {
  readonly format: "trueup.lock";
  readonly version: 1;
  /** Of the run: no two have the same. */
  readonly run: string;
  readonly owner: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** ISO 8601, UTC: after this moment, and some patience, another run may take it. */
  readonly expires: string;
}
