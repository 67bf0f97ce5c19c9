/** The fingerprint: what a reviewer approves and what apply demands. */

import { type Address, addressParts } from "../model/address.ts";
import type { Change, Difference, TakenOverSecret } from "../model/change.ts";
import { byKey } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { canonicalText, isArray, isObject, type Json, type JsonObject } from "../model/json.ts";
import type { LiveResource } from "../model/live/snapshot.ts";
import type { Digest } from "../model/wire.ts";
import type { TargetFacts } from "./prerequisites.ts";

/** The inputs of a fingerprint. */
interface Fingerprinted {
  readonly changes: readonly Change[];
  readonly secretsTakenOver: readonly TakenOverSecret[];
  readonly environment: string;
  /**
   * Returns the URL of a target and the definition of its settings, by the target's name. Called for the targets of the
   * changes.
   */
  readonly targetOf: (name: string) => BoundTarget;
}

/** The parts of a target that an approval is bound to. */
interface BoundTarget {
  /** The URL as written in the project file. Absent: unknown. */
  readonly url?: string | undefined;
  /** See `PlanOrigin.definitions`. */
  readonly definition?: string | undefined;
}

/**
 * Returns the SHA-256 over all changes, in 64 hexadecimal digits. With a shorter hash, an author of the input could
 * craft two plans with the same hash.
 *
 * The hash covers the action, address, scope, each field's desired and live value, the content sent (`Change.wire`),
 * the environment, and the targets of the changes. Secrets appear as references. Adopted secrets are covered even if
 * they are not written, because a consent to write them names the fingerprint of the plan without them. Guards are
 * covered by their configuration (policies and thresholds), not by their findings, so consents do not change the
 * fingerprint. Cost, time, order and counts are excluded, so that the same changes always have the same fingerprint.
 */
export function fingerprintOf(of: Fingerprinted, digest: Digest): string {
  const { changes, secretsTakenOver } = of;
  const parts = changes.map(withoutTakenOver);
  const secrets = [...secretsTakenOver, ...parts.flatMap(({ secrets }) => secrets)];
  const texts = [
    where(of, [...changes, ...secretsTakenOver]),
    ...parts.flatMap(({ change }) => (change ? [canonicalText(essence(change))] : [])),
    ...secrets.map(({ address, path, desired }) => canonicalText({ takenOver: address, path, desired })),
  ];
  return digest(texts.sort().join("\n"));
}

function where(
  { environment, targetOf }: Pick<Fingerprinted, "environment" | "targetOf">,
  about: readonly { readonly address: Address }[],
): string {
  const names = [...new Set(about.map(({ address }) => addressParts(address).target))].sort();
  const targets = names.map((name) => {
    const { url, definition } = targetOf(name);
    return { name, ...(url !== undefined && { url }), ...(definition !== undefined && { definition }) };
  });
  return canonicalText({ environment, targets });
}

/** The context in which a plan is made, for its fingerprint. */
interface PlanPlace extends Pick<Fingerprinted, "environment"> {
  readonly facts: ReadonlyMap<string, Pick<TargetFacts, "url">>;
  readonly definitions?: (() => Readonly<Record<string, string>>) | undefined;
  readonly digest: Digest;
  readonly preview?: object | undefined;
}

/**
 * Returns the fingerprint, with the prefix `preview-` for a preview. Definitions are computed only if something is to
 * be changed.
 */
export function fingerprintIn(
  what: Pick<Fingerprinted, "changes" | "secretsTakenOver">,
  { environment, facts, definitions, digest, preview }: PlanPlace,
): string {
  const isEmpty = what.changes.length + what.secretsTakenOver.length === 0;
  const all = isEmpty ? undefined : definitions?.();
  const targetOf = (name: string) => ({ url: facts.get(name)?.url, definition: all?.[name] });
  const digits = fingerprintOf({ ...what, environment, targetOf }, digest);
  return preview ? `preview-${digits}` : digits;
}

/**
 * Returns the change with the content that is sent (`Change.wire`). This content leaves out fields that are written
 * only by consent, because a consent does not change what was reviewed.
 */
export function withWire(
  change: Change,
  wireOf: ((reviewed: Change) => string | undefined) | undefined,
): Change {
  const { change: reviewed } = withoutTakenOver(change);
  const wire = reviewed && wireOf?.(reviewed);
  return wire === undefined ? change : { ...change, wire };
}

/** Separates the secrets that are written by consent from a change. If nothing else is left, no change is returned. */
export function withoutTakenOver(change: Change): {
  readonly change?: Change;
  readonly secrets: readonly TakenOverSecret[];
} {
  if (change.action !== "update") return { change, secrets: [] };
  const { address } = change;
  const secrets = change.differences.flatMap(({ path, desired = null, takenOver }) =>
    takenOver ? [{ address, path, desired }] : [],
  );
  if (secrets.length === 0) return { change, secrets };
  const differences = change.differences.filter(({ takenOver }) => !takenOver);
  return differences.length === 0 ? { secrets } : { change: { ...change, differences }, secrets };
}

function essence(change: Change): Json {
  const { wire } = change;
  return { ...sidesOf(change), ...(wire !== undefined && { wire }) };
}

function sidesOf(change: Change): JsonObject {
  const { action, address } = change;
  switch (action) {
    case "create":
      return {
        action,
        address,
        scope: change.desired.scope,
        desired: change.desired.value,
        ...(change.displaces && { displaces: change.displaces.map(({ path, live }) => ({ path, live })) }),
      };
    case "update": {
      const fields = change.differences.map(({ path, desired, live }) => ({
        path,
        ...(desired !== undefined && { desired }),
        ...(live !== undefined && { live }),
      }));
      return { action, address, scope: change.desired.scope, fields };
    }
    case "remove": {
      const { scope, value } = change.base;
      const live = declaredPart(change.live.value, value);
      return { action, address, scope, id: change.live.id ?? null, live };
    }
  }
}

/** Returns the live values of declared fields. Other live fields do not matter here. */
function declaredPart(live: Json, declared: Json): Json {
  if (!isObject(live) || !isObject(declared)) return live;
  const members = Object.keys(declared).flatMap((key) => {
    const value = Object.hasOwn(live, key) ? live[key] : undefined;
    return value === undefined ? [] : [[key, declaredPart(value, declared[key] ?? null)] as const];
  });
  return Object.fromEntries(members);
}

/** Returns the change with the live values of declared fields only. Other live fields do not affect the fingerprint. */
export function planned(change: Change): Change {
  switch (change.action) {
    case "create":
      return {
        ...change,
        desired: resource(change.desired),
        ...(change.displaces && {
          displaces: change.displaces.map(({ path, live }) => ({ path, live: inOrder(live) })),
        }),
      };
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

function live({ value, id, version, byId, anew, storedAs }: LiveResource): LiveResource {
  return {
    value: inOrder(value),
    id,
    version,
    ...(byId && { byId }),
    ...(anew && { anew }),
    ...(storedAs !== undefined && { storedAs }),
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

/** A value with sorted keys in all its objects. */
function inOrder(value: Json): Json {
  if (isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const ordered: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) ordered[key] = inOrder(value[key] ?? null);
  return ordered;
}

/** The context of a plan's changes. */
interface PlannedSides {
  readonly desired: Desired;
  /** Declared resources of which it is unknown whether they exist. */
  readonly doubtful: ReadonlySet<Address>;
  readonly facts: ReadonlyMap<string, TargetFacts>;
}

/**
 * Returns the changes in order. Each create gets the missing ancestor that it creates implicitly. This is the outermost
 * ancestor that no earlier change creates and that contains no declared resource.
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
