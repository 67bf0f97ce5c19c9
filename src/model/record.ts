/**
 * The record of an apply: the content of the applied ref, which describes the state after the last apply. No secrets.
 */

import type { Address } from "./address.ts";
import type { Desired } from "./desired.ts";
import type { SecretFingerprints } from "./secret.ts";
import type { UnfinishedWork } from "./status.ts";

/** Why the state of an address is not as the applied commit declares. */
export type IncompleteReason =
  /** The write failed, was refused, or was accepted without effect. */
  | "failed"
  /** The write was not attempted, because a prerequisite failed or the run was interrupted. */
  | "skipped"
  /** The resource was written, and then rolled back because the run failed. */
  | "rolledBack"
  /** The resource could not be read, or the reply to its write was lost. */
  | "unknown"
  /** The plan had no step for the change: no write can make it, or it was held back. */
  | "held"
  /** `--only` excluded the resource. */
  | "excluded"
  /** The resource is no longer declared but still live, and was not to be pruned. */
  | "kept"
  /** The resource was applied from uncommitted changes in the work tree. */
  | "uncommitted"
  /** `trueup forget` was run for the address: its earlier applies no longer count. */
  | "forgotten";

/** An address that was not applied from the applied commit. */
export interface IncompleteEntry {
  readonly address: Address;
  readonly because: IncompleteReason;
  /** The commit that last applied the address; null: no commit has ever applied it. */
  readonly commit: string | null;
}

/** The formats of records that are read and written. */
export type RecordVersion = 1 | 2;

/** Numbers of steps by outcome. */
export interface RecordCounts {
  readonly applied: number;
  readonly converged: number;
  readonly failed: number;
  readonly unknown: number;
  readonly skipped: number;
}

/**
 * The content of the applied ref. It is stored in the ref's tag object, or in a tree that the tag object names. The
 * tagged commit is the applied commit.
 */
export interface ApplyRecord {
  readonly format: "trueup.record";
  /**
   * The format version in Git. 1: everything is in the tag's message. 2: everything that grows with the network is in
   * a separate tree.
   */
  readonly version: RecordVersion;
  readonly environment: string;
  /** The time of the apply, ISO 8601 in UTC. */
  readonly time: string;
  readonly actor: string;
  /** The fingerprint of the plan that was applied. */
  readonly fingerprint: string;
  /** The version of trueup. */
  readonly tool: string;
  readonly counts: RecordCounts;
  /** The addresses that were left behind, in address order. */
  readonly leftBehind: readonly IncompleteEntry[];
  /** Pending activations by target, such as devices whose configuration is not saved. */
  readonly unfinished?: readonly UnfinishedWork[] | undefined;
  /** The fingerprints of the applied write-only secrets. Present only if the project has a key for fingerprints. */
  readonly secrets?: SecretFingerprints | undefined;
}

/** A summary of the applied ref. */
export interface RecordSummary {
  readonly ref: string;
  readonly commit: string;
  readonly leftBehind: readonly IncompleteEntry[];
}

/**
 * How a commit in base relates to the planned commit.
 *
 * | lineage   | base's commit is                              | what only base declares            |
 * |-----------|-----------------------------------------------|------------------------------------|
 * | `behind`  | an ancestor of the planned one, or the same   | has been removed in Git since      |
 * | `ahead`   | its descendant: somebody goes back            | came later, or was never merged    |
 * | `apart`   | neither: another branch, or rewritten history | says nothing about the planned one |
 * | `unknown` | undetermined: this clone lacks that history   | says nothing about the planned one |
 */
export type Lineage = "behind" | "ahead" | "apart" | "unknown";

/** The commit that was applied last. */
interface AppliedCommit {
  readonly commit: string;
  readonly lineage: Lineage;
  /** True: it is unknown which resources earlier runs left behind. */
  readonly isIncomplete?: boolean | undefined;
}

/** What Git knows about the commits in base. */
export interface BaseHistory {
  /** The commit that was applied last. Undefined: the user named base, which is then trusted. */
  readonly applied?: AppliedCommit | undefined;
  /** Returns the lineage of the commit that declares this address's state in base. */
  readonly lineageOf: (address: Address) => Lineage;
}

/** The state that was applied last: the base of a comparison, address by address. */
export interface Base extends BaseHistory {
  readonly desired: Desired;
  /** Returns the commit that declares this address's state in base; undefined if base is not a commit. */
  readonly commitOf: (address: Address) => string | undefined;
}

/** The holder of a lock. This is the message of the lock's tag object. */
export interface LockRecord {
  readonly format: "trueup.lock";
  readonly version: 1;
  /** An id that is unique to the run. */
  readonly run: string;
  readonly owner: string;
  /** The time at which the run took the lock, ISO 8601 in UTC. */
  readonly since: string;
  /** The expiry of the lock, ISO 8601 in UTC. Some time after it, another run may take the lock. */
  readonly expires: string;
  /** The id of the database with the run's journal. Absent: the journal is a file of the run's folder. */
  readonly journal?: string | undefined;
}
