/** Envelopes: where the parts of a page stand, and the record in an answer about one. */

import { z } from "zod";
import type { Json } from "../../model/json.ts";
import { fieldOf } from "../pages/field.ts";
import type { PageLayout } from "../pages/layout.ts";

/** Fields of envelopes; a field within another one is `paging.next`. */
export interface Envelopes {
  /** The field of a page that holds its records; absent: the body is the list. */
  readonly itemsField?: string | undefined;
  /** The field of a page with the URL of the next one, before all usual places. */
  readonly nextField?: string | undefined;
  /** The field of a page with the number of all records, before all usual ones. */
  readonly totalField?: string | undefined;
  /** The field that holds the record in the answer to a create; absent: the answer is the record. */
  readonly itemField?: string | undefined;
}

const field = z.string().min(1).max(256).exactOptional();

/** The settings of envelopes, but for that of one record. */
export const listSettings = {
  itemsField: field.describe("Field of a page that holds its records. Default: none, the page is the list."),
  nextField: field.describe(
    "Field of a page that holds the URL of the next one, before all usual places. Default: none.",
  ),
  totalField: field.describe("Field of a page with the number of all records. Default: the usual ones."),
};

/** The setting of the envelope of one record. */
export const itemField = field.describe(
  "Field of the answer to a create that holds the record. Default: none, the answer is the record.",
);

/** How pages are laid out. */
export function layoutOf({ itemsField, nextField, totalField }: Envelopes): PageLayout {
  return { items: itemsField, next: nextField, total: totalField };
}

/** The record in the answer to a create. */
export function recordIn({ itemField: within }: Envelopes, answer: Json | undefined): Json | undefined {
  return within === undefined || answer === undefined ? answer : fieldOf(answer, within);
}
