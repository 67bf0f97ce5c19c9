/** How an interface lays out the pages of a list: data, which its catalog and the settings of a target give. */

import type { Pages } from "../../../catalog/schema/pages.ts";

/** Where the parts of a page stand. A field may stand within another one: `paging.next`. */
export interface PageLayout {
  /** The field with the items; without it the body is the list. A body that is a list by itself is one anyway. */
  readonly items?: string | undefined;
  /** The field with the version of the format. */
  readonly version?: string | undefined;
  /** How pages follow on each other, besides what a page says of the next one in the usual places. */
  readonly pages?: Pages | undefined;
  /** The field of an item by which the page after it is asked for. */
  readonly id?: string | undefined;
}

/** How many items a page is asked to hold; undefined: as many as the server likes. */
export function sizeOf(pages: Pages | undefined): number | undefined {
  const size = pages !== undefined && "size" in pages ? pages.size : undefined;
  return typeof size === "object" ? size.value : size;
}

/** The parameters that ask for a page, after so many that were read. */
export function pageQuery(
  pages: Pages | undefined,
  read: { readonly items: number; readonly pages: number } = { items: 0, pages: 0 },
): Readonly<Record<string, string>> {
  const size = String(sizeOf(pages));
  switch (pages?.by) {
    case "answer":
    case "after":
      return pages.size === undefined ? {} : { [pages.size.parameter]: size };
    case "offset":
      return { [pages.offset]: String((pages.first ?? 0) + read.items), [pages.limit]: size };
    case "page": {
      const limit = pages.limit === undefined ? {} : { [pages.limit]: size };
      return { [pages.page]: String((pages.first ?? 0) + read.pages), ...limit };
    }
  }
  return {};
}
