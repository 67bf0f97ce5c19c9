/** Reads a list as its catalog describes, with all its pages. */

import type { ReadTemplate } from "../../catalog/operations.ts";
import type { WordValue } from "../../catalog/templates.ts";
import type { Scope } from "../../model/desired.ts";
import type { Json } from "../../model/json.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Item, ReadRequest } from "../contract/contract.ts";
import { pageQuery } from "../http/pagination/page.ts";
import { type Listing, readPages } from "../http/pagination/pages.ts";
import { type RequestSubject, type RestContext, requestTo } from "./requests.ts";

/** The list to read, and the resources that are wanted from it. */
interface ListRead extends Omit<Listing, "exchange" | "wire" | "first" | "layout"> {
  readonly read: Pick<ReadTemplate, "path" | "query" | "items" | "pages">;
  readonly words: WordValue;
  readonly scope: Scope;
  /** The field of a record whose value requests the page after that record. */
  readonly id?: string;
}

/** Reads a list. Returns the list, and the request of its first page. */
export async function readListed(
  on: Pick<RestContext, "url" | "dialect" | "exchange" | "wire">,
  { read, words, scope, id, ...listing }: ListRead,
  signal: AbortSignal,
): Promise<{ readonly first: WireRequest } & Awaited<ReturnType<typeof readPages>>> {
  const { exchange, wire, dialect } = on;
  const { path, query, items, pages = dialect.product.pages } = read;
  const first = requestTo(on, { path, query: { ...query, ...pageQuery(pages) } }, { words, scope });
  const layout = { items, pages, id, version: dialect.product.version?.at };
  return { first, ...(await readPages({ ...listing, exchange, wire, first, layout }, signal)) };
}

/** Caches the last result, since the same list is first checked for completeness and then used. */
export function rememberingLast<Made>(
  make: (records: readonly Json[]) => Made,
): (records: readonly Json[]) => Made {
  let last: { readonly of: readonly Json[]; readonly made: Made } | undefined;
  return (records) => {
    if (last?.of !== records) last = { of: records, made: make(records) };
    return last.made;
  };
}

type ListedItem = Pick<Item, "kind" | "identity" | "id"> & { readonly parentId?: string | undefined };

/** The last answer of `holdsAll` about a list. */
const answers = new WeakMap<readonly ListedItem[], { of: ReadRequest["wanted"]; holds: boolean }>();

/**
 * True if all wanted resources are in the list. If the list covers several parents, each resource must be in its own
 * parent.
 */
export function holdsAll(items: readonly ListedItem[] = [], wanted: ReadRequest["wanted"]): boolean {
  const known = answers.get(items);
  if (known?.of === wanted) return known.holds;
  const there: Names = new Map();
  for (const each of items) namesBeside(there, each).add(each.identity);
  const ids = wanted.some(({ id }) => id !== undefined) ? new Set(items.map(({ id }) => id)) : undefined;
  const holds = wanted.every((each) => {
    const isThere = namesBeside(there, each).has(each.identity);
    return isThere && (each.id === undefined || ids?.has(each.id) === true);
  });
  answers.set(items, { of: wanted, holds });
  return holds;
}

/** Names by kind, then by parent. Nested maps avoid building a combined text for each resource. */
type Names = Map<string, Map<string, Set<string>>>;

function namesBeside(
  names: Names,
  { kind, parentId = "" }: Pick<Item, "kind"> & Pick<RequestSubject, "parentId">,
): Set<string> {
  const ofKind = names.get(kind) ?? new Map<string, Set<string>>();
  if (ofKind.size === 0) names.set(kind, ofKind);
  const beside = ofKind.get(parentId) ?? new Set<string>();
  if (beside.size === 0) ofKind.set(parentId, beside);
  return beside;
}
