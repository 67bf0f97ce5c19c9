/** Verdicts: why a change cannot be written, judged by itself, regardless of other changes. */

import type { Address } from "../../model/address.ts";
import {
  type AlikeName,
  type Change,
  type Comparison,
  isInConflict,
  type StillReferring,
} from "../../model/change.ts";
import type { Desired } from "../../model/desired.ts";
import type { HealthIssue } from "../../model/health.ts";
import type { KeptParts } from "../../model/place.ts";
import type { BaseDoubt } from "../../model/plan/plan.ts";
import type { Operation, UnwritableChange } from "../../model/plan/step.ts";
import { at, isPlaceOf, isWithin, type Pointer, segments } from "../../model/pointer.ts";
import type { Lineage } from "../../model/record.ts";
import type { Gate } from "../health/gate.ts";
import { resourceOf, type TargetFacts } from "../prerequisites.ts";
import { withoutCircles } from "../sorting/circles.ts";
import { type Edge, topologicalOrder } from "../sorting/topological-order.ts";
import { sentBy } from "../write-cost.ts";
import { onSecrets } from "./lost-secrets.ts";

/** The inputs for sorting changes. */
export interface SortInput {
  readonly asked: readonly Change[];
  readonly comparison: Comparison;
  readonly desired: Desired;
  /** The base, with the declarations of unreadable resources. */
  readonly base?: Desired | undefined;
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** What to do with changes that are in conflict. Default: hold. */
  readonly onConflict?: "hold" | "overwrite" | undefined;
  /** Creates that are held because a live resource has the name in another spelling, or below another parent. */
  readonly alike?: ReadonlyMap<Address, AlikeName>;
  /** Holds back writable changes because of health. */
  readonly gate: Gate;
}

/** Why a change can't be written; undefined if it can. */
export type WriteVerdict =
  | (Pick<UnwritableChange, "reason" | "because"> & { readonly healthIssue?: HealthIssue })
  | undefined;

/** The verdicts by the address of the change. */
export type Verdicts = ReadonlyMap<Address, WriteVerdict>;

/** A removal. */
export type Removal = Extract<Change, { readonly action: "remove" }>;
/** A create or update. */
export type Addition = Exclude<Change, Removal>;

/** True if the target's dialect has an operation for a change. */
export function hasOperation(change: Change, facts: SortInput["facts"]): boolean {
  const { target, kind } = resourceOf(change);
  const row = facts.get(target)?.dialect.operations[kind];
  return row !== undefined && row[change.action] !== "none";
}

/** False for kinds that this interface can only show. They are never written, so they need no approval. */
export function isWritten(change: Change, facts: SortInput["facts"]): boolean {
  const { target, kind } = resourceOf(change);
  const row = facts.get(target)?.dialect.operations[kind];
  return row === undefined || [row.create, row.update, row.remove].some((support) => support !== "none");
}

/** The verdict on the removal of a protected resource; undefined if the resource is not protected. */
export function onProtection({ base }: Removal): WriteVerdict {
  return base.protect ? { reason: isProtected } : undefined;
}

/**
 * Returns the verdict on an update that removes list elements and recreates them. This is not allowed if the resource
 * is protected, in Git or in base.
 */
function onRemade(change: Change, { facts, base }: Pick<SortInput, "facts" | "base">): WriteVerdict {
  if (change.action !== "update") return undefined;
  const { target, address, protect } = change.desired;
  if (!protect && base?.resources.get(address)?.protect !== true) return undefined;
  const { of = [] } = facts.get(target)?.remakes?.(sentBy(change)) ?? {};
  return of.length === 0 ? undefined : { reason: remadeThoughProtected(of.map(({ name }) => name)) };
}

/** Returns the verdict on a removal whose resource was found only by its id; undefined if its live name matches. */
function onName({ live }: Removal): WriteVerdict {
  return live.byId ? { reason: renamedLive } : undefined;
}

/** The verdict on a change alone, regardless of other changes. */
export function onItself(change: Change, { onConflict, facts, alike, base }: SortInput): WriteVerdict {
  const kept =
    change.action === "remove" ? (onProtection(change) ?? onName(change)) : onRemade(change, { facts, base });
  if (kept) return kept;
  if (change.action !== "remove" && change.notAlone !== undefined) return { reason: change.notAlone };
  if (change.action === "create") return heldBeside(alike?.get(change.address));
  if (onConflict === "overwrite" || !isInConflict(change))
    return change.action === "update" ? onSecrets(change, base?.resources.get(change.address)) : undefined;
  const closed = withoutOperation(change, facts);
  return { reason: closed ? inConflictAndClosed(closed.reason) : inConflict };
}

/** The verdict on a change that its interface cannot carry out, fully or partly; undefined if it can. */
export function withoutOperation(change: Change, facts: SortInput["facts"]): WriteVerdict {
  const { target, kind } = resourceOf(change);
  const of = facts.get(target);
  if (!hasOperation(change, facts))
    return { reason: noOperation(change.action, { facts: of, target, kind }) };
  const { createOnly: closed = [], stays } = of?.kinds.get(kind) ?? {};
  if (change.action === "remove") return stays && onStaying(change, stays);
  if (change.action !== "update") return undefined;
  const changed = change.differences.map(({ path }) => path);
  const fixed = closed.filter((field) => changed.some((path) => isWithin(path, field)));
  if (fixed.length > 0) return { reason: onlyWithCreate(fixed) };
  const lost = change.differences.filter(({ desired }) => desired === false).map(({ path }) => path);
  const staying = lost.filter((path) => stays?.flags.some((pattern) => isPlaceOf(path, pattern)));
  return staying.length === 0 ? undefined : { reason: keptFields(staying) };
}

/** The verdict on a removal of something that the device keeps, fully or partly; undefined if it keeps nothing. */
function onStaying({ base }: Removal, { fields, resource }: KeptParts): WriteVerdict {
  if (resource(base.identity)) return { reason: kept };
  const staying = fields.filter((field) => (at(base.value, field) ?? false) !== false);
  return staying.length === 0 ? undefined : { reason: keptFields(staying) };
}

/** Holds the change back if the health of its site or device does not permit it. */
export function gated(change: Change, { gate }: SortInput): WriteVerdict {
  const healthIssue = gate(change);
  return healthIssue && { reason: healthIssue.reason, healthIssue };
}

/** Returns the verdict on a change that waits for `because`, which cannot be carried out for the reason `why`. */
export function cannot(because: Address, why: string): WriteVerdict {
  return { reason: waitsFor(because, why), because };
}

/** The verdict on a change that waits for another, which health holds back; undefined if health does not. */
export function waitsAlong(because: Address, verdict: WriteVerdict): WriteVerdict {
  const healthIssue = verdict?.healthIssue;
  return healthIssue && { reason: waitsFor(because, heldBack(healthIssue)), because, healthIssue };
}

/**
 * Puts each change after the changes that `before` names, and leaves out changes in a cycle. The changes that `ifIt`
 * names come first too, unless this creates a cycle.
 */
export function inOrder<C extends Change>(
  changes: readonly C[],
  before: (change: C) => readonly Address[],
  ifIt?: (change: C) => readonly Address[],
): readonly C[] {
  const ranks = new Map(changes.map(({ address }, rank) => [address, rank]));
  const edges = (named: typeof before) =>
    changes.flatMap((change, after) =>
      named(change).flatMap((address): Edge[] => {
        const rank = ranks.get(address);
        return rank === undefined ? [] : [{ before: rank, after }];
      }),
    );
  const firm = edges(before);
  const loose = ifIt ? withoutCircles(changes.length, { firm, loose: edges(ifIt) }) : [];
  return topologicalOrder(changes.length, [...firm, ...loose]).flatMap((rank) => changes[rank] ?? []);
}

/** The reason if the resource is protected. */
export const isProtected = "it is protected: it was declared with `protect: true`";

/** The reason if these elements of a protected list would be removed and recreated. */
function remadeThoughProtected(names: readonly string[]): string {
  const what = `${names.join(", ")} would be removed and recreated, since this product cannot reorder the list`;
  return `${isProtected}, and ${what}. Keep the live order, or first remove \`protect: true\` and apply that commit`;
}

/** An operation, and where it is needed. */
interface Asked {
  readonly facts: Pick<TargetFacts, "dialect" | "kinds"> | undefined;
  readonly target: string;
  readonly kind: string;
}

/** Half a sentence about the setting that switches an operation off, and its place; undefined if there is none. */
export function switchedOffBy(action: Operation, { facts, target, kind }: Asked): string | undefined {
  const setting = facts?.dialect.switchedOff?.[kind]?.[action];
  if (setting === undefined) return undefined;
  const where = `\`targets.${target}.settings.${setting}\``;
  return `trueup may not ${action} it: to allow that, add \`${kind}\` to ${where}`;
}

/** Returns why an operation is impossible: the reason of the dialect or its settings, or that it does not exist. */
function noOperation(action: Operation, of: Asked): string {
  const own = of.facts?.dialect.reasons?.[of.kind]?.[action] ?? switchedOffBy(action, of);
  if (own !== undefined) return own;
  const verb = action === "update" ? "change" : action;
  const cannot = `trueup cannot ${verb} a ${of.facts?.kinds.get(of.kind)?.title ?? of.kind}`;
  const byHand = `${verb} it with the product's own tools`;
  switch (action) {
    case "create":
      return `it does not exist, and ${cannot}: check its name, or ${byHand}; then plan again`;
    case "update":
      return `${cannot}: ${byHand}`;
    case "remove":
      return `${cannot}: ${byHand}, or declare it again`;
  }
}

/** The reason if an update would change fields that only a create accepts. */
function onlyWithCreate(fields: readonly Pointer[]): string {
  const advice = "declare the live value, or remove the resource and recreate it";
  return `${fields.join(", ")} can only be set by a create: ${advice}`;
}

/** The reason if the product never removes the resource. */
const kept = "the device never removes it: declare other values for it instead";

/** The reason if the device keeps fields that would be unset. */
function keptFields(fields: readonly Pointer[]): string {
  return `the device keeps ${fields.join(", ")} once set: declare the live value`;
}

const conflicting = "both Git and the live state have changed it since the last apply";

/** The reason if a change is in conflict: trueup cannot decide whether Git or the live state is right. */
const inConflict = `${conflicting}: adopt the live state with \`trueup adopt\`, or apply with --on-conflict overwrite`;

/** The reason if a change is in conflict, and could not be written anyway. `reason`: why it could not. */
function inConflictAndClosed(reason: string): string {
  return `${conflicting}: adopt the live state with \`trueup adopt\`; ${reason}`;
}

/** The reason if an earlier run has sent the create. A second create could result in a duplicate. */
export function acceptedAt(since: string): string {
  return `its creation was accepted at ${since}, but it is not visible yet`;
}

/** The verdict on a create that may duplicate a live resource; undefined if there is no such resource. */
function heldBeside(alike: AlikeName | undefined): WriteVerdict {
  if (!alike) return undefined;
  const reason = alike.isElsewhere
    ? "a live resource under another parent has the same name: this resource may have been moved"
    : "a live resource has almost the same name, with a difference only in case, blanks or Unicode form";
  return { reason };
}

/** The reason if the resource to be removed is live under another name than the applied one. */
const renamedLive =
  "somebody renamed it live, and trueup removes nothing by its id alone: remove it by hand, or run `trueup forget`";

/** The reason if health holds a change back. */
function heldBack({ reason }: HealthIssue): string {
  return `it is held back because ${reason}`;
}

/** The reason if a change waits for another one. */
export function waitsFor(address: Address, why: string): string {
  return `it waits for ${address}: ${why}`;
}

/** The reason if a declared resource depends on the resource to be removed. */
export function stillNeeded(by: Address): string {
  return `${by} is declared and depends on it`;
}

/** The reason if another resource still references the resource to be removed. */
export function stillReferredTo({ by, path, unknown }: StillReferring): string {
  const field = segments(path).join(".");
  if (unknown)
    return waitsFor(by, `its live state is unknown, and its ${field} may still refer to this resource`);
  return `${by} still refers to it (${field}): change that reference, or declare this resource again`;
}

/** Returns a clause that says why base is in doubt. */
export function whyDoubted({ commit, lineage }: Omit<BaseDoubt, "message">): string {
  const what = `the last applied commit, ${commit.slice(0, 12)}`;
  switch (lineage) {
    case "ahead":
      return `${what}, is newer than the planned one`;
    case "apart":
      return `${what}, is not an ancestor of the planned one`;
    case "unknown":
      return `it is unknown whether ${what}, is an ancestor of the planned one: this clone lacks the history`;
  }
}

/** Why base is in doubt if the record is incomplete. */
export function incompleteRecord({ commit }: Pick<BaseDoubt, "commit">): string {
  return `it is unknown what the apply of ${commit.slice(0, 12)} left behind: its record is incomplete`;
}

const why: Readonly<Record<Exclude<Lineage, "behind">, string>> = {
  ahead: "a commit that is newer than the planned one",
  apart: "a commit that is not an ancestor of the planned one",
  unknown: "a commit that may not be an ancestor of the planned one",
};

/** The reason if only a commit in doubt justifies a change. `what`: a clause that says what the change is. */
export function cannotBeDecided(lineage: Exclude<Lineage, "behind">, what: string): string {
  return `trueup cannot decide this change: only ${why[lineage]} says that ${what}`;
}
