/** Discovers live items, declared or not: reads a target's lists, parents before their children. */

import type { Item, Kind, OpenTarget, ReadRequest } from "../drivers/contract/contract.ts";
import { type Collection, isLacking } from "../model/collection.ts";
import type { Scope } from "../model/desired.ts";
import { ours, type Problem, problem, sentence } from "../model/problem.ts";
import { DiscoveredWholes, requestsFor, wholeIn } from "./discovered-bulk-reads.ts";
import { identityOf, namedEntries, namedFault } from "./named-path.ts";

/** A live item. */
export interface DiscoveredItem {
  readonly kind: Kind;
  readonly item: Item;
  /** The scope that the item's parent defines, such as its organization or host. */
  readonly scope: Scope;
  readonly parent?: DiscoveredItem | undefined;
}

/** An item that no list shows, given by the name of its kind and its own key. */
export interface UnlistedItem {
  readonly kind: string;
  readonly key: string;
}

/** The items to find, and where to find them. */
export interface DiscoverInput {
  readonly open: OpenTarget;
  /** For a fleet: the scope of each device. */
  readonly devices: readonly Scope[];
  readonly named: readonly UnlistedItem[];
  /** Returns true for a kind to be found. The parents of such kinds are read too. */
  readonly isLookedFor: (kind: Kind) => boolean;
  /** Returns true for a kind that only `Driver.discover` lists, if all items of the kind are to be found. */
  readonly isListed: (kind: string) => boolean;
  /** Returns true if the children of the item are to be read too. */
  readonly isEntered: (found: DiscoveredItem) => boolean;
  /** Called with the number of upcoming reads: the reads for the children of everything found so far. */
  readonly foresee?: ((reads: number) => void) | undefined;
}

/** The items that were found. An unreadable list is unknown, never empty. */
export interface Discovery {
  readonly found: readonly DiscoveredItem[];
  readonly unknown: readonly Problem[];
}

/** A collection with the kinds that it shows. */
interface Listing {
  readonly collection: Collection;
  readonly kinds: readonly Kind[];
}

/** Reads each list once. Never rejects for external failures. */
export async function discover(input: DiscoverInput, signal: AbortSignal): Promise<Discovery> {
  const listings = listingsOf(input);
  const search: Search = { input, listings, wholes: new DiscoveredWholes(input.open, signal), signal };
  const listed = await Promise.all(
    (input.open.driver.discover ?? [])
      .filter(({ kind }) => input.isListed(kind))
      .map(({ request }) => readWithin(search, [{ request, scope: {} }])),
  );
  const known = new Set(
    listed.flatMap(({ found }) => found.map(({ item }) => `${item.kind}/${item.identity}`)),
  );
  const tops = listings.filter(({ collection }) => collection.within === undefined);
  const others = await readWithin(
    search,
    tops.flatMap((listing) => topReads(search, listing, known)),
  );
  // Reads that were aborted are unknown, so there is no result after an abort.
  signal.throwIfAborted();
  const all = together([...listed, others]);
  const found = all.found.flatMap((one) => namedEntries(input.open, one));
  return { found, unknown: [...all.unknown, ...missing(input, all)] };
}

/** Named items that are on none of the devices that were read. */
function missing({ open, named }: DiscoverInput, { found, unknown }: Discovery): readonly Problem[] {
  const held = new Set(open.driver.holders.map(({ name }) => name));
  const isFound = (one: UnlistedItem) =>
    found.some(({ kind, item: { identity }, scope }) => {
      return kind.name === one.kind && kind.keyOf?.({ identity, scope }) === one.key;
    });
  const isHeld = ({ kind: name }: UnlistedItem) =>
    open.driver.kinds.some((kind) => kind.name === name && held.has(kind.place.within));
  const lost = unknown.length > 0 ? [] : named.filter((one) => isHeld(one) && !isFound(one));
  return lost.map(({ kind: name, key }) => {
    const kind = open.driver.kinds.find((each) => each.name === name);
    const fault = kind && namedFault(open, kind, key);
    return fault ?? noSuch(open.target.name, `${key} does not exist on any of the devices`);
  });
}

interface Search {
  readonly input: DiscoverInput;
  readonly listings: readonly Listing[];
  readonly wholes: DiscoveredWholes;
  readonly signal: AbortSignal;
}

/** A read, and the scope of the items that it shows. */
interface PendingRead {
  readonly request: ReadRequest;
  readonly scope: Scope;
  readonly parent?: DiscoveredItem | undefined;
  /** The bulk read that includes this read, if it saves requests. */
  readonly whole?: ReadRequest | undefined;
  /** True: an absence is not a problem, since nobody named the item. */
  readonly mayMiss?: boolean | undefined;
}

/**
 * Returns the collections that show the wanted kinds or their parents. Kinds that are only readable are not searched.
 */
function listingsOf({ open, isLookedFor }: DiscoverInput): readonly Listing[] {
  const { kinds } = open.driver;
  const groups = Map.groupBy(kinds, ({ collection: { name, scopeKeys: of, within = "" } }) =>
    [name, within, ...of].join(),
  );
  const leads = (kind: Kind): boolean =>
    (!kind.observed && isLookedFor(kind)) ||
    kinds.some((other) => other.collection.within === kind.name && leads(other));
  return [...groups.values()].flatMap((each) => {
    const [first] = each;
    return first && each.some(leads) ? [{ collection: first.collection, kinds: each }] : [];
  });
}

function topReads({ input }: Search, listing: Listing, known: ReadonlySet<string>): readonly PendingRead[] {
  const { collection, kinds } = listing;
  const named = input.named.flatMap(({ kind: name, key }) => {
    const kind = kinds.find((each) => each.name === name);
    return kind ? [{ kind, key }] : [];
  });
  // If items are named, only they are read. A device's own name is read with them.
  const own = kinds.filter(({ place }) => place.single).map((kind) => ({ kind, key: "" }));
  const wantedIn = (scope: Scope) =>
    (named.length === 0 ? [] : [...own, ...named]).map(({ kind, key }) => ({
      kind: kind.name,
      identity: identityOf(input.open, kind, { key, scope }),
      scope,
    }));
  if (collection.absence === "item")
    return [...own, ...named].flatMap(({ kind, key }): PendingRead[] => {
      const scope: Scope = key === "" ? {} : { [kind.name]: key };
      const identity = kind.identity({ key, value: null, scope });
      if (known.has(`${kind.name}/${identity}`)) return [];
      const wanted = [{ kind: kind.name, identity, scope }];
      const mayMiss = !named.some((each) => each.kind === kind);
      return [{ request: { collection: collection.name, scope, wanted }, scope: {}, mayMiss }];
    });
  const scopes = collection.scopeKeys.length === 0 ? [{}] : input.devices;
  return scopes.map((scope) => ({
    request: { collection: collection.name, scope, wanted: wantedIn(scope) },
    scope,
  }));
}

/** A read with its result, and the reads of its children. */
interface ReadNode extends Discovery {
  readonly inside: readonly ReadNode[];
}

/** Reads these nodes and their children level by level, so that the number of upcoming reads is known. */
async function readWithin(search: Search, first: readonly PendingRead[]): Promise<Discovery> {
  const { foresee } = search.input;
  const levels: (readonly Discovery[])[] = [];
  const counts: (readonly number[])[] = [];
  for (let reads = first; reads.length > 0; ) {
    if (levels.length > 0) foresee?.(requestsFor(reads));
    const shown = await Promise.all(reads.map((each) => read(search, each)));
    const inside = shown.map(({ found }) =>
      found.filter(search.input.isEntered).flatMap((one, _, entered) => readsIn(search, one, entered.length)),
    );
    levels.push(shown);
    counts.push(inside.map(({ length }) => length));
    reads = inside.flat();
  }
  return together(nodesOf(levels, counts).map(whole));
}

/** Returns the reads of the first level, each with its child reads of the next level. */
function nodesOf(
  levels: readonly (readonly Discovery[])[],
  counts: readonly (readonly number[])[],
): readonly ReadNode[] {
  let below: readonly ReadNode[] = [];
  for (const [at, level] of [...levels.entries()].reverse()) {
    let from = 0;
    const inner = below;
    below = level.map((shown, index) => {
      const to = from + (counts[at]?.[index] ?? 0);
      const node = { ...shown, inside: inner.slice(from, to) };
      from = to;
      return node;
    });
  }
  return below;
}

function whole({ found, unknown, inside }: ReadNode): Discovery {
  return together([{ found, unknown }, ...inside.map(whole)]);
}

/** The result of one read. */
async function read(search: Search, pending: PendingRead): Promise<Discovery> {
  const { open } = search.input;
  const { request, scope, parent } = pending;
  const asked = { ...request, undeclarable: true } as const;
  const reply = (await search.wholes.part(pending)) ?? (await open.session.read(asked, search.signal));
  if (reply.state === "unknown") return { found: [], unknown: [inArea(reply.problem, search, pending)] };
  if (reply.state === "absent")
    return { found: [], unknown: pending.mayMiss ? [] : [notThere(open.target.name, request)] };
  const kinds = new Map(open.driver.kinds.map((kind) => [kind.name, kind]));
  const found = reply.items.flatMap((item): DiscoveredItem[] => {
    const kind = kinds.get(item.kind);
    return kind ? [{ kind, item, scope, parent }] : [];
  });
  return { found, unknown: [] };
}

/**
 * Returns the problem, extended by everything that could not be found because this read failed: its kinds, and the
 * kinds of their children.
 */
function inArea(why: Problem, { input, listings }: Search, { request, parent }: PendingRead): Problem {
  const kinds = listings
    .filter(({ collection }) => collection.name === request.collection)
    .flatMap((each) => each.kinds)
    .filter((kind) => input.isLookedFor(kind));
  if (kinds.length === 0) return why;
  const titles = [...new Set(kinds.map(({ title }) => title))].join(", ");
  const around = parent
    ? sentence`${ours(titles)} in the ${ours(parent.kind.title)} "${parent.item.identity}"`
    : ours(titles);
  const said = sentence`${around}: not imported, since ${why.sentence ?? why.message}`;
  return { ...why, ...problem(why.code, said, { severity: why.severity }) };
}

function readsIn({ listings }: Search, parent: DiscoveredItem, siblings: number): readonly PendingRead[] {
  const { kind, item, scope: around } = parent;
  const { id: parentId } = item;
  if (parentId === undefined) return [];
  const scope = kind.observed ? { ...around, [kind.name]: item.identity } : around;
  return listings
    .filter(({ collection }) => collection.within === kind.name && !isLacking(collection, item.value))
    .map(({ collection }) => ({
      request: { collection: collection.name, scope, parentId, wanted: [] },
      scope,
      parent,
      mayMiss: collection.absence === "item",
      whole: wholeIn(collection, { parent, siblings }),
    }));
}

function together(parts: readonly Discovery[]): Discovery {
  return {
    found: parts.flatMap(({ found }) => found),
    unknown: parts.flatMap(({ unknown }) => unknown),
  };
}

function notThere(target: string, { collection, wanted }: ReadRequest): Problem {
  const [one] = wanted;
  return noSuch(target, `${one ? one.identity : `its list of ${collection}`} does not exist`);
}

function noSuch(target: string, what: string): Problem {
  const hint = "Check the spelling, including upper and lower case.";
  return problem("not-found", `${target} says that ${what}`, { hint });
}
