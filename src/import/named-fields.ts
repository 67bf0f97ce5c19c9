/**
 * Reference fields: replaces live ids by keys. A reference to a resource without a key stays an id, and is reported.
 * Pure.
 */

import type { Kind } from "../drivers/contract/contract.ts";
import { type Address, addressParts } from "../model/address.ts";
import { isArray, isObject, type Json, sameJson } from "../model/json.ts";
import { ownIdIn } from "../model/live/snapshot.ts";
import { at, type Pointer, placesOf, pointer, segments } from "../model/pointer.ts";
import {
  type KindReferences,
  keysMeant,
  kindsNamed,
  literalId,
  mapReferences,
  shortKey,
} from "../model/references.ts";
import type { DiscoveredItem } from "../observe/discover.ts";
import { allIn, type ImportEntry, type ImportUnit, type OmittedField } from "./entry.ts";
import { labelled } from "./labels.ts";
import { pathOf } from "./paths.ts";

/** A reference to an undeclared resource by the product's own id. */
export interface ReferenceById {
  readonly address: Address;
  /** The pointer of the field, with list elements by identity. */
  readonly path: Pointer;
  /** The kinds to which the field may refer. */
  readonly kinds: readonly string[];
  readonly id: string;
  /** The name of the referenced resource, if a read has shown it. */
  readonly name?: string | undefined;
}

/** Units whose reference fields contain keys or ids, and the references that are reported. */
export interface NamedUnits {
  readonly units: readonly ImportUnit[];
  readonly omitted: readonly OmittedField[];
  readonly byId: readonly ReferenceById[];
}

interface Naming {
  readonly units: readonly ImportUnit[];
  readonly found: readonly DiscoveredItem[];
  /** The keys of resources that are already declared, by path. */
  readonly declared: ReadonlyMap<string, string>;
  readonly repeatsSecret: (value: Json) => boolean;
}

/**
 * Returns the units with keys in reference fields, and with ids if there is no key. A field that can contain neither is
 * left out, and reported.
 */
export function withNames({ units, found, declared, repeatsSecret }: Naming): NamedUnits {
  const keys = new KnownKeys();
  const names = new Map<string, string>();
  for (const one of found) {
    const { kind, item } = one;
    const key = declared.get(pathOf(one));
    if (key !== undefined) keys.add(kind.name, item.id, key);
    if (item.id !== undefined) names.set(`${kind.name}\0${ownIdIn(item.id)}`, item.identity);
  }
  for (const { kind, id, address } of allIn(units.map(({ entry }) => entry)))
    if (kind) keys.add(kind.name, id, addressParts(address).key);
  const omitted: OmittedField[] = [];
  const byId: ReferenceById[] = [];
  const named = (entry: ImportEntry): ImportEntry => {
    const value = nameFields(entry, { keys, names, repeatsSecret }, { omitted, byId });
    return { ...entry, value, inner: entry.inner.map(named) };
  };
  return { units: units.map(({ header, entry }) => ({ header, entry: named(entry) })), omitted, byId };
}

/** Keys of resources, by kind and live id. */
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

  /**
   * Returns the key of the resource with an id, as it is written in a resource whose key is `own`. If several resources
   * have the id, the nearest one counts. Undefined: no resource has the id, or several have it and none of them is
   * near.
   */
  written(kind: string, id: string, own: string): string | undefined {
    const keys = this.#byId.get(`${kind}\0${ownIdIn(id)}`) ?? [];
    const around = keysMeant("", own).slice(1);
    const near = around.flatMap((outer) => keys.filter((key) => key.startsWith(outer)))[0];
    const key = near ?? (keys.length === 1 ? keys[0] : undefined);
    return key === undefined ? undefined : shortKey(key, own, (each) => this.#all.has(`${kind}\0${each}`));
  }
}

interface KnownNames {
  readonly keys: KnownKeys;
  /** The names that reads have shown, by kind and live id, of declared and undeclared resources. */
  readonly names: ReadonlyMap<string, string>;
  readonly repeatsSecret: (value: Json) => boolean;
}

interface Told {
  readonly omitted: OmittedField[];
  readonly byId: ReferenceById[];
}

/**
 * Returns the value with keys in reference fields. If a reference has neither a key nor an id, the whole field is
 * dropped. A list without this reference would declare the reference as absent.
 */
function nameFields(entry: ImportEntry, known: KnownNames, told: Told): Json {
  const { value, kind, address } = entry;
  const { refersTo } = kind ?? {};
  if (!kind || !refersTo || !isObject(value)) return value;
  const { key: own } = addressParts(address);
  const isBelow = (field: string) => kind.below === `/${field}`;
  const fields = Object.entries(value).flatMap(([name, field]): (readonly [string, Json])[] => {
    const unnamed = new Set<string>();
    const inside = mapReferences({ [name]: field }, refersTo, (found, of) => {
      const kinds = kindsNamed(of);
      const key = keyOf(found, kinds, { own, keys: known.keys });
      if (key !== undefined || found === null) return key ?? found;
      const id = literalId(found) ?? found;
      if (typeof id === "string" && id !== "" && !isBelow(name)) return { id };
      unnamed.add(kinds.join(" or "));
      return found;
    });
    for (const of of unnamed)
      told.omitted.push({ path: [name], reason: `its ${of} is not declared`, kind: kind.name, address });
    return unnamed.size > 0 || !isObject(inside) ? [] : [[name, inside[name] ?? null]];
  });
  return withLiteralNames(entry, Object.fromEntries(fields), { ...known, told, refersTo, kind });
}

function keyOf(
  found: Json,
  kinds: readonly string[],
  { own, keys }: { readonly own: string; readonly keys: KnownKeys },
): string | undefined {
  if (typeof found !== "string") return undefined;
  return kinds.map((one) => keys.written(one, found, own)).find((each) => each !== undefined);
}

interface Literals extends Omit<KnownNames, "keys"> {
  readonly told: Told;
  readonly refersTo: KindReferences;
  readonly kind: Kind;
}

/** Adds names for people to references by id, and reports each of these references. */
function withLiteralNames(entry: ImportEntry, value: Json, on: Literals): Json {
  const { names, told, refersTo, kind, repeatsSecret } = on;
  let shown: ReadonlyMap<string, string> | undefined;
  const nameOfId = (id: string, kinds: readonly string[]) => {
    shown ??= namesIn(entry.raw ?? null);
    const known = kinds.map((one) => names.get(`${one}\0${id}`)).find((each) => each !== undefined);
    const name = known ?? shown.get(id);
    return name === undefined || repeatsSecret(name) ? undefined : name;
  };
  const tell = (path: Pointer, id: string, kinds: readonly string[]) => {
    const where = { address: entry.address, path: pointer(labelled(value, segments(path), kind)) };
    told.byId.push({ ...where, kinds, id, name: nameOfId(id, kinds) });
  };
  for (const [field, of] of Object.entries(refersTo))
    for (const path of placesOf(value, field)) {
      const id = literalId(at(value, path));
      if (id !== undefined) tell(path, id, kindsNamed(of));
    }
  const named = mapReferences(value, refersTo, (found, of) => {
    const id = literalId(found);
    const name = id === undefined ? undefined : nameOfId(id, kindsNamed(of));
    return id === undefined || name === undefined ? found : { id, name };
  });
  return withOtherNames(named, { kind, tell, nameOf: (id) => nameOfId(id, []) });
}

interface OtherNames {
  readonly kind: Kind;
  readonly tell: (path: Pointer, id: string, kinds: readonly string[]) => void;
  readonly nameOf: (id: string) => string | undefined;
}

/**
 * Like `withLiteralNames`, for references to unknown types: `{ type, id }`. Names in these references are only
 * informative.
 */
function withOtherNames(value: Json, { kind, tell, nameOf }: OtherNames): Json {
  const others: { readonly path: Pointer; readonly id: string; readonly sort: string }[] = [];
  const walk = (here: Json, path: readonly string[]): Json => {
    if (isArray(here)) return here.map((each, index) => walk(each, [...path, String(index)]));
    if (!isObject(here)) return here;
    const { id, type } = here;
    if (typeof id === "string" && typeof type === "string" && Object.keys(here).length === 2) {
      others.push({ path: pointer(path), id, sort: type });
      const name = nameOf(id);
      return name === undefined ? here : { ...here, name };
    }
    return Object.fromEntries(
      Object.entries(here).map(([name, each]) => [name, walk(each, [...path, name])]),
    );
  };
  const named = walk(value, []);
  if (others.length === 0 || !sameJson(kind.canonical(named), kind.canonical(value))) return value;
  for (const { path, id, sort } of others) tell(path, id, [sort]);
  return named;
}

/** Returns the names that a record contains for its ids. */
function namesIn(raw: Json): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const look = (value: Json): void => {
    if (isArray(value)) for (const each of value) look(each);
    if (!isObject(value) || isArray(value)) return;
    const { id, name } = value;
    if (typeof id === "string" && typeof name === "string") names.set(id, name);
    for (const each of Object.values(value)) look(each);
  };
  look(raw);
  return names;
}
