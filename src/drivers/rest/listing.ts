/** How a catalog's lists are paged: the first request's parameters, and the layout of pages. Pure. */

import type { ReadTemplate } from "../../catalog/operations.ts";
import type { Pages } from "../../catalog/vocabulary/pages.ts";
import type { PageLayout } from "../pages/layout.ts";

/** The query of a list's first page: its own, and what asks for pages of a size. */
export function firstQuery(
  { query }: ReadTemplate,
  pages: Pages | undefined,
): Readonly<Record<string, string>> {
  return { ...query, ...parameters(pages) };
}

function parameters(pages: Pages | undefined): Readonly<Record<string, string>> {
  switch (pages?.by) {
    case undefined:
    case "cursor":
      return {};
    case "answer":
    case "after":
      return pages.size === undefined ? {} : { [pages.size.parameter]: String(pages.size.value) };
    case "offset":
      return { [pages.offset]: String(pages.first ?? 0), [pages.limit]: String(pages.size) };
    case "page": {
      const limit = pages.limit === undefined ? {} : { [pages.limit]: String(pages.size) };
      return { [pages.page]: String(pages.first ?? 0), ...limit };
    }
  }
}

/** How the pages of a list are laid out. `id`: the field of a record by which the page after it is asked for. */
export function layoutOf({ items }: ReadTemplate, pages: Pages | undefined, id: string): PageLayout {
  switch (pages?.by) {
    case undefined:
      return { items };
    case "answer":
      return {
        ...{ items, next: pages.next, total: pages.total, size: pages.size?.value },
        counted: pages.counted,
      };
    case "after":
      return {
        ...{ items, next: pages.next, total: pages.total, size: pages.size?.value },
        after: { parameter: pages.parameter, field: id },
      };
    case "offset":
      return {
        items,
        size: pages.size,
        total: pages.total,
        numbered: byPosition(pages.offset, "items", pages),
      };
    case "page":
      return {
        items,
        size: pages.size,
        total: pages.total,
        numbered: byPosition(pages.page, "pages", pages),
      };
    case "cursor":
      return { items, cursor: { parameter: pages.parameter, field: pages.at } };
  }
}

function byPosition(
  parameter: string,
  counts: "items" | "pages",
  { first = 0 }: { readonly first?: 0 | 1 },
): PageLayout["numbered"] {
  return { parameter, counts, first };
}
