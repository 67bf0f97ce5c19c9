/** A verdict: why a change can't be written, and what is said of a change alone, whatever becomes of the others. */

import type { Address } from "../../model/address.ts";
import { type Change, type Comparison, isInConflict } from "../../model/change.ts";
import type { Desired } from "../../model/desired.ts";
import type { HealthIssue } from "../../model/health.ts";
import type { UnwritableChange } from "../../model/plan.ts";
import { isWithin } from "../../model/pointer.ts";
import type { Gate } from "../health/gate.ts";
import { resourceOf } from "../prerequisites.ts";
import { withoutCircles } from "../sorting/circles.ts";
import { type Edge, topologicalOrder } from "../sorting/topological-order.ts";
import type { TargetFacts } from "../target-facts.ts";
import {
  heldBack,
  inConflict,
  inConflictAndClosed,
  isProtected,
  noOperation,
  onlyWithCreate,
  waitsFor,
} from "./why-unwritable.ts";

/** What sorting needs. */
export interface SortInput {
  /** The changes that are asked for. */
  readonly asked: readonly Change[];
  readonly comparison: Comparison;
  readonly desired: Desired;
  /** What was declared of what cannot be read. */
  readonly base?: Desired | undefined;
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** What to do with what is in conflict already now. Default hold. */
  readonly onConflict?: "hold" | "overwrite" | undefined;
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

/** What is said of a change alone, whatever becomes of the others. */
export function onItself(change: Change, { onConflict, facts }: SortInput): WriteVerdict {
  const kept = change.action === "remove" ? onProtection(change) : undefined;
  if (kept) return kept;
  if (change.action !== "remove" && change.notAlone !== undefined) return { reason: change.notAlone };
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
