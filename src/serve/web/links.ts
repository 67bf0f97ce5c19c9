/** Paths of pages, and links to them. */

import { html } from "hono/html";
import { commitPage } from "../../code-host/repository-pages.ts";
import { type Address, addressParts } from "../../model/address.ts";
import { nameShown } from "../../report/text/value.ts";
import type { ServedEnvironment } from "../served.ts";
import { type ListFilter, queryOf } from "../views/filter.ts";
import type { Html } from "./frame.ts";

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The path of an environment's page, or, with `more`, of a page below it. `more` begins with a slash. */
export function environmentPath(id: string, more = ""): string {
  const slash = id.indexOf("/");
  return `/environments/${encoded(id.slice(0, slash))}/${encoded(id.slice(slash + 1))}${more}`;
}

/** The path of a list. */
export function listPath(
  list: "differences" | "resources" | "unmanaged" | "runs",
  filter: ListFilter,
): string {
  return `/${list}${queryOf(filter)}`;
}

/** The path of a run's page. */
export function runPath(id: string, run: string): string {
  return environmentPath(id, `/runs/${encoded(run)}`);
}

/** The path of a resource's page. */
export function resourcePath(id: string, address: Address): string {
  return environmentPath(id, `/resource?address=${encoded(address)}`);
}

/** A link to an environment, labelled with its id. */
export function environmentLink(id: string): Html {
  return html`<a href="${environmentPath(id)}">${nameShown(id)}</a>`;
}

/** A link to a resource, labelled with its key. */
export function resourceLink(id: string, address: Address): Html {
  return html`<a href="${resourcePath(id, address)}">${nameShown(addressParts(address).key)}</a>`;
}

/** The abbreviated hash of a commit; a link if the host's pages are known. */
export function commitLink({ pages }: Pick<ServedEnvironment, "pages">, commit: string): Html {
  const url = pages && commitPage(pages, commit);
  const short = html`<code>${nameShown(commit.slice(0, 10))}</code>`;
  return url === undefined ? short : html`<a href="${url}" rel="noreferrer">${short}</a>`;
}
