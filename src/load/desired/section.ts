/** Sections: the nouns. What may stand in a file, in a group of sections, and in an entry. */

import type { z } from "zod";
import type { Container, Kind } from "../../drivers/contract/contract.ts";

/** A section of a file or of an entry: what stands in it, and what may stand in that. */
export interface Section {
  /** As people write it, the groups that it is in before it: `appliance.vlans`. */
  readonly name: string;
  /** Its name and its short forms, each as the keys that lead to it. The name is the first. */
  readonly spellings: readonly (readonly string[])[];
  readonly title: string;
  /** True: one value, no map of entries. */
  readonly single: boolean;
  readonly of: { readonly kind: Kind } | { readonly holder: Container };
  readonly schema: z.ZodType;
  readonly keys: z.ZodType<string>;
  /** Fields of an entry that the loader reads itself, and does not pass on. Empty for free-form entries. */
  readonly loaderFields: ReadonlySet<string>;
  /** The same, where the schema has no field of that name. */
  readonly taken: ReadonlySet<string>;
  /** True: entries are raw data, and every field in them is theirs. */
  readonly raw: boolean;
  readonly inner: SectionTree;
}

/** A map that holds sections and no entries: `appliance`. */
export interface SectionGroup {
  /** The keys that lead to it. */
  readonly path: readonly string[];
  readonly members: ReadonlyMap<string, Section | SectionGroup>;
}

/** The sections that may stand in a file or in an entry. */
export interface SectionTree {
  /** By the first word of their names. */
  readonly nodes: ReadonlyMap<string, Section | SectionGroup>;
  /** By their short forms. */
  readonly shortForms: ReadonlyMap<string, Section>;
  /** All of them, in their driver's order. */
  readonly all: readonly Section[];
}
