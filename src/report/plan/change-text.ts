/** Renders blocks of changes as lines for people: a symbol, the fields, where each was written, and the resources. */

import { addressParts } from "../../model/address.ts";
import type { Change, Difference } from "../../model/change.ts";
import { isObject } from "../../model/json.ts";
import type { KindTitles } from "../../model/place.ts";
import { createdValue, differenceShown } from "../text/difference.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { countedKind, fewOf, fieldName, nameShown, originText, shown, wrapped } from "../text/value.ts";
import {
  type BlockRow,
  blockOf,
  blocksOf,
  type ChangeBlock,
  moreLinesText,
  namesOf,
  screenful,
  targetsOf,
} from "./change-blocks.ts";
import { type ChangeView, deedOf, notDeclared, whyGone } from "./change-groups.ts";
import { type DangerBlock, goesAlong } from "./dangers.ts";

/** How blocks of changes are shown in a terminal. */
export interface TextContext {
  readonly style: Style;
  readonly titles: KindTitles;
  /** The view in which the changes are shown. Default: `planned`. */
  readonly view?: ChangeView | undefined;
  /** A note that is added after the name of a change. Default: none. */
  readonly note?: ((change: Change) => string) | undefined;
  /** The maximum number of resources that are named in a block. Default: a screenful. */
  readonly most?: number | undefined;
}

/** Changes as blocks of lines; equal changes share a block. */
export function changesText(changes: readonly Change[], context: TextContext): readonly string[] {
  return blocksOf(changes, context).map((block) => blockText(block, context));
}

/** A single change, without the last line break. */
export function changeText(change: Change, context: TextContext): string {
  return blockText(blockOf(change, context), context);
}

/** A danger, with its reason and the names of everything else that is removed. Nothing is truncated. */
export function dangerText(danger: DangerBlock, context: TextContext): string {
  const { block, why } = danger;
  const whole = { ...context, most: Number.POSITIVE_INFINITY };
  const [head = "", ...fields] = blockText(block, whole).split("\n");
  const { style, titles } = context;
  const reason = why === undefined ? [] : wrapped(`why: ${visible(why)}`, "      ");
  const [first] = block.changes;
  const more = (first ? goesAlong(first.address, danger, titles) : []).flatMap(({ what, names }) =>
    wrapped(`also removes ${visible(what)}: ${names.map(nameShown).join(", ")}`, "      "),
  );
  return [head, ...reason, ...fields, ...more.map(style.red)].join("\n");
}

/** A block as lines. Updates without common fields are shown one after the other. */
function blockText(block: ChangeBlock, context: TextContext): string {
  const { action, changes, own } = block;
  if (action === "update" && own.length > 0)
    return changes
      .map((change, at) => blockText({ ...block, changes: [change], rows: own[at] ?? [], own: [] }, context))
      .join("\n");
  return [headText(block, context), ...fieldsText(block, context), ...namesText(block, context)].join("\n");
}

function headText({ action, kind, changes }: ChangeBlock, { style, note, view }: TextContext): string {
  const deed = deedOf(action, view);
  const [symbol, mark] = symbolOf(deed, style);
  const [first] = changes;
  const where = style.dim(`  in ${targetsOf(changes)}`);
  const cause = first && first.action !== "update" ? wholeCause(first, style, view) : "";
  if (!first || changes.length > 1) {
    const gone = deed === action ? "" : cause;
    return `  ${mark(symbol)} ${style.bold(visible(countedKind(changes.length, kind)))}${where}${gone}`;
  }
  const noted = note?.(first) ?? "";
  const name = `${visible(kind)} ${style.bold(nameShown(addressParts(first.address).key))}`;
  return `  ${mark(symbol)} ${name}${where}${cause}${noted === "" ? "" : style.dim(`  ${noted}`)}`;
}

function wholeCause(
  change: Exclude<Change, { action: "update" }>,
  style: Style,
  view: ChangeView | undefined,
): string {
  if (change.cause === "drift" || (change.action === "create" && view === "happened"))
    return style.yellow(`  ${whyGone(change)}`);
  return change.broughtBy === "main" ? style.dim("  already on main") : "";
}

function symbolOf(action: Change["action"], style: Style): readonly [string, (text: string) => string] {
  switch (action) {
    case "create":
      return ["+", style.green];
    case "update":
      return ["~", style.yellow];
    case "remove":
      return ["-", style.red];
  }
}

function fieldsText({ action, changes, rows, own }: ChangeBlock, context: TextContext): readonly string[] {
  const { style, view } = context;
  switch (action) {
    case "create":
      return [...createdFields(rows, changes, style), ...ownFields(changes, own, context)];
    case "update":
      return updatedFields(rows, style, view);
    case "remove":
      return changes.flatMap((change) => removedName(change, style));
  }
}

/** The live name of a removed resource, because its key may not resemble its name. Empty for any other change. */
function removedName(change: Change, style: Style): readonly string[] {
  if (change.action !== "remove") return [];
  const { live } = change;
  const name = isObject(live.value) ? live.value.name : undefined;
  const names = [
    ...(typeof name === "string" ? [shown(name)] : []),
    ...(live.id === undefined ? [] : [visible(live.id)]),
  ];
  return names.length === 0 ? [] : [`      ${style.dim("live")}  ${names.join(style.dim(", id "))}`];
}

/**
 * The fields of created resources. For a single resource, the line of its declaration is shown once; for several
 * resources, every field shows its own line.
 */
function createdFields(
  rows: readonly Difference[],
  changes: readonly Change[],
  style: Style,
): readonly string[] {
  const width = widest(rows);
  const isShared = changes.length > 1;
  const lines = rows.map((row) => {
    const { path, desired, at } = row;
    const origin = isShared && at ? `  ${style.dim(originText(at))}` : "";
    const value = desired === undefined ? style.red(createdValue(row)) : createdValue(row);
    return `      ${fieldName(path).padEnd(width)}  ${value}${origin}`;
  });
  const [first] = changes;
  const at = first?.action === "create" && !isShared ? first.at : undefined;
  return at ? [...lines, `      ${style.dim(originText(at))}`] : lines;
}

function ownFields(
  changes: readonly Change[],
  own: readonly (readonly Difference[])[],
  { style, most = screenful }: TextContext,
): readonly string[] {
  if (own.length === 0) return [];
  const names = namesOf(changes);
  const lines = changes.map((change, at) => {
    const fields = (own[at] ?? []).map((row) => `${fieldName(row.path)} ${createdValue(row)}`);
    const origin = change.action === "create" && change.at ? `  ${style.dim(originText(change.at))}` : "";
    return `        ${[nameShown(names[at] ?? ""), ...fields].join("  ")}${origin}`;
  });
  const more = lines.length - most;
  const rest = more > 0 ? [`        and ${more} more`] : [];
  return ["      fields of each:", ...lines.slice(0, most), ...rest];
}

function widest(rows: readonly Difference[]): number {
  return rows.reduce((most, { path }) => Math.max(most, fieldName(path).length), 0);
}

/** The maximum length of both sides on one line. Longer sides are shown one below the other, for comparison. */
const maxBeside = 100;

function updatedFields(
  differences: readonly BlockRow[],
  style: Style,
  view: ChangeView | undefined,
): readonly string[] {
  const width = widest(differences);
  return differences.map((one) => {
    const sides = differenceShown(one);
    const isLong = sides.live.length + sides.desired.length > maxBeside;
    const between = isLong ? `\n${" ".repeat(width + (view === "happened" ? 8 : 6))}` : " ";
    const [live, desired] = (view === "happened" ? nowAndDeclared : fromAndTo)(one, sides, style);
    const value = `${live}${between}${desired}`;
    const origin = one.at ? `  ${style.dim(originText(one.at) + moreLinesText(one))}` : "";
    return `      ${fieldName(one.path).padEnd(width)}  ${value}${causeText(one, style)}${origin}`;
  });
}

type Sides = ReturnType<typeof differenceShown>;

function fromAndTo({ desired }: Difference, sides: Sides, style: Style): readonly [string, string] {
  return [sides.live, `${style.dim("→")} ${desired === undefined ? style.red("removed") : sides.desired}`];
}

function nowAndDeclared({ desired }: Difference, sides: Sides, style: Style): readonly [string, string] {
  const declared =
    desired === undefined ? style.red(notDeclared) : `${style.dim("declared")} ${sides.desired}`;
  return [`${style.dim("now")} ${sides.live},`, declared];
}

function causeText({ cause, base, broughtBy, rotated }: Difference, style: Style): string {
  if (rotated) return `  ${style.dim("rotated since it was applied")}`;
  switch (cause) {
    case "pending":
      return broughtBy === "main" ? `  ${style.dim("already on main")}` : "";
    case "drift":
      return `  ${style.yellow("drift")}`;
    case "conflict":
      return `  ${style.red("conflict")}${style.dim(`, was ${shown(base)}`)}`;
  }
}

/** The names of resources with the same changes. In creates, the names are shown next to the fields that differ. */
function namesText({ changes, own }: ChangeBlock, { most = screenful }: TextContext): readonly string[] {
  if (changes.length === 1 || own.length > 0) return [];
  return wrapped(`at ${fewOf(namesOf(changes), nameShown, most)}`, "      ");
}
