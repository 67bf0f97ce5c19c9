/**
 * The state of an environment: what the server may do automatically now, and why nothing happens although there are
 * differences. Pure.
 */

import type { Address } from "../../model/address.ts";
import type { GuardFinding } from "../../model/plan/guard.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Freeze, HealingBounds, ServeSettings } from "../../model/project.ts";
import { hasWork } from "../../model/status.ts";
import { visible } from "../../report/text/escape.ts";
import { counted } from "../../report/text/value.ts";
import type { ServedEnvironment, ServedState, StandstillReason } from "../served.ts";
import { differingIn, stepCauses } from "./differing.ts";
import { freezeEnd } from "./freeze-end.ts";

/** The holder of the environment's lock. */
export interface LockHolder {
  readonly run?: string | undefined;
  readonly owner?: string | undefined;
  readonly since?: string | undefined;
  readonly expires?: string | undefined;
}

/** A plan that failed in its last apply. */
export interface FailedPlan {
  readonly fingerprints: ReadonlySet<string>;
  readonly at: string;
  readonly message: string;
}

/** The facts that decide an environment's state. */
export interface KnownOf {
  readonly plan: Plan;
  readonly findings: readonly GuardFinding[];
  readonly may: ServeSettings;
  readonly freezes: readonly Freeze[];
  readonly branch: "followed" | "gone" | "forced";
  /** The last applied commit; undefined if there is none, or if it is unknown. */
  readonly applied: string | undefined;
  readonly lock: LockHolder | undefined;
  readonly failed: FailedPlan | undefined;
  /** When drift was reverted automatically: ISO 8601, oldest first. */
  readonly healed: readonly string[];
  readonly unreachable: readonly {
    readonly target: string;
    readonly since: string;
    readonly message: string;
  }[];
  readonly now: string;
}

/** An automatic action. `only` limits it to these addresses. */
export type OwnAct =
  | { readonly why: "merge"; readonly only?: readonly Address[] | undefined }
  | { readonly why: "selfHeal" };

/** The state of an environment. */
export interface EnvironmentStanding {
  readonly act?: OwnAct | undefined;
  readonly reasons: readonly StandstillReason[];
}

const dayMs = 24 * 3_600_000;

/** The automatic action that may be taken now, and the reasons why the remaining changes have to wait. */
export function standingOf(known: KnownOf): EnvironmentStanding {
  const { plan, may, now } = known;
  const { pending, drift } = stepCauses(plan);
  const bound = may.selfHeal && drift.size > 0 ? healBound(known.healed, may.selfHeal, now) : undefined;
  const stops = [...branchReasons(known), ...lockReasons(known), ...failedReasons(known)];
  const guards = guardReasons(known);
  const isHeld = plan.held.length > 0;
  const reasons: readonly StandstillReason[] = [
    ...stops,
    ...guards,
    ...(isHeld ? [heldReason(known)] : []),
    ...(pending.size > 0 && may.apply === "asked" ? [waitsForApproval] : []),
    ...(drift.size > 0 && !may.selfHeal ? [healsNot] : []),
    ...(bound ? [bound] : []),
    ...unreachableReasons(known),
  ];
  if (stops.length > 0) return { reasons };
  const merge = mergeOf(known, pending, drift);
  if (merge) return { reasons, act: merge };
  // Guards judge the whole plan. If only drift is reverted, a separate plan is judged when it is applied.
  if (drift.size > 0 && may.selfHeal && !bound) return { reasons, act: { why: "selfHeal" } };
  return { reasons };
}

/**
 * The automatic apply of merged changes, if the project allows it. If there is drift, only the addresses of merged
 * changes are applied. A new commit is recorded even if it changes nothing. Undefined if there is nothing to apply or
 * record.
 */
function mergeOf(
  { plan, may, applied }: KnownOf,
  pending: ReadonlySet<Address>,
  drift: ReadonlySet<Address>,
): OwnAct | undefined {
  if (may.apply !== "onMerge") return undefined;
  const isNarrowed = drift.size > 0;
  if (isNarrowed) return pending.size > 0 ? { why: "merge", only: [...pending] } : undefined;
  const isNew = plan.origin?.commit !== undefined && plan.origin.commit !== applied;
  return hasWork(plan) || isNew ? { why: "merge" } : undefined;
}

function branchReasons({ branch }: KnownOf): readonly StandstillReason[] {
  if (branch === "gone")
    return [
      {
        because: "branchGone",
        message: "The branch was deleted. Nothing is applied until somebody requests it.",
      },
    ];
  if (branch === "followed") return [];
  const message =
    "The branch was moved to a commit that does not descend from the last one. Nothing is applied until requested.";
  return [{ because: "branchForced", message }];
}

function lockReasons({ lock }: KnownOf): readonly StandstillReason[] {
  if (!lock) return [];
  const by = lock.owner === undefined ? undefined : visible(lock.owner);
  const message = `Another run has the lock${by === undefined ? "" : `: ${by}`}.`;
  return [{ because: "locked", message, by, run: lock.run, since: lock.since, until: lock.expires }];
}

function failedReasons({ plan, failed }: KnownOf): readonly StandstillReason[] {
  if (!failed?.fingerprints.has(plan.fingerprint) || !hasWork(plan)) return [];
  const again = "trueup retries the apply when somebody requests it, or when something changes.";
  const message = `The last apply of this plan failed: ${failed.message} ${again}`;
  return [{ because: "lastFailed", message, since: failed.at }];
}

function guardReasons({ findings, freezes, now }: KnownOf): readonly StandstillReason[] {
  return findings.map(({ guard, message }): StandstillReason => {
    const said = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
    if (guard === "freeze") return { because: "frozen", message: said, until: freezeEnd(freezes, now) };
    return { because: "consentNeeded", message: `${said} Somebody has to consent to this plan.` };
  });
}

function heldReason({ plan: { held } }: KnownOf): StandstillReason {
  const [first] = held;
  const why = first ? `: ${visible(first.reason)}` : "";
  return { because: "health", message: `Health holds back ${counted(held.length, "change")}${why}.` };
}

const waitsForApproval: StandstillReason = {
  because: "approvalNeeded",
  message: "The merged changes wait until somebody applies them, because `serve.apply` is not onMerge.",
};

const healsNot: StandstillReason = {
  because: "selfHealOff",
  message: "Drift is shown, but not reverted, because `serve.selfHeal` is not true.",
};

/** Returns why drift cannot be reverted automatically now, and until when. Undefined if drift may be reverted. */
export function healBound(
  healed: readonly string[],
  { pauseMs, perDayMax }: HealingBounds,
  nowIso: string,
): StandstillReason | undefined {
  const now = Date.parse(nowIso);
  // Times in the future come from a wrong clock, and are ignored.
  const past = healed.map((at) => Date.parse(at)).filter((at) => at <= now);
  const ofDay = past.filter((at) => at > now - dayMs).sort((a, b) => a - b);
  const last = ofDay.at(-1);
  const again = [
    ...(last === undefined ? [] : [last + pauseMs]),
    ...(ofDay.length >= perDayMax ? [(ofDay.at(-perDayMax) ?? now) + dayMs] : []),
  ];
  const until = Math.max(...again, Number.NEGATIVE_INFINITY);
  if (until <= now) return undefined;
  const times = `${ofDay.length} of ${perDayMax} times in 24 hours`;
  const message = `Drift was reverted ${times}, and is not reverted again for now.`;
  return { because: "selfHealBound", message, until: new Date(until).toISOString() };
}

function unreachableReasons({ unreachable }: KnownOf): readonly StandstillReason[] {
  return unreachable.map(({ target, since, message }) => {
    return { because: "unreachable", message: `${visible(target)} cannot be observed: ${message}`, since };
  });
}

/** Reasons for which an environment counts as blocked until a person acts or time passes. */
const blocking: ReadonlySet<StandstillReason["because"]> = new Set([
  ...(["frozen", "consentNeeded", "selfHealBound", "health", "locked", "lastFailed"] as const),
  ...(["branchGone", "branchForced"] as const),
]);

/** The worst state that applies to an environment. */
export function servedStateOf(
  of: Pick<ServedEnvironment, "look" | "run" | "problems" | "reasons"> & { readonly isFailing: boolean },
): ServedState {
  const { look, run, problems, reasons, isFailing } = of;
  const isBroken = isFailing || problems.some(({ severity }) => severity === "error");
  if (!look) return isBroken ? "failing" : "starting";
  if (isBroken) return "failing";
  if (run) return "applying";
  const causes = new Set(differingIn(look.plan).values());
  if ((hasWork(look.plan) || causes.size > 0) && reasons.some(({ because }) => blocking.has(because)))
    return "blocked";
  if (causes.has("drift") || causes.has("conflict")) return "drifted";
  return causes.has("pending") || hasWork(look.plan) ? "pending" : "inSync";
}
