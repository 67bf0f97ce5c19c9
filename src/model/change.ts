/** Changes: what differs between desired, base and live. */

import type { Address } from "./address.ts";
import type { Resource } from "./desired.ts";
import type { Json } from "./json.ts";
import type { LiveNode, LiveResource, UnmanagedResource } from "./live/snapshot.ts";
import type { Pointer } from "./pointer.ts";
import type { Problem } from "./problem.ts";
import type { Origin } from "./source.ts";

/** pending: Git changed. drift: live changed. conflict: both did, differently. */
export type Cause = "pending" | "drift" | "conflict";

/** What a pending change came with: the pull request that is under review, or the branch it goes to. */
export type ChangeOrigin = "proposal" | "main";

/** One field that differs. An undefined side means: not there. Secrets are references, never values. */
export interface Difference {
  readonly path: Pointer;
  readonly desired?: Json | undefined;
  readonly base?: Json | undefined;
  readonly live?: Json | undefined;
  readonly cause: Cause;
  /** A write-only secret whose reference is as in base and whose value is another than was applied. */
  readonly rotated?: true;
  /** A write-only secret of what is taken over, to whose writing someone has consented. */
  readonly takenOver?: true;
  /** Of what is pending or a conflict, where a pull request is distinguished from its branch. */
  readonly broughtBy?: ChangeOrigin | undefined;
  /** Where the desired value was written (for a removal by omission: the resource's entry). */
  readonly at?: Origin | undefined;
}

/** What should happen to one resource. */
export type Change = ResourceChange & {
  /**
   * In a plan: the SHA-256, 64 hexadecimal digits, over the requests that would carry it out, as a review binds them:
   * method, path and body, secrets by reference, addresses in braces for what it stands in and refers to, and nothing
   * that is live but what is declared. Absent: its target has no such operation, or the plan is a preview.
   */
  readonly wire?: string | undefined;
};

type ResourceChange =
  | {
      readonly action: "create";
      readonly address: Address;
      readonly desired: Resource;
      readonly cause: Cause;
      readonly broughtBy?: ChangeOrigin | undefined;
      readonly at?: Origin | undefined;
      /** In a plan: its parent, which it makes along where that is not there, as people write it. */
      readonly along?: string | undefined;
      /** What goes as it comes: live nodes of other cases of a choice around it, which nobody asked for. */
      readonly displaces?: readonly LiveNode[] | undefined;
      /** What must be changed before: live says that there is no room for it, and this makes some. */
      readonly behind?: Address | undefined;
      readonly notAlone?: string | undefined;
    }
  | {
      readonly action: "update";
      readonly address: Address;
      readonly desired: Resource;
      readonly live: LiveResource;
      /** In pointer order; never empty. */
      readonly differences: readonly Difference[];
      readonly at?: Origin | undefined;
      /** Drift that cannot be taken back without what is pending of the same resource: why, as half a sentence. */
      readonly notAlone?: string | undefined;
    }
  | {
      readonly action: "remove";
      readonly address: Address;
      readonly base: Resource;
      readonly live: LiveResource;
      /** Its parents, from the outermost on: live ids, and of what has none its identity. Absent: it has none. */
      readonly within?: readonly string[] | undefined;
      readonly cause: Cause;
      readonly broughtBy?: ChangeOrigin | undefined;
    };

/**
 * The one live object that a removal destroys, as its interface calls it: its id, or its identity where it has none,
 * after those of its parents. The same address, with the same values, may be another object by now.
 */
export function removedObject({
  base,
  live,
  within = [],
}: Extract<Change, { readonly action: "remove" }>): readonly string[] {
  return [...within, live.id ?? base.identity];
}

/** True when Git and live have both changed something of it since base, differently. */
export function isInConflict(change: Change): boolean {
  if (change.action !== "update") return change.cause === "conflict";
  return change.differences.some(({ cause }) => cause === "conflict");
}

/** A declared resource of which nothing can be said, because a read failed. */
export interface UnknownResource {
  readonly address: Address;
  readonly problem: Problem;
}

/** Why a change that no write can make is more than that. */
export interface UnwritableFlags {
  /** It is live in an inventory that is to be declared as a whole, and is not declared. */
  readonly unexpected?: true;
  /** It is not there, it cannot be created, and what is declared is in it: an organization, a site, a device. */
  readonly missing?: true;
}

/** A change that no write can make, whatever the dialect: a network that was declared to move. */
export interface ImpossibleChange extends UnwritableFlags {
  readonly address: Address;
  readonly action: "create" | "update" | "remove";
  readonly reason: string;
  readonly at?: Origin | undefined;
}

/** A write-only secret whose live value cannot be compared. */
export interface UnverifiableSecret {
  readonly address: Address;
  readonly path: Pointer;
}

/** A write-only secret of what is live and base does not know: it is left as it is. */
export interface TakenOverSecret extends UnverifiableSecret {
  /** The reference that is declared. */
  readonly desired: Json;
}

/** A resource to be created, while something live and not declared has the name that its key was made of. */
export interface PerhapsRenamed {
  readonly address: Address;
  /** The name that it will be created with. */
  readonly identity: string;
  /** The name that is live. */
  readonly live: string;
}

/**
 * A resource to be created, while something live and not declared has its name but for case, blanks or Unicode form:
 * perhaps the same thing, as its server spells it.
 */
export interface AlikeName {
  readonly address: Address;
  /** The name that is declared. */
  readonly identity: string;
  /** The name that is live. */
  readonly live: string;
  /** True: it was applied, and what is live has its very name below something else. Somebody may have moved it. */
  readonly isElsewhere?: true | undefined;
}

/** A resource whose create was accepted and that no list has shown yet: it is not created again. */
export interface AcceptedCreate {
  readonly address: Address;
  /** When it was accepted: ISO 8601, UTC. */
  readonly since: string;
  /** The live id that the answer gave; undefined: it gave none. */
  readonly id?: string | undefined;
}

/** Why a field may differ from what was written, as far as both values tell. */
export type LikelyCause =
  | "case"
  | "blanks"
  | "Unicode form"
  /** Nothing, as an empty text, list or object, or as a member that is not there. */
  | "empty"
  | "order"
  | "number format"
  | "server default"
  | "not readable"
  /** Something that was made, and accepted, and is in no list yet. */
  | "not there yet"
  | "changed by someone else";

/**
 * A field that differs from what is declared, and that an earlier apply has written as it is declared: its server
 * stores it otherwise, or did not take it. It is not written again until either side changes.
 */
export interface SettledField {
  readonly address: Address;
  readonly path: Pointer;
  readonly desired?: Json | undefined;
  readonly live?: Json | undefined;
  readonly likely: LikelyCause;
  /** Where the desired value was written. */
  readonly at?: Origin | undefined;
}

/** A field that base declared and desired no longer does: it stays as it is, unmanaged from now on. */
export interface UnmanagedField {
  readonly address: Address;
  readonly path: Pointer;
}

/** A field that the project file's `ignore:` takes out of the comparison. */
export interface IgnoredField {
  readonly address: Address;
  readonly path: Pointer;
}

/** A key that changed in Git while what it stands for is the same: nothing is written for it. */
export interface Move {
  readonly address: Address;
  /** The address in base. */
  readonly was: Address;
  /** True: what it stands for is declared by another path or section of its device. What differs is a change too. */
  readonly elsewhere?: true | undefined;
}

/** What two revisions declare of one target. */
export interface DeclaredSides {
  readonly desired: readonly Resource[];
  readonly base: readonly Resource[];
}

/** What the two declare of the same places by different resources. Every list is in address order. */
export interface MovedPlaces {
  /** What base said of the places of desired's resources that it did not know, in the terms of these. */
  readonly known: readonly Resource[];
  readonly moves: readonly Move[];
  /** Base's resources whose places desired declares by others, each with as much of its value as these do. */
  readonly left: readonly Resource[];
}

/** A live reference to something that is to be removed. */
export interface StillReferring {
  /** Who refers. */
  readonly by: Address;
  /** Where its value does. */
  readonly path: Pointer;
  /** What is to be removed. */
  readonly to: Address;
  /** The live state of who refers is unknown: base says that it does. */
  readonly unknown?: true;
}

/** The whole result of comparing. Every list is in address order. */
export interface Comparison {
  /** True when base was given, so causes are known; false when everything that differs counts as pending. */
  readonly threeWay: boolean;
  readonly changes: readonly Change[];
  readonly unknown: readonly UnknownResource[];
  readonly impossible: readonly ImpossibleChange[];
  readonly unverifiable: readonly UnverifiableSecret[];
  readonly released: readonly UnmanagedField[];
  readonly ignored: readonly IgnoredField[];
  readonly unmanaged: readonly UnmanagedResource[];
  /** Three-way: declared and live, and nothing of base: from now on it is managed. */
  readonly takenOver: readonly Address[];
  readonly secretsTakenOver: readonly TakenOverSecret[];
  readonly perhapsRenamed: readonly PerhapsRenamed[];
  /** What is not created beside a live thing of its name without a consent. Absent: none. */
  readonly alike?: readonly AlikeName[] | undefined;
  /** What is not created again, since its create was accepted and is not seen yet. Absent: none. */
  readonly acceptedUnseen?: readonly AcceptedCreate[] | undefined;
  /** Fields that live keeps in another form than they were written in: neither pending nor drift. Absent: none. */
  readonly storedOtherwise?: readonly SettledField[] | undefined;
  /** Fields that an earlier write did not change: neither pending nor drift. Absent: none. */
  readonly notTaken?: readonly SettledField[] | undefined;
  /** References to what is to be removed, as they are before anything is written. Absent: none is known. */
  readonly stillReferring?: readonly StillReferring[] | undefined;
  /** Declared resources that are as declared. */
  readonly converged: number;
}
