/** What an apply remembers about its resources: live ids and stored names, hints that reads confirm. No secrets. */

import type { Address } from "./address.ts";
import type { Pointer } from "./pointer.ts";

/** What is remembered about an applied address. */
export interface RememberedResource {
  /** Its live id. */
  readonly id: string;
  /** The live ids of its ancestors, nearest first; none at the top of a target. */
  readonly within: readonly string[];
  /** The identity in the live list: the name as stored. */
  readonly name: string;
  /** True: no read has shown that name, which is the one that was sent. */
  readonly unread?: true | undefined;
  /** The applied commit when this was first recorded. An entry is valid only if that is an ancestor. */
  readonly commit: string;
}

/** An accepted create that no list has shown yet: it is not sent again. */
export interface UnseenCreate {
  /** When it was accepted: ISO 8601, UTC. */
  readonly since: string;
  /** The live id from the reply; undefined: none. */
  readonly id?: string | undefined;
  /** Its match value when it was sent, by which it is found under another key. Undefined: unknown. */
  readonly sent?: string | undefined;
  /** The name in the reply; undefined: none. */
  readonly stored?: string | undefined;
  /** The commit that declares it. */
  readonly commit: string;
}

/** How many resources of a kind one run removed. */
export interface RemovedOfKind {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly kind: string;
  readonly removed: number;
  /** How many of the kind there were before the run. */
  readonly of: number;
}

/**
 * A field that its server did not store as written. `stored`: it stores another form. `notTaken`: it left the field
 * unchanged, or stored something that may not be equivalent.
 */
export interface FieldForm {
  /** With identities of list elements. */
  readonly path: Pointer;
  readonly is: "stored" | "notTaken";
  /** Digest of the declared value when it was written. */
  readonly sent: string;
  /** Digest of the live value after that. */
  readonly live: string;
}

/** A remembered form. */
export interface RememberedForm extends FieldForm {
  /** The applied commit when this was first recorded. It is valid only if that is an ancestor. */
  readonly commit: string;
}

/** What the record remembers about the requested targets. */
export interface Memory {
  readonly resources: ReadonlyMap<Address, RememberedResource>;
  readonly unseen: ReadonlyMap<Address, UnseenCreate>;
  /** By target: the removals of the 24 hours before the record, in order of time. */
  readonly removed: ReadonlyMap<string, readonly RemovedOfKind[]>;
  /** Fields that their servers did not store as written. Absent: none. */
  readonly forms?: ReadonlyMap<Address, readonly RememberedForm[]> | undefined;
}

/** The empty memory: before the first apply, without Git, or after a loss. */
export const emptyMemory: Memory = { resources: new Map(), unseen: new Map(), removed: new Map() };

/** The known id of a resource, and related names. */
export interface KnownId {
  readonly id: string;
  /** The name under which it was stored; undefined: unknown. */
  readonly name?: string | undefined;
  /** True: that name is the one that was sent, and no read has shown it since. */
  readonly unread?: true | undefined;
  /** The name in the reply to its create, until it is read; undefined: unknown. */
  readonly answered?: string | undefined;
  /** What this run itself has read, may have written to since, or has created; absent: remembered by an earlier run. */
  readonly ofThisRun?: "seen" | "written" | "made" | undefined;
}

/** The known id of a resource, if any. */
export type IdOf = (address: Address) => KnownId | undefined;
