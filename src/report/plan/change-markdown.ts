/** One change → a folded block of Markdown: each field with where it was written. */

import { addressParts } from "../../model/address.ts";
import type { Change, Difference } from "../../model/change.ts";
import type { Desired } from "../../model/desired.ts";
import { code, html } from "../text/escape.ts";
import { counted, fieldName, kindName, leaves, liveShown, originText, shown } from "../text/value.ts";
import { type ChangeReason, changeReason, reasonOfPart, whys } from "./change-groups.ts";

/** Where a field was written; see `Desired.locate`. */
export type Locate = Desired["locate"];

/** How many fields of one resource are shown. */
const maxRows = 100;

const symbols = { create: "+", update: "~", remove: "-" } as const;

const marks: Readonly<Record<ChangeReason, string>> = {
  conflict: " · <b>conflict</b>",
  drift: " · <b>drift</b>",
  proposal: "",
  main: "",
  pending: "",
};

/** A `<details>` block: whole in itself, and nothing in it can act as markup. */
export function changeMarkdown(change: Change, locate?: Locate): string {
  const { target, kind, key } = addressParts(change.address);
  const rows = rowsOf(change, locate);
  const name = `${kindName(kind)} <code>${html(key)}</code> in <code>${html(target)}</code>`;
  const size = counted(rows.length, "field");
  const head = `${symbols[change.action]} ${name} · ${size}${marks[changeReason(change)]}`;
  const more =
    rows.length > maxRows ? ["", `and ${counted(rows.length - maxRows, "more field", "more fields")}`] : [];
  const table = [...headOf(change), ...rows.slice(0, maxRows), ...more];
  return [`<details><summary>${head}</summary>`, "", ...table, "", "</details>"].join("\n");
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

function rowsOf(change: Change, locate: Locate | undefined): readonly string[] {
  switch (change.action) {
    case "create":
      return leaves(change.desired.value).map(([path, value]) => {
        const at = locate?.(change.address, path) ?? change.at;
        return `| ${code(fieldName(path))} | ${code(shown(value))} | ${at ? code(originText(at)) : ""} |`;
      });
    case "update":
      return change.differences.map(differenceRow);
    case "remove":
      return leaves(change.live.value).map(
        ([path, value]) => `| ${code(fieldName(path))} | ${code(shown(value))} | removed |`,
      );
  }
}

function differenceRow(difference: Difference): string {
  const { path, desired, base, rotated, at } = difference;
  const reason = reasonOfPart(difference);
  const conflict = reason === "conflict" && `conflict, was ${code(shown(base))}`;
  const why = conflict || (rotated ? "rotated since it was applied" : whys[reason]);
  const wanted = desired === undefined ? "removed" : code(shown(desired));
  const written = at ? code(originText(at)) : "";
  return `| ${code(fieldName(path))} | ${code(liveShown(difference))} | ${wanted} | ${why} | ${written} |`;
}
