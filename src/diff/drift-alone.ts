/** Reduces a three-way comparison to drift, without Git's changes since base. Pure. */

import type { Address } from "../model/address.ts";
import type { Change, Comparison, Difference } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { sameJson } from "../model/json.ts";
import { counterpart, withIdentities, writtenPath } from "../model/list-identity.ts";
import type { Snapshot } from "../model/live/snapshot.ts";
import { isWithin, type Pointer, pointer, segments } from "../model/pointer.ts";
import { referred } from "../model/references.ts";
import type { AlikeOf } from "../model/sameness/places.ts";
import { disregard } from "./ignored.ts";
import { changedPaths } from "./pull-request.ts";

/** A comparison and its sides. */
interface WholeComparison extends Pick<Snapshot, "observations"> {
  readonly comparison: Comparison;
  readonly desired: Desired;
  /** Base under the keys of desired, as it was compared. */
  readonly base: Desired;
  /** The identity that a resource's value gives it; undefined if the resource's kind is unknown. */
  readonly identityOf: (resource: Resource) => string | undefined;
  /** Returns how values of a resource are compared. Default: literally. */
  readonly alike?: AlikeOf | undefined;
}

/** The drift in a comparison, and a desired state that requests nothing else. */
export interface DriftAlone {
  readonly comparison: Comparison;
  /**
   * The desired state for the writes, for the reads after the writes, and for verification. It has the values to which
   * drift is reverted. Everything else equals the live state, without pending changes.
   */
  readonly desired: Desired;
}

/**
 * Reduces a comparison to drift. The live state is first compared with the whole of desired and base, because removing
 * parts earlier would break references, children and names. Then:
 *
 * | the whole comparison says                    | what remains                                         |
 * |----------------------------------------------|------------------------------------------------------|
 * | update                                       | its drifted fields; all others stay as they are live |
 * | create: it was removed live                  | a create of what base declares                       |
 * | create, remove, or a move: pending           | nothing                                              |
 * | any, of a resource declared in another place | nothing: as a whole, it is Git's change              |
 * | unknown                                      | unknown, if desired and base both declare it         |
 *
 * Drift that cannot be written without a pending change is marked with that reason (`notAlone`).
 */
export function driftAlone(on: WholeComparison): DriftAlone {
  const { comparison, desired, base } = on;
  const resources = new Map(desired.resources);
  const changes = comparison.changes.flatMap((change): readonly Change[] => {
    const now = desired.resources.get(change.address);
    const was = base.resources.get(change.address);
    if (change.action === "remove" || !now || !was || !isInPlace(now, was)) return [];
    const left =
      change.action === "create" ? asApplied(change, { now, was }, on) : driftOf(change, { now, was }, on);
    resources.set(change.address, left.resource);
    return left.change ? [left.change] : [];
  });
  const isKnown = ({ address }: { readonly address: Address }) =>
    desired.resources.has(address) && base.resources.has(address);
  const { unknown, impossible } = comparison;
  return {
    comparison: {
      ...comparison,
      changes,
      unknown: unknown.filter(isKnown),
      impossible: impossible.filter((one) => one.unexpected || (one.action === "create" && isKnown(one))),
      released: [],
      takenOver: [],
      secretsTakenOver: [],
      perhapsRenamed: [],
      stillReferring: undefined,
    },
    desired: { ...desired, resources },
  };
}

interface Declared {
  readonly now: Resource;
  readonly was: Resource;
}

/** The remaining part of a change, and the declaration of its resource. */
interface Left {
  readonly resource: Resource;
  /** The drifted part of the change; undefined if no part has drifted. */
  readonly change?: Change;
}

/**
 * True if the resource still has the same parent and the same scope, such as its device and its organization.
 * Otherwise, its live state says nothing about what was applied.
 */
function isInPlace(now: Resource, was: Resource): boolean {
  return now.parent === was.parent && sameJson(now.scope, was.scope);
}

/** True for secrets and other fields that no reply shows. */
function isUnseen({ secrets, hidden = [] }: Resource, path: Pointer): boolean {
  return secrets.includes(path) || hidden.includes(path);
}

/**
 * Returns the path of a difference, with list elements by identity. In fields that no reply shows, differences have
 * positions instead, which are replaced here.
 */
function placeOf(now: Resource, path: Pointer): Pointer {
  return isUnseen(now, path) ? withIdentities(now, path) : path;
}

/** Returns a resource that somebody removed, as it was applied. */
function asApplied(
  change: Extract<Change, { action: "create" }>,
  { now, was }: Declared,
  on: WholeComparison,
): Left {
  if (change.cause !== "drift") return { resource: now };
  const untouched = changedPaths(now, was, on.alike?.(now));
  if (untouched.length === 0 && now.identity === was.identity) return { resource: now, change };
  const { protect, site, ignored } = now;
  const resource = { ...was, protect, site, ignored, untouched };
  return { resource, change: { ...change, desired: resource, notAlone: whyNotAsApplied(resource, on) } };
}

/**
 * Returns the drift of an update, under the resource's live name. The resource is not renamed, because others reference
 * it by this name.
 */
function driftOf(
  change: Extract<Change, { action: "update" }>,
  { now, was }: Declared,
  { identityOf, alike }: WholeComparison,
): Left {
  const [differences, pending] = parted(change.differences);
  if (pending.length === 0) return { resource: now, change };
  const untouched = pending.map(({ path }) => placeOf(now, path));
  const { resource: merged } = disregard({ ...now, untouched }, change.live.value, alike?.(now));
  const identity = (now.identity === was.identity ? undefined : identityOf(merged)) ?? now.identity;
  const resource = { ...merged, identity };
  if (differences.length === 0) return { resource };
  const bound = pending.find((one) => isBound(one, { now, was, drifted: differences }));
  const notAlone =
    bound &&
    `Git has changed ${fieldName(bound.path)} too, and a write cannot leave that field unchanged: ${everything}`;
  return { resource, change: { ...change, desired: resource, differences, notAlone } };
}

/** Divides differences into drift, and pending or conflicting differences. */
function parted(all: readonly Difference[]): readonly [readonly Difference[], readonly Difference[]] {
  return [all.filter(({ cause }) => cause === "drift"), all.filter(({ cause }) => cause !== "drift")];
}

/**
 * True if Git's changes cannot be separated from the drift. Either one write carries both, or a full write would erase
 * a live value that is never shown.
 */
function isBound(
  { path, live }: Difference,
  { now, was, drifted }: Declared & { readonly drifted: readonly Difference[] },
): boolean {
  if (isUnseen(now, path)) {
    const before = counterpart(now, path, was.value);
    if (before !== undefined && isUnseen(was, before)) return true;
  } else if (live !== undefined) {
    const before = pointer(writtenPath(was, path));
    if ([...was.secrets, ...(was.hidden ?? [])].some((each) => isWithin(each, before))) return true;
  }
  const left = placeOf(now, path);
  return drifted.some((one) => isWithin(one.path, left) || isWithin(left, one.path));
}

/**
 * Returns why a removed resource cannot be recreated as it was applied; undefined if it can. Secrets can only be
 * resolved for current declarations, so a secret that Git has changed is a reason. A reference to a resource that is
 * neither declared nor live is a reason too.
 */
function whyNotAsApplied(resource: Resource, { desired, observations }: WholeComparison): string | undefined {
  const { untouched = [], secrets, value } = resource;
  const secret = secrets.find((path) => untouched.includes(path));
  if (secret !== undefined)
    return `it was removed, and Git has changed its ${fieldName(secret)} since: ${everything}`;
  const isThere = (named: Address) =>
    desired.resources.has(named) || observations.get(named)?.state === "present";
  const gone = [...referred(resource, value).values()].find((named) => !isThere(named));
  return gone === undefined
    ? undefined
    : `it was removed, and refers to ${gone}, which is neither declared any longer nor live: ${everything}`;
}

const everything = "apply this resource without `--only drift`";

function fieldName(path: Pointer): string {
  return segments(path).join(".");
}
