/** A change as a plan holds it: in one form, whatever the order of keys, and without wire forms. */

import type { Address } from "../model/address.ts";
import type { Change, Difference } from "../model/change.ts";
import { byKey } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import type { LiveResource } from "../model/snapshot.ts";
import type { TargetFacts } from "./prerequisites.ts";

/** The change with all keys in code-unit order, and live sides without their wire form, which may hold secrets. */
export function planned(change: Change): Change {
  switch (change.action) {
    case "create":
      return { ...change, desired: resource(change.desired) };
    case "update": {
      const differences = change.differences.map(difference);
      return { ...change, desired: resource(change.desired), live: live(change.live), differences };
    }
    case "remove":
      return { ...change, base: resource(change.base), live: live(change.live) };
  }
}

function resource(of: Resource): Resource {
  const scope = Object.fromEntries(Object.entries(of.scope).sort(byKey));
  const lists = Object.fromEntries(Object.entries(of.lists).sort(byKey));
  return { ...of, scope, lists, value: inOrder(of.value) };
}

function live({ value, id, version }: LiveResource): LiveResource {
  return {
    value: inOrder(value),
    id,
    version,
  };
}

function difference(of: Difference): Difference {
  return {
    ...of,
    desired: sideInOrder(of.desired),
    base: sideInOrder(of.base),
    live: sideInOrder(of.live),
  };
}

function sideInOrder(value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : inOrder(value);
}

/** The same value with the keys of all its objects in order. */
function inOrder(value: Json): Json {
  if (isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const ordered: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) ordered[key] = inOrder(value[key] ?? null);
  return ordered;
}

/** What the changes of a plan are held against. */
interface PlannedSides {
  readonly desired: Desired;
  /** Declared resources of which it is unknown whether they are there. */
  readonly doubtful: ReadonlySet<Address>;
  readonly facts: ReadonlyMap<string, TargetFacts>;
}

/**
 * The changes in their order, each create with what it makes along where that is missing: the outermost that no earlier
 * change makes, and in which nothing declared is there.
 */
export function withMadeAlong(
  changes: readonly Change[],
  { desired, doubtful, facts }: PlannedSides,
): readonly Change[] {
  const aboveOf = ({ target, kind, identity, scope }: Resource) =>
    (facts.get(target)?.kinds.get(kind)?.madeAlong?.({ identity, scope }) ?? []).map(
      (each) => [target, each] as const,
    );
  const creates = changes.flatMap((change) => (change.action === "create" ? [change] : []));
  if (!creates.some((change) => aboveOf(change.desired).length > 0)) return changes;
  const made = new Set(creates.map((change) => change.address));
  const there = new Set(creates.map((change) => `${change.desired.target}\0${change.desired.identity}`));
  for (const each of desired.resources.values())
    if (!made.has(each.address) && !doubtful.has(each.address))
      for (const [target, identity] of aboveOf(each)) there.add(`${target}\0${identity}`);
  return changes.map((change) => {
    if (change.action !== "create") return change;
    const above = aboveOf(change.desired);
    const missing = above.find(([target, identity]) => !there.has(`${target}\0${identity}`));
    for (const [target, identity] of above) there.add(`${target}\0${identity}`);
    const { target, kind, scope } = change.desired;
    const along = missing && facts.get(target)?.kinds.get(kind)?.keyOf?.({ identity: missing[1], scope });
    return along === undefined ? change : { ...change, along };
  });
}
