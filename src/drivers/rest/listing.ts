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

/** Which list to read, and which resources are wanted from it. */
interface ListRead extends Omit<Listing, "exchange" | "wire" | "first" | "layout"> {
  readonly read: Pick<ReadTemplate, "path" | "query" | "items" | "pages">;
  readonly words: WordValue;
  readonly scope: Scope;
  /** The field of a record whose value requests the page after that record. */
  readonly id?: string;
}

/** The list, and the request of its first page. */
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

/** Whether all wanted resources are in the list, each in its own parent if the list covers several. */
export function holdsAll(
  items:
    | readonly (Pick<Item, "kind" | "identity" | "id"> & { readonly parentId?: string | undefined })[]
    | undefined,
  wanted: ReadRequest["wanted"],
): boolean {
  const there: Names = new Map();
  for (const each of items ?? []) namesBeside(there, each).add(each.identity);
  const ids = wanted.some(({ id }) => id !== undefined) ? new Set(items?.map(({ id }) => id)) : undefined;
  return wanted.every((each) => {
    const isThere = namesBeside(there, each).has(each.identity);
    return isThere && (each.id === undefined || ids?.has(each.id) === true);
  });
}

/** By kind and parent. A text of both would be created for each resource. */
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
