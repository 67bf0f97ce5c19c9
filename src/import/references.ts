/** References for secrets that no interface shows, named after what they are for. Pure. */

import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import { isObject } from "../model/json.ts";
import { at, segments } from "../model/pointer.ts";
import { isSecretReference } from "../model/secret.ts";
import type { ImportEntry, ImportUnit } from "./entry.ts";

/** A secret that someone has to set, and what would use it. */
export interface NeededSecret {
  /** `env:ACME_CORP_PSK`. */
  readonly reference: string;
  readonly addresses: readonly Address[];
}

/**
 * How many things one reference is for. each: one alone, since nothing says whether two have the same password.
 * name: all of the same name in one organization.
 */
export type ReferenceSharing = "each" | "name";

/**
 * The references for all secrets that live may have. One for each is none that `desired` has already: an import that is
 * made later would share it.
 */
export function referencesOf(
  units: readonly ImportUnit[],
  sharing: ReferenceSharing,
  desired: Desired,
): readonly NeededSecret[] {
  const named = units.flatMap(({ header, entry }) => namedIn(entry, Object.values(header), sharing));
  const groups = Map.groupBy(named, ({ words, address }) =>
    sharing === "each" ? address : words.join("\0"),
  );
  const references = new UniqueReferences(sharing === "each" ? referencesIn(desired) : []);
  return [...groups.values()].map((group) => ({
    reference: references.take(environmentName(group[0]?.words ?? [])),
    addresses: group.map(({ address }) => address),
  }));
}

function referencesIn({ resources }: Desired): readonly string[] {
  return [...resources.values()].flatMap(({ secrets, value }) =>
    secrets.flatMap((path) => {
      const reference = at(value, path);
      return isSecretReference(reference) ? [reference.secret] : [];
    }),
  );
}

/** Gives references that differ from one another. */
class UniqueReferences {
  readonly #taken: Set<string>;
  readonly #numbers = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** `env:NAME_PSK`, with a number where that is taken. */
  take(name: string): string {
    for (;;) {
      const number = (this.#numbers.get(name) ?? 0) + 1;
      this.#numbers.set(name, number);
      const reference = `env:${number === 1 ? name : `${name}_${number}`}_PSK`;
      if (this.#taken.has(reference)) continue;
      this.#taken.add(reference);
      return reference;
    }
  }
}

/** What has a secret, with the words that its reference is made of. */
interface NamedEntry {
  readonly words: readonly string[];
  readonly address: Address;
}

/** An entry and all in it; `parents`: their names, outermost first. */
function namedIn(
  entry: ImportEntry,
  parents: readonly string[],
  sharing: ReferenceSharing,
): readonly NamedEntry[] {
  const { address, secrets, inner } = entry;
  const name = nameOf(entry);
  const others = parents.filter((word) => !name.toLowerCase().startsWith(word.toLowerCase()));
  const inside = sharing === "each" ? [...parents, name] : parents;
  return [
    ...(secrets.length > 0 ? [{ words: [...others, name], address }] : []),
    ...inner.flatMap((each) => namedIn(each, inside, sharing)),
  ];
}

/** The same entries with these references in their secret fields. */
export function withReferences(
  units: readonly ImportUnit[],
  secrets: readonly NeededSecret[],
): readonly ImportUnit[] {
  const references = new Map(
    secrets.flatMap(({ reference, addresses }) => addresses.map((each) => [each, reference] as const)),
  );
  const complete = (entry: ImportEntry): ImportEntry => {
    const secret = references.get(entry.address);
    const inner = entry.inner.map(complete);
    if (secret === undefined || !isObject(entry.value)) return { ...entry, inner };
    const fields = entry.secrets.map((path) => [segments(path)[0] ?? "", { secret }] as const);
    return { ...entry, inner, value: { ...entry.value, ...Object.fromEntries(fields) } };
  };
  return units.map(({ header, entry }) => ({ header, entry: complete(entry) }));
}

function nameOf({ value, key }: ImportEntry): string {
  const name = isObject(value) ? value.name : undefined;
  return typeof name === "string" ? name : key;
}

/** Capital letters, digits and underscores, the first no digit. */
function environmentName(words: readonly string[]): string {
  const bare = words
    .join(" ")
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "");
  const name = bare
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .toUpperCase();
  return name === "" ? "SECRET" : name.replace(/^(?=\d)/, "N_");
}
