/** Keys in the place of live ids, in fields that name other resources: a device's network. Pure. */

import { addressParts } from "../model/address.ts";
import { isObject, type Json } from "../model/json.ts";
import { keysMeant, mapReferences, shortKey } from "../model/references.ts";
import { ownIdIn } from "../model/snapshot.ts";
import type { DiscoveredItem } from "../observe/discover.ts";
import { pathOf } from "./disambiguate.ts";
import { allIn, type ImportEntry, type ImportUnit, type OmittedField } from "./entry.ts";

/** What is to be named, and by what. */
interface Naming {
  readonly units: readonly ImportUnit[];
  readonly found: readonly DiscoveredItem[];
  /** What is declared already: key by path. */
  readonly declared: ReadonlyMap<string, string>;
}

/** The units with keys in such fields. A field whose id belongs to nothing that has a key is left out, and told. */
export function withNames({ units, found, declared }: Naming): {
  readonly units: readonly ImportUnit[];
  readonly omitted: readonly OmittedField[];
} {
  const keys = new KnownKeys();
  for (const one of found) {
    const key = declared.get(pathOf(one));
    if (key !== undefined) keys.add(one.kind.name, one.item.id, key);
  }
  for (const { kind, id, address } of allIn(units.map(({ entry }) => entry)))
    if (kind) keys.add(kind.name, id, addressParts(address).key);
  const omitted: OmittedField[] = [];
  const named = (entry: ImportEntry): ImportEntry => {
    const value = nameFields(entry, keys, omitted);
    return { ...entry, value, inner: entry.inner.map(named) };
  };
  return { units: units.map(({ header, entry }) => ({ header, entry: named(entry) })), omitted };
}

/** Keys by kind and live id. */
class KnownKeys {
  readonly #byId = new Map<string, string[]>();
  readonly #all = new Set<string>();

  add(kind: string, id: string | undefined, key: string): void {
    this.#all.add(`${kind}\0${key}`);
    if (id === undefined) return;
    const place = `${kind}\0${ownIdIn(id)}`;
    const known = this.#byId.get(place);
    if (known) known.push(key);
    else this.#byId.set(place, [key]);
  }

  /** The key as it may be written in what has this key; of several with one id that of the nearest. */
  written(kind: string, id: string, own: string): string | undefined {
    const keys = this.#byId.get(`${kind}\0${ownIdIn(id)}`) ?? [];
    const around = keysMeant("", own).slice(1);
    const near = around.flatMap((outer) => keys.filter((key) => key.startsWith(outer)))[0];
    const key = near ?? (keys.length === 1 ? keys[0] : undefined);
    return key === undefined ? undefined : shortKey(key, own, (each) => this.#all.has(`${kind}\0${each}`));
  }
}

/** A field with an id that has no key goes whole: the rest of a list would say that the others are not there. */
function nameFields(entry: ImportEntry, keys: KnownKeys, omitted: OmittedField[]): Json {
  const { value, kind, address } = entry;
  const { refersTo } = kind ?? {};
  if (!kind || !refersTo || !isObject(value)) return value;
  const { key: own } = addressParts(address);
  const fields = Object.entries(value).flatMap(([name, field]): (readonly [string, Json])[] => {
    const unnamed = new Set<string>();
    const inside = mapReferences({ [name]: field }, refersTo, (found, of) => {
      const key = typeof found === "string" ? keys.written(of, found, own) : undefined;
      if (key === undefined && found !== null) unnamed.add(of);
      return key ?? found;
    });
    for (const of of unnamed)
      omitted.push({ path: [name], reason: `its ${of} is not declared`, kind: kind.name, address });
    return unnamed.size > 0 || !isObject(inside) ? [] : [[name, inside[name] ?? null]];
  });
  return Object.fromEntries(fields);
}
