/** Judges a planned change by a pre-write read: write, nothing to do, conflict, or unknown. Pure. */

import { diff } from "../../diff/diff.ts";
import { isSpelling, probableCause } from "../../diff/probable-cause.ts";
import type { SettledForms } from "../../diff/settled.ts";
import type { Change, Difference } from "../../model/change.ts";
import type { Desired } from "../../model/desired.ts";
import { canonicalText, type Json, sameJson } from "../../model/json.ts";
import type { LiveNode, LiveResource, Observation } from "../../model/live/snapshot.ts";
import { joined, ours, type Problem, problem, type Sentence, sentence } from "../../model/problem.ts";
import type { DisplacedBy } from "../../model/sameness/displaced.ts";
import type { AlikeOf } from "../../model/sameness/places.ts";
import type { SecretCheck } from "../../model/secret.ts";

/** The planned change, and what is needed to judge it. */
export interface JudgeInput {
  /** The planned change, with the live values at the time of planning. */
  readonly planned: Change;
  readonly desired: Desired;
  readonly base: Desired | undefined;
  readonly observed: Observation<LiveResource>;
  /**
   * True: the live state may come from a run of trueup. A reply was lost, or the resource was created along with its
   * parent.
   */
  readonly maybeAppliedByUs: boolean;
  readonly onConflict: "hold" | "overwrite";
  /** Remembered fields that their servers did not store as written. */
  readonly settled?: SettledForms | undefined;
  /** Returns how values of a resource are compared. Default: literally. */
  readonly alike?: AlikeOf | undefined;
  /** Returns what a write of the declared value would also remove from the live value. Default: nothing. */
  readonly displaced?: DisplacedBy | undefined;
  /**
   * For each field, the values that only the product sets. A field with such a live value counts as unchanged. Absent:
   * no such values are known.
   */
  readonly ownStates?: ReadonlyMap<string, readonly Json[]> | undefined;
  /** True if the interface cannot update this kind. */
  readonly cannotChange?: boolean | undefined;
}

/** What to do with the planned change now. */
export type Verdict =
  /**
   * Write this change: the part of the planned change that is still needed, with the current live state as its live
   * side.
   */
  | { readonly is: "write"; readonly change: Change }
  /** The live state is already as desired. */
  | { readonly is: "converged"; readonly live?: LiveResource | undefined }
  | { readonly is: "conflict"; readonly problem: Problem }
  | { readonly is: "unknown"; readonly problem: Problem };

/**
 * Compares the planned change with the current live state.
 *
 * | planned | live now                                      | verdict                                |
 * |---------|-----------------------------------------------|----------------------------------------|
 * | any     | unknown                                       | unknown                                |
 * | create  | absent                                        | write                                  |
 * | create  | absent, and the create would remove others    | conflict, or write with overwrite      |
 * | create  | present, as desired                           | converged                              |
 * | create  | present, different, perhaps by trueup         | write the rest as an update            |
 * | create  | present, different                            | conflict, or the update with overwrite |
 * | create  | present, different, kind cannot be updated    | conflict                               |
 * | update  | as desired                                    | converged                              |
 * | update  | differs, each field as when planned           | write the difference                   |
 * | update  | as desired except spelling, perhaps by trueup | converged                              |
 * | update  | differs, a field has the product's own value  | write the difference                   |
 * | update  | differs, a field was changed by others        | conflict, or write with overwrite      |
 * | update  | absent                                        | conflict: it was removed               |
 * | remove  | absent                                        | converged                              |
 * | remove  | as when planned, the same resource            | write                                  |
 * | remove  | different, or another resource of that name   | conflict, or write with overwrite      |
 */
export function judge(on: JudgeInput): Verdict {
  const { planned, observed } = on;
  if (observed.state === "unknown") return { is: "unknown", problem: observed.problem };
  if (planned.action === "remove") return judgeRemoval(on, planned, observed);
  if (observed.state === "absent") {
    if (planned.action === "create") return judgeCreate(on, planned, observed);
    return { is: "conflict", problem: conflict(planned, ours("it was removed after the plan was made")) };
  }
  return judgePresent(on, planned, observed.value);
}

/**
 * Judges a create whose resource is absent. The verdict is a conflict if the create would also remove neighbors that
 * the plan did not foresee.
 */
function judgeCreate(
  { onConflict }: JudgeInput,
  planned: Extract<Change, { action: "create" }>,
  { around = [] }: Extract<Observation<LiveResource>, { state: "absent" }>,
): Verdict {
  const { displaces = [] } = planned;
  const isForeseen = (now: LiveNode) =>
    displaces.some(({ path, live }) => path === now.path && sameJson(live, now.live));
  const unforeseen = onConflict === "overwrite" ? undefined : around.find((now) => !isForeseen(now));
  if (!unforeseen) return { is: "write", change: planned };
  const what = sentence`the write would also remove ${unforeseen.path}, which is now ${text(unforeseen.live)}`;
  return { is: "conflict", problem: conflict(planned, what) };
}

type Present = Extract<Change, { action: "create" | "update" }>;

function judgePresent(on: JudgeInput, planned: Present, live: LiveResource): Verdict {
  const now = changeNow(on, live);
  if (!now) return { is: "converged", live };
  if (on.cannotChange) {
    const what = ours(
      "it appeared after the plan was made, differs from desired state, and cannot be updated on this product",
    );
    return {
      is: "conflict",
      problem: { ...conflict(planned, what), hint: "Plan again to see the difference." },
    };
  }
  if (on.onConflict === "overwrite" || (planned.action === "create" && on.maybeAppliedByUs))
    return { is: "write", change: now };
  if (planned.action === "create") {
    return {
      is: "conflict",
      problem: conflict(planned, ours("it appeared after the plan was made, and differs from desired state")),
    };
  }
  const others = now.differences.filter((one) => !foreseen(one, planned.differences));
  const isOwnState = ({ path, live: is }: Difference) =>
    on.ownStates?.get(path)?.some((each) => sameJson(each, is ?? null)) === true;
  const moved = others.filter((one) => !(on.maybeAppliedByUs && isSpelledByServer(one)) && !isOwnState(one));
  if (moved.length === 0 && others.length === now.differences.length) return { is: "converged", live };
  if (moved.length === 0) return { is: "write", change: now };
  return {
    is: "conflict",
    problem: conflict(
      planned,
      joined(
        moved.map((one) => tell(one, planned.differences)),
        "; ",
      ),
    ),
  };
}

function judgeRemoval(
  on: JudgeInput,
  planned: Extract<Change, { action: "remove" }>,
  observed: Observation<LiveResource>,
): Verdict {
  if (observed.state !== "present") return { is: "converged" };
  const change = { ...planned, live: observed.value };
  const { id, value } = planned.live;
  const same = id === observed.value.id && sameJson(value, observed.value.value);
  if (same || on.onConflict === "overwrite") return { is: "write", change };
  return { is: "conflict", problem: conflict(planned, ours("it was changed after its removal was planned")) };
}

/** The update that is needed now; undefined if none. */
function changeNow(on: JudgeInput, live: LiveResource): Extract<Change, { action: "update" }> | undefined {
  const { address } = on.planned;
  const observations = new Map([[address, { state: "present" as const, value: live }]]);
  const snapshot = { takenAt: "", observations, unmanaged: [], requests: new Map() };
  const secretCheck = asPlanned(on.planned);
  const { desired, base, settled, alike, displaced } = on;
  const { changes } = diff({ desired, base, snapshot, secretCheck, settled, alike, displaced });
  return changes.find((change) => change.action === "update");
}

/**
 * Returns the plan's decisions on secrets, because the live state shows neither rotations nor consents. A create writes
 * its secrets even if someone else has created the resource meanwhile.
 */
function asPlanned(planned: Change): SecretCheck {
  if (planned.action !== "update") return () => "allowed";
  const verdicts = new Map(
    planned.differences.map(({ path, rotated, takenOver }) => {
      return [path, rotated ? "rotated" : takenOver ? "allowed" : undefined] as const;
    }),
  );
  return (_, path) => verdicts.get(path);
}

/** True if the plan already had this difference: same field, same live value. */
function foreseen(now: Difference, planned: readonly Difference[]): boolean {
  return planned.some(({ path, live }) => path === now.path && sameJson(live, now.live));
}

/**
 * True if the live value may be the server's form of the value that was sent. After a lost reply, such a value counts
 * as written by trueup itself.
 */
function isSpelledByServer({ desired, live }: Difference): boolean {
  return isSpelling({ likely: probableCause(desired, live) });
}

function tell(now: Difference, planned: readonly Difference[]): Sentence {
  const before = planned.find(({ path }) => path === now.path);
  const was = before ? text(before.live) : ours("as desired");
  const field = now.path === "" ? "its value" : now.path;
  return sentence`${field} should be ${text(now.desired)}, was ${was} in the plan, and is ${text(now.live)} now`;
}

function text(value: Json | undefined): string | Sentence {
  return value === undefined ? ours("not set") : canonicalText(value);
}

function conflict(planned: Change, what: Sentence): Problem {
  const hint = "Plan again to see the difference, or apply with --on-conflict overwrite.";
  return problem("conflict", sentence`${ours(planned.address)}: ${what}`, { address: planned.address, hint });
}
