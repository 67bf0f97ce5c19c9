/** Builds the request for the next page, or says why that request cannot be known. Pure: it sends nothing. */

import { fieldOf, textFrom } from "../../../catalog/fields/field-of.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import type { WireRequest } from "../../../model/wire.ts";
import { name, type ReplyContext, unexpectedShape } from "../replies/replies.ts";
import type { GatheredItems } from "./gathered.ts";
import { type Page, type PageLayout, pageQuery, sizeOf } from "./page.ts";

/** A page, and the state of the reading before it. */
export interface ReadSoFar {
  readonly exchange: ReplyContext;
  /** The request of the list's first page. */
  readonly first: WireRequest;
  readonly layout: PageLayout;
  /** The request that returned the page. */
  readonly request: WireRequest;
  readonly page: Page;
  readonly read: Pick<GatheredItems, "seen" | "count" | "pages" | "isLinked">;
}

/** The next request; or the problem, if the next request cannot be known; or undefined if the list is complete. */
type Next = WireRequest | { readonly problem: Problem } | undefined;

/**
 * Returns the request for the next page.
 *
 * | what the page says about the next page  | and                                    | the result                    |
 * |-----------------------------------------|----------------------------------------|-------------------------------|
 * | its URL                                 | it has the first page's origin, is new | a request of the URL          |
 * | its URL                                 | it has another origin, or was read     | a problem                     |
 * | that it exists, but not where           |                                        | a problem                     |
 * | that it does not exist                  |                                        | the list is complete          |
 * | the parameter with which to request it  | it is new                              | a request with the parameter  |
 * | nothing; lists are paged by position    | more items follow (`isMore`)           | a request of the position     |
 * | nothing                                 | the page is full (`isFull`)            | a request, or else a problem  |
 * | nothing                                 | anything else, or pages are linked     | the list is complete          |
 */
export function nextRequest(of: ReadSoFar): Next {
  const { page, exchange, request, read } = of;
  const { pages } = of.layout;
  switch (page.next.says) {
    case "at":
      return linked(of, page.next.url);
    case "unreadable": {
      const what = `announces a next page in ${page.next.where}, but in a form that trueup does not know`;
      return { problem: unexpectedShape(exchange, request, what) };
    }
    case "end":
      return undefined;
    case "after":
      return fresh(of, pages?.by === "cursor" ? { [pages.parameter]: page.next.cursor } : {});
    case "nothing": {
      const isNumbered = pages?.by === "offset" || pages?.by === "page";
      const position = { items: read.count, pages: read.pages.length };
      if (isNumbered && !read.isLinked) return isMore(of) ? fresh(of, pageQuery(pages, position)) : undefined;
      return isFull(of) ? asked(of) : undefined;
    }
  }
}

/**
 * True if more items follow. If there is a total, the total decides. Otherwise, a full page means that more items
 * follow.
 */
function isMore({ layout, page, read }: ReadSoFar): boolean {
  const { total, atLeast, items } = page.counts;
  const all = total ?? atLeast;
  return all === undefined
    ? items >= (sizeOf(layout.pages) ?? Number.POSITIVE_INFINITY)
    : items > 0 && read.count < all;
}

function withParameters({ first }: ReadSoFar, values: Readonly<Record<string, string>>): WireRequest {
  const url = new URL(first.url);
  for (const [parameter, value] of Object.entries(values)) url.searchParams.set(parameter, value);
  return { ...first, url: url.href };
}

/** Returns the request for the next page. If that page was read before, the links form a cycle, which is a problem. */
function fresh(of: ReadSoFar, values: Readonly<Record<string, string>>): Next {
  const next = withParameters(of, values);
  if (!of.read.seen.has(next.url)) return next;
  return { problem: endless(of.exchange, of.first, "leads back to a page that was already read") };
}

function linked({ exchange, first, request, page, read }: ReadSoFar, url: string): Next {
  const next = URL.parse(url, request.url);
  const told = URL.parse(page.shown(url), request.url);
  if (next === null || !sameOrigin(next, first.url)) return { problem: foreign(exchange, first, told) };
  if (!read.seen.has(next.href)) return { ...request, url: next.href };
  return {
    problem: endless(exchange, first, `leads back to ${told ? told.pathname + told.search : "a page"}`),
  };
}

/** True if the page has the requested length, and does not show whether it is the last page. */
function isFull({ layout, page, read }: ReadSoFar): boolean {
  const { total, atLeast } = page.counts;
  const isCounted = total !== undefined || atLeast !== undefined;
  return !read.isLinked && !isCounted && page.items.length === sizeOf(layout.pages);
}

/**
 * Returns the request for the items after the last item of the page. Returns a problem if the interface does not
 * support such a request, or the item has no id.
 */
function asked(of: ReadSoFar): Next {
  const { exchange, first, layout, page } = of;
  const id = textFrom(fieldOf(page.items.at(-1), layout.id));
  if (layout.pages?.by !== "after" || id === undefined)
    return { problem: perhapsMore(exchange, first, page) };
  return withParameters(of, { [layout.pages.parameter]: id });
}

function sameOrigin(next: URL, first: string): boolean {
  return next.origin === URL.parse(first)?.origin && next.username === "" && next.password === "";
}

function foreign({ target }: ReplyContext, first: WireRequest, told: URL | null): Problem {
  const to = told === null ? "no URL" : `${told.protocol}//${told.host}`;
  const message = `${target}: the link to the next page of ${name(first)} leads to ${to}.`;
  const hint =
    "Check url of the target: trueup follows links only on the same scheme, host and port, and sent " +
    "nothing to the other address.";
  return problem("foreign-link", message, { hint });
}

/** Returns the problem of a list that never ends, or whose links form a cycle. */
export function endless({ target }: ReplyContext, first: WireRequest, what: string): Problem {
  return problem("endless-pages", `${target}: the list of ${name(first)} ${what}.`, {
    hint: "Report this to the controller's vendor. The content of the list is unknown.",
  });
}

/** Returns the problem of a page that may or may not be the last one. */
function perhapsMore({ target }: ReplyContext, first: WireRequest, { items }: Page): Problem {
  const count = `${items.length} items, the requested page size`;
  const message = `${target}: ${name(first)} returned ${count}, but does not show whether more items follow.`;
  return problem("list-cut-short", message, {
    hint: `Set settings.perPage of target ${target} to another number, or set settings.startingAfter.`,
  });
}
