/** The plan: ordered steps, unwritable changes, cost, fingerprint. A value without secrets (law 3). */

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

/** What a preview was made from. */
export interface PlanPreview {
  /** ISO 8601, UTC: when the snapshot was taken. */
  readonly takenAt: string;
  /** Its age when the plan was made. */
  readonly ageSeconds: number;
}

/** Why base is not trusted: the last applied commit is not an ancestor of the planned one. */
export interface BaseDoubt {
  readonly commit: string;
  /** `ahead`: the planned commit is older, and apply goes back to it. */
  readonly lineage: Exclude<Lineage, "behind">;
  /** Half a sentence. */
  readonly message: string;
}

/** The options of a plan, and its commits: `commit` was checked out, `applied` was applied last. */
export interface PlanOrigin {
  /** The version of trueup. */
  readonly tool: string;
  readonly prune: boolean;
  /** True: earlier writes without effect are repeated. */
  readonly retry?: true | undefined;
  /** The globs that narrow it. */
  readonly only?: readonly string[] | undefined;
  /** The base given instead of the recorded one. */
  readonly base?: string | undefined;
  readonly commit?: string | undefined;
  readonly applied?: string | undefined;
  /**
   * By target, a hash over everything that determines the meaning of its values: a review is valid if it is unchanged.
   */
  readonly definitions?: Readonly<Record<string, string>> | undefined;
}

/** What apply would do. */
export interface Plan {
  /** The version of its JSON document. Version 1 is from trueup 0.1.0, whose fingerprints had 16 digits. */
  readonly version: 2;
  readonly environment: string;
  /** Not part of the fingerprint. */
  readonly origin?: PlanOrigin | undefined;
  /** False: a two-way plan, which knows nothing about the last apply, so drift and pending can't be distinguished. */
  readonly threeWay: boolean;
  /** The plan was made from a published snapshot: the network was not read, and it cannot be approved. */
  readonly preview?: PlanPreview | undefined;
  /** Shown first. Resources that only such a base declares are not removed. */
  readonly baseDoubt?: BaseDoubt | undefined;
  /** All changes in step order, then those without a step. */
  readonly changes: readonly Change[];
  /** In an order that respects `after`; deterministic for the same changes. */
  readonly steps: readonly Step[];
  /** The waves of `trueup.yaml` with steps, in order. Empty without waves: everything is one. */
  readonly waves: readonly Wave[];
  readonly unwritable: readonly UnwritableChange[];
  /** Held back for health, in address order. */
  readonly held: readonly HeldChange[];
  readonly unknown: readonly UnknownResource[];
  /** In base, not in desired, still live, and not to be pruned: listed and kept. */
  readonly kept: readonly Address[];
  /** Live before the first apply: managed from now on. */
  readonly takenOver: readonly Address[];
  /** Write-only secrets of adopted resources: left as they are without a consent. */
  readonly secretsTakenOver: readonly TakenOverSecret[];
  /** Creates next to a live resource that may be the same under its former name. */
  readonly perhapsRenamed: readonly PerhapsRenamed[];
  /** Creates held without a consent, because a live resource has their name in another spelling. Absent: none. */
  readonly alike?: readonly AlikeName[] | undefined;
  /** Creates accepted by an earlier run and not visible yet: searched for, and not repeated. Absent: none. */
  readonly acceptedUnseen?: readonly AcceptedCreate[] | undefined;
  /** Fields that their server stores in another form. They are not written. Absent: none. */
  readonly storedOtherwise?: readonly SettledField[] | undefined;
  /** Fields that an earlier write did not change. They are not written without `--retry`. Absent: none. */
  readonly notTaken?: readonly SettledField[] | undefined;
  /** Keys that changed in Git: nothing is written for them. */
  readonly moved: readonly Move[];
  /** What apply refuses without a consent, or always. */
  readonly guards: readonly GuardFinding[];
  /** Violated policies of severity `warning`. Absent: none. */
  readonly policyWarnings?: readonly PolicyWarning[] | undefined;
  /** By target, updates that may displace nodes of unknown choices. Absent: none. */
  readonly choicesUnknown?: Readonly<Record<string, number>> | undefined;
  readonly unverifiable: readonly UnverifiableSecret[];
  /** Pending activations by target. Not part of the fingerprint. Absent: no target has such. */
  readonly pending?: readonly PendingFinish[] | undefined;
  readonly released: readonly UnmanagedField[];
  /** Undeclared live resources: `target/kind` → count. */
  readonly unmanaged: Readonly<Record<string, number>>;
  /** For the kinds of everything declared, formerly declared, or live and undeclared. */
  readonly titles?: KindTitles;
  /** Which scope keys of its changes count towards the blast radius, by `target/word`. Absent: none. */
  readonly touched?: TouchedWords;
  /** By address of an update, the keys of the declared devices that it is pushed to. Absent: none. */
  readonly pushed?: Readonly<Record<Address, readonly string[]>> | undefined;
  readonly converged: number;
  /** The number of fields excluded by the project file's `ignore:`. */
  readonly ignored: number;
  readonly cost: readonly Cost[];
  /** 64 hexadecimal digits over the changes (address, field, desired, live). A preview's has the prefix `preview-`. */
  readonly fingerprint: string;
}

/** Changes without a step because both Git and live have changed: see `isInConflict`. */
export function conflictsHeld({ changes, steps }: Pick<Plan, "changes" | "steps">): readonly Change[] {
  const written = new Set(steps.map(({ address }) => address));
  return changes.filter((change) => isInConflict(change) && !written.has(change.address));
}

/** True for a complete fingerprint of an approvable plan. A part of one could belong to another plan too. */
export function isWholeFingerprint(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Its first 12 digits, for messages that name a plan. Never used for decisions: another plan may share them. */
export function fingerprintLabel(fingerprint: string): string {
  return fingerprint.slice(0, 12);
}

const changesByAddress = new WeakMap<readonly Change[], ReadonlyMap<Address, Change>>();

/** The change of an address; undefined if the plan has none. Indexed for many lookups. */
export function changeAt({ changes }: Pick<Plan, "changes">, address: Address): Change | undefined {
  const known = changesByAddress.get(changes) ?? new Map(changes.map((change) => [change.address, change]));
  changesByAddress.set(changes, known);
  return known.get(address);
}
