/** Writes the link to the next page at the place that the settings name. */

import type { JsonObject } from "../../model/json.ts";
import type { NextLinkPlace, VariantSettings } from "./variants.ts";

/** What a page has in addition to its items. */
export interface BesideItems {
  readonly fields: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}

const inBody: Readonly<Record<Exclude<NextLinkPlace, "own" | "header">, (url: string) => JsonObject>> = {
  next: (next) => ({ next }),
  "next.href": (href) => ({ next: { href } }),
  "links.next": (next) => ({ links: { next } }),
  "links.next.href": (href) => ({ links: { next: { href } } }),
  links: (href) => ({
    links: [
      { rel: "self", href: "/" },
      { rel: "next", href },
    ],
  }),
  "_links.next": (next) => ({ _links: { next } }),
  "_links.next.href": (href) => ({ _links: { next: { href } } }),
  "paging.next": (next) => ({ paging: { next } }),
  "@odata.nextLink": (next) => ({ "@odata.nextLink": next }),
  "nextPageUri.href": (href) => ({ nextPageUri: { href } }),
  cursor: () => ({ nextCursor: "eyJhZnRlciI6MX0=" }),
  number: () => ({ next: 2 }),
};

/** Returns the link at the place that the settings name. `own` is the name of the interface's own field. */
export function besideItems(url: string, own: string, variants: VariantSettings): BesideItems {
  const { nextLink } = variants;
  if (nextLink === "header") return { fields: {}, headers: { link: nextEntry(url, variants) } };
  return { fields: nextLink === "own" ? { [own]: url } : inBody[nextLink](url), headers: {} };
}

/** Returns the entry of a `Link` header that leads to the next page (RFC 8288). */
export function nextEntry(url: string, { linkHeader }: Pick<VariantSettings, "linkHeader">): string {
  if (linkHeader === "bare") return `<${url}>; rel=next`;
  const rel = linkHeader === "several" ? "prefetch next" : "next";
  return `<${url}>; rel="${rel}"`;
}
