/** The plan: ordered steps, what cannot be written, cost, fingerprint. A value without secrets (law 3). */

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
  /** How old it was when the plan was made. */
  readonly ageSeconds: number;
}

/** Why base is not believed: the commit that was applied last is not an ancestor of the planned one. */
export interface BaseDoubt {
  readonly commit: string;
  /** `ahead`: the planned commit is older, and apply goes back to it. */
  readonly lineage: Exclude<Lineage, "behind">;
  /** Half a sentence. */
  readonly message: string;
}

/** What a plan was asked for, and of which commits it is: `commit` was checked out, `applied` was applied last. */
export interface PlanOrigin {
  /** The version of trueup. */
  readonly tool: string;
  readonly prune: boolean;
  /** True: what an earlier apply has written without effect is written again. */
  readonly retry?: true | undefined;
  /** The globs that it was narrowed to. */
  readonly only?: readonly string[] | undefined;
  /** The base that was named instead of the recorded one. */
  readonly base?: string | undefined;
  readonly commit?: string | undefined;
  readonly applied?: string | undefined;
  /** By target a hash over all that decides what its words do: a review counts where it is the same. */
  readonly definitions?: Readonly<Record<string, string>> | undefined;
}

/** What apply would do. */
export interface Plan {
  /** Of its JSON document. 1 was of trueup 0.1.0, whose fingerprints had 16 digits. */
  readonly version: 2;
  readonly environment: string;
  /** Not part of the fingerprint. */
  readonly origin?: PlanOrigin | undefined;
  /** Two-way: nothing is known of what was applied last, so drift and pending can't be distinguished. */
  readonly threeWay: boolean;
  /** The plan was made from a published snapshot: the network was not asked, and it cannot be approved. */
  readonly preview?: PlanPreview | undefined;
  /** Said before all else. What only such a base declares is not removed. */
  readonly baseDoubt?: BaseDoubt | undefined;
  /** Every change, in the order of their steps; then those without a step. */
  readonly changes: readonly Change[];
  /** In an order that respects `after`; the same for the same changes. */
  readonly steps: readonly Step[];
  /** When `trueup.yaml` has waves: those with steps, in their order. Else empty: everything is one wave. */
  readonly waves: readonly Wave[];
  readonly unwritable: readonly UnwritableChange[];
  /** Held back for health, in address order. */
  readonly held: readonly HeldChange[];
  readonly unknown: readonly UnknownResource[];
  /** In base, not in desired, still live, and not to be pruned: listed and kept. */
  readonly kept: readonly Address[];
  /** Live before it was ever applied: managed from now on. */
  readonly takenOver: readonly Address[];
  /** Write-only secrets of what is taken over: they are left as they are, unless that is consented to. */
  readonly secretsTakenOver: readonly TakenOverSecret[];
  /** What would be created beside something live that it was perhaps called before. */
  readonly perhapsRenamed: readonly PerhapsRenamed[];
  /** Held without a consent: creates beside something live of the same name in another spelling. Absent: none. */
  readonly alike?: readonly AlikeName[] | undefined;
  /** Accepted by an earlier run and not seen yet: they are looked for, and not sent again. Absent: none. */
  readonly acceptedUnseen?: readonly AcceptedCreate[] | undefined;
  /** Fields that their server keeps in another form than they were written in. They are not written. Absent: none. */
  readonly storedOtherwise?: readonly SettledField[] | undefined;
  /** Fields that an earlier write did not change. They are not written without `--retry`. Absent: none. */
  readonly notTaken?: readonly SettledField[] | undefined;
  /** Keys that changed in Git: nothing is written for them. */
  readonly moved: readonly Move[];
  /** What apply refuses to do without a consent, or at all. */
  readonly guards: readonly GuardFinding[];
  /** Policies of severity `warning` that it does not keep. Absent: none. */
  readonly policyWarnings?: readonly PolicyWarning[] | undefined;
  /** By target, updates that set something new and may take away what nothing tells of. Absent: none. */
  readonly choicesUnknown?: Readonly<Record<string, number>> | undefined;
  readonly unverifiable: readonly UnverifiableSecret[];
  /** What waits to be deployed, or the like, by target. Not part of the fingerprint. Absent: no target has such. */
  readonly pending?: readonly PendingFinish[] | undefined;
  readonly released: readonly UnmanagedField[];
  /** Live and not declared: `target/kind` → count. */
  readonly unmanaged: Readonly<Record<string, number>>;
  /** Of the kinds of all that is declared, was, or is live and not declared. */
  readonly titles?: KindTitles;
  /** Which words of the scopes of its changes stand for such things, by `target/word`. Absent: none. */
  readonly touched?: TouchedWords;
  readonly converged: number;
  /** Fields that `ignore:` of the project file takes out of the comparison. */
  readonly ignored: number;
  readonly cost: readonly Cost[];
  /** 64 hexadecimal digits over the changes (address, field, desired, live). A preview's has `preview-` before. */
  readonly fingerprint: string;
}

/** The changes that no step carries out because Git and live have both changed: see `isInConflict`. */
export function conflictsHeld({ changes, steps }: Pick<Plan, "changes" | "steps">): readonly Change[] {
  const written = new Set(steps.map(({ address }) => address));
  return changes.filter((change) => isInConflict(change) && !written.has(change.address));
}

/** True for a whole fingerprint of a plan that can be approved. A part of one could be another plan's too. */
export function isWholeFingerprint(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Its first 12 digits, for messages that name a plan. Nothing is decided by it: another plan may have the same. */
export function fingerprintLabel(fingerprint: string): string {
  return fingerprint.slice(0, 12);
}

const changesByAddress = new WeakMap<readonly Change[], ReadonlyMap<Address, Change>>();

/** The change of an address; undefined when the plan has none. Made to be asked for each of many. */
export function changeAt({ changes }: Pick<Plan, "changes">, address: Address): Change | undefined {
  const known = changesByAddress.get(changes) ?? new Map(changes.map((change) => [change.address, change]));
  changesByAddress.set(changes, known);
  return known.get(address);
}
