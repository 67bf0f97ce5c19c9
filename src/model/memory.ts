/**
 * The facts that an apply remembers about its resources: live ids and stored names. They are hints, which reads
 * confirm. No secrets.
 */

import type { Address } from "./address.ts";
import type { Pointer } from "./pointer.ts";

/** The remembered facts about an applied address. */
export interface RememberedResource {
  /** The live id of the resource. */
  readonly id: string;
  /** The live ids of the resource's ancestors, nearest first; none at the top of a target. */
  readonly within: readonly string[];
  /** The identity in the live list: the name as stored by the server. */
  readonly name: string;
  /** True: `name` is the name that was sent, because no read has shown the stored one. */
  readonly unread?: true | undefined;
  /**
   * The commit that was applied when the entry was first recorded. The entry is valid only if that commit is an
   * ancestor of the planned one.
   */
  readonly commit: string;
}

/** A resource that its server has accepted but not listed yet. It is not created again. */
export interface UnseenCreate {
  /** When the create was accepted: ISO 8601, UTC. */
  readonly since: string;
  /** The live id in the reply; undefined: the reply contained none. */
  readonly id?: string | undefined;
  /**
   * The match value of the resource when the create was sent. It finds the create even if the resource has another key
   * now. Undefined: the value was not recorded.
   */
  readonly sent?: string | undefined;
  /** The name in the reply; undefined: the reply contained none. */
  readonly stored?: string | undefined;
  /** The commit that declares the resource. */
  readonly commit: string;
}

/** How many resources of a kind one run removed. */
export interface RemovedOfKind {
  /** The time of the run, ISO 8601 in UTC. */
  readonly time: string;
  readonly kind: string;
  readonly removed: number;
  /** The number of resources of the kind before the run. */
  readonly of: number;
}

/**
 * A field that its server did not store as written. `stored`: the server stores another form. `notTaken`: the server
 * left the field unchanged, or stored something that may not be equivalent.
 */
export interface FieldForm {
  /** The path of the field, with the identities of list elements. */
  readonly path: Pointer;
  readonly is: "stored" | "notTaken";
  /** The digest of the declared value when it was written. */
  readonly sent: string;
  /** The digest of the live value after that write. */
  readonly live: string;
}

/** A form of a field that the record remembers. */
export interface RememberedForm extends FieldForm {
  /**
   * The commit that was applied when the form was first recorded. The form is valid only if that commit is an ancestor
   * of the planned one.
   */
  readonly commit: string;
}

/** What the record remembers about the requested targets. */
export interface Memory {
  readonly resources: ReadonlyMap<Address, RememberedResource>;
  readonly unseen: ReadonlyMap<Address, UnseenCreate>;
  /** For each target: the removals in the 24 hours before the record, ordered by time. */
  readonly removed: ReadonlyMap<string, readonly RemovedOfKind[]>;
  /** Fields that their servers did not store as written. Absent: none. */
  readonly forms?: ReadonlyMap<Address, readonly RememberedForm[]> | undefined;
}

/** The empty memory: before the first apply, without Git, or after the memory was lost. */
export const emptyMemory: Memory = { resources: new Map(), unseen: new Map(), removed: new Map() };

/** The known id of a resource, and its known names. */
export interface KnownId {
  readonly id: string;
  /** The name under which the server stored the resource; undefined: it has not been read or remembered. */
  readonly name?: string | undefined;
  /** True: `name` is the name that was sent, and no read has shown the stored one since. */
  readonly unread?: true | undefined;
  /** The name in the reply to the create. Undefined: there was none, or the stored name has been read since. */
  readonly answered?: string | undefined;
  /**
   * What this run has done with the resource: read it (`seen`), perhaps written to it (`written`), or created it
   * (`made`). Absent: the id was remembered by an earlier run.
   */
  readonly ofThisRun?: "seen" | "written" | "made" | undefined;
}

/** The known id of a resource. Undefined: none is known. */
export type IdOf = (address: Address) => KnownId | undefined;
