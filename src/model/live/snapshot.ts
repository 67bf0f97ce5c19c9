/** Observations: the known live state at one moment. A resource is present, absent or unknown. */

import type { Address } from "../address.ts";
import type { Json, JsonBounds } from "../json.ts";
import type { Pointer } from "../pointer.ts";
import type { Problem } from "../problem.ts";
import type { Secret, SecretReference } from "../secret.ts";
import type { UndeclarablePart } from "./undeclarable.ts";

/** Returns true if a secret of a live resource equals the secret of a reference; undefined if this is unknown. */
export interface HeldSecrets {
  (path: Pointer, reference: SecretReference): boolean | undefined;
  /**
   * Finds the live secrets that may equal one of these values, for a process that has no secrets. Returns each with its
   * place. Absent: such secrets cannot be found.
   */
  readonly shown?: ((values: ReadonlySet<string>) => readonly (readonly [Pointer, Secret])[]) | undefined;
  /**
   * True: a secret may be unchanged although the shown value differs, because the product shows secrets in another
   * form.
   */
  readonly isOneWay?: true | undefined;
}

/** A resource as it exists at its target. */
export interface LiveResource {
  /** The canonical value: all fields that the interface shows, without secrets. */
  readonly value: Json;
  /** The id of the resource in paths, if it differs from the resource's identity, such as the id of a network. */
  readonly id?: string | undefined;
  /**
   * The name under which the server stores the resource, if that differs from the name sent; `value` has the name as
   * applied.
   */
  readonly storedAs?: string | undefined;
  /** True: the resource was found by its remembered id, and somebody has given it another name. */
  readonly byId?: true | undefined;
  /**
   * True: the resource has the declared name, but another id than the remembered one. It was recreated, or another
   * resource now has the name.
   */
  readonly anew?: true | undefined;
  /** An ETag, if the server sent one. */
  readonly version?: string | undefined;
  /** Compares the resource's live secrets with the secrets of references. */
  readonly holds?: HeldSecrets | undefined;
  /**
   * True: `value` shows a placeholder for each secret that is set. A missing placeholder means that the secret is not
   * set.
   */
  readonly showsSecrets?: true | undefined;
  /**
   * The live secrets that an update without them would remove, by field pointer (list elements by identity). Absent:
   * updates keep all secrets, and it is unknown which are set.
   */
  readonly setSecrets?: readonly Pointer[] | undefined;
  /** The value in the wire format, if writes must be based on it (a RESTCONF tree). Never shown, never published. */
  readonly raw?: Json | undefined;
  /** Parts that no field can declare. Absent: not searched for (see `ReadRequest.undeclarable`). */
  readonly undeclarable?: readonly UndeclarablePart[] | undefined;
}

/** A node of a device's tree that was not requested. `path` is its display path, such as `/acme:box/dhcp`. */
export interface LiveNode {
  readonly path: string;
  readonly live: Json;
}

/** Why the live state makes a resource impossible. */
export interface CannotBe {
  /** Half a sentence: the reason and, if possible, what to do. */
  readonly reason: string;
  /**
   * A declared sibling that would make the resource possible: its kind, and the values that one of its fields may have.
   * Absent: nothing would.
   */
  readonly unless?:
    | { readonly kind: string; readonly field: string; readonly is: readonly Json[] }
    | undefined;
}

/** Present, absent or unknown. Only a complete, successful read makes something absent. */
export type Observation<T> =
  | { readonly state: "present"; readonly value: T }
  /** `cannot`: why the live state makes the resource impossible. `around`: the nodes that a create would remove. */
  | {
      readonly state: "absent";
      readonly cannot?: CannotBe | undefined;
      readonly around?: readonly LiveNode[] | undefined;
    }
  | { readonly state: "unknown"; readonly problem: Problem };

/** A live resource in a collection. */
export type Item = LiveResource & {
  readonly kind: string;
  readonly identity: string;
  /** In a bulk read: the id of the item's parent. */
  readonly parentId?: string;
};

/**
 * The result of a read, which is never partial: if a page fails, the result is unknown. `absent`: the server has
 * answered that the one requested item does not exist.
 */
export type ReadReply = WholeRead | Exclude<Observation<never>, { state: "present" }>;

/** A live node of another YANG choice case, which a create would remove. */
export interface DisplacedAround {
  readonly of: Pick<Item, "kind" | "identity">;
  /** The node's path, as people write it. */
  readonly path: string;
  readonly node: Item;
}

/** The time of a reply that an earlier run has read. */
export interface EarlierRead {
  /** The time of the reply, ISO 8601 in UTC. */
  readonly since: string;
  /** True: only the wanted items are known, because an apply verified them. The rest of the collection was not read. */
  readonly isPart?: true | undefined;
}

/** A complete read: every wanted resource that is not among the items is absent. */
interface WholeRead {
  readonly state: "whole";
  readonly items: readonly Item[];
  /** For an empty result: why there can be no items. */
  readonly cannot?: CannotBe | undefined;
  /** The nodes that would be removed if absent items were created. */
  readonly around?: readonly DisplacedAround[] | undefined;
  /** Warnings about the read, for users. */
  readonly warnings?: readonly Problem[];
  /**
   * The ids of the parents that a bulk read covers. The read says nothing about other parents. Absent: it covers all
   * parents.
   */
  readonly parentIds?: ReadonlySet<string>;
  /** Set if the reply was read in an earlier run. Absent: it was read now. */
  readonly earlier?: EarlierRead | undefined;
  /** How many requests it takes to repeat this read. Default 1; all pages of a list count as one. */
  readonly requests?: number;
}

/** An undeclared live resource: it is counted and can be listed, but is never changed. */
export interface UnmanagedResource {
  readonly target: string;
  readonly kind: string;
  readonly identity: string;
  /** The address of the declared parent that contains the resource. */
  readonly within?: Address;
  /** True: the kind must be declared completely. The resource is then reported, but not changed either. */
  readonly unexpected?: true;
}

/**
 * The use of a target's change log: how many resources were read, and how many came from the cache because the log
 * shows no change.
 */
export interface TakenByLog {
  /** The number of resources read now. */
  readonly read: number;
  readonly resources: number;
  /** When the oldest cached resource was read: ISO 8601, UTC. Absent: all were read now. */
  readonly since?: string | undefined;
  /**
   * The number of lists that were never read completely: only the resources that an apply made in them were verified.
   * Absent: none.
   */
  readonly unlisted?: number | undefined;
  /** Why the log was not used: half a sentence. */
  readonly because?: string | undefined;
}

/** One entry of a change log: who changed what, and when. It contains no values. */
export interface WhoEntry {
  /** The time of the change by the server's clock, ISO 8601 in UTC. */
  readonly at: string;
  readonly by: string;
  /** The interface that was used for the change: a page, or an API. */
  readonly through?: string | undefined;
  /** The changed object, according to the log. */
  readonly label?: string | undefined;
  /** What the log says was changed: the resource, or only something in its parent. */
  readonly about: "resource" | "parent";
}

/** The log entries about some resources. */
export interface Who {
  /** How far back the logs were read: ISO 8601, UTC. */
  readonly since: string;
  /** The entries by resource, newest first; empty: no entry mentions the resource. In address order. */
  readonly found: ReadonlyMap<Address, readonly WhoEntry[]>;
  /** The targets, or parts of targets, whose log was not read, and the reason for each. */
  readonly unread: ReadonlyMap<string, string>;
}

/** All observations of one moment. */
export interface Snapshot {
  /** That moment, ISO 8601 in UTC. It is not part of any fingerprint. */
  readonly takenAt: string;
  readonly observations: ReadonlyMap<Address, Observation<LiveResource>>;
  readonly unmanaged: readonly UnmanagedResource[];
  /** HTTP requests used, by target. */
  readonly requests: ReadonlyMap<string, number>;
  /**
   * The number of requests that one read takes, by collection key. Only reads with more than one request are listed.
   */
  readonly readSizes?: ReadonlyMap<string, number>;
  /** The use of change logs by target, for targets with `changedSince`. */
  readonly taken?: ReadonlyMap<string, TakenByLog> | undefined;
  /**
   * When each reply arrived, by collection key, in milliseconds of this process's clock. Absent: another process read
   * it.
   */
  readonly readAt?: ReadonlyMap<string, number> | undefined;
}

/** The live id of a nested resource: a chain of encoded ids, the outermost one first, joined by `/`. */
export function idWithin(parent: string | undefined, id: string): string {
  const own = encodeURIComponent(id.toWellFormed());
  return parent === undefined ? own : `${parent}/${own}`;
}

/**
 * The ids of a chain, the outermost first; undefined for an invalid text. A text in braces is a valid placeholder for
 * an unknown id (see `Write.parentId`).
 */
export function idsIn(chain: string): readonly string[] | undefined {
  if (chain.startsWith("{")) return [chain];
  try {
    return chain.split("/").map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The last id of a chain: unique among siblings. */
export function ownIdIn(chain: string): string {
  return idsIn(chain)?.at(-1) ?? chain;
}

/** The parent's chain; undefined for a single id. */
export function parentIdIn(chain: string): string | undefined {
  const end = chain.lastIndexOf("/");
  return end === -1 ? undefined : chain.slice(0, end);
}

/** The limits for a snapshot document: several times the size for 100,000 resources, and deeper than values may be. */
export const snapshotBounds: JsonBounds = { bytes: 64 * 1024 * 1024, values: 2_500_000, depth: 200 };
