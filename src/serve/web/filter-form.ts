/** The filter form of a list, which needs no script, and its page links. */

import { html } from "hono/html";
import { nameShown } from "../../report/text/value.ts";
import { type FilterChoice, type ListFilter, type ListPage, narrowed, queryOf } from "../views/filter.ts";
import { type Html, numberText } from "./frame.ts";

/** One filter and its choices. */
export interface FilterField {
  readonly name: Exclude<keyof ListFilter, "page">;
  readonly label: string;
  readonly choices: readonly FilterChoice[];
  /** Display names of values. Default: the value itself. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** The label of the choice that does not filter. */
  readonly every: string;
  /** If false, choices are shown without their counts. */
  readonly isCounted?: boolean | undefined;
  /** The label of an additional choice that matches everything. If absent, there is no such choice. */
  readonly any?: string | undefined;
}

/** Renders the form. `hidden` holds the filters that are kept unchanged. */
export function filterForm(
  path: string,
  filter: ListFilter,
  {
    fields,
    hidden = [],
  }: { readonly fields: readonly FilterField[]; readonly hidden?: readonly FilterField["name"][] },
): Html {
  const kept = hidden.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`];
  });
  return html`<form class="filters" role="search" method="get" action="${path}">
<label class="wide">Search<input type="search" name="text" value="${filter.text ?? ""}"
placeholder="press / to search"></label>
${fields.map((field) => choice(field, filter))}${kept}
<button type="submit">Filter</button>
${queryOf({ ...filter, page: 1 }) === "" ? "" : html`<a class="button" href="${path}">Clear</a>`}
</form>`;
}

function choice(field: FilterField, filter: ListFilter): Html {
  const { name, label, choices, names = {}, every, any, isCounted = true } = field;
  const chosen = filter[name];
  const isKnown = chosen === undefined || chosen === "any" || choices.some(({ value }) => value === chosen);
  const all = isKnown ? choices : [{ value: chosen, count: 0 }, ...choices];
  return html`<label>${label}<select name="${name}">
<option value="">${every}</option>
${any === undefined ? "" : html`<option value="any"${chosen === "any" ? html` selected` : ""}>${any}</option>`}
${all.map(
  ({ value, count }) =>
    html`<option value="${value}"${value === chosen ? html` selected` : ""}>${
      names[value] ?? nameShown(value)
    }${isCounted ? ` (${numberText(count)})` : ""}</option>`,
)}
</select></label>`;
}

/** The number of rows, with links to the previous and next page. */
export function pageLinks(path: string, filter: ListFilter, page: ListPage<unknown>): Html {
  const { total, page: at, pages, items } = page;
  const to = (number: number, name: string) =>
    html`<a rel="${name}" href="${`${path}${queryOf(narrowed(filter, { page: number }))}`}">${
      name === "prev" ? "← Previous" : "Next →"
    }</a>`;
  const counts =
    total === items.length ? numberText(total) : `${numberText(items.length)} of ${numberText(total)}`;
  return html`<nav class="pages" aria-label="Pages"><span>${counts}${
    pages > 1
      ? `, page ${numberText(at)} of
${numberText(pages)}`
      : ""
  }</span>
<span class="acts">${at > 1 ? to(at - 1, "prev") : ""}${at < pages ? to(at + 1, "next") : ""}</span></nav>`;
}
