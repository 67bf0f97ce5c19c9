/** A verdict: why a change can't be written, and what is said of a change alone, whatever becomes of the others. */

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
import type { BaseDoubt } from "../../model/plan/plan.ts";
import type { Operation, UnwritableChange } from "../../model/plan/step.ts";
import { isWithin, type Pointer, segments } from "../../model/pointer.ts";
import type { Lineage } from "../../model/record.ts";
import type { Gate } from "../health/gate.ts";
import { resourceOf, type TargetFacts } from "../prerequisites.ts";
import { withoutCircles } from "../sorting/circles.ts";
import { type Edge, topologicalOrder } from "../sorting/topological-order.ts";
import { sentBy } from "../write-cost.ts";

/** What sorting needs. */
export interface SortInput {
  readonly asked: readonly Change[];
  readonly comparison: Comparison;
  readonly desired: Desired;
  /** What was declared of what cannot be read. */
  readonly base?: Desired | undefined;
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** What to do with what is in conflict already now. Default hold. */
  readonly onConflict?: "hold" | "overwrite" | undefined;
  /** Creates that are held, since something live has the name in another spelling, or below something else. */
  readonly alike?: ReadonlyMap<Address, AlikeName>;
  /** What health holds back, of all that can be written. */
  readonly gate: Gate;
}

/** Why a change can't be written; undefined when it can. */
export type WriteVerdict =
  | (Pick<UnwritableChange, "reason" | "because"> & { readonly healthIssue?: HealthIssue })
  | undefined;

/** By the address of a change. */
export type Verdicts = ReadonlyMap<Address, WriteVerdict>;

/** A change that removes. */
export type Removal = Extract<Change, { readonly action: "remove" }>;
/** One that creates or updates. */
export type Addition = Exclude<Change, Removal>;

/** True when the dialect of its target has an operation for a change. */
export function hasOperation(change: Change, facts: SortInput["facts"]): boolean {
  const { target, kind } = resourceOf(change);
  const row = facts.get(target)?.dialect.operations[kind];
  return row !== undefined && row[change.action] !== "none";
}

/** False for what this interface only shows: what is never written needs no approval. */
export function isWritten(change: Change, facts: SortInput["facts"]): boolean {
  const { target, kind } = resourceOf(change);
  const row = facts.get(target)?.dialect.operations[kind];
  return row === undefined || [row.create, row.update, row.remove].some((support) => support !== "none");
}

/** That it is protected. */
export function onProtection({ base }: Removal): WriteVerdict {
  return base.protect ? { reason: isProtected } : undefined;
}

/** What is taken out and made again is removed for a while: not of what is protected, in Git or as it was applied. */
function onRemade(change: Change, { facts, base }: Pick<SortInput, "facts" | "base">): WriteVerdict {
  if (change.action !== "update") return undefined;
  const { target, address, protect } = change.desired;
  if (!protect && base?.resources.get(address)?.protect !== true) return undefined;
  const { of = [] } = facts.get(target)?.remakes?.(sentBy(change)) ?? {};
  return of.length === 0 ? undefined : { reason: remadeThoughProtected(of.map(({ name }) => name)) };
}

/** An id alone removes nothing. */
function onName({ live }: Removal): WriteVerdict {
  return live.byId ? { reason: renamedLive } : undefined;
}

/** What is said of a change alone, whatever becomes of the others. */
export function onItself(change: Change, { onConflict, facts, alike, base }: SortInput): WriteVerdict {
  const kept =
    change.action === "remove" ? (onProtection(change) ?? onName(change)) : onRemade(change, { facts, base });
  if (kept) return kept;
  if (change.action !== "remove" && change.notAlone !== undefined) return { reason: change.notAlone };
  if (change.action === "create") return heldBeside(alike?.get(change.address));
  if (onConflict === "overwrite" || !isInConflict(change)) return undefined;
  const closed = withoutOperation(change, facts);
  return { reason: closed ? inConflictAndClosed(closed.reason) : inConflict };
}

/** A change that its interface has no operation for, or not for all of its fields. */
export function withoutOperation(change: Change, facts: SortInput["facts"]): WriteVerdict {
  const { target, kind } = resourceOf(change);
  const of = facts.get(target);
  if (!hasOperation(change, facts)) return { reason: noOperation(change.action, { facts: of, kind }) };
  if (change.action !== "update") return undefined;
  const closed = of?.kinds.get(kind)?.createOnly ?? [];
  const changed = change.differences.map(({ path }) => path);
  const fixed = closed.filter((field) => changed.some((path) => isWithin(path, field)));
  return fixed.length === 0 ? undefined : { reason: onlyWithCreate(fixed) };
}

/** What health says of it. */
export function gated(change: Change, { gate }: SortInput): WriteVerdict {
  const healthIssue = gate(change);
  return healthIssue && { reason: healthIssue.reason, healthIssue };
}

/** It waits for something, and why that does not come. */
export function cannot(because: Address, why: string): WriteVerdict {
  return { reason: waitsFor(because, why), because };
}

/** What waits for something that is held back is held back with it. */
export function waitsAlong(because: Address, verdict: WriteVerdict): WriteVerdict {
  const healthIssue = verdict?.healthIssue;
  return healthIssue && { reason: waitsFor(because, heldBack(healthIssue)), because, healthIssue };
}

/**
 * These changes, each after those of them that `before` names. Those in a circle are left out. After those that `ifIt`
 * names too, as far as that goes round in no circle.
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

/** A removal of what is marked `protect: true`. */
export const isProtected = "it is protected: it was declared with `protect: true`";

/** A list of what is protected, in which these elements would be removed and made again. */
function remadeThoughProtected(names: readonly string[]): string {
  const what = `${names.join(", ")} would be removed and made again, since nothing can be moved there`;
  return `${isProtected}, and ${what}: keep the live order, or first take \`protect: true\` out and apply that`;
}

/** The dialect's own reason, where it has one; else that there is no such operation, and what to do. */
function noOperation(
  action: Operation,
  of: { readonly facts: TargetFacts | undefined; readonly kind: string },
): string {
  const own = of.facts?.dialect.reasons?.[of.kind]?.[action];
  if (own !== undefined) return own;
  const title = of.facts?.kinds.get(of.kind)?.title ?? of.kind;
  switch (action) {
    case "create":
      return `it does not exist, and this interface cannot create a ${title}: create it elsewhere, then plan again`;
    case "update":
      return `this interface cannot change a ${title}: change it by other means`;
    case "remove":
      return `this interface cannot remove a ${title}: remove it by other means, or declare it again`;
  }
}

/** Fields that would change, and that no update takes. */
function onlyWithCreate(fields: readonly Pointer[]): string {
  return `no update takes ${fields.join(", ")}, only a create: declare what is live, or remove it and create it again`;
}

/** Changed both in Git and live since base: who is right is not for this tool to say. */
const inConflict =
  "Git and live have both changed it since base: adopt what is live, or apply with --on-conflict overwrite";

/** The same where no write could settle it: to overwrite is no way out. */
function inConflictAndClosed(reason: string): string {
  return `Git and live have both changed it since base: adopt what is live; ${reason}`;
}

/** A create that an earlier run has sent: a second one would make a second thing. */
export function acceptedAt(since: string): string {
  return `it was accepted at ${since}, and is not seen yet`;
}

/** A create beside something live that may be the same thing. */
function heldBeside(alike: AlikeName | undefined): WriteVerdict {
  if (!alike) return undefined;
  const reason = alike.isElsewhere
    ? "something live has its name below something else: somebody may have moved it"
    : "something live has its name but for case, blanks or Unicode form";
  return { reason };
}

/** What was applied under another name. */
const renamedLive =
  "somebody renamed it live, and by its id alone nothing is removed: remove it by hand, or let trueup forget it";

/** Held back for health. */
function heldBack({ reason }: HealthIssue): string {
  return `it is held back, since ${reason}`;
}

/** Held back by something else. */
export function waitsFor(address: Address, why: string): string {
  return `it waits for ${address}: ${why}`;
}

/** A removal of what a declared resource could not be without. */
export function stillNeeded(by: Address): string {
  return `${by} is declared and cannot be without it`;
}

/** A removal of what something refers to that stays as it is. */
export function stillReferredTo({ by, path, unknown }: StillReferring): string {
  const field = segments(path).join(".");
  if (unknown)
    return waitsFor(by, `its live state is unknown, and it was declared to refer to this (${field})`);
  return `${by} still refers to it (${field}): declare there what it is to refer to, or declare this again`;
}

/** Why base is in doubt: half a sentence. */
export function whyDoubted({ commit, lineage }: Omit<BaseDoubt, "message">): string {
  const what = `what was applied last, ${commit.slice(0, 12)}`;
  switch (lineage) {
    case "ahead":
      return `${what}, is newer than what is planned`;
    case "apart":
      return `${what}, is not an ancestor of what is planned`;
    case "unknown":
      return `it is unknown whether ${what}, is an ancestor of what is planned: this clone lacks the history`;
  }
}

/** The same where the record is not whole. */
export function incompleteRecord({ commit }: Pick<BaseDoubt, "commit">): string {
  return `it is unknown what was left behind when ${commit.slice(0, 12)} was applied: its record cannot be read whole`;
}

const why: Readonly<Record<Exclude<Lineage, "behind">, string>> = {
  ahead: "a commit that is newer than what is planned",
  apart: "a commit that is not an ancestor of what is planned",
  unknown: "a commit that may not be an ancestor of what is planned",
};

/** What only such a commit says: `what` is half a sentence. */
export function cannotBeDecided(lineage: Exclude<Lineage, "behind">, what: string): string {
  return `it cannot be decided: only ${why[lineage]} says that ${what}`;
}
