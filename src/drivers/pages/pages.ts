/** Reads a list with all its pages, or nothing: a list that is not whole is unknown. */

import { countValues, type Json } from "../../model/json.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { shownOf, type Wire, type WireRequest } from "../../model/wire.ts";
import { answerOf, name, type ReadAnswer, type ReplyContext, unexpectedShape } from "../replies.ts";
import { takeTurn } from "./turns.ts";

/** One page as an interface lays it out. */
interface Page {
  /** Undefined: the body is no page. */
  readonly items: readonly Json[] | undefined;
  /** Where the next page is, absolute or relative to this one. Undefined: this is the last. */
  readonly next?: string | undefined;
  /** The version of the format that the page says it is in. */
  readonly version?: string | undefined;
  /** Tells whether a count that the page gives fits the items and pages of a whole list. Undefined: no count. */
  readonly fits?: ((items: number, pages: number) => boolean) | undefined;
}

/** How an interface pages: reads one answer. May throw on a header that cannot be read: that is a problem. */
export type PageStyle = (answer: Extract<ReadAnswer, { state: "answered" }>) => Page;

/** What to list. */
interface Listing {
  readonly exchange: ReplyContext;
  readonly wire: Wire;
  /** The request of the first page; the others differ by their URL only. */
  readonly first: WireRequest;
  readonly style: PageStyle;
  /** What tells two items apart, so that one that moves between pages counts once. */
  readonly idOf: (item: Json) => string;
  /** Whether everything that is looked for is among the items; without it, nothing is looked for. */
  readonly complete?: (items: readonly Json[]) => boolean;
  /** True: once that is so, the rest of the list is of no interest, and is not asked for. */
  readonly alone?: boolean | undefined;
}

/** All items, each once, and the versions of the format that the pages were in; or why they are unknown. */
type List =
  | { readonly items: readonly Json[]; readonly versions: readonly string[] }
  | { readonly problem: Problem };

const maxPages = 1000;

/** How much a list is, or may be: as text and as values. */
interface Amount {
  readonly characters: number;
  readonly values: number;
}

/** Of all pages together. */
const maxList: Amount = { characters: 64 * 1024 * 1024, values: 2_000_000 };
/** What is more waits until no other long list of the target is read. */
const maxShortList: Amount = { characters: 4 * 1024 * 1024, values: 50_000 };

function exceeds({ characters, values }: Amount, max: Amount): boolean {
  return characters > max.characters || values > max.values;
}

/** One reading of all pages. */
interface Reading {
  readonly items: ReadonlyMap<string, Json>;
  readonly versions: ReadonlySet<string>;
  /** False: it moved while it was read. */
  readonly stable: boolean;
  /** False: several pages and no count, so that nobody can tell whether an item slipped from one to another. */
  readonly sure: boolean;
}

/**
 * Reads all pages. A list that moved while it was read (an item twice, or a count that does not fit) is read once
 * more, then it is unknown. So is one of several pages without a count in which something is missing: an item before
 * it that went would have let it slip through, so two readings must show the same. A list is unknown, too, when a
 * page fails, leads to another origin, leads in a circle, or when there are more than 1,000, or 64 MB, or 2,000,000
 * values.
 */
export async function readPages(listing: Listing, signal: AbortSignal): Promise<List> {
  const { complete = () => true } = listing;
  let before: ReadonlySet<string> | undefined;
  for (const last of [false, true]) {
    const reading = await readOnce(listing, signal);
    if ("problem" in reading) return reading;
    const items = [...reading.items.values()];
    const confirmed = reading.sure || complete(items) || sameItems(before, reading);
    if (reading.stable && confirmed) return { items, versions: [...reading.versions].sort() };
    if (last) break;
    before = reading.stable ? new Set(reading.items.keys()) : undefined;
  }
  const { target } = listing.exchange;
  const message = `${target}: the list of ${name(listing.first)} changed while it was read, twice.`;
  return { problem: problem("list-moved", message, { hint: "Run again when fewer changes are under way." }) };
}

function sameItems(before: ReadonlySet<string> | undefined, { items }: Reading): boolean {
  return before?.size === items.size && [...items.keys()].every((id) => before.has(id));
}

async function readOnce(listing: Listing, signal: AbortSignal): Promise<Reading | { problem: Problem }> {
  const turn: { end?: () => void } = {};
  const grown = async (whole: Amount) => {
    if (!turn.end && exceeds(whole, maxShortList)) turn.end = await takeTurn(listing.wire);
  };
  try {
    return await readAll(listing, grown, signal);
  } finally {
    turn.end?.();
  }
}

/** `grown` is told how much there is, before more is asked for. */
async function readAll(
  listing: Listing,
  grown: (whole: Amount) => Promise<void>,
  signal: AbortSignal,
): Promise<Reading | { problem: Problem }> {
  const seen = new Set<string>();
  const items = new Map<string, Json>();
  const versions = new Set<string>();
  let counted = 0;
  let whole: Amount = { characters: 0, values: 0 };
  let request = listing.first;
  while (seen.size < maxPages) {
    seen.add(request.url);
    const page = await readPage(listing, request, signal);
    if ("problem" in page) return page;
    counted += page.items.length;
    whole = { characters: whole.characters + page.characters, values: whole.values + page.values };
    if (exceeds(whole, maxList)) return { problem: tooLong(listing) };
    if (page.version !== undefined) versions.add(page.version);
    for (const item of page.items) items.set(listing.idOf(item), item);
    if (listing.alone && listing.complete?.([...items.values()]))
      return { items, versions, stable: true, sure: true };
    if (page.next === undefined) {
      const fits = page.fits?.(items.size, seen.size) ?? true;
      const sure = seen.size === 1 || page.fits !== undefined;
      return { items, versions, stable: fits && counted === items.size, sure };
    }
    const next = URL.parse(page.next, request.url);
    const told = URL.parse(page.shown(page.next), request.url);
    if (next === null || !sameOrigin(next, listing.first.url)) return { problem: foreign(listing, told) };
    if (seen.has(next.href))
      return { problem: endless(listing, `leads back to ${told ? told.pathname + told.search : "a page"}`) };
    request = { ...request, url: next.href };
    await grown(whole);
  }
  return { problem: endless(listing, `has more than ${maxPages} pages`) };
}

interface WholePage extends Page {
  readonly items: readonly Json[];
  /** Takes opened secrets out of what the page says, for messages. */
  readonly shown: (text: string) => string;
}

async function readPage(
  listing: Listing,
  request: WireRequest,
  signal: AbortSignal,
): Promise<(WholePage & Amount) | { readonly problem: Problem }> {
  const { exchange } = listing;
  const reply = await listing.wire.send(request, signal);
  const answer = answerOf(exchange, request, reply);
  if (answer.state === "unknown") return answer;
  if (answer.state === "absent")
    return { problem: unexpectedShape(exchange, request, "says that there is no list") };
  const page = laidOut(listing.style, answer);
  if (page === undefined)
    return { problem: unexpectedShape(exchange, request, "has a Link header that cannot be read") };
  const { items } = page;
  if (items === undefined) return { problem: unexpectedShape(exchange, request, "is not a list") };
  const characters = reply.outcome === "answered" ? reply.text.length : 0;
  return { ...page, items, shown: shownOf(answer), characters, values: countValues(answer.body) };
}

function laidOut(style: PageStyle, answer: Extract<ReadAnswer, { state: "answered" }>): Page | undefined {
  try {
    return style(answer);
  } catch {
    return undefined;
  }
}

function sameOrigin(next: URL, first: string): boolean {
  return next.origin === URL.parse(first)?.origin && next.username === "" && next.password === "";
}

function foreign(listing: Listing, told: URL | null): Problem {
  const to = told === null ? "no URL" : `${told.protocol}//${told.host}`;
  const message = `${listing.exchange.target}: the next page of ${name(listing.first)} leads to ${to}.`;
  const hint = "Nothing was sent there: pages must stay on the target's own origin.";
  return problem("foreign-link", message, { hint });
}

function tooLong(listing: Listing): Problem {
  const which = `${listing.exchange.target}: the list of ${name(listing.first)}`;
  return problem("answer-too-large", `${which} is more than 64 MB or 2,000,000 values.`, {
    hint: "The list is unknown: ask the controller's operator what is in it.",
  });
}

function endless(listing: Listing, what: string): Problem {
  const message = `${listing.exchange.target}: the list of ${name(listing.first)} ${what}.`;
  return problem("endless-pages", message, {
    hint: "The list is unknown: report this to the controller's maker.",
  });
}
