/** A paginated list: where the link to the next page is, and how the total number of items is reported. */

import type { Answer, Fields, Heard, Json } from "./http.ts";

/**
 * Returns what a page has in addition to its items, given the URL of the next page. The URL is undefined on the last
 * page.
 */
export type NextLink = (next: string | undefined) => { readonly headers?: Fields; readonly fields?: Fields };

type Link = ReturnType<NextLink>;
const nothing: Link = {};
const after =
  (shown: (next: string) => Link): NextLink =>
  (next) =>
    next === undefined ? nothing : shown(next);
const field = (shown: (next: string) => Fields) => after((next) => ({ fields: shown(next) }));
const header = (shown: (next: string) => string) => after((next) => ({ headers: { link: shown(next) } }));

/** The usual places of a link to the next page. The specification shows two of them, and leaves a third one open. */
export const nextLinks = {
  "Link rel=next": header((next) => `<${next}>; rel="next"`),
  "Link rel=next unquoted": header((next) => `<${next}>; rel=next`),
  "Link of several relations": header((next) => `<${next}&x=1>; rel="last", <${next}>; rel="prefetch next"`),
  next: field((next) => ({ next })),
  "next.href": field((next) => ({ next: { href: next } })),
  "links.next": field((next) => ({ links: { next } })),
  "links.next.href": field((next) => ({ links: { next: { href: next } } })),
  "links of rel and href": field((next) => ({
    links: [
      { rel: "self", href: "/" },
      { rel: "next", href: next },
    ],
  })),
  "_links.next": field((next) => ({ _links: { next } })),
  "_links.next.href": field((next) => ({ _links: { next: { href: next } } })),
  "paging.next": field((next) => ({ paging: { next } })),
  "@odata.nextLink": field((next) => ({ "@odata.nextLink": next })),
  nextPageUri: field((next) => ({ nextPageUri: next })),
  "nextPageUri.href": field((next) => ({ nextPageUri: { href: next } })),
  "nextPageUri.uri": field((next) => ({ nextPageUri: { uri: next } })),
} satisfies Record<string, NextLink>;

/** Links to a next page that exist but cannot be read. */
export const unreadableLinks = {
  "next is a number": field(() => ({ next: 2 })),
  "next is true": field(() => ({ next: true })),
  "next is an empty object": field(() => ({ next: {} })),
  "next is a list": field((next) => ({ next: [next] })),
  "next is no URL": field(() => ({ next: "http://[" })),
  "Link without a target": header(() => 'rel="next"'),
  "Link cut short": header((next) => `<${next}; rel="next"`),
  "nextPageUri is a number": field(() => ({ nextPageUri: 2 })),
  "nextPageUri is an empty object": field(() => ({ nextPageUri: {} })),
  "_links.next is a number": field(() => ({ _links: { next: 2 } })),
} satisfies Record<string, NextLink>;

/** How a list is paginated, and what its pages say about the whole list. */
export interface Paging {
  readonly perPage: number;
  readonly link?: NextLink;
  /** If true, the link is a path. Default: a whole URL. */
  readonly relative?: boolean;
  /** If true, the body has the member `totalRecords`. */
  readonly totalRecords?: boolean;
  /**
   * What the header X-Page-Total-Count counts. The specification says "may carry the header", but not what it counts.
   */
  readonly totalCount?: "all" | "page" | "pages";
  /** The field that is null on the last page. If undefined, no field marks the end. */
  readonly endsWithNull?: string;
}

/** Returns one page of a list, with its items and additional fields. An opaque token selects the page. */
export function pageOf(
  items: readonly Json[],
  { perPage, link, relative, totalRecords, totalCount, endsWithNull }: Paging,
  { path, query, headers }: Heard,
): { readonly items: readonly Json[]; readonly beside: Fields; readonly headers: Answer["headers"] } {
  const page = Number(query.get("cursor") ?? 0);
  const shown = items.slice(page * perPage, (page + 1) * perPage);
  const isLast = (page + 1) * perPage >= items.length;
  const others = new URLSearchParams(query);
  others.set("cursor", String(page + 1));
  const origin = relative === true ? "" : `http://${headers.host}`;
  const next = link?.(isLast ? undefined : `${origin}${path}?${others}`) ?? nothing;
  const counts = { all: items.length, page: shown.length, pages: Math.ceil(items.length / perPage) };
  return {
    items: shown,
    beside: {
      ...(totalRecords === true && { totalRecords: items.length }),
      ...(endsWithNull !== undefined && isLast && { [endsWithNull]: null }),
      ...next.fields,
    },
    headers: {
      ...(totalCount !== undefined && { "x-page-total-count": String(counts[totalCount]) }),
      ...(typeof next.headers?.link === "string" && { link: next.headers.link }),
    },
  };
}
