/** References for secrets that no interface shows. They are named after the use of the secrets. Pure. */

import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import { at, type Pointer, pointer, segments } from "../model/pointer.ts";
import { isSecretReference } from "../model/secret.ts";
import type { ImportEntry, ImportUnit } from "./entry.ts";
import { labelled, withValueAt } from "./labels.ts";

/** A secret that somebody has to set, and the fields that use it. */
export interface NeededSecret {
  /** The reference: `env:ACME_CORP_PSK`. */
  readonly reference: string;
  readonly addresses: readonly Address[];
  /** The fields that use the secret. */
  readonly places: readonly SecretPlace[];
}

/** A field that contains a secret. */
interface SecretPlace {
  readonly address: Address;
  readonly path: Pointer;
}

/** A unique text for each place. */
export function placeKey({ address, path }: SecretPlace): string {
  return `${address}\0${path}`;
}

/**
 * How resources share references. each: every resource has its own reference, since two resources may have different
 * passwords. name: all resources of the same name in one organization share a reference.
 */
export type ReferenceSharing = "each" | "name";

/**
 * Returns the references for all secrets that live resources may have. With `each`, references that `desired` already
 * contains are avoided, so that two imports never share one.
 */
export function referencesOf(
  units: readonly ImportUnit[],
  sharing: ReferenceSharing,
  desired: Desired,
): readonly NeededSecret[] {
  const named = units.flatMap(({ header, entry }) => namedIn(entry, Object.values(header), sharing));
  const groups = Map.groupBy(named, (one) =>
    sharing === "each" ? placeKey(one) : [...one.words, one.ending].join("\0"),
  );
  const references = new UniqueReferences(sharing === "each" ? referencesIn(desired) : []);
  return [...groups.values()].map((group) => ({
    reference: references.take(environmentName(group[0]?.words ?? []), group[0]?.ending ?? ""),
    addresses: [...new Set(group.map(({ address }) => address))],
    places: group.map(({ address, path }) => ({ address, path })),
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

/** Assigns unique references. */
class UniqueReferences {
  readonly #taken: Set<string>;
  readonly #numbers = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** Returns `env:NAME_PSK`, with a number if this reference is taken. */
  take(name: string, ending: string): string {
    const numbered = `${name} ${ending}`;
    for (;;) {
      const number = (this.#numbers.get(numbered) ?? 0) + 1;
      this.#numbers.set(numbered, number);
      const reference = `env:${joined(number === 1 ? name : `${name}_${number}`, ending)}`;
      if (this.#taken.has(reference)) continue;
      this.#taken.add(reference);
      return reference;
    }
  }
}

/** A secret, and the words from which its reference is built. */
interface NamedSecret extends SecretPlace {
  readonly words: readonly string[];
  /** The end of the reference's name: `PSK`, `CLI_PASSWORD`. */
  readonly ending: string;
}

/**
 * Returns the secrets of an entry and its contents. `parents`: the names of the entry's parents, the outermost first.
 */
function namedIn(
  entry: ImportEntry,
  parents: readonly string[],
  sharing: ReferenceSharing,
): readonly NamedSecret[] {
  const { address, secrets, inner } = entry;
  const name = nameOf(entry);
  const others = parents.filter((word) => !name.toLowerCase().startsWith(word.toLowerCase()));
  const inside = sharing === "each" ? [...parents, name] : parents;
  return [
    ...secrets.map((path) => ({ words: [...others, name], address, path, ending: endingOf(entry, path) })),
    ...inner.flatMap((each) => namedIn(each, inside, sharing)),
  ];
}

/**
 * Returns the end of a secret's reference. A single optional secret of a resource is a pre-shared key, usually of an
 * SSID. Any other secret is named after its field. The name of its section is added if the section is in a group or has
 * a single value.
 */
function endingOf(
  { secrets, needed = [], section, single, value, kind }: ImportEntry,
  path: Pointer,
): string {
  if (secrets.length === 1 && needed.length === 0 && segments(path).length === 1) return "PSK";
  const group = section.split(".");
  const around = single || group.length > 1 ? group.slice(-1) : [];
  const named = labelled(value, segments(path), { ...(kind?.lists && { lists: kind.lists }) });
  const labels = segments(path).map((step, index, steps) => {
    const list = at(value, pointer(steps.slice(0, index)));
    const element = list !== undefined && isArray(list) ? list[Number(step)] : undefined;
    const label = named[index] ?? step;
    return element === undefined || label !== step ? label : labelOf(element, step);
  });
  return [...around, ...labels].map(asWords).reduce(joined, "");
}

/** Returns an element's label, or its number (from 1) if it has no label. */
function labelOf(element: Json, step: string): string {
  const members = isObject(element) ? ["name", "username", "host"].map((name) => element[name]) : [];
  return members.find((each) => typeof each === "string") ?? String(Number(step) + 1);
}

/** A field's name in the style of a variable: `readCommunity` becomes `READ_COMMUNITY`. */
function asWords(name: string): string {
  return environmentName([name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")]);
}

/** Joins two names. If the first ends with the word with which the second begins, the word occurs only once. */
function joined(first: string, second: string): string {
  const own = second.split("_");
  const [last = ""] = first.split("_").slice(-1);
  const rest = own[0] === last && own.length > 1 ? own.slice(1) : own;
  return [first, rest.join("_")].filter((each) => each !== "").join("_");
}

/** Returns the same entries with these references in their secret fields. */
export function withReferences(
  units: readonly ImportUnit[],
  secrets: readonly NeededSecret[],
): readonly ImportUnit[] {
  const references = new Map(
    secrets.flatMap(({ reference, places }) => places.map((each) => [placeKey(each), reference] as const)),
  );
  const complete = (entry: ImportEntry): ImportEntry => {
    const { address } = entry;
    const value = entry.secrets.reduce((whole, path) => {
      const secret = references.get(placeKey({ address, path }));
      return secret === undefined ? whole : withValueAt(whole, segments(path), { secret });
    }, entry.value);
    return { ...entry, inner: entry.inner.map(complete), value };
  };
  return units.map(({ header, entry }) => ({ header, entry: complete(entry) }));
}

function nameOf({ value, key }: ImportEntry): string {
  const name = isObject(value) ? value.name : undefined;
  return typeof name === "string" ? name : key;
}

/** Returns a name of upper-case letters, digits and underscores that does not begin with a digit. */
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
