/** One change → a folded block of Markdown: each field with where it was written. */

import { addressParts } from "../../model/address.ts";
import type { Change, Difference } from "../../model/change.ts";
import type { Desired } from "../../model/desired.ts";
import type { Json } from "../../model/json.ts";
import type { KindTitles } from "../../model/plan.ts";
import { briefly, differenceShown } from "../text/difference.ts";
import { code, html } from "../text/escape.ts";
import { counted, fieldName, kindName, leaves, nameHtml, originText, shown } from "../text/value.ts";
import { type ChangeReason, changeReason, reasonOfPart, whys } from "./change-groups.ts";

/** Where a field was written; see `Desired.locate`. */
export type Locate = Desired["locate"];

/** What is known of a change beside itself. */
export interface ChangeContext {
  readonly locate?: Locate | undefined;
  readonly titles: KindTitles;
}

/** Characters of each side of a field that are shown where there is no room for the whole resource. */
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
 * A `<details>` block: whole in itself, and nothing in it can act as markup. At most `room` characters long: where
 * there is too little, of each field what comes first of what differs, and as many fields as fit; all that is not
 * shown is counted. Undefined where not even one field fits.
 */
export function changeMarkdown(
  change: Change,
  { locate, titles }: ChangeContext,
  room = Number.POSITIVE_INFINITY,
): string | undefined {
  const rows = rowsOf(change, locate);
  const parts = addressParts(change.address);
  const where = `<code>${nameHtml(parts.key)}</code> in <code>${nameHtml(parts.target)}</code>`;
  const name = `${html(kindName(parts, titles))} ${where}`;
  const size = counted(rows.length, "field");
  const head = `${symbols[change.action]} ${name} · ${size}${marks[changeReason(change)]}`;
  const block = (table: readonly string[]) =>
    [`<details><summary>${head}</summary>`, "", ...headOf(change), ...table, "", "</details>"].join("\n");
  const left = room - block([]).length;
  const whole = fitting(rows, left, Number.POSITIVE_INFINITY);
  if (whole.length === rows.length) return block(whole);
  const some = fitting(rows, left - moreFields(rows.length).length, fewCharacters);
  if (some.length === 0) return undefined;
  return block(some.length === rows.length ? some : [...some, moreFields(rows.length - some.length)]);
}

/** A field as a row of a table: at most so many characters of each side. */
type Row = (most: number) => string;

/** The first rows that fit. No more are made than that, and one. */
function fitting(rows: readonly Row[], room: number, most: number): readonly string[] {
  const found: string[] = [];
  let left = room;
  for (const row of rows) {
    const text = row(most);
    left -= text.length + 1;
    if (left < 0) break;
    found.push(text);
  }
  return found;
}

function moreFields(count: number): string {
  return `\nand ${counted(count, "more field", "more fields")}`;
}
function headOf({ action }: Change): readonly string[] {
  switch (action) {
    case "create":
      return ["| field | desired | written in |", "|---|---|---|"];
    case "update":
      return ["| field | live | desired | why | written in |", "|---|---|---|---|---|"];
    case "remove":
      return ["| field | live | desired |", "|---|---|---|"];
  }
}

function rowsOf(change: Change, locate: Locate | undefined): readonly Row[] {
  switch (change.action) {
    case "create":
      return leaves(change.desired.value).map(([path, value]) => (most) => {
        const at = locate?.(change.address, path) ?? change.at;
        return `| ${code(fieldName(path))} | ${valueCell(value, most)} | ${at ? code(originText(at)) : ""} |`;
      });
    case "update":
      return change.differences.map((one) => (most) => differenceRow(one, most));
    case "remove":
      return leaves(change.live.value).map(
        ([path, value]) =>
          (most) =>
            `| ${code(fieldName(path))} | ${valueCell(value, most)} | removed |`,
      );
  }
}

function valueCell(value: Json, most: number): string {
  return code(briefly(shown(value), most));
}

function differenceRow(difference: Difference, most: number): string {
  const { path, desired, rotated, at } = difference;
  const reason = reasonOfPart(difference);
  const sides = differenceShown(difference, most);
  const conflict = reason === "conflict" && `conflict, was ${code(sides.base)}`;
  const why = conflict || (rotated ? "rotated since it was applied" : whys[reason]);
  const wanted = desired === undefined ? "removed" : code(sides.desired);
  const written = at ? code(originText(at)) : "";
  return `| ${code(fieldName(path))} | ${code(sides.live)} | ${wanted} | ${why} | ${written} |`;
}
