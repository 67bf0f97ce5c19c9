/** Changes: the differences between the desired state, base (the last applied state) and the live state. */

import type { Address } from "./address.ts";
import type { Resource } from "./desired.ts";
import type { Json } from "./json.ts";
import type { LiveNode, LiveResource, UnmanagedResource } from "./live/snapshot.ts";
import type { Pointer } from "./pointer.ts";
import type { Problem } from "./problem.ts";
import type { Origin } from "./source.ts";

/** pending: Git changed the value. drift: the live value changed. conflict: both changed, to different values. */
export type Cause = "pending" | "drift" | "conflict";

/** The origin of a pending change: the pull request under review, or its base branch. */
export type ChangeOrigin = "proposal" | "main";

/** One field that differs. It is absent where `desired`, `base` or `live` is undefined. Secrets are references. */
export interface Difference {
  readonly path: Pointer;
  readonly desired?: Json | undefined;
  readonly base?: Json | undefined;
  readonly live?: Json | undefined;
  readonly cause: Cause;
  /** True: a write-only secret has a new value since the last apply, although its reference is unchanged. */
  readonly rotated?: true;
  /** True: the field is a write-only secret of an adopted resource, and somebody has consented to overwrite it. */
  readonly takenOver?: true;
  /** What brought a pending change or a conflict: the pull request, or its base branch. Absent: not distinguished. */
  readonly broughtBy?: ChangeOrigin | undefined;
  /** Where the desired value was written. For a removal by omission, this is the place of the resource's entry. */
  readonly at?: Origin | undefined;
}

/** What should happen to one resource. */
export type Change = ResourceChange & {
  /**
   * In a plan: the SHA-256 (64 hexadecimal digits) of the requests that make the change: method, path and body of each,
   * as a review shows them. Secrets are shown as references, and ids of parents and references as addresses in braces.
   * Live values are included only if they are declared. Absent: the target has no such operation, or the plan is a
   * preview.
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
      /** In a plan: the display name of a missing parent that is created along with the resource. */
      readonly along?: string | undefined;
      /** Live nodes of other YANG choice cases, which the create removes as a side effect. */
      readonly displaces?: readonly LiveNode[] | undefined;
      /** The address of a change that must be carried out first, because the live parent has no room yet. */
      readonly behind?: Address | undefined;
      readonly notAlone?: string | undefined;
    }
  | {
      readonly action: "update";
      readonly address: Address;
      readonly desired: Resource;
      readonly live: LiveResource;
      /** The differences in pointer order. Never empty. */
      readonly differences: readonly Difference[];
      readonly at?: Origin | undefined;
      /**
       * Half a sentence on why this drift cannot be reverted without the pending changes of the same resource. Absent:
       * the drift can be reverted alone.
       */
      readonly notAlone?: string | undefined;
    }
  | {
      readonly action: "remove";
      readonly address: Address;
      readonly base: Resource;
      readonly live: LiveResource;
      /**
       * The ancestors of the resource, the outermost first: each by its live id, or by its identity if it has no id.
       * Absent: none.
       */
      readonly within?: readonly string[] | undefined;
      readonly cause: Cause;
      readonly broughtBy?: ChangeOrigin | undefined;
    };

/**
 * Returns the live object that a removal destroys, as the interface names it: the ids of its ancestors, then its own id
 * (its identity if it has no id). A review covers this object, because the same address with the same values may be
 * another object by the time of the apply.
 */
export function removedObject({
  base,
  live,
  within = [],
}: Extract<Change, { readonly action: "remove" }>): readonly string[] {
  return [...within, live.id ?? base.identity];
}

/** True if Git and the live state have changed a field to different values since base. */
export function isInConflict(change: Change): boolean {
  if (change.action !== "update") return change.cause === "conflict";
  return change.differences.some(({ cause }) => cause === "conflict");
}

/** A declared resource about which nothing is known, because a read failed. */
export interface UnknownResource {
  readonly address: Address;
  readonly problem: Problem;
}

/** Further facts about a change that no write can make. */
export interface UnwritableFlags {
  /** True: the resource exists but is not declared, although its inventory must be declared completely. */
  readonly unexpected?: true;
  /**
   * True: the resource (an organization, a site, a device) is missing and cannot be created, but declared resources
   * belong in it.
   */
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

/** A write-only secret of a live resource that is declared now but was not in base. The secret stays unchanged. */
export interface TakenOverSecret extends UnverifiableSecret {
  /** The reference as declared. */
  readonly desired: Json;
}

/**
 * A resource to be created whose key fits the name of an undeclared live resource. The live resource may be the
 * declared one before it was renamed.
 */
export interface PerhapsRenamed {
  readonly address: Address;
  /** The name with which the resource will be created. */
  readonly identity: string;
  /** The name of the live resource. */
  readonly live: string;
}

/**
 * A resource to be created, although an undeclared live resource has the same name except for case, blanks or Unicode
 * form. Both may be the same resource, if the server has changed the spelling.
 */
export interface AlikeName {
  readonly address: Address;
  /** The declared name. */
  readonly identity: string;
  /** The live name. */
  readonly live: string;
  /**
   * True: the declared resource was applied before, and the live resource has exactly the same name but another parent.
   * Somebody may have moved it.
   */
  readonly isElsewhere?: true | undefined;
}

/** A resource that the server has accepted but does not list yet. It is not created again. */
export interface AcceptedCreate {
  readonly address: Address;
  /** When the create was accepted: ISO 8601, UTC. */
  readonly since: string;
  /** The live id from the reply; undefined: the reply contained none. */
  readonly id?: string | undefined;
}

/** The likely reason why a field differs from the written value, judging by both values. */
export type LikelyCause =
  | "case"
  | "blanks"
  | "Unicode form"
  /** Both values are empty: null, an empty text, list or object, or absent on the live side. */
  | "empty"
  | "order"
  | "number format"
  | "server default"
  | "not readable"
  /** The create was accepted, and no list shows the resource yet. */
  | "not there yet"
  | "changed by someone else";

/**
 * A field that still differs from its declaration after an earlier apply wrote it: the server stores another form, or
 * did not accept the value. The field is not written again until the declared or the live value changes.
 */
export interface SettledField {
  readonly address: Address;
  readonly path: Pointer;
  readonly desired?: Json | undefined;
  readonly live?: Json | undefined;
  readonly likely: LikelyCause;
  /** The place where the desired value was written. */
  readonly at?: Origin | undefined;
}

/** A field that is declared in base but no longer in desired. Its live value stays, and is unmanaged from now on. */
export interface UnmanagedField {
  readonly address: Address;
  readonly path: Pointer;
}

/** A field that the project file's `ignore:` excludes from the comparison. */
export interface IgnoredField {
  readonly address: Address;
  readonly path: Pointer;
}

/** A key that changed in Git while its resource stayed the same: nothing is written because of it. */
export interface Move {
  readonly address: Address;
  /** The address of the resource in base. */
  readonly was: Address;
  /**
   * True: another path or section of the same device now declares the resource. Differences are listed as separate
   * changes.
   */
  readonly elsewhere?: true | undefined;
}

/** The declarations of two revisions, for one target. */
export interface DeclaredSides {
  readonly desired: readonly Resource[];
  readonly base: readonly Resource[];
}

/** Places that desired and base declare in different resources. Every list is in address order. */
export interface MovedPlaces {
  /** New resources of desired, with the values that base declares at the same places. */
  readonly known: readonly Resource[];
  readonly moves: readonly Move[];
  /**
   * Resources of base whose places are declared in other resources of desired. The value of each is reduced to the part
   * that these other resources declare.
   */
  readonly left: readonly Resource[];
}

/** A live reference to a resource that is to be removed. */
export interface StillReferring {
  /** The referencing resource. */
  readonly by: Address;
  /** The place of the reference in the value of the referencing resource. */
  readonly path: Pointer;
  /** The resource to be removed. */
  readonly to: Address;
  /** True: the referencing resource cannot be read; the reference is known from base. */
  readonly unknown?: true;
}

/** The complete result of a comparison. Every list is in address order. */
export interface Comparison {
  /** True: base was given, so the cause of each difference is known. False: every difference counts as pending. */
  readonly threeWay: boolean;
  readonly changes: readonly Change[];
  readonly unknown: readonly UnknownResource[];
  readonly impossible: readonly ImpossibleChange[];
  readonly unverifiable: readonly UnverifiableSecret[];
  readonly released: readonly UnmanagedField[];
  readonly ignored: readonly IgnoredField[];
  readonly unmanaged: readonly UnmanagedResource[];
  /** Resources that are declared and live but not in base. They are managed from now on. Empty if no base was given. */
  readonly takenOver: readonly Address[];
  readonly secretsTakenOver: readonly TakenOverSecret[];
  readonly perhapsRenamed: readonly PerhapsRenamed[];
  /** Creates that need a consent, because a live resource has their name in another spelling. Absent: none. */
  readonly alike?: readonly AlikeName[] | undefined;
  /** Accepted creates that are not visible yet. They are not repeated. Absent: none. */
  readonly acceptedUnseen?: readonly AcceptedCreate[] | undefined;
  /** Fields that the server stores in another form: neither pending nor drift. Absent: none. */
  readonly storedOtherwise?: readonly SettledField[] | undefined;
  /** Fields that an earlier write did not change: neither pending nor drift. Absent: none. */
  readonly notTaken?: readonly SettledField[] | undefined;
  /**
   * Live references to resources that are to be removed, as they were before the first write. Absent: none are known.
   */
  readonly stillReferring?: readonly StillReferring[] | undefined;
  /** The number of resources that are as declared. */
  readonly converged: number;
}
