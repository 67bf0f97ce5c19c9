/** The way back: which steps can be taken back, and the plan that does. Pure. */

import type { Address } from "../model/address.ts";
import type { Change, Difference } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { isObject, type Json, sameJson } from "../model/json.ts";
import type { Plan, Step, StepId } from "../model/plan.ts";
import { at, isWithin } from "../model/pointer.ts";
import type { Live, Observation } from "../model/snapshot.ts";
import { withAt, writtenPath } from "../model/written-path.ts";
import type { TargetFacts } from "./facts.ts";
import { resourceOf } from "./needs.ts";
import { stepId } from "./order.ts";
import { isProtected } from "./reasons.ts";

/** What taking back must know of targets. */
type Facts = ReadonlyMap<string, Pick<TargetFacts, "kinds" | "dialect">>;

/**
 * Why a change could not be taken back, or not in all its fields: half a sentence; undefined when it could be.
 *
 * | change | cannot be taken back                                                                            |
 * |--------|-------------------------------------------------------------------------------------------------|
 * | create | the dialect has no remove (an SSID of a network that is new too goes with it); it is protected  |
 * | update | secrets, which nobody can read; fields that were not set before, unless trees are sent whole    |
 * | remove | the dialect has no create                                                                       |
 */
function irreversible(change: Change, facts: Facts, created: ReadonlySet<Address>): string | undefined {
  const resource = resourceOf(change);
  const operates = (operation: "create" | "remove") =>
    facts.get(resource.target)?.dialect.operations[resource.kind]?.[operation] !== "none";
  switch (change.action) {
    case "create":
      if (resource.protect) return isProtected;
      if (resource.parent !== undefined && created.has(resource.parent)) return undefined;
      return operates("remove") ? undefined : "this interface cannot remove it";
    case "remove":
      return operates("create") ? undefined : "this interface cannot create it";
    case "update": {
      const lost = change.differences.filter((one) => !isRestorable(change.desired, one, facts));
      const secret = lost.some(({ path }) => isSecret(change.desired, path))
        ? ["nobody can read its secret"]
        : [];
      const unset = lost.flatMap(({ path }) => (isSecret(change.desired, path) ? [] : [path]));
      const fields =
        unset.length === 0 ? [] : [`${unset.join(", ")} was not set before, and cannot be unset`];
      return lost.length === 0 ? undefined : [...secret, ...fields].join("; ");
    }
  }
}

/** The marks of a plan's steps: those that could not be taken back, or not whole, and why. */
export function irreversibleSteps(
  { changes, steps }: Pick<Plan, "changes" | "steps">,
  facts: Facts,
): ReadonlyMap<StepId, string> {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const created = createdIn(steps);
  const marks = new Map<StepId, string>();
  for (const { id, because } of steps) {
    const reasons = because.flatMap((address) => {
      const change = byAddress.get(address);
      return (change && irreversible(change, facts, created)) ?? [];
    });
    if (reasons.length > 0) marks.set(id, [...new Set(reasons)].join("; "));
  }
  return marks;
}

/** What is to be taken back. */
export interface ReversalInput {
  readonly plan: Plan;
  readonly desired: Desired;
  /** What was written, as it was written: live sides are those of the last look before. In the plan's order. */
  readonly written: readonly { readonly step: Step; readonly changes: readonly Change[] }[];
  /** How things stand now. */
  readonly observed: ReadonlyMap<Address, Observation<Live>>;
  /** What the server made something else of: that is no change of somebody else. */
  readonly normalised: ReadonlySet<Address>;
  readonly facts: Facts;
}

/** Something that stays as it was applied, and why: half a sentence. */
export interface Left {
  readonly address: Address;
  readonly reason: string;
}

/** The way back, last step first. */
export interface Reversal {
  readonly plan: Plan;
  /** What the plan makes live: everything as desired, but what is taken back. */
  readonly desired: Desired;
  readonly left: readonly Left[];
}

/** The plan that takes back what was written: fields to what they were, what was created removed, and made again. */
export function reversal(input: ReversalInput): Reversal {
  const left: Left[] = [];
  const back: { readonly change: Change; readonly of: Step }[] = [];
  const created = createdIn(input.written.map(({ step }) => step));
  for (const { step, changes } of input.written.toReversed()) {
    for (const change of changes) {
      const { address } = change;
      const reason = irreversible(change, input.facts, created);
      if (reason !== undefined) left.push({ address, reason });
      const one = backOf(change, { ...input, created });
      if (typeof one === "string") left.push({ address, reason: one });
      else if (one) back.push({ change: one, of: step });
    }
  }
  const changes = back.map(({ change }) => change);
  return {
    plan: { ...input.plan, changes, steps: stepsBack(back), waves: [] },
    desired: desiredAfter(input.desired, changes),
    left,
  };
}

type BackInput = ReversalInput & { readonly created: ReadonlySet<Address> };

/** The change that takes this one back; undefined when nothing is to be done; a text when it must not be. */
function backOf(change: Change, input: BackInput): Change | string | undefined {
  const { address } = change;
  const observed = input.observed.get(address);
  if (change.action === "remove") {
    if (observed?.state !== "absent") return "it is there again, or nobody knows";
    return canBack(change, input)
      ? { action: "create", address, desired: remade(change), cause: "drift" }
      : undefined;
  }
  if (observed?.state !== "present") return "it could not be read any more";
  const live = observed.value;
  if (change.action === "create") {
    const goesAlong = change.desired.parent !== undefined && input.created.has(change.desired.parent);
    if (goesAlong || !canBack(change, input)) return undefined;
    const ours = input.normalised.has(address) || isThere(live.value, change.desired.value, change.desired);
    return ours
      ? { action: "remove", address, base: change.desired, live, cause: "drift" }
      : "somebody changed it since";
  }
  const before = change.differences.filter((one) => isRestorable(change.desired, one, input.facts));
  if (before.length === 0) return undefined;
  return updateBack(change, before, { live, normalised: input.normalised.has(address) });
}

function canBack(change: Change, { facts, created }: BackInput): boolean {
  return irreversible(change, facts, created) === undefined;
}

function updateBack(
  { address, desired, live: was }: Extract<Change, { action: "update" }>,
  before: readonly Difference[],
  { live, normalised }: { readonly live: Live; readonly normalised: boolean },
): Change {
  const value = before.reduce<Json>(
    (all, one) => withAt(all, writtenPath(desired, one.path), one.live),
    desired.value,
  );
  const unset = before.some((one) => one.live === undefined);
  const resource: Resource = unset
    ? { ...desired, value: was.value, ownership: "exclusive" }
    : { ...desired, value, ownership: "declared" };
  const differences = before.map(({ path, desired: written, live: old }): Difference => {
    const now = normalised ? (at(live.value, path) ?? written) : written;
    const sides = { ...(old !== undefined && { desired: old }), ...(now !== undefined && { live: now }) };
    return { path, cause: "drift", ...sides };
  });
  return { action: "update", address, desired: resource, live, differences };
}

/** What base declared of it, with the values that were live. */
function remade({ base, live }: Extract<Change, { action: "remove" }>): Resource {
  const { value } = base;
  if (!isObject(value) || !isObject(live.value)) return base;
  const was = live.value;
  const fields = Object.entries(value).map(([name, own]): [string, Json] => [name, was[name] ?? own]);
  return { ...base, value: Object.fromEntries(fields) };
}

/** True when what was declared is live as it was written; secrets are taken on trust. */
function isThere(live: Json, declared: Json, resource: Resource): boolean {
  if (!isObject(declared) || !isObject(live)) return sameJson(live, declared);
  return Object.entries(declared).every(
    ([name, value]) => isSecret(resource, `/${name}`) || isThere(live[name] ?? null, value, resource),
  );
}

function isRestorable(resource: Resource, { path, live }: Difference, facts: Facts): boolean {
  if (isSecret(resource, path)) return false;
  return live !== undefined || facts.get(resource.target)?.kinds.get(resource.kind)?.sentWhole === true;
}

function isSecret({ secrets }: Resource, path: string): boolean {
  return secrets.some((secret) => isWithin(path, secret));
}

function createdIn(steps: readonly Step[]): ReadonlySet<Address> {
  return new Set(steps.flatMap(({ operation, because }) => (operation === "create" ? because : [])));
}

/** The steps in reverse: what came before a step comes after the one that takes it back. */
function stepsBack(back: readonly { readonly change: Change; readonly of: Step }[]): readonly Step[] {
  const ids = new Map<StepId, StepId[]>();
  for (const { change, of } of back) {
    ids.set(of.id, [...(ids.get(of.id) ?? []), stepId(change.action, change.address)]);
  }
  const steps: Step[] = [];
  for (const { change, of } of back) {
    const { target, kind, parent } = resourceOf(change);
    const id = stepId(change.action, change.address);
    const later = back
      .filter(({ of: other }) => other.after.includes(of.id))
      .map(({ of: other }) => other.id);
    const remadeParent = parent === undefined ? [] : steps.filter((one) => one.address === parent);
    const after = [...later.flatMap((one) => ids.get(one) ?? []), ...remadeParent.map((one) => one.id)];
    const { exclusive } = of;
    const shape = {
      id,
      operation: change.action,
      address: change.address,
      target,
      kind,
      assumed: of.assumed,
    };
    steps.push({
      ...shape,
      because: [change.address],
      after: [...new Set(after)],
      ...(exclusive && { exclusive }),
    });
  }
  return steps;
}

function desiredAfter({ resources, locate }: Desired, changes: readonly Change[]): Desired {
  const after = new Map(resources);
  for (const change of changes) {
    if (change.action === "remove") after.delete(change.address);
    else after.set(change.address, change.desired);
  }
  return { resources: after, locate };
}
