/** Import entries: live resources, as they are to be declared. */

import type { Kind } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { Json } from "../model/json.ts";
import type { Pointer } from "../model/pointer.ts";
import type { DroppedField } from "./accepted-fields.ts";

/** A resource or a holder, with what is declared inside it. */
export interface ImportEntry {
  readonly address: Address;
  /** The YAML key that it stands under: `networks`. */
  readonly section: string;
  /** True: its value stands under the section itself. */
  readonly single: boolean;
  readonly key: string;
  /** Declared fields; secrets as references. */
  readonly value: Json;
  /** What the interface calls it, where that is not its identity. */
  readonly id?: string | undefined;
  /** The kind; undefined for a holder. */
  readonly kind?: Kind;
  /** Its secrets, without those that live certainly does not have: outermost fields, and all that it must have. */
  readonly secrets: readonly Pointer[];
  /** Those of them that it must have: without a reference for each it is not declared. */
  readonly needed?: readonly Pointer[] | undefined;
  /** Fields and sections that defaults could give it, and that it must take away where it does not have them. */
  readonly closed: readonly string[];
  readonly inner: readonly ImportEntry[];
  /** The wire form, where a read kept it: what it calls the things that it names. */
  readonly raw?: Json | undefined;
}

/** An entry at the top of a file, and the file's fields that it needs: `organization`. */
export interface ImportUnit {
  readonly header: Readonly<Record<string, string>>;
  readonly entry: ImportEntry;
}

/** Something live that is not declared, and why. */
export interface NotImported {
  /** For people: `network "Berlin" of Acme`. */
  readonly what: string;
  readonly reason: string;
}

/** A field that is live and has no place in what is declared. */
export interface OmittedField extends DroppedField {
  readonly kind: string;
  readonly address: Address;
}

/** Every entry and all that is in it. */
export function* allIn(entries: Iterable<ImportEntry>): Generator<ImportEntry> {
  for (const entry of entries) {
    yield entry;
    yield* allIn(entry.inner);
  }
}

/** The units without the entries that are not to be kept, what is in those, and holders of nothing. */
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
