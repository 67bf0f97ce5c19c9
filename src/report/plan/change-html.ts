/** Renders blocks of changes as HTML, completely: the fields, where each was written, and the resources. */

import { addressParts } from "../../model/address.ts";
import type { Change, Difference } from "../../model/change.ts";
import { createdValue, differenceShown } from "../text/difference.ts";
import { html } from "../text/escape.ts";
import { table } from "../text/html-page.ts";
import { originHtml } from "../text/line-link.ts";
import { counted, countedKind, fieldName, nameHtml, shown } from "../text/value.ts";
import {
  type BlockRow,
  blocksOf,
  type ChangeBlock,
  moreLinesText,
  namesOf,
  originsOf,
  screenful,
  targetsOf,
} from "./change-blocks.ts";
import {
  type ChangeView,
  changeReason,
  deedOf,
  notDeclared,
  reasonOfPart,
  whyGone,
  whys,
} from "./change-groups.ts";
import type { ChangeContext } from "./change-markdown.ts";
import { type DangerGroup, dangerBlocks, goesAlong } from "./dangers.ts";

const symbols = { create: "+", update: "~", remove: "−" } as const;

/** The changes, under a heading that includes their number. Equal changes share a block. */
export function changesHtml(title: string, changes: readonly Change[], context: ChangeContext): string {
  const { view } = context;
  let rows = 0;
  const blocks = blocksOf(changes, context).map((block) => {
    rows += block.rows.length;
    const isOpen = block.action !== "remove" && (block.changes.length > 1 || rows <= screenful);
    const start = `<details class="change"${isOpen ? " open" : ""}${data(block, view)}>`;
    const name = `<summary>${head(block, view)} <span class="dim">· ${size(block)}</span></summary>`;
    return [start, name, body(block, context), "</details>"].join("\n");
  });
  return section(`${title} (${changes.length})`, blocks);
}

/** The dangers, unfolded. Each shows its reason, what else is removed, and the values. */
export function dangersHtml({ title, dangers }: DangerGroup, context: ChangeContext): string {
  const whole = { ...context, most: Number.POSITIVE_INFINITY };
  const blocks = dangerBlocks(dangers, context).map((danger) => {
    const { block, why } = danger;
    const [first] = block.changes;
    const reason = why === undefined ? "" : `: ${html(why)}`;
    const along = first ? goesAlong(first.address, danger, context.titles) : [];
    const more = along
      .map(
        ({ what, names }) =>
          `<p class="remove">also removes ${html(what)}: ${names.map(nameHtml).join(", ")}</p>\n`,
      )
      .join("");
    const values = block.action === "remove" ? liveValues(block, whole) : body(block, whole);
    return `<div class="change danger"${data(block)}>\n<p>${head(block)}${reason}</p>\n${more}${values}\n</div>`;
  });
  return section(`${title} (${dangers.length})`, blocks, ' class="remove"');
}

function section(title: string, blocks: readonly string[], attributes = ""): string {
  return `<section>\n<h2${attributes}>${html(title)}</h2>\n${blocks.join("\n")}\n</section>`;
}

/** Attributes for the reader's filter. */
function data({ action, kind, changes }: ChangeBlock, view?: ChangeView): string {
  const targets = [...new Set(changes.map(({ address }) => addressParts(address).target))];
  const shownTargets = html(targets.join("\n")).replaceAll("\\n", " ");
  return ` data-action="${deedOf(action, view)}" data-kind="${html(kind)}" data-target="${shownTargets}"`;
}

function head({ action, kind, changes }: ChangeBlock, view?: ChangeView): string {
  const deed = deedOf(action, view);
  const [first] = changes;
  const name =
    changes.length === 1 && first
      ? `${html(kind)} <b class="key">${nameHtml(addressParts(first.address).key)}</b>`
      : `<b>${html(countedKind(changes.length, kind))}</b>`;
  const reason = first && changeReason(first);
  const gone = first?.action === "create" && deed !== action && whyGone(first);
  const tag =
    gone || reason === "drift" || reason === "conflict"
      ? ` <span class="tag ${reason}">${gone || reason}</span>`
      : "";
  const where = `<span class="dim">in ${html(targetsOf(changes))}</span>`;
  return `<b class="${deed}">${symbols[deed]}</b> ${name} ${where}${tag}`;
}

function size({ rows, own }: ChangeBlock): string {
  const alone = own.reduce((sum, { length }) => sum + length, 0);
  return counted(rows.length + alone, "field");
}

function liveValues(block: ChangeBlock, context: BodyContext): string {
  return `<details>\n<summary>live values · ${size(block)}</summary>\n${body(block, context)}\n</details>`;
}

/** How blocks of changes are shown in HTML. */
interface BodyContext extends ChangeContext {
  /** The number of resources, or of their fields, that are shown without folding. Default: a screenful. */
  readonly most?: number;
}

function body(block: ChangeBlock, context: BodyContext): string {
  const { action, changes, own } = block;
  const rows = block.rows.map((row) => {
    const cells = rowOf(action, context)(row);
    return row.moreLines === undefined ? cells : [...cells.slice(0, -1), linesCell(block, row, context)];
  });
  const fields = table(headOf(action, context.view), rows);
  const names = namesOf(changes).map(nameHtml);
  if (own.length > 0) return `<div>${fields}${ownTable(block, names, context)}</div>`;
  return `<div>${fields}${changes.length === 1 ? "" : namesList(names, context)}</div>`;
}

/**
 * All names, folded if there are more than a screenful. Each comma is in the same element as the name before it, so
 * that no line begins with a comma.
 */
function namesList(names: readonly string[], { most = screenful }: BodyContext): string {
  const spans = (some: readonly string[]) =>
    some.map((name, at) => `<span>${name}${at === some.length - 1 ? "" : ","}</span>`).join(" ");
  const some = `<p class="names">at ${spans(names.slice(0, most))}</p>`;
  const more = names.slice(most);
  if (more.length === 0) return some;
  const rest = `<summary>and ${more.length} more</summary>\n<div class="names">${spans(more)}</div>`;
  return `${some}<details>\n${rest}\n</details>`;
}

/** The first line that causes a difference; further lines are folded. */
function linesCell(block: ChangeBlock, row: BlockRow, { link }: ChangeContext): string {
  const [first, ...others] = originsOf(block, row).map((at) => originHtml(at, link));
  const folded = `<summary>${moreLinesText(row).trim()}</summary>\n<div>${others.join("<br>")}</div>`;
  return `${first}<details>\n${folded}\n</details>`;
}

/**
 * The fields that differ between the resources of a block: a row for each created resource, and for each updated field.
 */
function ownTable(
  { action, kind, changes, own }: ChangeBlock,
  names: readonly string[],
  context: BodyContext,
): string {
  const { most = screenful } = context;
  const rows = changes.flatMap((change, at) => {
    const all = own[at] ?? [];
    const name = names[at] ?? "";
    if (change.action !== "create") return all.map((row) => [name, ...rowOf(action, context)(row)]);
    const besides = all.map((row) => html(`${fieldName(row.path)} ${createdValue(row)}`));
    return [[name, besides.join("<br>"), originHtml(change.at, context.link)]];
  });
  const head = [
    html(kind),
    ...(action === "create" ? ["own fields", "written in"] : headOf(action, context.view)),
  ];
  const some = table(head, rows.slice(0, most), "one");
  const more = rows.slice(most);
  if (more.length === 0) return some;
  const name = `<summary>${more.length} more</summary>`;
  return `${some}<details class="more">\n${name}\n<div>${table(head, more, "one")}</div>\n</details>`;
}

function headOf(action: Change["action"], view: ChangeView | undefined): readonly string[] {
  const [live = "", desired = ""] = view === "happened" ? ["now", "declared"] : ["live", "desired"];
  switch (action) {
    case "create":
      return ["field", desired, "written in"];
    case "update":
      return ["field", live, desired, "why", "written in"];
    case "remove":
      return ["field", "live"];
  }
}

function rowOf(action: Change["action"], { link, view }: ChangeContext) {
  return (row: Difference): readonly string[] => {
    const field = html(fieldName(row.path));
    switch (action) {
      case "create":
        return [field, html(createdValue(row)), originHtml(row.at, link)];
      case "update":
        return [field, ...updatedCells(row, view), originHtml(row.at, link)];
      case "remove":
        return [field, html(shown(row.live))];
    }
  };
}

function updatedCells(difference: Difference, view: ChangeView | undefined): readonly string[] {
  const { desired, rotated } = difference;
  const reason = reasonOfPart(difference);
  const sides = differenceShown(difference);
  const was = reason === "conflict" ? `, was ${html(sides.base)}` : "";
  const none = view === "happened" ? notDeclared : "removed";
  const wanted = desired === undefined ? none : html(sides.desired);
  const since = rotated ? ", rotated since it was applied" : "";
  return [html(sides.live), wanted, `<span class="${reason}">${whys[reason]}</span>${was}${since}`];
}
