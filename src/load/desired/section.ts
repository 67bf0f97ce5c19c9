/** Sections: what a file, a group of sections, and an entry may contain. */

import type { z } from "zod";
import type { Container, Kind } from "../../drivers/contract/contract.ts";

/** A section of a file or of an entry: its entries, and their inner sections. */
export interface Section {
  /** The name as people write it, preceded by its groups: `appliance.vlans`. */
  readonly name: string;
  /** The name and the short forms, as key paths. The name comes first. */
  readonly spellings: readonly (readonly string[])[];
  readonly title: string;
  /** True: the section has a single value instead of a map of entries. */
  readonly single: boolean;
  readonly of: { readonly kind: Kind } | { readonly holder: Container };
  readonly schema: z.ZodType;
  readonly keys: z.ZodType<string>;
  /** Fields of an entry that the loader itself reads. Empty for free-form entries. */
  readonly loaderFields: ReadonlySet<string>;
  /** The loader fields that are not passed on to the kind, because the kind's schema does not contain them. */
  readonly taken: ReadonlySet<string>;
  /** True: entries are raw data, to which all their fields belong. */
  readonly raw: boolean;
  readonly inner: SectionTree;
}

/** A map that contains sections but no entries: `appliance`. */
export interface SectionGroup {
  /** The keys that lead to the group. */
  readonly path: readonly string[];
  readonly members: ReadonlyMap<string, Section | SectionGroup>;
}

/** The sections that a file or an entry may contain. */
export interface SectionTree {
  /** The sections and groups, by the first part of their names. */
  readonly nodes: ReadonlyMap<string, Section | SectionGroup>;
  /** The sections, by their short forms. */
  readonly shortForms: ReadonlyMap<string, Section>;
  /** All sections, in their driver's order. */
  readonly all: readonly Section[];
}
