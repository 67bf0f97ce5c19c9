/** The comparison behind a plan: observed state against desired and base, for the selected addresses. */

import { heldUnseen } from "../apply/unseen.ts";
import { diff } from "../diff/diff.ts";
import { driftAlone } from "../diff/drift-alone.ts";
import { marked } from "../diff/pull-request.ts";
import { type PairRules, type SettledForms, settledBy } from "../diff/settled.ts";
import { type KeptResults, Stage } from "../kept/kept.ts";
import type { Address } from "../model/address.ts";
import type { Comparison, Move } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { LiveResource, Snapshot } from "../model/live/snapshot.ts";
import type { Memory } from "../model/memory.ts";
import { pathAbove, pathBelow } from "../model/names/hierarchy.ts";
import type { PlanOrigin } from "../model/plan/plan.ts";
import type { DisplacedBy } from "../model/sameness/displaced.ts";
import type { SecretCheck } from "../model/secret.ts";
import type { WholeSides } from "../plan/arrange.ts";
import type { TargetFacts } from "../plan/prerequisites.ts";
import { digest } from "../runtime/digest.ts";
import type { BaseWithMoves } from "./moves-of.ts";

/** The three sides of a comparison (desired, base and the live snapshot), with facts about the targets. */
export interface KnownSides extends BaseWithMoves {
  readonly desired: Desired;
  readonly facts: ReadonlyMap<string, TargetFacts>;
  readonly snapshot: Snapshot;
  /** The comparisons of earlier runs. Default: everything is compared again. */
  readonly kept?: KeptResults | undefined;
}

/** What to compare, and how. */
export interface ComparisonRequest {
  /** True: only revert live changes, and apply no change from Git. Needs a base. */
  readonly driftOnly?: boolean | undefined;
  /**
   * The declarations of a pull request's target branch. Everything that differs from them comes from the pull request.
   * Absent: no pull request is compared.
   */
  readonly main?: Desired | undefined;
  /** What the record says about write-only secrets. Default: nothing. */
  readonly secretCheck?: SecretCheck | undefined;
  /** What the record and the journal remember about created resources. Default: nothing. */
  readonly memory?: Memory | undefined;
  /** Addresses with a task of an earlier run. The apply polls these tasks before anything else. */
  readonly awaited?: ReadonlySet<Address> | undefined;
  /**
   * The current time, ISO 8601. A create that was accepted a day or more before this time is repeated if its resource
   * is still not visible. Default: no create is repeated.
   */
  readonly retryUnseenAt?: string | undefined;
  /** True: write again what an earlier apply wrote without effect. */
  readonly retry?: boolean | undefined;
  /**
   * Resources for which remembered forms are ignored. Their fields that are stored in another form, or were not
   * accepted, count as different. Default: none.
   */
  readonly unsettled?: ReadonlySet<Address> | undefined;
  /** The options and commits of the plan, for its readers. */
  readonly origin?: PlanOrigin | undefined;
}

/**
 * The differences, and the desired state that resolving them leads to. With `driftOnly`, this desired state contains no
 * pending change from Git, so that only drift is reverted.
 */
export interface ComparedState {
  readonly comparison: Comparison;
  readonly desired: Desired;
  /**
   * With `driftOnly`: the complete comparison and its sides. The plan covers only a part of this comparison. Absent:
   * the plan covers everything.
   */
  readonly whole?: WholeSides | undefined;
  /** Keys that changed between base and desired. Absent: none. */
  readonly moves?: readonly Move[] | undefined;
}

/**
 * True if names are compared exactly. This holds on devices and for kinds with case-sensitive names. It also holds for
 * resources that are devices themselves, because more than the name identifies a device.
 */
function isExactName({ target, kind, scope }: Resource, facts: KnownSides["facts"]): boolean {
  const of = facts.get(target)?.kinds.get(kind);
  return scope.host !== undefined || of?.caseSensitive === true || of?.touched === "device";
}

/** The remembered stored forms, under the addresses of desired. Undefined: no forms are remembered. */
export function settledForms(
  { facts, moves }: Pick<KnownSides, "facts" | "moves">,
  { memory, retry, unsettled }: Pick<ComparisonRequest, "memory" | "retry" | "unsettled">,
): SettledForms | undefined {
  const { forms } = memory ?? {};
  if (!forms || forms.size === 0) return undefined;
  const former = new Map(moves?.map(({ address, was }) => [address, was]));
  const known = {
    formsOf: (address: Address) =>
      unsettled?.has(address) ? undefined : forms.get(former.get(address) ?? address),
    ...pairRules(facts),
    digest,
  };
  return settledBy(known, retry);
}

/** Returns the rules about which values targets may store in another form, and which spellings they treat as equal. */
export function pairRules(facts: KnownSides["facts"]): PairRules {
  return {
    mayDiffer: (resource, place) => facts.get(resource.target)?.mayDiffer?.(resource, place) ?? false,
    alike: ({ target, kind }) => facts.get(target)?.kinds.get(kind)?.alikeForm,
  };
}

const agreements = new Stage<WeakMap<LiveResource, Address>>();

/**
 * The live resources that earlier comparisons with these sides found to be as declared. Undefined: no earlier
 * comparison is kept.
 */
function agreedBefore({
  kept,
  desired,
  base,
  facts,
}: KnownSides): WeakMap<LiveResource, Address> | undefined {
  if (!kept) return undefined;
  const kinds = [...facts].flatMap(([name, { dialect, kinds: own }]) => [name, dialect, ...own.values()]);
  return agreements.of(kept, { from: [desired, base, ...kinds] }, () => new WeakMap());
}

/** Compares desired, base and live state. Pure. */
export function compare(known: KnownSides, request: ComparisonRequest): ComparedState {
  const { desired, base, moves, released, snapshot, facts } = known;
  const { main, secretCheck, driftOnly, memory, awaited, origin, retryUnseenAt: retryAt } = request;
  const former = new Map(moves?.map(({ address, was }) => [address, was]));
  const check: SecretCheck = (address, path) => secretCheck?.(address, path, former.get(address));
  const isExact = (resource: Resource) => isExactName(resource, facts);
  const unseen = heldUnseen(memory, { awaited, retryAt });
  const { alike } = pairRules(facts);
  const displaced: DisplacedBy = (of, live) => facts.get(of.target)?.displaced?.(of, live);
  const sides = { desired, base, snapshot, secretCheck: check, released, isExact, alike, displaced };
  const settled = settledForms(known, request);
  const converged = agreedBefore(known);
  const compared = diff({ ...sides, unseen, commit: origin?.commit, settled, converged });
  const comparison = main ? marked(compared, main, alike) : compared;
  if (!driftOnly || !base) return { comparison, desired, moves };
  const { observations } = snapshot;
  const identityOf = (resource: Resource) => {
    const own = facts.get(resource.target)?.kinds.get(resource.kind)?.identity(resource);
    const isPath = own !== undefined && resource.below !== undefined;
    return isPath ? pathBelow(pathAbove(resource.identity), own) : own;
  };
  return {
    ...driftAlone({ comparison, desired, base, observations, identityOf, alike }),
    whole: { desired, base, comparison },
  };
}
