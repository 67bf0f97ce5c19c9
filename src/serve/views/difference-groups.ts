/**
 * Groups resources that differ in the same way, one row per group. Uses the blocks of changes that reports show. Pure.
 */

import type { Change } from "../../model/change.ts";
import { canonicalText, type Json } from "../../model/json.ts";
import type { Drift } from "../../report/drift/drift.ts";
import {
  type BlockContext,
  type BlockRow,
  blocksOf,
  type ChangeBlock,
} from "../../report/plan/change-blocks.ts";

/** Why resources differ. `expected`: they differ on a read-only interface, so apply cannot change them. */
export type GroupCause = "conflict" | "drift" | "expected" | "pending";

/** The causes, the worst first. */
export const groupCauses = [
  "conflict",
  "drift",
  "expected",
  "pending",
] as const satisfies readonly GroupCause[];

/** Resources of one kind that differ in the same way. */
export interface DifferenceGroup {
  /** The group's id. It stays the same as long as the difference exists, so that a URL can contain it. */
  readonly id: string;
  readonly cause: GroupCause;
  readonly block: ChangeBlock;
}

/** Groups all differences. A resource that shares no difference with others forms a group of its own. */
export function differenceGroups(drift: Drift, context: BlockContext): readonly DifferenceGroup[] {
  const { conflicts, drifted, expected, pending } = drift;
  const all: Readonly<Record<GroupCause, readonly Change[]>> = {
    conflict: conflicts,
    drift: drifted,
    expected,
    pending,
  };
  return groupCauses.flatMap((cause) => {
    return blocksOf(all[cause], { ...context, acrossLines: "all" })
      .flatMap(apart)
      .map((block): DifferenceGroup => ({ id: idOf(cause, block), cause, block }))
      .sort((one, other) => other.block.changes.length - one.block.changes.length);
  });
}

/** Splits a block of updates that have nothing in common into one block per update. */
function apart(block: ChangeBlock): readonly ChangeBlock[] {
  if (block.action !== "update" || block.own.length === 0) return [block];
  return block.changes.map((change, at) => ({
    ...block,
    changes: [change],
    rows: block.own[at] ?? [],
    own: [],
  }));
}

function idOf(cause: GroupCause, { action, kind, rows, changes }: ChangeBlock): string {
  const alone = changes.length === 1 || rows.length === 0 ? (changes[0]?.address ?? "") : "";
  const fields = rows.map(({ path, live, desired }) => [path, textOf(live), textOf(desired)]);
  return hashed(JSON.stringify([cause, action, kind, alone, fields]));
}

function textOf(value: Json | undefined): string {
  return value === undefined ? "" : canonicalText(value);
}

/** Two 32-bit hashes (FNV-1a) as 16 digits: only for naming a group within its environment. */
function hashed(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01234567];
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
    other = Math.imul(other ^ text.charCodeAt(at), 0x85ebca6b);
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * The displayed fields of a group: the common fields and, if the group has a single resource, the resource's own fields
 * too.
 */
export function groupFields({ block: { rows, own } }: DifferenceGroup): readonly BlockRow[] {
  return own.length === 1 ? [...rows, ...(own[0] ?? [])] : rows;
}
