/** Entries: what is live, as it is to be declared. */

import type { Kind } from "../drivers/contract.ts";
import type { Address } from "../model/address.ts";
import type { Json } from "../model/json.ts";

/** A resource or a holder, with what is declared inside it. */
export interface Entry {
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
  /** Fields and sections that defaults could give it, and that it must take away where it does not have them. */
  readonly closed: readonly string[];
  readonly inner: readonly Entry[];
}

/** An entry at the top of a file, and the file's fields that it needs: `organization`. */
export interface Unit {
  readonly header: Readonly<Record<string, string>>;
  readonly entry: Entry;
}

/** Something live that is not declared, and why. */
export interface LeftOut {
  /** For people: `network "Berlin" of Acme`. */
  readonly what: string;
  readonly reason: string;
}

/** Every entry and all that is in it. */
export function* allIn(entries: Iterable<Entry>): Generator<Entry> {
  for (const entry of entries) {
    yield entry;
    yield* allIn(entry.inner);
  }
}

/** The units without the entries that are not to be kept, what is in those, and holders of nothing. */
export function pruned(units: readonly Unit[], isKept: (entry: Entry) => boolean): readonly Unit[] {
  return units.flatMap(({ header, entry }) => {
    const [kept] = keptOf([entry], isKept);
    return kept && (kept.kind || kept.inner.length > 0) ? [{ header, entry: kept }] : [];
  });
}

function keptOf(entries: readonly Entry[], isKept: (entry: Entry) => boolean): readonly Entry[] {
  return entries.filter(isKept).map((entry) => ({ ...entry, inner: keptOf(entry.inner, isKept) }));
}
