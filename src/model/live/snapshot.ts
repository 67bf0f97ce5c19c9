/** Observations: what is known of the live side at one moment: present, absent or unknown. */

import type { Address } from "../address.ts";
import type { Json, JsonBounds } from "../json.ts";
import type { Pointer } from "../pointer.ts";
import type { Problem } from "../problem.ts";
import type { SecretReference } from "../secret.ts";
import type { UndeclarablePart } from "./undeclarable.ts";

/** A live resource. */
export interface LiveResource {
  /** Canonical form, all fields that the interface shows except secrets. */
  readonly value: Json;
  /** What the interface calls it in paths, where that is not its identity: a network's id. */
  readonly id?: string | undefined;
  /** The name under which the server keeps it, where that is not how it was sent; `value` has the name as applied. */
  readonly storedAs?: string | undefined;
  /** True: it was found by the id that the record remembers, and somebody gave it another name. */
  readonly byId?: true | undefined;
  /** True: it has its name, and another id than the record remembers: somebody made it anew. */
  readonly anew?: true | undefined;
  /** An ETag, where the server gave one. */
  readonly version?: string | undefined;
  /** Whether the secret that it shows there is what a reference opens to; undefined where that is unknown. */
  readonly holds?: ((path: Pointer, reference: SecretReference) => boolean | undefined) | undefined;
  /** True: where it has a secret something stands in `value`, and where nothing stands it has none. */
  readonly showsSecrets?: true | undefined;
  /** The wire form, where a write must be built from it (a RESTCONF tree). Never shown, never published. */
  readonly raw?: Json | undefined;
  /** What it shows and no field can declare. Absent: nothing was looked for, as where `ReadRequest.undeclarable` is. */
  readonly undeclarable?: readonly UndeclarablePart[] | undefined;
}

/** A node of a device's tree that nobody asked for: `/acme:box/dhcp`, as people write its path. */
export interface LiveNode {
  readonly path: string;
  readonly live: Json;
}

/** Why something is not there and cannot be made either, by what is live. */
export interface CannotBe {
  /** Half a sentence: why, and where there is a way what to do. */
  readonly reason: string;
  /** A kind of the same parent: declared with one of these values in this field, it makes room. */
  readonly unless?:
    | { readonly kind: string; readonly field: string; readonly is: readonly Json[] }
    | undefined;
}

/** Present, absent or unknown. Only a whole, successful read makes something absent (law 2). */
export type Observation<T> =
  | { readonly state: "present"; readonly value: T }
  /** `cannot`: why it cannot be there either, by what is live around it. `around`: what goes as soon as it comes. */
  | {
      readonly state: "absent";
      readonly cannot?: CannotBe | undefined;
      readonly around?: readonly LiveNode[] | undefined;
    }
  | { readonly state: "unknown"; readonly problem: Problem };

/** A live resource as a collection shows it. */
export type Item = LiveResource & {
  readonly kind: string;
  readonly identity: string;
  /** In a read of a whole: the id of its parent. */
  readonly parentId?: string;
};

/** What a read found, never in part: a page that fails makes it unknown. absent: the server's word on one item. */
export type ReadReply = WholeRead | Exclude<Observation<never>, { state: "present" }>;

/** A live node that goes as soon as something comes that is absent: it is of another case of a choice. */
export interface DisplacedAround {
  readonly of: Pick<Item, "kind" | "identity">;
  /** As people write it. */
  readonly path: string;
  readonly node: Item;
}

/** Everything that was wanted and is not among the items is absent. */
interface WholeRead {
  readonly state: "whole";
  readonly items: readonly Item[];
  /** Of a read without items: why there can be none. */
  readonly cannot?: CannotBe | undefined;
  /** What would go around what is absent. */
  readonly around?: readonly DisplacedAround[] | undefined;
  /** What a user should know of it. */
  readonly warnings?: readonly Problem[];
  /** Of a read of a whole that shows what its items are in: those ids. Of others it says nothing. Absent: of all. */
  readonly parentIds?: ReadonlySet<string>;
  /** When it was read, ISO 8601, UTC, where that was in an earlier run. Absent: now. */
  readonly since?: string | undefined;
  /** How many requests it takes to read the same again. Default 1; pages of a list count as one. */
  readonly requests?: number;
}

/** Something live that is not declared: counted, listable, never touched. */
export interface UnmanagedResource {
  readonly target: string;
  readonly kind: string;
  readonly identity: string;
  /** The address of the declared parent it was found in. */
  readonly within?: Address;
  /** True where everything live of its kind is to be declared: it is reported, and never touched either. */
  readonly unexpected?: true;
}

/** What a target with `changedSince` was read of, and what its change log was believed of. */
export interface TakenByLog {
  /** Resources that were read now. */
  readonly read: number;
  readonly resources: number;
  /** When the oldest of the others was read: ISO 8601, UTC. Absent: all were read now. */
  readonly since?: string | undefined;
  /** Why nothing was taken from the log: half a sentence. */
  readonly because?: string | undefined;
}

/** One entry of a log. Values are not in it. */
export interface WhoEntry {
  /** By the server's clock: ISO 8601, UTC. */
  readonly at: string;
  readonly by: string;
  /** A page, or an API. */
  readonly through?: string | undefined;
  /** What the log says was changed. */
  readonly label?: string | undefined;
  /** parent: the log says no more than that it was something in what the resource is in. */
  readonly about: "resource" | "parent";
}

/** What the logs tell of some resources. */
export interface Who {
  /** How far back they were read: ISO 8601, UTC. */
  readonly since: string;
  /** By resource, the newest first; none: the log does not mention it. In address order. */
  readonly found: ReadonlyMap<Address, readonly WhoEntry[]>;
  /** Targets, or parts of them, whose log was not read, and why. */
  readonly unread: ReadonlyMap<string, string>;
}

/** All observations of one moment. */
export interface Snapshot {
  /** ISO 8601, UTC. Not part of any fingerprint. */
  readonly takenAt: string;
  readonly observations: ReadonlyMap<Address, Observation<LiveResource>>;
  readonly unmanaged: readonly UnmanagedResource[];
  /** HTTP requests used, by target. */
  readonly requests: ReadonlyMap<string, number>;
  /** By collection key, how many requests one read of it takes, where that is not one. */
  readonly readSizes?: ReadonlyMap<string, number>;
  /** By target, where it has `changedSince`. */
  readonly taken?: ReadonlyMap<string, TakenByLog> | undefined;
  /** By collection key, when its answer was there, in milliseconds of this process. Absent: of another one. */
  readonly readAt?: ReadonlyMap<string, number> | undefined;
}

/**
 * The live id of something in what has the other id: a chain of ids, from the outermost to the thing itself, each
 * encoded, with `/` between them.
 */
export function idWithin(parent: string | undefined, id: string): string {
  const own = encodeURIComponent(id.toWellFormed());
  return parent === undefined ? own : `${parent}/${own}`;
}

/**
 * The ids of a chain, from the outermost on; undefined for a text that is none. A text in braces stands for an id that
 * is not known yet (see `Write.parentId`), and is one.
 */
export function idsIn(chain: string): readonly string[] | undefined {
  if (chain.startsWith("{")) return [chain];
  try {
    return chain.split("/").map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The last id of a chain: what names a thing among those that it is in the same place with. */
export function ownIdIn(chain: string): string {
  return idsIn(chain)?.at(-1) ?? chain;
}

/** The chain of what the last of a chain is in; undefined for an id alone. */
export function parentIdIn(chain: string): string | undefined {
  const end = chain.lastIndexOf("/");
  return end === -1 ? undefined : chain.slice(0, end);
}

/** What a snapshot may hold as a document: several times what 100,000 resources take; deeper than values may be. */
export const snapshotBounds: JsonBounds = { bytes: 64 * 1024 * 1024, values: 2_500_000, depth: 200 };
