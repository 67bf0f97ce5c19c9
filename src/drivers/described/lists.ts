/** Envelopes: where the parts of a page stand. */

import { z } from "zod";
import type { PageLayout } from "../pages/layout.ts";

/** Fields of envelopes; a field within another one is `paging.next`. */
export interface Envelopes {
  /** The field of a page that holds its records; absent: the body is the list. */
  readonly itemsField?: string | undefined;
  /** The field of a page with the URL of the next one, before all usual places. */
  readonly nextField?: string | undefined;
  /** The field of a page with the number of all records, before all usual ones. */
  readonly totalField?: string | undefined;
}

const field = z.string().min(1).max(256).exactOptional();

/** The settings of envelopes. */
export const listSettings = {
  itemsField: field.describe("Field of a page that holds its records. Default: none, the page is the list."),
  nextField: field.describe(
    "Field of a page that holds the URL of the next one, before all usual places. Default: none.",
  ),
  totalField: field.describe("Field of a page with the number of all records. Default: the usual ones."),
};

/** How pages are laid out. */
export function layoutOf({ itemsField, nextField, totalField }: Envelopes): PageLayout {
  return { items: itemsField, next: nextField, total: totalField };
}
