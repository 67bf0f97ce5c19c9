/** Groups resources with the same changes into blocks, and shows the line that caused each change. Pure. */

import { addressParts } from "../../model/address.ts";
import type { Change, Difference } from "../../model/change.ts";
import type { Desired } from "../../model/desired.ts";
import { canonicalText, isObject } from "../../model/json.ts";
import type { LiveNode } from "../../model/live/snapshot.ts";
import type { KindTitles } from "../../model/place.ts";
import { pointer } from "../../model/pointer.ts";
import type { Origin } from "../../model/source.ts";
import { counted, kindName, leaves, nameShown } from "../text/value.ts";

/** The place where a field was written; see `Desired.locate`. */
export type Locate = Desired["locate"];

/** Settings for grouping changes into blocks. */
export interface BlockContext {
  readonly titles: KindTitles;
  readonly locate?: Locate | undefined;
  /**
   * Decides when equal differences that different lines cause share a row. `all`: always. `many`, the default: only if
   * there are at least `many` lines that each affect a single resource. A line that affects several resources then has
   * its own block.
   */
  readonly acrossLines?: "all" | "many" | undefined;
}

/** A field change that the resources of a block have in common. */
export interface BlockRow extends Difference {
  /** The number of further lines that cause this difference; `at` is the first line. Absent if there are none. */
  readonly moreLines?: number;
}

/** Resources of one kind with the same changes, field by field. */
export interface ChangeBlock {
  readonly action: Change["action"];
  /** The title of the resources' kind. Not escaped. */
  readonly kind: string;
  /** The changes, in the order of the plan. Never empty. */
  readonly changes: readonly Change[];
  /**
   * The fields that all changes of the block have in common. For a create, only `desired` is set, or only `live` for a
   * node that the create displaces. For a removal, only `live` is set.
   */
  readonly rows: readonly BlockRow[];
  /**
   * For each of `changes`, the fields that differ from those of the others. Empty if there are none. An update has
   * either these fields or `rows`.
   */
  readonly own: readonly (readonly Difference[])[];
}

/** Updates that have nothing in common share a block only if there are at least this many resources. */
const minTogether = 3;

/** An update with more fields than this is not put into such a shared block. */
const maxTogether = 5;

/** The blocks in order: creates, updates, removals. Among the updates, those that most resources share come first. */
export function blocksOf(changes: readonly Change[], context: BlockContext): readonly ChangeBlock[] {
  const of = (action: Change["action"]) => changes.filter((change) => change.action === action);
  const kinds = (all: readonly Change[]) => [...Map.groupBy(all, (change) => kindOf(change, context))];
  const creates = kinds(of("create")).flatMap(([kind, all]) => createBlocks(kind, all, context));
  const updates = kinds(of("update")).flatMap(([kind, all]) => updateBlocks(kind, all, context));
  const removals = of("remove").map((change) => blockOf(change, context));
  const isShared = ({ changes: all, own }: ChangeBlock) => all.length > 1 && own.length === 0;
  const shared = updates.filter(isShared).sort((one, other) => other.changes.length - one.changes.length);
  const others = updates.filter((block) => !isShared(block));
  return [...creates, ...shared, ...others, ...removals];
}

/** Returns a block with only this change. */
export function blockOf(change: Change, context: BlockContext): ChangeBlock {
  const { action } = change;
  return { action, kind: kindOf(change, context), changes: [change], rows: rowsOf(change, context), own: [] };
}

/** The common target, or the number of targets. */
export function targetsOf(changes: readonly Change[]): string {
  const [first = "", ...more] = new Set(changes.map(({ address }) => addressParts(address).target));
  return more.length === 0 ? nameShown(first) : `${more.length + 1} targets`;
}

/** The distinct lines that cause a shared difference. */
export function originsOf({ changes }: ChangeBlock, { path }: BlockRow): readonly Origin[] {
  const all = changes.flatMap((change) =>
    change.action === "update" ? change.differences.filter((one) => one.path === path) : [],
  );
  return [...new Map(all.map(({ at }) => [placeText(at), at])).values()].filter((at) => at !== undefined);
}

/** The end of a row: ` and 199 more lines`. Empty if there are no more. */
export function moreLinesText({ moreLines = 0 }: BlockRow): string {
  return moreLines === 0 ? "" : ` and ${counted(moreLines, "more line")}`;
}

/** The keys of resources, with their targets if there are several. Not escaped. */
export function namesOf(changes: readonly Change[]): readonly string[] {
  const parts = changes.map(({ address }) => addressParts(address));
  const isOne = parts.every(({ target }) => target === parts[0]?.target);
  return parts.map(({ target, key }) => (isOne ? key : `${target}/${key}`));
}

/** The targets and kinds of changes, each once, in order. */
export function choicesOf(changes: readonly Change[], titles: KindTitles) {
  const targets = new Set(changes.map(({ address }) => addressParts(address).target));
  const kinds = new Set(changes.map((change) => kindOf(change, { titles })));
  return { targets: [...targets].sort(), kinds: [...kinds].sort() };
}

function kindOf({ address }: Change, { titles }: BlockContext): string {
  return kindName(addressParts(address), titles);
}

function rowsOf(change: Change, { locate }: BlockContext): readonly Difference[] {
  switch (change.action) {
    case "create":
      return [...declaredRows(change, locate), ...(change.displaces ?? []).map(displacedRow(change))];
    case "update":
      return change.differences;
    case "remove":
      return leaves(change.live.value).map(([path, live]) => ({ path, live, cause: change.cause }));
  }
}

type Create = Extract<Change, { action: "create" }>;

/** The row for a displaced node, with its path in the device's tree. */
function displacedRow({ cause, at }: Create) {
  return ({ path, live }: LiveNode): Difference => ({ path: pointer([path]), live, cause, at });
}

function declaredRows(change: Create, locate: Locate | undefined): readonly Difference[] {
  return leaves(change.desired.value)
    .filter(([path, value]) => path !== "" || !isObject(value) || Object.keys(value).length > 0)
    .map(([path, desired]) => {
      const at = locate?.(change.address, path) ?? change.at;
      return { path, desired, cause: change.cause, broughtBy: change.broughtBy, at };
    });
}

/** The number of lines or names that a reader can take in at a glance. */
export const screenful = 40;

/** Groups the field changes that affect the same resources. */
function updateBlocks(
  kind: string,
  changes: readonly Change[],
  context: BlockContext,
): readonly ChangeBlock[] {
  const groups = Map.groupBy(sharedFields(changes, context), ({ at }) => at.join());
  const blocks = [...groups.values()].map((all): ChangeBlock => {
    const at = all[0]?.at ?? [];
    const own = at.flatMap((index) => changes[index] ?? []);
    return { action: "update", kind, changes: own, rows: all.map(({ row }) => row), own: [] };
  });
  const isSmall = (block: ChangeBlock) => block.changes.length === 1 && block.rows.length <= maxTogether;
  const small = blocks.filter(isSmall);
  if (small.length < minTogether) return blocks;
  const place = new Map(changes.map((change, at) => [change, at]));
  const at = ({ changes: [first] }: ChangeBlock) => (first && place.get(first)) ?? 0;
  small.sort((one, other) => at(one) - at(other));
  return [...blocks.filter((block) => !isSmall(block)), together(kind, small)];
}

/** A difference, and the indexes of the changes that have it. */
interface SharedField {
  readonly row: BlockRow;
  readonly at: readonly number[];
}

/** With at least this many lines that each affect a single resource, their equal differences are merged. */
const many = 5;

/** Merges equal differences that the same line causes. If different lines cause them, `acrossLines` decides. */
function sharedFields(
  changes: readonly Change[],
  { acrossLines = "many", ...context }: BlockContext,
): readonly SharedField[] {
  const all = changes.flatMap((change, index) => rowsOf(change, context).map((row) => ({ row, index })));
  const fields = Map.groupBy(all, ({ row }) => fieldKey(row));
  return [...fields.values()].flatMap((alike) => {
    const lines = [...Map.groupBy(alike, ({ row }) => placeText(row.at)).values()];
    const [single, shared] = [
      lines.filter(({ length }) => length === 1),
      lines.filter(({ length }) => length > 1),
    ];
    if (acrossLines === "all") return fieldFrom(lines);
    return [
      ...shared.map((one) => [one]),
      ...(single.length < many ? single.map((one) => [one]) : [single]),
    ].flatMap(fieldFrom);
  });
}

/** Merges the equal differences of these lines into one row. */
function fieldFrom(
  lines: readonly (readonly { readonly row: Difference; readonly index: number }[])[],
): readonly SharedField[] {
  const same = lines.flat().toSorted((one, other) => one.index - other.index);
  const [first] = same;
  if (!first) return [];
  const row = lines.length > 1 ? { ...first.row, moreLines: lines.length - 1 } : first.row;
  return [{ row, at: same.map(({ index }) => index) }];
}

/** Puts updates of resources that have no field in common into one block. */
function together(kind: string, blocks: readonly ChangeBlock[]): ChangeBlock {
  const changes = blocks.flatMap((block) => block.changes);
  return { action: "update", kind, changes, rows: [], own: blocks.map(({ rows }) => rows) };
}

function fieldKey({ path, live, desired, base, cause, broughtBy, rotated }: Difference): string {
  const was = cause === "conflict" ? textOf(base) : "";
  return JSON.stringify([path, textOf(live), textOf(desired), was, cause, broughtBy, rotated]);
}

function textOf(value: Difference["live"]): string {
  return value === undefined ? "" : canonicalText(value);
}

function placeText(at: Origin | undefined): string {
  return at ? [at, at.by].map((one) => `${one?.line}:${one?.file}`).join(" ") + at.layer : "";
}

/** The creates, with the fields that all of them have in common, and the fields that are specific to each. */
function createBlocks(
  kind: string,
  changes: readonly Change[],
  context: BlockContext,
): readonly ChangeBlock[] {
  const all = changes.map((change) => rowsOf(change, context));
  const keyOf = ({ path, desired, live }: Difference) =>
    JSON.stringify([path, textOf(desired), textOf(live)]);
  const counts = new Map<string, number>();
  for (const row of all.flat()) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  const isShared = (row: Difference) => counts.get(keyOf(row)) === changes.length;
  const shared = (all[0] ?? []).filter(isShared);
  const own = all.map((rows) => rows.filter((row) => !isShared(row)));
  const isAlike = shared.length > 0 || own.every(({ length }) => length <= maxTogether);
  if (changes.length < minTogether || !isAlike) return changes.map((change) => blockOf(change, context));
  const places = new Map<Difference["path"], Set<string>>();
  for (const { path, at } of all.flat()) places.set(path, (places.get(path) ?? new Set()).add(placeText(at)));
  const rows = shared.map((row) => (places.get(row.path)?.size === 1 ? row : { ...row, at: undefined }));
  return [{ action: "create", kind, changes, rows, own }];
}
