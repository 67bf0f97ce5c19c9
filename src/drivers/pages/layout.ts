/** How an interface lays out the pages of a list: data, which its dialect and the settings of a target give. */

/** What a header counts: all items, all pages, or the items of its own page. auto: any of them, as long as it fits. */
export type HeaderCount = "auto" | "items" | "pages" | "page";

/** Where the parts of a page stand. A field may stand within another one: `paging.next`. */
export interface PageLayout {
  /** The field with the items; without it the body is the list. A body that is a list by itself is one anyway. */
  readonly items?: string | undefined;
  /** The field that leads to the next page, asked before all usual places (`next-page.ts`). */
  readonly next?: string | undefined;
  /** The field with the version of the format. */
  readonly version?: string | undefined;
  /** The field with the number of all items. */
  readonly total?: string | undefined;
  /** A header that counts. */
  readonly counted?: { readonly header: string; readonly of: HeaderCount } | undefined;
  /** How many items the first request asks a page to hold. Absent: as many as the server likes. */
  readonly size?: number | undefined;
  /** How the page after an item is asked for: this parameter gets the value of the item's field. */
  readonly after?: { readonly parameter: string; readonly field: string } | undefined;
  /** How a page is asked for by its position: the parameter, and what of it counts from `first` on. */
  readonly numbered?:
    | { readonly parameter: string; readonly counts: "items" | "pages"; readonly first: number }
    | undefined;
  /** How the page after a page is asked for: this parameter gets the value of the page's field. */
  readonly cursor?: { readonly parameter: string; readonly field: string } | undefined;
}
