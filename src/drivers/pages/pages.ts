/** Reads a list with all its pages, or nothing: a list that is not whole is unknown. */

import type { Json } from "../../model/json.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Wire, WireRequest } from "../../model/wire.ts";
import { type Answer, answerOf, type Exchange, name, unexpectedShape } from "../replies.ts";

/** One page as an interface lays it out. */
export interface Page {
  /** Undefined: the body is no page. */
  readonly items: readonly Json[] | undefined;
  /** Where the next page is, absolute or relative to this one. Undefined: this is the last. */
  readonly next?: string | undefined;
  /** Tells whether a count that the page gives fits the items and pages of a whole list. Undefined: no count. */
  readonly fits?: ((items: number, pages: number) => boolean) | undefined;
}

/** How an interface pages: reads one answer. May throw on a header that cannot be read: that is a problem. */
export type PageStyle = (answer: Extract<Answer, { state: "answered" }>) => Page;

/** What to list. */
interface Listing {
  readonly exchange: Exchange;
  readonly wire: Wire;
  /** The request of the first page; the others differ by their URL only. */
  readonly first: WireRequest;
  readonly style: PageStyle;
  /** What tells two items apart, so that one that moves between pages counts once. */
  readonly idOf: (item: Json) => string;
}

/** All items, each once; or why they are unknown. */
type List = { readonly items: readonly Json[] } | { readonly problem: Problem };

const mostPages = 1000;

type Whole = { readonly items: readonly Json[]; readonly stable: boolean };

/**
 * Reads all pages. A list that moved while it was read (an item twice, or a count that does not fit) is read once
 * more, then it is unknown. So it is when a page fails, leads to another origin, leads in a circle, or when there
 * are more than 1,000.
 */
export async function readPages(listing: Listing, signal: AbortSignal): Promise<List> {
  const first = await readOnce(listing, signal);
  if ("problem" in first || first.stable) return first;
  const second = await readOnce(listing, signal);
  if ("problem" in second || second.stable) return second;
  const { target } = listing.exchange;
  const message = `${target}: the list of ${name(listing.first)} changed while it was read, twice.`;
  return { problem: problem("list-moved", message, { hint: "Run again when fewer changes are under way." }) };
}

async function readOnce(listing: Listing, signal: AbortSignal): Promise<Whole | { problem: Problem }> {
  const seen = new Set<string>();
  const items = new Map<string, Json>();
  let counted = 0;
  let request = listing.first;
  while (seen.size < mostPages) {
    seen.add(request.url);
    const page = await readPage(listing, request, signal);
    if ("problem" in page) return page;
    counted += page.items.length;
    for (const item of page.items) items.set(listing.idOf(item), item);
    if (page.next === undefined) {
      const fits = page.fits?.(items.size, seen.size) ?? true;
      return { items: [...items.values()], stable: fits && counted === items.size };
    }
    const next = URL.parse(page.next, request.url);
    if (next === null || !sameOrigin(next, listing.first.url)) return { problem: foreign(listing, next) };
    if (seen.has(next.href))
      return { problem: endless(listing, `leads back to ${next.pathname}${next.search}`) };
    request = { ...request, url: next.href };
  }
  return { problem: endless(listing, `has more than ${mostPages} pages`) };
}

async function readPage(
  listing: Listing,
  request: WireRequest,
  signal: AbortSignal,
): Promise<(Page & { readonly items: readonly Json[] }) | { readonly problem: Problem }> {
  const { exchange } = listing;
  const answer = answerOf(exchange, request, await listing.wire.send(request, signal));
  if (answer.state === "unknown") return answer;
  if (answer.state === "absent")
    return { problem: unexpectedShape(exchange, request, "says that there is no list") };
  const page = laidOut(listing.style, answer);
  if (page === undefined)
    return { problem: unexpectedShape(exchange, request, "has a Link header that cannot be read") };
  const { items } = page;
  if (items === undefined) return { problem: unexpectedShape(exchange, request, "is not a list") };
  return { ...page, items };
}

function laidOut(style: PageStyle, answer: Extract<Answer, { state: "answered" }>): Page | undefined {
  try {
    return style(answer);
  } catch {
    return undefined;
  }
}

function sameOrigin(next: URL, first: string): boolean {
  return next.origin === URL.parse(first)?.origin && next.username === "" && next.password === "";
}

function foreign(listing: Listing, next: URL | null): Problem {
  const to = next === null ? "no URL" : `${next.protocol}//${next.host}`;
  const message = `${listing.exchange.target}: the next page of ${name(listing.first)} leads to ${to}.`;
  const hint = "Nothing was sent there: pages must stay on the target's own origin.";
  return problem("foreign-link", message, { hint });
}

function endless(listing: Listing, what: string): Problem {
  const message = `${listing.exchange.target}: the list of ${name(listing.first)} ${what}.`;
  return problem("endless-pages", message, {
    hint: "The list is unknown: report this to the controller's maker.",
  });
}
