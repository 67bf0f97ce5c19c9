/** Finds the inverse of a change for a rollback, based on the current live state. Pure. */

import type { Address } from "../model/address.ts";
import type { Change, Difference } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import { isObject, type Json } from "../model/json.ts";
import { type KeyedValue, withAt, writtenPath } from "../model/list-identity.ts";
import type { LiveResource, Observation } from "../model/live/snapshot.ts";
import { pathAbove, pathBelow } from "../model/names/hierarchy.ts";
import type { Step } from "../model/plan/step.ts";
import { ancestors, at, type Pointer, pointer, segments } from "../model/pointer.ts";
import type { NonConvergent } from "../model/reply.ts";
import { holds } from "../model/sameness/holds.ts";
import { besideDeclared } from "../model/sameness/pairs.ts";
import { type ComparedPlace, memberIn, placeBelow } from "../model/sameness/places.ts";
import { shapeOf } from "../model/sameness/value-shape.ts";
import {
  type CreatedAddresses,
  irreversible,
  isNotShown,
  isRestorable,
  isSecret,
  type ReversalFacts,
} from "./irreversible.ts";

/** The facts about a written change. */
export interface InverseInput {
  /** The current live state of the resources. */
  readonly observed: ReadonlyMap<Address, Observation<LiveResource>>;
  /** Fields that the server spells differently than they were written. They do not count as changed by someone else. */
  readonly spelled: readonly NonConvergent[];
  readonly facts: ReversalFacts;
  /** Resources that the same run created. */
  readonly created: CreatedAddresses;
  /** False if it is unknown whether the change was carried out. */
  readonly certain: boolean;
  readonly step: Step;
  /** A clause that names something in the resource that must stay. Absent: nothing in it must stay. */
  readonly holds?: string | undefined;
  /**
   * Live values that were read after the write. If a child is removed with its parent, these values in the child do not
   * count as changes by someone else.
   */
  readonly verified: readonly NonConvergent[];
}

/** The inverse change, and why there is none or only a partial one. Both are absent if there is nothing to do. */
export interface InverseChange {
  readonly back?: Change;
  readonly left?: string | undefined;
  /** True: the resource differs from the created one, or cannot be read. Its parent then stays too. */
  readonly isElse?: true;
}

/**
 * Returns the inverse of a change that was certainly or possibly written:
 *
 * | was    | is now                                | certainly written    | possibly written     |
 * |--------|---------------------------------------|----------------------|----------------------|
 * | any    | unknown                               | left                 | left                 |
 * | create | absent                                | nothing to do        | nothing to do        |
 * | create | as it was created                     | remove               | remove               |
 * | create | different, or with different children | left                 | left                 |
 * | update | absent                                | left                 | left                 |
 * | update | present                               | the fields as before | the fields as before |
 * | remove | absent                                | create               | create               |
 * | remove | present                               | left                 | nothing to do        |
 *
 * The pre-write read of apply shows whether each field is still as written; a field that has another value now is left
 * alone.
 */
export function inverseChange(change: Change, input: InverseInput): InverseChange {
  const { observed, certain, step, facts, created } = input;
  const now = observed.get(change.address);
  if (!now || now.state === "unknown") {
    const unread = certain ? "it could no longer be read" : "it is unknown whether this change was applied";
    return { left: unread, ...(change.action === "create" && otherwise) };
  }
  const left = irreversible(change, facts, created);
  switch (change.action) {
    case "create":
      return now.state === "absent" ? {} : removedAgain(change, now.value, { ...input, left });
    case "remove":
      if (now.state === "present") return certain ? { left: "someone created it again" } : {};
      if (left !== undefined) return { left };
      return { back: { action: "create", address: change.address, desired: remade(change), cause: "drift" } };
    case "update":
      if (now.state === "absent") return { left: "someone has removed it since" };
      if (step.operation === "create") return perhapsMade(change, now.value, input);
      return { ...setBack(change, now.value, input), left };
  }
}

const otherwise = { isElse: true } as const;

/**
 * Returns the inverse of a create whose reply was lost, if a read then showed the resource with values other than those
 * sent.
 */
function perhapsMade(
  { address, desired }: Extract<Change, { action: "update" }>,
  live: LiveResource,
  { created, facts }: InverseInput,
): InverseChange {
  if (!isInNew(desired, created)) return { left: "it is unknown whether this run created it" };
  return goesAlong(desired, facts) ? {} : removal({ address, desired }, live);
}

/** True for a resource whose parent was created by the same run. Everything in such a parent comes from that run. */
function isInNew({ parent }: Resource, created: CreatedAddresses): boolean {
  return parent !== undefined && created.has(parent);
}

/**
 * True if no operation removes the resource individually. Any other resource is removed before its parent, because a
 * server may refuse to remove both at once.
 */
function goesAlong({ target, kind }: Resource, facts: ReversalFacts): boolean {
  return facts.get(target)?.dialect.operations[kind]?.remove === "none";
}

function removal(
  { address, desired }: Pick<Extract<Change, { action: "create" }>, "address" | "desired">,
  live: LiveResource,
): InverseChange {
  return { back: { action: "remove", address, base: desired, live, cause: "drift" } };
}

function removedAgain(
  { address, desired }: Extract<Change, { action: "create" }>,
  live: LiveResource,
  { left, holds, created, facts, spelled, verified }: InverseInput & { readonly left: string | undefined },
): InverseChange {
  if (left !== undefined) return { left };
  if (holds !== undefined) return { left: holds, ...otherwise };
  const isNew = isInNew(desired, created);
  const made = asSpelled(desired, isNew ? verified : spelled);
  if (!isThere(live.value, made, { resource: desired, path: "", place: placeOf(desired, facts) }))
    return { left: "someone has changed it since", ...otherwise };
  return isNew && goesAlong(desired, facts) ? {} : removal({ address, desired }, live);
}

function setBack(
  { address, desired, live: was, differences: all }: Extract<Change, { action: "update" }>,
  live: LiveResource,
  { facts, spelled }: InverseInput,
): InverseChange {
  const restorable = all
    .filter((one) => isRestorable(desired, one, facts))
    .map((one) => ({ ...one, live: valueAt({ ...desired, value: was.value }, one.path) ?? one.live }));
  if (restorable.length === 0) return {};
  const kept = withoutSpelled(desired, restorable, spelled);
  const resource = calledAs({ ...desired, ...inverseValue(kept, was, restorable) }, { desired, facts });
  const written = { ...desired, value: asSpelled(desired, spelled) };
  const found = inverseDifferences(restorable, { written, was: { ...desired, value: was.value } });
  const place = { ...placeOf(desired, facts), exclusive: resource.ownership === "exclusive" };
  const differences = found.map((one) => asSeen(one, { ...desired, value: live.value }, place));
  return { back: { action: "update", address, desired: resource, live, differences } };
}

function placeOf(resource: Resource, facts: ReversalFacts): ComparedPlace {
  return { alike: facts.get(resource.target)?.kinds.get(resource.kind)?.alikeForm, shape: shapeOf(resource) };
}

/**
 * Returns the difference. If the live value is still as this run wrote it, the current live value becomes its live
 * side.
 */
function asSeen(one: Difference, now: KeyedValue, root: ComparedPlace): Difference {
  const seen = valueAt(now, one.path);
  const place = segments(one.path).reduce(placeBelow, root);
  if (seen === undefined || one.live === undefined || !holds(one.live, seen, { ...place, exclusive: false }))
    return one;
  return { ...one, live: besideDeclared(one.desired, seen, place) };
}

/** Returns the resource under the name that its former value gives it. */
function calledAs(
  back: Resource,
  { desired, facts }: { readonly desired: Resource; readonly facts: ReversalFacts },
): Resource {
  const kind = facts.get(back.target)?.kinds.get(back.kind);
  const [was, now] = [back, desired].map((one) => kind?.identity(one));
  if (was === undefined || was === now) return back;
  return { ...back, identity: back.below === undefined ? was : pathBelow(pathAbove(back.identity), was) };
}

/**
 * Returns the value before the change. Fields that were not set are removed by omission, for which the complete live
 * value must be known.
 */
function inverseValue(
  kept: Resource,
  was: LiveResource,
  restorable: readonly Difference[],
): Pick<Resource, "value" | "ownership"> {
  if (restorable.some((one) => one.live === undefined)) return { value: was.value, ownership: "exclusive" };
  const value = restorable.reduce<Json>(
    (all, one) => withAt({ ...kept, value: all }, one.path, one.live),
    kept.value,
  );
  return { value, ownership: "declared" };
}

/**
 * Returns the differences from the written value back to the previous live value. A container that did not exist before
 * is removed as a whole.
 */
function inverseDifferences(
  restorable: readonly Difference[],
  { written, was }: { readonly written: KeyedValue; readonly was: KeyedValue },
): readonly Difference[] {
  const before = new Map(
    restorable.map(({ path, live }) => [live === undefined ? outermostUnset(was, path) : path, live]),
  );
  return [...before].map(([path, live]): Difference => {
    return { path, cause: "drift", desired: live, live: valueAt(written, path) };
  });
}

/**
 * Returns the outermost container of this field that did not exist before. If all existed, returns the field itself.
 */
function outermostUnset(was: KeyedValue, path: Pointer): Pointer {
  return ancestors(path).find((one) => one !== "" && valueAt(was, one) === undefined) ?? path;
}

function valueAt(of: KeyedValue, path: Pointer): Json | undefined {
  return at(of.value, pointer(writtenPath(of, path)));
}

/** Returns the written value, in the spelling of the server where that differs. */
function asSpelled(resource: Resource, spelled: readonly NonConvergent[]): Json {
  return spelled
    .filter(({ address }) => address === resource.address)
    .reduce<Json>((all, { path, live }) => withAt({ ...resource, value: all }, path, live), resource.value);
}

/**
 * Returns the resource without fields that cannot be restored and that the server spells differently than they were
 * written. Such a field stays as it is, and its spelling is not somebody else's change.
 */
function withoutSpelled(
  resource: Resource,
  restorable: readonly Difference[],
  spelled: readonly NonConvergent[],
): Resource {
  const restored = new Set(restorable.map(({ path }) => path));
  const value = spelled
    .filter(({ address, path }) => address === resource.address && !restored.has(path))
    .reduce<Json>((all, { path }) => withAt({ ...resource, value: all }, path, undefined), resource.value);
  return { ...resource, value };
}

/** Returns the declaration of a removed resource in base, with the resource's former live values. */
function remade({ base, live }: Extract<Change, { action: "remove" }>): Resource {
  const { value } = base;
  if (!isObject(value) || !isObject(live.value)) return base;
  const was = live.value;
  const fields = Object.entries(value).map(([name, own]): [string, Json] => [name, was[name] ?? own]);
  return { ...base, value: Object.fromEntries(fields) };
}

interface FieldToRevert {
  readonly resource: Resource;
  readonly path: string;
  readonly place: ComparedPlace;
}

/** True if the declared values are live as written. Values that cannot be read are assumed to be live. */
function isThere(live: Json, declared: Json, { resource, path, place }: FieldToRevert): boolean {
  if (isSecret(resource, path) || isNotShown(resource, path)) return true;
  if (!isObject(declared) || !isObject(live)) return holds(declared, live, place);
  return Object.entries(declared).every(([name, value]) =>
    isThere(memberIn(live, name, place.alike) ?? null, value, {
      resource,
      path: `${path}${pointer([name])}`,
      place: placeBelow(place, name),
    }),
  );
}
