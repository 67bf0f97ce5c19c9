/** One difference as a card, for any number of resources. */

import { html } from "hono/html";
import { addressParts } from "../../../model/address.ts";
import type { Origin } from "../../../model/source.ts";
import { type BlockRow, moreLinesText } from "../../../report/plan/change-blocks.ts";
import { briefly, createdValue, differenceShown } from "../../../report/text/difference.ts";
import type { LineLink } from "../../../report/text/line-link.ts";
import { countedKind, fieldName, nameShown, originText, shown } from "../../../report/text/value.ts";
import { type GroupCause, groupFields } from "../../views/difference-groups.ts";
import type { ListedGroup } from "../../views/differences.ts";
import { linkIn } from "../../views/resource.ts";
import { ago, type Html, numberText, rowsTable, toneOf } from "../frame.ts";
import { environmentLink, listPath, resourceLink } from "../links.ts";

/** The label of each cause. */
export const causeNames: Readonly<Record<GroupCause, string>> = {
  conflict: "conflict",
  drift: "drift",
  expected: "not as expected",
  pending: "pending",
};

/** The maximum number of fields shown for a group. */
const mostFields = 6;
/** The maximum number of names shown for a group; the list of its resources has all. */
const mostNames = 12;

/** The maximum length of a value, in characters. */
const mostCharacters = 160;

/** Renders a group as a card. */
export function groupCard(listed: ListedGroup, now: string): Html {
  const { environment, group, addresses, since } = listed;
  const { action, kind } = group.block;
  const [first] = addresses;
  if (first === undefined) return html``;
  const name =
    addresses.length === 1
      ? html`${kind} ${resourceLink(environment.id, first)}`
      : html`${countedKind(addresses.length, kind)}`;
  const targets = [...new Set(addresses.map((address) => addressParts(address).target))];
  const where = targets.length === 1 ? nameShown(targets[0] ?? "") : `${targets.length} targets`;
  return html`<article class="group ${toneOf(group.cause)}">
<header><h3>${deed(action, group.cause)} ${name}</h3>
<span class="meta">${causeNames[group.cause]}${since === undefined ? "" : html` since ${ago(since, now)}`} ·
${environmentLink(environment.id)} · ${where}</span></header>
${fieldsTable(listed)}${names(listed)}
</article>`;
}

/** The label before the resources, which says what happened or will happen to them; empty for an update. */
function deed(action: ListedGroup["group"]["block"]["action"], cause: GroupCause): string {
  if (action === "update") return "";
  if (action === "remove") return "To remove:";
  return cause === "drift" ? "Gone:" : "To create:";
}

function fieldsTable(listed: ListedGroup): Html {
  const { action } = listed.group.block;
  const all = groupFields(listed.group);
  if (all.length === 0) return html``;
  const link = linkIn(listed.environment);
  const rows = all.slice(0, mostFields).map((row) => cells(row, action, link));
  const more = all.length - rows.length;
  const isPlaced = all.slice(0, mostFields).some(({ at }) => at !== undefined);
  const values = action === "update" ? ["field", "live", "declared"] : ["field", "value"];
  const head = isPlaced ? [...values, "written in"] : values;
  const shownRows = rows.map((cells) => cells.slice(0, head.length));
  return html`${rowsTable(head, shownRows, { name: "fields" })}${
    more > 0
      ? html`<p class="dim">and ${more} more
fields</p>`
      : ""
  }`;
}

function cells(row: BlockRow, action: "create" | "update" | "remove", link: LineLink | undefined) {
  const field = fieldName(row.path);
  if (action === "create") return [field, briefly(createdValue(row), mostCharacters), origin(row.at, link)];
  if (action === "remove") return [field, briefly(shown(row.live), mostCharacters), ""];
  const { live, desired } = differenceShown(row, mostCharacters);
  const wanted = row.desired === undefined ? "not declared" : desired;
  return [
    field,
    html`<span class="was">${live}</span>`,
    html`<span class="be">${wanted}</span>`,
    html`${origin(row.at, link)}${moreLinesText(row)}`,
  ];
}

/** The place where a value was written, with a link to the line at the host. */
export function origin(at: Origin | undefined, link: LineLink | undefined): Html {
  if (!at) return html``;
  const url = link?.(at.by ?? at);
  return url === undefined
    ? html`${originText(at)}`
    : html`<a href="${url}" rel="noreferrer">${originText(at)}</a>`;
}

function names({ environment, group, addresses }: ListedGroup): Html {
  if (addresses.length === 1) return html``;
  const some = addresses.slice(0, mostNames).map((address) => resourceLink(environment.id, address));
  const more = addresses.length - some.length;
  const all = listPath("resources", { environment: environment.id, alike: group.id });
  return html`<div class="names">${some}${
    more > 0 ? html`<a href="${all}">and ${numberText(more)} more</a>` : ""
  }</div>`;
}
