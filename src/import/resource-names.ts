/** Keys in the place of live ids, in fields that name other resources: a device's network. Pure. */

import { addressParts } from "../model/address.ts";
import { isObject, type Json } from "../model/json.ts";
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
  const keys = new Map<string, string>();
  for (const one of found) {
    const key = declared.get(pathOf(one));
    if (key !== undefined && one.item.id !== undefined) keys.set(`${one.kind.name}\0${one.item.id}`, key);
  }
  for (const { kind, id, address } of allIn(units.map(({ entry }) => entry)))
    if (kind && id !== undefined) keys.set(`${kind.name}\0${id}`, addressParts(address).key);
  const omitted: OmittedField[] = [];
  const named = (entry: ImportEntry): ImportEntry => {
    const value = nameFields(entry, keys, omitted);
    return { ...entry, value, inner: entry.inner.map(named) };
  };
  return { units: units.map(({ header, entry }) => ({ header, entry: named(entry) })), omitted };
}

function nameFields(entry: ImportEntry, keys: ReadonlyMap<string, string>, omitted: OmittedField[]): Json {
  const { value, kind, address } = entry;
  if (!kind?.refersTo || !isObject(value)) return value;
  const fields = Object.entries(value).flatMap(([field, id]): (readonly [string, Json])[] => {
    const of = kind.refersTo?.[field];
    if (of === undefined) return [[field, id]];
    const key = typeof id === "string" ? keys.get(`${of}\0${id}`) : undefined;
    if (key !== undefined) return [[field, key]];
    omitted.push({ path: [field], reason: `its ${of} is not declared`, kind: kind.name, address });
    return [];
  });
  return Object.fromEntries(fields);
}
