/**
 * Limits what base may justify: a commit that is not an ancestor of the planned commit justifies nothing by itself.
 * Pure.
 */

import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import type { Desired } from "../model/desired.ts";
import { isObject } from "../model/json.ts";
import type { LiveResource } from "../model/live/snapshot.ts";
import { standsBelow } from "../model/names/hierarchy.ts";
import type { BaseDoubt } from "../model/plan/plan.ts";
import type { UnwritableChange } from "../model/plan/step.ts";
import type { BaseHistory, Lineage } from "../model/record.ts";
import { referred } from "../model/references.ts";
import { cannotBeDecided, incompleteRecord, whyDoubted } from "./writability/verdict.ts";

/** Desired, base and the history of base, for decisions that depend on base alone. */
export interface TrustInput {
  readonly desired: Desired;
  /** The complete declared state, if `desired` is only a part of it. */
  readonly declared?: Desired | undefined;
  readonly base?: Desired | undefined;
  /** How base's commits relate to the planned one. Absent: base is trusted. */
  readonly history?: BaseHistory | undefined;
}

/** The requested changes, and those that are undecided. */
export interface TrustedChanges {
  readonly decided: readonly Change[];
  readonly undecided: readonly UnwritableChange[];
  /** Set if the last applied commit itself is not an ancestor of the planned one. */
  readonly doubt?: BaseDoubt | undefined;
}

/**
 * Limits what base decides. Only base says that a live resource is to be removed, and which live resource a renamed
 * resource was. But anyone who may move the applied ref could point it at any commit, and so at any live resource. This
 * table applies to addresses whose base comes from a commit that is not `behind` the planned one:
 *
 * | change                                           | is                                                   |
 * |--------------------------------------------------|------------------------------------------------------|
 * | a removal                                        | undecided: the live resource stays, and its base too |
 * | a change of a resource with another name in base | undecided: it may be another live resource           |
 * | a change of its child, or of what references it  | undecided with it                                    |
 * | drift-only: a create from base, not in desired   | undecided: only base says what to create             |
 * | any other                                        | as requested: desired and live determine it          |
 */
export function trusted(asked: readonly Change[], input: TrustInput): TrustedChanges {
  const { history } = input;
  if (!history) return { decided: asked, undecided: [] };
  const decided: Change[] = [];
  const undecided: UnwritableChange[] = [];
  for (const change of asked) {
    const found = undecidedOn(change, input, history);
    if (found) undecided.push(found);
    else decided.push(change);
  }
  return { decided, undecided, doubt: doubtOf(history) };
}

function doubtOf({ applied }: BaseHistory): BaseDoubt | undefined {
  if (!applied || applied.lineage === "behind") return undefined;
  const doubt = { commit: applied.commit, lineage: applied.lineage };
  return { ...doubt, message: applied.isIncomplete ? incompleteRecord(doubt) : whyDoubted(doubt) };
}

function undecidedOn(
  change: Change,
  input: TrustInput,
  { lineageOf }: BaseHistory,
): UnwritableChange | undefined {
  const { address, action } = change;
  if (action === "remove") {
    const lineage = lineageOf(address);
    if (lineage === "behind") return undefined;
    return { address, action, reason: cannotBeDecided(lineage, removalOf(change.live)) };
  }
  const lineage = lineageOf(address);
  if (action === "create" && change.desired.untouched && lineage !== "behind")
    return {
      address,
      action,
      reason: cannotBeDecided(lineage, "it was declared with the values that it would get"),
    };
  const named = referred(change.desired, change.desired.value).values();
  for (const because of [address, ...named]) {
    const renamed = doubtfulName(because, input, lineageOf);
    if (!renamed) continue;
    const of = renamed.address === address ? {} : { because: renamed.address };
    return { address, action, reason: cannotBeDecided(renamed.lineage, renamed.was), ...of };
  }
  return undefined;
}

interface DoubtfulName {
  readonly address: Address;
  readonly lineage: Exclude<Lineage, "behind">;
  /** A clause that says what the change would have been. */
  readonly was: string;
}

/**
 * Returns the address of a resource, or of its parent, if the live resource was found only by the name in an untrusted
 * base. Undefined if neither was found in this way.
 */
function doubtfulName(
  address: Address,
  input: TrustInput,
  lineageOf: BaseHistory["lineageOf"],
): DoubtfulName | undefined {
  const desired = (input.declared ?? input.desired).resources.get(address);
  const base = input.base?.resources.get(address);
  const lineage = lineageOf(address);
  if (desired && base && lineage !== "behind" && desired.identity !== base.identity)
    return { address, lineage, was: `it was called ${JSON.stringify(base.identity)}` };
  const above = desired ? [desired.parent, standsBelow(desired, desired.value)] : [];
  for (const one of above) {
    const found = one === undefined ? undefined : doubtfulName(one, input, lineageOf);
    if (found) return found;
  }
  return undefined;
}

/**
 * Says that the resource was declared, and gives its live name, because the key in an untrusted base may be anything.
 */
function removalOf({ value, id }: LiveResource): string {
  const name = isObject(value) && typeof value.name === "string" ? value.name : id;
  return name === undefined ? "it was declared" : `${JSON.stringify(name)} was declared`;
}
