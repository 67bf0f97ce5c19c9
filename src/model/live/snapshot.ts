/** Observations: the known live state at one moment: present, absent or unknown. */

import type { Address } from "../address.ts";
import type { Json, JsonBounds } from "../json.ts";
import type { Pointer } from "../pointer.ts";
import type { Problem } from "../problem.ts";
import type { Secret, SecretReference } from "../secret.ts";
import type { UndeclarablePart } from "./undeclarable.ts";

/** Whether a secret that a live resource shows equals that of a reference. */
export interface HeldSecrets {
  (path: Pointer, reference: SecretReference): boolean | undefined;
  /** Those that it shows and may equal one of these, by their places: for a process that has no secret. */
  readonly shown?: ((values: ReadonlySet<string>) => readonly (readonly [Pointer, Secret])[]) | undefined;
  /** True: another value may still be the same secret, in another form. */
  readonly isOneWay?: true | undefined;
}

/** A live resource. */
export interface LiveResource {
  /** Canonical, with all fields that the interface shows except secrets. */
  readonly value: Json;
  /** Its name in paths, if that is not its identity: a network's id. */
  readonly id?: string | undefined;
  /** The name under which the server stores it, if not the one sent; `value` has the name as applied. */
  readonly storedAs?: string | undefined;
  /** True: it was found by its remembered id, and somebody gave it another name. */
  readonly byId?: true | undefined;
  /** True: it has its name but another id than remembered: somebody recreated it. */
  readonly anew?: true | undefined;
  /** An ETag, if the server sent one. */
  readonly version?: string | undefined;
  /** Whether the secret that it shows there equals a reference's; undefined if unknown. */
  readonly holds?: HeldSecrets | undefined;
  /** True: `value` has a placeholder for each secret that is set, so a missing one means that there is none. */
  readonly showsSecrets?: true | undefined;
  /** The wire form, if writes must be built from it (a RESTCONF tree). Never shown, never published. */
  readonly raw?: Json | undefined;
  /** Parts that no field can declare. Absent: not searched for (see `ReadRequest.undeclarable`). */
  readonly undeclarable?: readonly UndeclarablePart[] | undefined;
}

/** A node of a device's tree that nobody asked for: `/acme:box/dhcp`, as people write its path. */
export interface LiveNode {
  readonly path: string;
  readonly live: Json;
}

/** Why live rules out that something exists or is created. */
export interface CannotBe {
  /** Half a sentence: why, and if possible what to do. */
  readonly reason: string;
  /** A sibling kind that makes room if it is declared with one of these values in this field. */
  readonly unless?:
    | { readonly kind: string; readonly field: string; readonly is: readonly Json[] }
    | undefined;
}

/** Present, absent or unknown. Only a complete, successful read makes something absent (law 2). */
export type Observation<T> =
  | { readonly state: "present"; readonly value: T }
  /** `cannot`: why live around it rules it out. `around`: what a create would remove. */
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
  /** In a bulk read: the id of its parent. */
  readonly parentId?: string;
};

/** The result of a read, never partial: a failed page makes it unknown. absent: the server's answer for one item. */
export type ReadReply = WholeRead | Exclude<Observation<never>, { state: "present" }>;

/** A live node that a create would remove, because it belongs to another choice case. */
export interface DisplacedAround {
  readonly of: Pick<Item, "kind" | "identity">;
  /** As people write it. */
  readonly path: string;
  readonly node: Item;
}

/** Everything wanted that is not among the items is absent. */
interface WholeRead {
  readonly state: "whole";
  readonly items: readonly Item[];
  /** For a read without items: why there can be none. */
  readonly cannot?: CannotBe | undefined;
  /** What creating absent items would remove. */
  readonly around?: readonly DisplacedAround[] | undefined;
  /** Warnings for users. */
  readonly warnings?: readonly Problem[];
  /** For a bulk read that shows its parents: their ids. It says nothing about others. Absent: it covers all. */
  readonly parentIds?: ReadonlySet<string>;
  /** When it was read (ISO 8601, UTC), if in an earlier run. Absent: now. */
  readonly since?: string | undefined;
  /** How many requests reading it again takes. Default 1; pages of a list count as one. */
  readonly requests?: number;
}

/** An undeclared live resource: counted, listable, never touched. */
export interface UnmanagedResource {
  readonly target: string;
  readonly kind: string;
  readonly identity: string;
  /** The address of the declared parent it was found in. */
  readonly within?: Address;
  /** True if its kind must be declared completely: it is reported, but not touched either. */
  readonly unexpected?: true;
}

/** How much a target with `changedSince` read, and what it took from the change log. */
export interface TakenByLog {
  /** The number of resources read now. */
  readonly read: number;
  readonly resources: number;
  /** When the oldest of the others was read: ISO 8601, UTC. Absent: all were read now. */
  readonly since?: string | undefined;
  /** Why nothing was taken from the log: half a sentence. */
  readonly because?: string | undefined;
}

/** One entry of a log. It contains no values. */
export interface WhoEntry {
  /** By the server's clock: ISO 8601, UTC. */
  readonly at: string;
  readonly by: string;
  /** A page, or an API. */
  readonly through?: string | undefined;
  /** What was changed, according to the log. */
  readonly label?: string | undefined;
  /** parent: the log only says that it was something in the resource's parent. */
  readonly about: "resource" | "parent";
}

/** The log entries about some resources. */
export interface Who {
  /** How far back they were read: ISO 8601, UTC. */
  readonly since: string;
  /** By resource, the newest first; empty: not mentioned. In address order. */
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
  /** By collection key, how many requests one read takes, if not one. */
  readonly readSizes?: ReadonlyMap<string, number>;
  /** By target, if it has `changedSince`. */
  readonly taken?: ReadonlyMap<string, TakenByLog> | undefined;
  /** By collection key, when its reply arrived, in milliseconds of this process. Absent: read by another process. */
  readonly readAt?: ReadonlyMap<string, number> | undefined;
}

/** The live id of a nested resource: a chain of encoded ids, from the outermost one, joined by `/`. */
export function idWithin(parent: string | undefined, id: string): string {
  const own = encodeURIComponent(id.toWellFormed());
  return parent === undefined ? own : `${parent}/${own}`;
}

/**
 * The ids of a chain, the outermost first; undefined for an invalid text. A text in braces is a placeholder for an
 * unknown id (see `Write.parentId`), and valid.
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

/** The limits for a snapshot document: several times what 100,000 resources take, and deeper than values may be. */
export const snapshotBounds: JsonBounds = { bytes: 64 * 1024 * 1024, values: 2_500_000, depth: 200 };
