/** Live elements of an ordered list, and the part of its group in which each is stored. Pure. */

import { fieldOf, textFrom } from "../../../catalog/fields/field-of.ts";
import type { KindFile } from "../../../catalog/schema/kind.ts";
import { asList, type Json } from "../../../model/json.ts";
import type { LiveResource } from "../../../model/live/snapshot.ts";
import type { WithinOf } from "./steps.ts";

/** The live elements as received. */
export function rawElements({ fields, elements }: KindFile, live: LiveResource | undefined): readonly Json[] {
  const { field = "" } = elements ?? {};
  return listAt(live?.raw, fields[field]?.wire ?? field);
}

/** For each position, the part of its group that contains the live element. */
export function withinOf(file: KindFile, live: LiveResource | undefined): WithinOf {
  const { within } = file.elements ?? {};
  const raw = within && rawElements(file, live);
  return (at) => {
    const found = raw && within && textFrom(fieldOf(raw[at], within.wire));
    return found === within?.none ? undefined : found;
  };
}

/** The list in a field; empty if there is none. */
export function listAt(value: Json | undefined, field: string): readonly Json[] {
  return asList(fieldOf(value, field));
}
