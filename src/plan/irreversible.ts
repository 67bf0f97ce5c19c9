/** Finds the steps of a plan that could not be rolled back after they are carried out, and why. Pure. */

import type { Address } from "../model/address.ts";
import type { Change, Difference } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Step, StepId } from "../model/plan/step.ts";
import { at, isWithin } from "../model/pointer.ts";
import { resourceOf, type TargetFacts } from "./prerequisites.ts";
import { isProtected, switchedOffBy } from "./writability/verdict.ts";

/** The facts about targets that a rollback needs. */
export type ReversalFacts = ReadonlyMap<string, Pick<TargetFacts, "kinds" | "dialect">>;

/**
 * Returns half a sentence on why a change could not be rolled back, fully or partly; undefined if it could be.
 *
 * | change | cannot be rolled back                                                                            |
 * |--------|--------------------------------------------------------------------------------------------------|
 * | create | the dialect has no remove, and it is not removed with a parent that was created too; it is       |
 * |        | protected, or something created in it is                                                         |
 * | update | secrets, which cannot be read; fields that were not set before, unless trees are sent whole      |
 * | remove | the dialect has no create; its kind has a secret: neither its value nor its presence can be read |
 */
export function irreversible(
  change: Change,
  facts: ReversalFacts,
  created: CreatedAddresses,
): string | undefined {
  const resource = resourceOf(change);
  const of = facts.get(resource.target);
  const noOperation = (operation: "create" | "remove") => {
    if (of?.dialect.operations[resource.kind]?.[operation] !== "none") return undefined;
    return switchedOffBy(operation, { facts: of, ...resource }) ?? `this interface cannot ${operation} it`;
  };
  switch (change.action) {
    case "create":
      if (resource.protect) return isProtected;
      if (created.get(change.address) !== undefined)
        return `${created.get(change.address)}, its child, is protected`;
      if (resource.parent !== undefined && goesWith(resource.parent, created)) return undefined;
      return noOperation("remove");
    case "remove":
      // Without its secret, a recreated resource could be open to everyone.
      if (of?.kinds.get(resource.kind)?.secrets.length)
        return resource.secrets.some((path) => at(resource.value, path) !== undefined)
          ? secretLost
          : secretUnseen;
      return noOperation("create");
    case "update": {
      const lost = change.differences.filter((one) => !isRestorable(change.desired, one, facts));
      const secret = lost.some(({ path }) => isSecret(change.desired, path)) ? [secretLost] : [];
      const plain = lost.flatMap(({ path }) => (isSecret(change.desired, path) ? [] : [path]));
      const { hidden = [], unset = [] } = Object.groupBy(plain, (path) =>
        isNotShown(change.desired, path) ? "hidden" : "unset",
      );
      const fields = [
        ...(hidden.length === 0 ? [] : [`the previous value of ${hidden.join(", ")} cannot be read`]),
        ...(unset.length === 0 ? [] : [`${unset.join(", ")} was not set before, and cannot be unset`]),
      ];
      return lost.length === 0 ? undefined : [...secret, ...fields].join("; ");
    }
  }
}

/**
 * True if the same plan creates the parent, and no protected resource keeps the parent. Removing the parent then
 * removes its children.
 */
function goesWith(parent: Address, created: CreatedAddresses): boolean {
  return created.has(parent) && created.get(parent) === undefined;
}

/** Returns the steps of a plan that could not be rolled back, or only partly, each with the reason. */
export function irreversibleSteps(
  { changes, steps }: Pick<Plan, "changes" | "steps">,
  facts: ReversalFacts,
): ReadonlyMap<StepId, string> {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const created = createdIn(steps, changes);
  const marks = new Map<StepId, string>();
  for (const { id, because } of steps) {
    const reasons = because.flatMap((address) => {
      const change = byAddress.get(address);
      const reason = change && irreversible(change, facts, created);
      return reason === undefined ? [] : [{ address, reason }];
    });
    const own = reasons.flatMap(({ address, reason }) => (address === because[0] ? [reason] : []));
    const others = reasons.filter(({ address }) => address !== because[0]);
    const along = [...Map.groupBy(others, ({ reason }) => reason)].map(
      ([reason, all]) => `${all.map(({ address }) => address).join(", ")}: ${reason}`,
    );
    if (reasons.length > 0) marks.set(id, [...own, ...along].join("; "));
  }
  return marks;
}

const secretLost = "its secret cannot be read";
const secretUnseen = "it is unknown whether it has a secret";

/** True if the value before a change is known and can be written again. */
export function isRestorable(resource: Resource, { path, live }: Difference, facts: ReversalFacts): boolean {
  if (isSecret(resource, path) || isNotShown(resource, path)) return false;
  return live !== undefined || facts.get(resource.target)?.kinds.get(resource.kind)?.sentWhole === true;
}

/** True for a secret, and for a field inside a secret. Such a field is written and never read. */
export function isSecret({ secrets }: Resource, path: string): boolean {
  return secrets.some((secret) => isWithin(path, secret));
}

/** True for a field that no reply shows and that is not a secret. */
export function isNotShown({ hidden = [] }: Resource, path: string): boolean {
  return hidden.some((each) => isWithin(path, each));
}

/**
 * True for an update that changes only fields which no read shows. No read can determine whether it was carried out.
 */
export function isUnseen(change: Change): boolean {
  if (change.action !== "update") return false;
  const { desired, differences } = change;
  return differences.every(({ path }) => isSecret(desired, path) || isNotShown(desired, path));
}

/**
 * The addresses that steps create. Each value is the address of the protected resource that keeps the created one: this
 * resource itself or a descendant. Undefined: nothing keeps it.
 */
export type CreatedAddresses = ReadonlyMap<Address, Address | undefined>;

/** Returns the addresses that these steps create. Ancestors come first, whether or not the kind names a parent. */
export function createdIn(steps: readonly Step[], changes: readonly Change[]): CreatedAddresses {
  const created = new Map<Address, Address | undefined>();
  const creates = new Map(
    steps.filter(({ operation }) => operation === "create").map((one) => [one.id, one]),
  );
  for (const { because } of creates.values()) for (const address of because) created.set(address, undefined);
  const resources = new Map(changes.map((change) => [change.address, resourceOf(change)]));
  const stay = ({ after }: Step, address: Address) => {
    for (const id of after) {
      const outer = creates.get(id);
      if (!outer || created.get(outer.address) !== undefined) continue;
      created.set(outer.address, address);
      stay(outer, address);
    }
  };
  for (const step of creates.values()) {
    if (!resources.get(step.address)?.protect) continue;
    created.set(step.address, step.address);
    stay(step, step.address);
  }
  return created;
}
