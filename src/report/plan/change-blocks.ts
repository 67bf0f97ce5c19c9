/** Groups equal changes of many resources into blocks, with the line that caused them. Pure. */

import { addressParts } from "../../model/address.ts";
import type { Change, Difference } from "../../model/change.ts";
import type { Desired } from "../../model/desired.ts";
import { canonicalText, isObject } from "../../model/json.ts";
import type { LiveNode } from "../../model/live/snapshot.ts";
import type { KindTitles } from "../../model/place.ts";
import { pointer } from "../../model/pointer.ts";
import type { Origin } from "../../model/source.ts";
import { kindName, leaves, nameShown } from "../text/value.ts";

/** Where a field was written; see `Desired.locate`. */
export type Locate = Desired["locate"];

/** The context of blocks. */
export interface BlockContext {
  readonly titles: KindTitles;
  readonly locate?: Locate | undefined;
}

/** Resources of one kind with the same changes, field by field. */
export interface ChangeBlock {
  readonly action: Change["action"];
  /** The title of its kind. Not escaped. */
  readonly kind: string;
  /** Never empty; in the order of the plan. */
  readonly changes: readonly Change[];
  /**
   * The fields that all of them share. For a create only `desired` is set, and only `live` for what it displaces; for a
   * removal only `live`.
   */
  readonly rows: readonly Difference[];
  /** The individual fields of each, in the order of `changes`. Empty: none. Updates have either these or `rows`. */
  readonly own: readonly (readonly Difference[])[];
}

/** With fewer resources, those without common fields are shown individually. */
const minTogether = 3;

/** A resource with more individual fields is shown individually. */
const maxTogether = 5;

/** Creates, then updates, then removals; shared changes of many resources first. */
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

/** One change as a block. */
export function blockOf(change: Change, context: BlockContext): ChangeBlock {
  const { action } = change;
  return { action, kind: kindOf(change, context), changes: [change], rows: rowsOf(change, context), own: [] };
}

/** The common target, or the number of targets. */
export function targetsOf(changes: readonly Change[]): string {
  const [first = "", ...more] = new Set(changes.map(({ address }) => addressParts(address).target));
  return more.length === 0 ? nameShown(first) : `${more.length + 1} targets`;
}

/** Their keys, with targets if there are several. Not escaped. */
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

/** A displaced node, by its path in the device's tree. */
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

/** Groups equal field changes, from the same line, at the same resources. */
function updateBlocks(
  kind: string,
  changes: readonly Change[],
  context: BlockContext,
): readonly ChangeBlock[] {
  const fields = new Map<string, { readonly row: Difference; readonly at: number[] }>();
  for (const [index, change] of changes.entries())
    for (const row of rowsOf(change, context)) {
      const key = fieldKey(row);
      const known = fields.get(key) ?? { row, at: [] };
      known.at.push(index);
      fields.set(key, known);
    }
  const groups = Map.groupBy(fields.values(), ({ at }) => at.join());
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

/** Resources without common fields, as one block. */
function together(kind: string, blocks: readonly ChangeBlock[]): ChangeBlock {
  const changes = blocks.flatMap((block) => block.changes);
  return { action: "update", kind, changes, rows: [], own: blocks.map(({ rows }) => rows) };
}

function fieldKey({ path, live, desired, base, cause, broughtBy, rotated, at }: Difference): string {
  const was = cause === "conflict" ? textOf(base) : "";
  return JSON.stringify([path, textOf(live), textOf(desired), was, cause, broughtBy, rotated, placeText(at)]);
}

function textOf(value: Difference["live"]): string {
  return value === undefined ? "" : canonicalText(value);
}

function placeText(at: Origin | undefined): string {
  return at ? [at, at.by].map((one) => `${one?.line}:${one?.file}`).join(" ") + at.layer : "";
}

/** The common fields of all, and the individual ones. */
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
