/** What an apply remembers of what it made: live ids and stored names, a hint that looking confirms. No secrets. */

import type { Address } from "./address.ts";
import type { Pointer } from "./pointer.ts";

/** What is remembered of an address that was applied. */
export interface RememberedResource {
  /** Its live id. */
  readonly id: string;
  /** The live ids of what it is in, the nearest first; none at the top of a target. */
  readonly within: readonly string[];
  /** The identity under which live listed it: the name as it was stored. */
  readonly name: string;
  /** True: no read has shown it under that name, which is the one that was sent. */
  readonly unread?: true | undefined;
  /** The commit that was applied when this was first so. An entry counts only where that is an ancestor. */
  readonly commit: string;
}

/** A create that was answered, and that no list has shown yet: it is not sent again. */
export interface UnseenCreate {
  /** When it was accepted: ISO 8601, UTC. */
  readonly since: string;
  /** The live id that the answer gave; undefined: it gave none. */
  readonly id?: string | undefined;
  /** What it was matched by when it was sent: by that it is followed to another key. Undefined: not known. */
  readonly sent?: string | undefined;
  /** The name under which the answer showed it; undefined: it showed none. */
  readonly stored?: string | undefined;
  /** The commit that declares it. */
  readonly commit: string;
}

/** How many of a kind one run removed. */
export interface RemovedOfKind {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly kind: string;
  readonly removed: number;
  /** How many of the kind there were before the run. */
  readonly of: number;
}

/**
 * A field whose server did not keep what was written. `stored`: it keeps it in another form. `notTaken`: it left the
 * field as it was, or made something of it that may not count as the same.
 */
export interface FieldForm {
  /** With identities of elements. */
  readonly path: Pointer;
  readonly is: "stored" | "notTaken";
  /** Digest of what was declared when it was written. */
  readonly sent: string;
  /** Digest of what live was after that. */
  readonly live: string;
}

/** A form that is remembered. */
export interface RememberedForm extends FieldForm {
  /** The commit that was applied when this was first so. It counts only where that is an ancestor. */
  readonly commit: string;
}

/** What the record remembers, of the targets that were asked for. */
export interface Memory {
  readonly resources: ReadonlyMap<Address, RememberedResource>;
  readonly unseen: ReadonlyMap<Address, UnseenCreate>;
  /** By target: what was removed in the 24 hours before the record, in the order of time. */
  readonly removed: ReadonlyMap<string, readonly RemovedOfKind[]>;
  /** Fields that their servers did not keep as they were written. Absent: none. */
  readonly forms?: ReadonlyMap<Address, readonly RememberedForm[]> | undefined;
}

/** The memory of a run that remembers nothing: before the first apply, without Git, or when it is lost. */
export const emptyMemory: Memory = { resources: new Map(), unseen: new Map(), removed: new Map() };

/** What a resource is known by besides its names. */
export interface KnownId {
  readonly id: string;
  /** The name under which it was stored; undefined: not known. */
  readonly name?: string | undefined;
  /** True: that name is the one that was sent, and no read has shown it since. */
  readonly unread?: true | undefined;
  /** The name under which the answer to its create showed it, until it is seen; undefined: not known. */
  readonly answered?: string | undefined;
  /** What this run itself has seen, has perhaps written to since, or has made; absent: an earlier run remembered it. */
  readonly ofThisRun?: "seen" | "written" | "made" | undefined;
}

/** The known id of a resource, where there is one. */
export type IdOf = (address: Address) => KnownId | undefined;
