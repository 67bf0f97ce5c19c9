/**
 * Renders a block of changes as Markdown: the fields, where each was written, and the resources. Truncates it to fit.
 */

import { addressParts } from "../../model/address.ts";
import type { Change, Difference } from "../../model/change.ts";
import type { KindTitles } from "../../model/place.ts";
import { briefly, createdValue, differenceShown } from "../text/difference.ts";
import { code, html, prose } from "../text/escape.ts";
import { type LineLink, originCode } from "../text/line-link.ts";
import { counted, countedKind, fewOf, fieldName, nameCode, nameHtml, shown } from "../text/value.ts";
import {
  type BlockRow,
  type ChangeBlock,
  type Locate,
  moreLinesText,
  namesOf,
  screenful,
  targetsOf,
} from "./change-blocks.ts";
import {
  type ChangeReason,
  type ChangeView,
  changeReason,
  deedOf,
  notDeclared,
  reasonOfPart,
  whyGone,
  whys,
} from "./change-groups.ts";

/** The context in which changes are shown. */
export interface ChangeContext {
  readonly locate?: Locate | undefined;
  readonly titles: KindTitles;
  /** The view in which the changes are shown. Default: `planned`. */
  readonly view?: ChangeView | undefined;
  /** Links to lines of files. */
  readonly link?: LineLink | undefined;
}

/** How much of a block may be shown. */
interface BlockRoom {
  /** The maximum number of characters. */
  readonly room: number;
  /**
   * What is folded, so that readers must click to see it. `all`: everything except the heading. `rest`: everything
   * beyond a screenful.
   */
  readonly folded: "all" | "rest" | "nothing";
  /** Why the change is a danger. Not escaped. Absent: no reason is shown. */
  readonly why?: string | undefined;
}

/** The text of a block, and whether it is complete. */
interface BlockText {
  readonly text: string;
  readonly isWhole: boolean;
}

/** If the block does not fit, this many characters of each side of a field are shown. */
const fewCharacters = 200;

const symbols = { create: "+", update: "~", remove: "-" } as const;

const marks: Readonly<Record<ChangeReason, string>> = {
  conflict: " · <b>conflict</b>",
  drift: " · <b>drift</b>",
  proposal: "",
  main: "",
  pending: "",
};

/**
 * The block as self-contained Markdown, in which no text can act as markup. If it does not fit, each difference is
 * truncated, and only as many fields and resources are shown as fit; the others are counted. Undefined if not even one
 * field fits.
 */
export function blockMarkdown(
  block: ChangeBlock,
  context: ChangeContext,
  { room, folded, why }: BlockRoom,
): BlockText | undefined {
  const most = folded === "rest" ? screenful : Number.POSITIVE_INFINITY;
  const tables = tablesOf(block, context, most);
  const { view } = context;
  const frame = folded === "all" ? foldedFrame(block, view) : openFrame(block, view, why);
  const text = (parts: readonly string[]) => frame(parts).join("\n");
  const [all, few] = [allNames(block, most), fewNames(block)];
  const whole = fitting(tables, room - text(all).length, Number.POSITIVE_INFINITY);
  if (whole.isWhole) return { text: text([...whole.lines, ...all]), isWhole: true };
  const some = fitting(tables, room - text(few).length, fewCharacters);
  return some.shown === 0 ? undefined : { text: text([...some.lines, ...few]), isWhole: false };
}

type Frame = (parts: readonly string[]) => readonly string[];

function foldedFrame(block: ChangeBlock, view: ChangeView | undefined): Frame {
  const { action, kind, changes, rows } = block;
  const [first] = changes;
  const name =
    changes.length === 1 && first
      ? `${html(kind)} <code>${nameHtml(addressParts(first.address).key)}</code>`
      : html(countedKind(changes.length, kind));
  const where = `in <code>${html(targetsOf(changes))}</code> · ${counted(rows.length, "field")}`;
  const head = `${symbols[deedOf(action, view)]} ${name} ${where}${markOf(block, view)}`;
  return (parts) => [`<details><summary>${head}</summary>`, ...parts, "", "</details>"];
}

function openFrame(block: ChangeBlock, view: ChangeView | undefined, why: string | undefined): Frame {
  const reason = why === undefined ? "" : `: ${prose(why)}`;
  return (parts) => [`${headMarkdown(block, view)}${markOf(block, view)}${reason}`, ...parts];
}

/** The action and its resources, on one line. */
function headMarkdown({ action, kind, changes }: ChangeBlock, view: ChangeView | undefined): string {
  const [first] = changes;
  const symbol = symbols[deedOf(action, view)];
  const where = `in ${code(targetsOf(changes))}`;
  if (changes.length > 1 || !first)
    return `**${symbol} ${prose(countedKind(changes.length, kind))}** ${where}`;
  return `**${symbol} ${prose(kind)}** ${nameCode(addressParts(first.address).key)} ${where}`;
}

function markOf({ action, changes }: ChangeBlock, view: ChangeView | undefined): string {
  const [first] = changes;
  if (first?.action === "create" && deedOf(action, view) !== action) return ` · <b>${whyGone(first)}</b>`;
  return first ? marks[changeReason(first)] : "";
}

/** The names of all resources in a block; folded if there are many. */
function allNames({ changes, own }: ChangeBlock, most: number): readonly string[] {
  if (changes.length === 1 || own.length > 0) return [];
  const names = namesOf(changes).map(nameCode).join(", ");
  if (changes.length <= most) return ["", `at ${names}`];
  return ["", `<details><summary>at these ${changes.length}</summary>`, "", names, "", "</details>"];
}

function fewNames({ changes, own }: ChangeBlock): readonly string[] {
  return changes.length === 1 || own.length > 0 ? [] : ["", `at ${fewOf(namesOf(changes), nameCode)}`];
}

function tablesOf(block: ChangeBlock, context: ChangeContext, most: number): readonly MarkdownTable[] {
  const { action, rows, own } = block;
  const fields: MarkdownTable = {
    head: headOf(action, context.view),
    rows: rows.map((row) => (few: number) => `| ${fieldCells(action, row, { ...context, most: few })}`),
    end: [],
    what: (count) => counted(count, "more field", "more fields"),
  };
  return [...(rows.length > 0 ? [fields] : []), ...(own.length > 0 ? ownTables(block, context, most) : [])];
}

/**
 * The fields that differ between the resources of a block: a row for each created resource, and for each updated field.
 */
function ownTables(
  { action, kind, changes, own, rows: shared }: ChangeBlock,
  context: ChangeContext,
  most: number,
): readonly MarkdownTable[] {
  const { link, view } = context;
  const names = namesOf(changes).map(nameCode);
  const rows = changes.flatMap((change, at): readonly TableRow[] => {
    const name = names[at] ?? "";
    const all = own[at] ?? [];
    if (action === "create") return [createdRow({ change, name, own: all }, link)];
    return all.map((row) => (few) => `| ${name} | ${fieldCells(action, row, { ...context, most: few })}`);
  });
  const besides = shared.length > 0 ? "own fields" : "fields";
  const head =
    action === "create"
      ? ["", `| ${prose(kind)} | ${besides} | written in |`, "|---|---|---|"]
      : ["", `| ${prose(kind)} ${headOf(action, view)[1] ?? ""}`, `|---${headOf(action, view)[2] ?? ""}`];
  const what = (count: number) => (action === "create" ? `${count} more` : counted(count, "more field"));
  const first = { head, rows: rows.slice(0, most), end: [], what };
  const more = rows.slice(most);
  if (more.length === 0) return [first];
  const fold = `<details><summary>${more.length} more</summary>`;
  return [first, { head: ["", fold, ...head], rows: more, end: ["", "</details>"], what }];
}

function headOf(action: Change["action"], view: ChangeView | undefined): readonly string[] {
  const [live, desired] = view === "happened" ? ["now", "declared"] : ["live", "desired"];
  switch (action) {
    case "create":
      return ["", `| field | ${desired} | written in |`, "|---|---|---|"];
    case "update":
      return ["", `| field | ${live} | ${desired} | why | written in |`, "|---|---|---|---|---|"];
    case "remove":
      return ["", "| field | live | desired |", "|---|---|---|"];
  }
}

interface RowContext extends Pick<ChangeContext, "link" | "view"> {
  readonly most: number;
}

function fieldCells(action: Change["action"], row: BlockRow, context: RowContext): string {
  const { most, link } = context;
  const field = code(fieldName(row.path));
  switch (action) {
    case "create":
      return `${field} | ${code(briefly(createdValue(row), most))} | ${originCode(row.at, link)} |`;
    case "update":
      return `${field} | ${updatedCells(row, context)} | ${originCode(row.at, link)}${moreLinesText(row)} |`;
    case "remove":
      return `${field} | ${code(briefly(shown(row.live), most))} | removed |`;
  }
}

function updatedCells(difference: Difference, { most, view }: RowContext): string {
  const { desired, rotated } = difference;
  const reason = reasonOfPart(difference);
  const sides = differenceShown(difference, most);
  const conflict = reason === "conflict" && `conflict, was ${code(sides.base)}`;
  const why = conflict || (rotated ? "rotated since it was applied" : whys[reason]);
  const none = view === "happened" ? notDeclared : "removed";
  const wanted = desired === undefined ? none : code(sides.desired);
  return `${code(sides.live)} | ${wanted} | ${why}`;
}

interface OwnFields {
  readonly change: Change;
  readonly name: string;
  readonly own: readonly Difference[];
}

function createdRow({ change, name, own }: OwnFields, link: LineLink | undefined): TableRow {
  return (most) => {
    const fields = own.map((row) => `${code(fieldName(row.path))} ${code(briefly(createdValue(row), most))}`);
    const at = change.action === "create" ? originCode(change.at, link) : "";
    return `| ${name} | ${fields.join(" · ")} | ${at} |`;
  };
}

/** A table row, rendered with a maximum length of each side. */
type TableRow = (most: number) => string;

/** A table that can be truncated. */
interface MarkdownTable {
  readonly head: readonly string[];
  readonly rows: readonly TableRow[];
  readonly end: readonly string[];
  /** The noun for the table's rows. */
  readonly what: (count: number) => string;
}

/**
 * The first rows that fit, and the number of the others. To save time, rendering stops at the first row that does not
 * fit.
 */
function fitting(tables: readonly MarkdownTable[], room: number, most: number) {
  const lines: string[] = [];
  let left = room;
  let shown = 0;
  for (const { head, rows, end, what } of tables) {
    left -= [...head, ...end].join("\n").length + 60;
    const start = lines.length + head.length;
    lines.push(...head);
    for (const row of rows) {
      const text = row(most);
      left -= text.length + 1;
      if (left < 0) break;
      lines.push(text);
    }
    const done = lines.length - start;
    shown += done;
    if (done === rows.length) lines.push(...end);
    else return { lines: [...lines, "", `and ${what(rows.length - done)}`, ...end], shown, isWhole: false };
  }
  return { lines, shown, isWhole: true };
}
