/** The plan: ordered steps, unwritable changes, cost, fingerprint. A value without secrets. */

import type { Address } from "../address.ts";
import {
  type AcceptedCreate,
  type AlikeName,
  type Change,
  isInConflict,
  type Move,
  type PerhapsRenamed,
  type SettledField,
  type TakenOverSecret,
  type UnknownResource,
  type UnmanagedField,
  type UnverifiableSecret,
} from "../change.ts";
import type { KindTitles, TouchedWords } from "../place.ts";
import type { PolicyWarning } from "../policy.ts";
import type { Lineage } from "../record.ts";
import type { PendingFinish } from "../status.ts";
import type { Cost } from "./cost.ts";
import type { GuardFinding } from "./guard.ts";
import type { HeldChange, Step, UnwritableChange, Wave } from "./step.ts";

/** The snapshot from which a preview was made. */
export interface PlanPreview {
  /** The time at which the snapshot was taken, ISO 8601 in UTC. */
  readonly takenAt: string;
  /** The snapshot's age when the plan was made. */
  readonly ageSeconds: number;
}

/** Why base is not trusted: the last applied commit is not an ancestor of the planned one. */
export interface BaseDoubt {
  readonly commit: string;
  /** `ahead`: the planned commit is older, and apply goes back to it. */
  readonly lineage: Exclude<Lineage, "behind">;
  /** Why base is not trusted, as half a sentence. */
  readonly message: string;
}

/** The options and the commits of a plan: `commit` was checked out, `applied` was applied last. */
export interface PlanOrigin {
  /** The version of trueup. */
  readonly tool: string;
  readonly prune: boolean;
  /** True: earlier writes without effect are repeated. */
  readonly retry?: true | undefined;
  /** The globs that limit the plan. */
  readonly only?: readonly string[] | undefined;
  /** The base that the user named instead of the recorded one. */
  readonly base?: string | undefined;
  readonly commit?: string | undefined;
  readonly applied?: string | undefined;
  /**
   * For each target, a hash of everything that gives the target's values their meaning. A review is valid only while
   * the hash stays the same. Absent: nothing is to be changed.
   */
  readonly definitions?: Readonly<Record<string, string>> | undefined;
}

/** A plan: everything that apply would do. */
export interface Plan {
  /** The version of the plan's JSON document. Version 1 is from trueup 0.1.0, whose fingerprints had 16 digits. */
  readonly version: 2;
  readonly environment: string;
  /** The plan's options and commits. Not part of the fingerprint. */
  readonly origin?: PlanOrigin | undefined;
  /** False: a two-way plan, made without the last apply, so that drift and pending changes cannot be distinguished. */
  readonly threeWay: boolean;
  /**
   * Set if the plan was made from a published snapshot. The network was then not read, and the plan cannot be approved.
   */
  readonly preview?: PlanPreview | undefined;
  /**
   * Why base is not trusted; shown first. Resources that only an untrusted base declares are not removed. Absent: base
   * is trusted.
   */
  readonly baseDoubt?: BaseDoubt | undefined;
  /** All changes in step order, then those without a step. */
  readonly changes: readonly Change[];
  /** The steps, in an order that respects `after`; deterministic for the same changes. */
  readonly steps: readonly Step[];
  /**
   * The waves of `trueup.yaml` that have steps, in order. Empty if there are no waves: all steps are then carried out
   * together.
   */
  readonly waves: readonly Wave[];
  readonly unwritable: readonly UnwritableChange[];
  /** Changes that are held back because of health, in address order. */
  readonly held: readonly HeldChange[];
  readonly unknown: readonly UnknownResource[];
  /** Live resources that were removed from the declarations, but are not to be pruned. They are listed, and stay. */
  readonly kept: readonly Address[];
  /** Resources that are declared and live but not in base: they are managed from now on. */
  readonly takenOver: readonly Address[];
  /** Write-only secrets of adopted resources. They stay unchanged without a consent. */
  readonly secretsTakenOver: readonly TakenOverSecret[];
  /** Resources to be created that may already exist under a former name. */
  readonly perhapsRenamed: readonly PerhapsRenamed[];
  /**
   * Creates that are held back without a consent, because a live resource has their name in another spelling. Absent:
   * none.
   */
  readonly alike?: readonly AlikeName[] | undefined;
  /**
   * Creates that a target accepted in an earlier run, but that are not visible yet. They are searched for, and not
   * repeated. Absent: none.
   */
  readonly acceptedUnseen?: readonly AcceptedCreate[] | undefined;
  /** Fields that their server stores in another form. These fields are not written. Absent: none. */
  readonly storedOtherwise?: readonly SettledField[] | undefined;
  /** Fields that an earlier write did not change. They are written again only with `--retry`. Absent: none. */
  readonly notTaken?: readonly SettledField[] | undefined;
  /** Keys that changed in Git. Nothing is written for them. */
  readonly moved: readonly Move[];
  /** The findings that make apply refuse the plan: some always, some until somebody consents. */
  readonly guards: readonly GuardFinding[];
  /** Violated policies of severity `warning`. Absent: none. */
  readonly policyWarnings?: readonly PolicyWarning[] | undefined;
  /**
   * For each target, the number of updates that may remove other nodes, because the choices in the target's schema are
   * unknown. Absent: none.
   */
  readonly choicesUnknown?: Readonly<Record<string, number>> | undefined;
  readonly unverifiable: readonly UnverifiableSecret[];
  /** Pending activations by target. Not part of the fingerprint. Absent: no target has any. */
  readonly pending?: readonly PendingFinish[] | undefined;
  readonly released: readonly UnmanagedField[];
  /** The number of undeclared live resources, by `target/kind`. */
  readonly unmanaged: Readonly<Record<string, number>>;
  /**
   * The display names of the kinds in the plan: of resources that are declared, were declared, or are live but
   * undeclared.
   */
  readonly titles?: KindTitles;
  /** What the blast radius counts for the values of a scope key, by `target/scope key`. Absent: nothing. */
  readonly touched?: TouchedWords;
  /**
   * For the address of each change: the devices to which the change is pushed, declared devices by key, others by name.
   * Absent: none.
   */
  readonly pushed?: Readonly<Record<Address, readonly string[]>> | undefined;
  /**
   * For the address of each change: how many further devices the change is pushed to. The product counts them but does
   * not name them. Absent: none.
   */
  readonly pushedMore?: Readonly<Record<Address, number>> | undefined;
  /** For each target: why it is unknown to which devices changes are pushed. Absent: it is known. */
  readonly pushedUnknown?: Readonly<Record<string, string>> | undefined;
  readonly converged: number;
  /** The number of fields that the project file's `ignore:` excludes. */
  readonly ignored: number;
  readonly cost: readonly Cost[];
  /**
   * 64 hexadecimal digits over the changes (address, field, desired, live). The fingerprint of a preview has the
   * prefix `preview-`.
   */
  readonly fingerprint: string;
}

/** The conflicting changes without a step: see `isInConflict`. */
export function conflictsHeld({ changes, steps }: Pick<Plan, "changes" | "steps">): readonly Change[] {
  const written = new Set(steps.map(({ address }) => address));
  return changes.filter((change) => isInConflict(change) && !written.has(change.address));
}

/**
 * True for the complete fingerprint of a plan that can be approved. A shortened one could belong to another plan too.
 */
export function isWholeFingerprint(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/**
 * The first 12 digits of a fingerprint, for messages that name a plan. Never used for decisions, because another plan
 * may have the same 12 digits.
 */
export function fingerprintLabel(fingerprint: string): string {
  return fingerprint.slice(0, 12);
}

const changesByAddress = new WeakMap<readonly Change[], ReadonlyMap<Address, Change>>();

/** The change of an address; undefined if the plan has none. Uses an index, for many lookups. */
export function changeAt({ changes }: Pick<Plan, "changes">, address: Address): Change | undefined {
  const known = changesByAddress.get(changes) ?? new Map(changes.map((change) => [change.address, change]));
  changesByAddress.set(changes, known);
  return known.get(address);
}
