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

/** What brought a pending change: the pull request under review, or its base branch. */
export type ChangeOrigin = "proposal" | "main";

/** One field that differs. Undefined sides are absent. Secrets are references, never values. */
export interface Difference {
  readonly path: Pointer;
  readonly desired?: Json | undefined;
  readonly base?: Json | undefined;
  readonly live?: Json | undefined;
  readonly cause: Cause;
  /** A write-only secret whose reference is unchanged since base, but whose value differs from the applied one. */
  readonly rotated?: true;
  /** A write-only secret of an adopted resource that somebody has consented to write. */
  readonly takenOver?: true;
  /** For pending changes and conflicts, if a pull request is distinguished from its base branch. */
  readonly broughtBy?: ChangeOrigin | undefined;
  /** Where the desired value was written (for a removal by omission: the resource's entry). */
  readonly at?: Origin | undefined;
}

/** What should happen to one resource. */
export type Change = ResourceChange & {
  /**
   * In a plan: the SHA-256 (64 hexadecimal digits) over the requests that would carry it out, as a review sees them:
   * method, path and body, with secrets by reference, addresses in braces for parents and references, and live values
   * only where they are declared. Absent: its target has no such operation, or the plan is a preview.
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
      /** In a plan: a missing parent that the create makes implicitly, as people write it. */
      readonly along?: string | undefined;
      /** Live nodes of other choice cases that the create removes, although nobody asked for that. */
      readonly displaces?: readonly LiveNode[] | undefined;
      /** A change that must come first, because live says that there is no room yet. */
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
      /** Drift that cannot be reverted without pending changes of the same resource: why, as half a sentence. */
      readonly notAlone?: string | undefined;
    }
  | {
      readonly action: "remove";
      readonly address: Address;
      readonly base: Resource;
      readonly live: LiveResource;
      /** Its ancestors, the outermost first: live ids, or identities if they have none. Absent: none. */
      readonly within?: readonly string[] | undefined;
      readonly cause: Cause;
      readonly broughtBy?: ChangeOrigin | undefined;
    };

/**
 * The live object that a removal destroys, in the interface's terms: its id (or identity if it has none) after those of
 * its ancestors. The same address with the same values may be another object by now.
 */
export function removedObject({
  base,
  live,
  within = [],
}: Extract<Change, { readonly action: "remove" }>): readonly string[] {
  return [...within, live.id ?? base.identity];
}

/** True if both Git and live have changed something in it since base, differently. */
export function isInConflict(change: Change): boolean {
  if (change.action !== "update") return change.cause === "conflict";
  return change.differences.some(({ cause }) => cause === "conflict");
}

/** A declared resource about which nothing is known, because a read failed. */
export interface UnknownResource {
  readonly address: Address;
  readonly problem: Problem;
}

/** Further properties of a change that no write can make. */
export interface UnwritableFlags {
  /** It is live but undeclared in an inventory that must be declared completely. */
  readonly unexpected?: true;
  /** It is missing and cannot be created, and declared resources are in it: an organization, a site, a device. */
  readonly missing?: true;
}

/** A change that no write can make in any dialect, such as moving a network. */
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

/** A write-only secret of a live resource that base does not know: it is left as it is. */
export interface TakenOverSecret extends UnverifiableSecret {
  /** The declared reference. */
  readonly desired: Json;
}

/** A resource to be created, while an undeclared live one has the name that its key was derived from. */
export interface PerhapsRenamed {
  readonly address: Address;
  /** The name that it will be created with. */
  readonly identity: string;
  /** The live name. */
  readonly live: string;
}

/**
 * A resource to be created, while an undeclared live one has its name except for case, blanks or Unicode form: possibly
 * the same, as its server spells it.
 */
export interface AlikeName {
  readonly address: Address;
  /** The declared name. */
  readonly identity: string;
  /** The live name. */
  readonly live: string;
  /** True: it was applied, and the live one has exactly its name below another parent. Somebody may have moved it. */
  readonly isElsewhere?: true | undefined;
}

/** A resource whose create was accepted and that no list has shown yet: it is not created again. */
export interface AcceptedCreate {
  readonly address: Address;
  /** When it was accepted: ISO 8601, UTC. */
  readonly since: string;
  /** The live id from the reply; undefined: none. */
  readonly id?: string | undefined;
}

/** Why a field may differ from what was written, judging by both values. */
export type LikelyCause =
  | "case"
  | "blanks"
  | "Unicode form"
  /** No value: an empty text, list or object, or a missing member. */
  | "empty"
  | "order"
  | "number format"
  | "server default"
  | "not readable"
  /** An accepted create that no list shows yet. */
  | "not there yet"
  | "changed by someone else";

/**
 * A field that differs from what is declared although an earlier apply has written it: its server stores another form,
 * or did not take it. It is not written again until either side changes.
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

/** A field that base declared and desired no longer does: its live value stays, unmanaged from now on. */
export interface UnmanagedField {
  readonly address: Address;
  readonly path: Pointer;
}

/** A field that the project file's `ignore:` excludes from the comparison. */
export interface IgnoredField {
  readonly address: Address;
  readonly path: Pointer;
}

/** A key that changed in Git while its resource is the same: nothing is written for it. */
export interface Move {
  readonly address: Address;
  /** The address in base. */
  readonly was: Address;
  /** True: another path or section of its device declares it. Differences are additional changes. */
  readonly elsewhere?: true | undefined;
}

/** The declarations of two revisions, for one target. */
export interface DeclaredSides {
  readonly desired: readonly Resource[];
  readonly base: readonly Resource[];
}

/** Places that the two declare through different resources. Every list is in address order. */
export interface MovedPlaces {
  /** Base's values at the places of desired's new resources, in these resources' fields. */
  readonly known: readonly Resource[];
  readonly moves: readonly Move[];
  /** Base's resources whose places desired declares through others, each with the covered part of its value. */
  readonly left: readonly Resource[];
}

/** A live reference to a resource that is to be removed. */
export interface StillReferring {
  /** The referencing resource. */
  readonly by: Address;
  /** Where its value has the reference. */
  readonly path: Pointer;
  /** The resource to be removed. */
  readonly to: Address;
  /** The referencing resource is unreadable: base says that it has the reference. */
  readonly unknown?: true;
}

/** The complete result of a comparison. Every list is in address order. */
export interface Comparison {
  /** True if base was given, so causes are known; false: every difference counts as pending. */
  readonly threeWay: boolean;
  readonly changes: readonly Change[];
  readonly unknown: readonly UnknownResource[];
  readonly impossible: readonly ImpossibleChange[];
  readonly unverifiable: readonly UnverifiableSecret[];
  readonly released: readonly UnmanagedField[];
  readonly ignored: readonly IgnoredField[];
  readonly unmanaged: readonly UnmanagedResource[];
  /** Three-way: declared and live, but not in base: managed from now on. */
  readonly takenOver: readonly Address[];
  readonly secretsTakenOver: readonly TakenOverSecret[];
  readonly perhapsRenamed: readonly PerhapsRenamed[];
  /** Creates that need a consent, because a live resource has a spelling of their name. Absent: none. */
  readonly alike?: readonly AlikeName[] | undefined;
  /** Accepted creates that are not visible yet, and are not repeated. Absent: none. */
  readonly acceptedUnseen?: readonly AcceptedCreate[] | undefined;
  /** Fields that live stores in another form: neither pending nor drift. Absent: none. */
  readonly storedOtherwise?: readonly SettledField[] | undefined;
  /** Fields that an earlier write did not change: neither pending nor drift. Absent: none. */
  readonly notTaken?: readonly SettledField[] | undefined;
  /** References to resources to be removed, before anything is written. Absent: none known. */
  readonly stillReferring?: readonly StillReferring[] | undefined;
  /** Number of resources that are as declared. */
  readonly converged: number;
}
