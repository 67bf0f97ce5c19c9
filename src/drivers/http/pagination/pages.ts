/** Reads a list with all its pages. A list that cannot be read completely is unknown. */

import type { Json } from "../../../model/json.ts";
import type { CannotBe } from "../../../model/live/snapshot.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import type { Wire, WireRequest } from "../../../model/wire.ts";
import { itemsHint } from "../replies/reading-hints.ts";
import { answerOf, name, type ReplyContext, unexpectedShape } from "../replies/replies.ts";
import { type Claim, compareCounts } from "./counts.ts";
import { exceeds, GatheredItems } from "./gathered.ts";
import { endless, nextRequest } from "./next-request.ts";
import { type Amount, type Page, type PageLayout, pageIn } from "./page.ts";

/** The list to read, and the bounds of the reading. */
export interface Listing {
  readonly exchange: ReplyContext;
  readonly wire: Wire;
  /** The request of the first page; the others differ only in their URL. */
  readonly first: WireRequest;
  readonly layout: PageLayout;
  /**
   * The identity of an item, so that an item that moves between pages counts once. Undefined: the item has no identity.
   */
  readonly idOf: (item: Json) => string | undefined;
  /** True if the items include everything that is wanted. Absent: nothing in particular is wanted. */
  readonly complete?: (items: readonly Json[]) => boolean;
  /** The problem to report if the server says that the list does not exist. */
  readonly none?: Problem | undefined;
  /** True: as soon as `complete` holds, the rest of the list is not requested. */
  readonly alone?: boolean | undefined;
  /** The maximum number of pages. A longer list is unknown. Default: 1,000. */
  readonly mostPages?: number | undefined;
}

/** All items without duplicates, and the format versions of the pages; or the reason why the items are unknown. */
type List = { readonly items: readonly Json[]; readonly versions: readonly string[] } | NoList;

/** Why there is no list. `cannot`: the server's reason why the list cannot contain anything. */
interface NoList {
  readonly problem: Problem;
  readonly cannot?: CannotBe | undefined;
}

const maxPages = 1000;

/** The maximum size of all pages together. */
const maxList: Amount = { characters: 64 * 1024 * 1024, values: 2_000_000 };
/** Lists that are longer than this are read one at a time per target. */
const maxShortList: Amount = { characters: 4 * 1024 * 1024, values: 50_000 };

/** One reading of all pages. */
interface Reading {
  readonly items: ReadonlyMap<string, Json>;
  readonly versions: ReadonlySet<string>;
  /** False: the list changed while it was read. */
  readonly stable: boolean;
  /** The items that were repeated unchanged, and how often, if nothing else is irregular. */
  readonly repeated?: ReadonlyMap<string, number> | undefined;
  /** False: the list has several pages and no total. An item that slipped between pages would not be noticed. */
  readonly sure: boolean;
  /** A stated count that is larger than the number of items read. Absent: no stated count is larger. */
  readonly short?: Claim | undefined;
}

/**
 * Reads all pages, or says why the list is unknown.
 *
 * - If an item is repeated or a count is wrong, the list changed during the reading, and is read again. It is unknown
 *   unless both readings repeat exactly the same items. Repeated items count once.
 * - If there is a total, it must match the number of items without repetitions, because otherwise an item may have
 *   slipped between pages.
 * - If a list of several pages has no total and lacks something that is wanted, two readings must agree, because a
 *   removal may have let the item slip between pages.
 * - The list is unknown if a page fails, does not show whether it is the last page, mentions a next page without saying
 *   where it is, or links to another origin or to a page that was already read.
 * - The list is unknown if it exceeds `mostPages`, 64 MB, or 2,000,000 values.
 */
export async function readPages(listing: Listing, signal: AbortSignal): Promise<List> {
  const { complete = () => true } = listing;
  let before: Pick<Reading, "items" | "repeated"> | undefined;
  let shortBefore: Claim | undefined;
  for (const last of [false, true]) {
    const reading = await readOnce(listing, signal);
    if ("problem" in reading) return reading;
    const items = [...reading.items.values()];
    const confirmed = reading.sure || complete(items) || sameItems(before, reading);
    const settled = reading.stable || (last && sameRepeated(before, reading));
    if (settled && confirmed) return { items, versions: [...reading.versions].sort() };
    if (last) return { problem: unsettled(listing, shortBefore, reading.short) };
    before = reading.stable || reading.repeated ? reading : undefined;
    shortBefore = reading.short;
  }
  throw new Error("A list is read twice at most.");
}

function sameItems(before: Pick<Reading, "items"> | undefined, { items }: Reading): boolean {
  return before?.items.size === items.size && [...items.keys()].every((id) => before.items.has(id));
}

/** True if both readings repeated the same items equally often. */
function sameRepeated(before: Pick<Reading, "items" | "repeated"> | undefined, now: Reading): boolean {
  if (before?.repeated === undefined || now.repeated === undefined || !sameItems(before, now)) return false;
  const { repeated } = before;
  return (
    repeated.size === now.repeated.size &&
    [...now.repeated].every(([id, times]) => repeated.get(id) === times)
  );
}

async function readOnce(listing: Listing, signal: AbortSignal): Promise<Reading | NoList> {
  let endTurn: (() => void) | undefined;
  const grown = async (amount: Amount) => {
    if (exceeds(amount, maxShortList)) endTurn ??= await takeTurn(listing.wire);
  };
  try {
    return await readAll(listing, grown, signal);
  } finally {
    endTurn?.();
  }
}

/** Reads all pages once. `grown` is called with the size so far before the next page is requested. */
async function readAll(
  listing: Listing,
  grown: (amount: Amount) => Promise<void>,
  signal: AbortSignal,
): Promise<Reading | NoList> {
  const { exchange, first, layout, mostPages = maxPages } = listing;
  const read = new GatheredItems(listing.idOf);
  const { items, versions, seen } = read;
  let request = first;
  while (seen.size < mostPages) {
    seen.add(request.url);
    const page = await readPage(listing, request, signal);
    if ("problem" in page) return page;
    const isNew = read.add(page);
    if (exceeds(read.amount, maxList)) return { problem: tooLong(listing) };
    if (listing.alone && listing.complete?.([...items.values()]))
      return { items, versions, stable: true, sure: true };
    if (!isNew && seen.size > 1 && !read.isLinked)
      return { problem: endless(exchange, first, "repeats the same items on the next page") };
    const next = nextRequest({ exchange, first, layout, request, page, read });
    if (next === undefined) return whole(listing, read);
    if ("problem" in next) return next;
    request = next;
    await grown(read.amount);
  }
  return { problem: endless(exchange, first, `has more than ${mostPages} pages`) };
}

function whole({ layout }: Listing, { items, versions, pages, count, repeated }: GatheredItems): Reading {
  const { fits, isCounted, short } = compareCounts(pages, items.size, layout.pages);
  // False: some item was repeated.
  const isDistinct = count === items.size;
  return {
    items,
    versions,
    stable: fits && isDistinct,
    repeated: fits && !isDistinct ? repeated : undefined,
    sure: pages.length === 1 || isCounted,
    short: isDistinct ? short : undefined,
  };
}

async function readPage(listing: Listing, request: WireRequest, signal: AbortSignal): Promise<Page | NoList> {
  const { exchange, layout } = listing;
  const reply = await listing.wire.send(request, signal);
  const answer = answerOf(exchange, request, reply);
  if (answer.state === "unknown") return answer;
  if (answer.state === "absent") {
    const none = listing.none ?? unexpectedShape(exchange, request, "reports that the list does not exist");
    return { problem: none, cannot: answer.cannot };
  }
  const page = pageIn(answer, layout, reply.outcome === "answered" ? reply.text.length : 0);
  if (page) return page;
  const found = unexpectedShape(exchange, request, noList(layout));
  const hint = itemsHint(exchange, answer.body);
  return { problem: hint === undefined ? found : { ...found, hint } };
}

function noList({ items }: PageLayout): string {
  return items === undefined ? "is not a list" : `is not a list: the field \`${items}\` contains no list`;
}

function tooLong(listing: Listing): Problem {
  const which = `${listing.exchange.target}: the list of ${name(listing.first)}`;
  return problem(
    "answer-too-large",
    `${which} is longer than 64 MB, or has more than 2,000,000 values; its resources are unknown.`,
    {
      hint: "Ask the controller's operator why the list is so long.",
    },
  );
}

/**
 * Returns the problem of a list that is still unknown after two readings: both returned too few items, or the list
 * changed.
 */
function unsettled(listing: Listing, before: Claim | undefined, short: Claim | undefined): Problem {
  const which = `${listing.exchange.target}: the list of ${name(listing.first)}`;
  if (short === undefined || before?.read !== short.read || before.of !== short.of)
    return problem("list-moved", `${which} changed while trueup read it, two times in a row.`, {
      hint: "Repeat the command when fewer changes are being made.",
    });
  const { read, of, what } = short;
  return problem("list-cut-short", `${which} returned ${read} of ${of} ${what}, but no next page.`, {
    hint: "Find out how the product links to the next page. The content of the list is unknown.",
  });
}

const last = new WeakMap<Wire, Promise<void>>();

/** Waits until all earlier readings have ended. The returned function ends this reading. */
async function takeTurn(wire: Wire): Promise<() => void> {
  const before = last.get(wire);
  const turn = Promise.withResolvers<void>();
  last.set(wire, turn.promise);
  await before;
  return turn.resolve;
}
