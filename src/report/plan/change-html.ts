/** One change → a folded block of HTML. */

import { addressParts } from "../../model/address.ts";
import type { Change, Difference } from "../../model/change.ts";
import { differenceShown } from "../text/difference.ts";
import { html } from "../text/escape.ts";
import { table } from "../text/html-page.ts";
import { counted, fieldName, kindName, leaves, nameHtml, originText, shown } from "../text/value.ts";
import { type ChangeReason, changeReason, reasonOfPart, whys } from "./change-groups.ts";
import type { ChangeContext, Locate } from "./change-markdown.ts";

const symbols = { create: "+", update: "~", remove: "−" } as const;

/** A `<details>` block with every field. */
export function changeHtml(change: Change, { locate, titles }: ChangeContext): string {
  const parts = addressParts(change.address);
  const { head, rows } = fields(change, locate);
  const symbol = `<b class="${change.action}">${symbols[change.action]}</b>`;
  const where = `<span class="dim">in ${nameHtml(parts.target)}`;
  const name = `${html(kindName(parts, titles))} <b class="key">${nameHtml(parts.key)}</b> ${where}`;
  const summary = `${symbol} ${name} · ${counted(rows.length, "field")}</span>${tag(changeReason(change))}`;
  return `<details>\n<summary>${summary}</summary>\n<div>${table(head, rows)}</div>\n</details>`;
}

function tag(reason: ChangeReason): string {
  return reason === "drift" || reason === "conflict" ? ` <span class="tag ${reason}">${reason}</span>` : "";
}

interface Fields {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function fields(change: Change, locate: Locate | undefined): Fields {
  switch (change.action) {
    case "create":
      return {
        head: ["field", "desired", "written in"],
        rows: leaves(change.desired.value).map(([path, value]) => {
          const at = locate?.(change.address, path) ?? change.at;
          return [html(fieldName(path)), html(shown(value)), html(originText(at))];
        }),
      };
    case "update":
      return {
        head: ["field", "live", "desired", "why", "written in"],
        rows: change.differences.map(differenceRow),
      };
    case "remove":
      return {
        head: ["field", "live"],
        rows: leaves(change.live.value).map(([path, value]) => [html(fieldName(path)), html(shown(value))]),
      };
  }
}

function differenceRow(difference: Difference): readonly string[] {
  const { path, desired, rotated, at } = difference;
  const reason = reasonOfPart(difference);
  const sides = differenceShown(difference);
  const was = reason === "conflict" ? `, was ${html(sides.base)}` : "";
  const wanted = desired === undefined ? "removed" : html(sides.desired);
  const since = rotated ? ", rotated since it was applied" : "";
  const why = `<span class="${reason}">${whys[reason]}</span>${was}${since}`;
  return [html(fieldName(path)), html(sides.live), wanted, why, html(originText(at))];
}
