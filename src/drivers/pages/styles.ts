/** The ways in which lists are paged: a `Link` header, or `nextPageUri` and counts in the body. */

import link from "http-link-header";
import { isArray, isObject } from "../../model/json.ts";
import type { PageStyle } from "./pages.ts";

/** A list by itself; the entry of the `Link` header whose relation is `next` leads on (RFC 8288). */
export const linkHeader: PageStyle = ({ body, headers }) => ({
  items: isArray(body) ? body : undefined,
  next: headers.link === undefined ? undefined : link.parse(headers.link).rel("next")[0]?.uri,
});

/**
 * A list in `response`; `nextPageUri` leads on until it is absent. `totalRecords` counts the items of all pages; the
 * header `X-Page-Total-Count` counts items or pages: which, the specification does not say. Where both are, both must
 * fit.
 */
export const nextPageUri: PageStyle = ({ body, headers }) => {
  if (!isObject(body)) return { items: undefined };
  const { response, nextPageUri: next, totalRecords: total, version } = body;
  const header = headers["x-page-total-count"];
  const fitsTotal = (items: number) => typeof total !== "number" || items === total;
  const fitsHeader = (items: number, pages: number) =>
    header === undefined || items === Number(header) || pages === Number(header);
  const isCounted = typeof total === "number" || header !== undefined;
  return {
    items: isArray(response) ? response : undefined,
    next: typeof next === "string" && next !== "" ? next : undefined,
    version: typeof version === "string" ? version : undefined,
    fits: isCounted ? (items, pages) => fitsTotal(items) && fitsHeader(items, pages) : undefined,
  };
};
