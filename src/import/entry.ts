/** Import entries: live resources in a form that can be declared. */

import type { Kind } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { Json } from "../model/json.ts";
import type { Pointer } from "../model/pointer.ts";
import type { DroppedField } from "./accepted-fields.ts";

/** A resource or a container, with its contents. */
export interface ImportEntry {
  readonly address: Address;
  /** The YAML key of the entry's section: `networks`. */
  readonly section: string;
  /** True: the section itself contains the value, without a map of entries. */
  readonly single: boolean;
  readonly key: string;
  /** The declared fields. Secrets are references. */
  readonly value: Json;
  /** The id in the interface, if it differs from the identity. */
  readonly id?: string | undefined;
  /** The kind; undefined for a container. */
  readonly kind?: Kind;
  /** Secrets that the live resource may have although no reply shows them, and all required secrets. */
  readonly secrets: readonly Pointer[];
  /** Required secrets. The entry is declared only if each of them has a reference. */
  readonly needed?: readonly Pointer[] | undefined;
  /** Fields and sections that defaults may provide. An entry must set them to null if the live resource lacks them. */
  readonly closed: readonly string[];
  readonly inner: readonly ImportEntry[];
  /** The resource in wire form, if a read kept it: it contains the names of referenced resources. */
  readonly raw?: Json | undefined;
}

/** A top-level entry of a file, and the file fields that it needs: `organization`. */
export interface ImportUnit {
  readonly header: Readonly<Record<string, string>>;
  readonly entry: ImportEntry;
}

/** A live resource that is not declared, and why. */
export interface NotImported {
  /** A name for people: `network "Berlin" of Acme`. */
  readonly what: string;
  readonly reason: string;
}

/** A live field that cannot be declared. */
export interface OmittedField extends DroppedField {
  readonly kind: string;
  readonly address: Address;
}

/** Iterates over every entry and everything inside it. */
export function* allIn(entries: Iterable<ImportEntry>): Generator<ImportEntry> {
  for (const entry of entries) {
    yield entry;
    yield* allIn(entry.inner);
  }
}

/**
 * Returns the units without the entries that are not kept, and without everything inside these entries. Top-level
 * containers that become empty are left out too.
 */
export function pruned(
  units: readonly ImportUnit[],
  isKept: (entry: ImportEntry) => boolean,
): readonly ImportUnit[] {
  return units.flatMap(({ header, entry }) => {
    const [kept] = keptOf([entry], isKept);
    return kept && (kept.kind || kept.inner.length > 0) ? [{ header, entry: kept }] : [];
  });
}

function keptOf(
  entries: readonly ImportEntry[],
  isKept: (entry: ImportEntry) => boolean,
): readonly ImportEntry[] {
  return entries.filter(isKept).map((entry) => ({ ...entry, inner: keptOf(entry.inner, isKept) }));
}
