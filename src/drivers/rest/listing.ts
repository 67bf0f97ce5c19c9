/** Reads a list by the words of a catalog, with all its pages. */

import type { ReadTemplate } from "../../catalog/operations.ts";
import type { WordValue } from "../../catalog/templates.ts";
import type { Scope } from "../../model/desired.ts";
import type { WireRequest } from "../../model/wire.ts";
import { pageQuery } from "../http/pagination/page.ts";
import { type Listing, readPages } from "../http/pagination/pages.ts";
import { type RestContext, requestTo } from "./requests.ts";

/** Which list, and what is looked for in it. */
interface ListRead extends Omit<Listing, "exchange" | "wire" | "first" | "layout"> {
  readonly read: Pick<ReadTemplate, "path" | "query" | "items" | "pages">;
  readonly words: WordValue;
  readonly scope: Scope;
  /** The field of a record by which the page after it is asked for. */
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
