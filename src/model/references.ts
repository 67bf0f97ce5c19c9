/** References by key to other resources on the same target, such as the network of a device. */

import { type Address, address } from "./address.ts";
import type { Resource } from "./desired.ts";
import { isArray, isObject, type Json } from "./json.ts";
import { at, type Pointer, placesOf, segments } from "./pointer.ts";

/**
 * For each field that contains the key of another resource: the kind of that resource. `*` in a pointer is any element
 * or key.
 */
export type References = Readonly<Record<Pointer, string>>;

/** The references of all resources of a kind. A field may have several possible kinds. */
export type KindReferences = Readonly<Record<Pointer, NamedKinds>>;

/** The kind that a field references, or several possible ones. */
type NamedKinds = string | readonly string[];

/**
 * Returns the id from a reference by the product's own id, `{ id, name }`; undefined for a key, and for any other
 * value. Such references are written by people (`name` is for readers), and by reads for undeclared resources.
 */
export function literalId(value: Json | undefined): string | undefined {
  return value !== undefined && isObject(value) && typeof value.id === "string" ? value.id : undefined;
}

/** The kinds that a field may reference, in order. */
export function kindsNamed(of: NamedKinds): readonly string[] {
  return typeof of === "string" ? [of] : of;
}

/**
 * Returns the references of one resource. If a field has several possible kinds, `choose` selects one; by default, it
 * is the first.
 */
export function referencesFrom(
  of: KindReferences,
  choose: (field: Pointer, kinds: readonly string[]) => string | undefined = () => undefined,
): References {
  return Object.fromEntries(
    Object.entries(of).map(([field, kinds]) => [
      field,
      typeof kinds === "string" ? kinds : (choose(field, kinds) ?? kinds[0] ?? ""),
    ]),
  );
}

/**
 * Returns the address to which each field refers. `value` may be a live value: reads have replaced live ids by keys in
 * it. The live id of an undeclared resource refers to no address.
 */
export function referred(
  { target, refersTo }: Pick<Resource, "target" | "refersTo">,
  value: Json,
): ReadonlyMap<Pointer, Address> {
  // Most kinds have no references. Nothing is allocated for them.
  if (refersTo === undefined) return none;
  const named = new Map<Pointer, Address>();
  for (const [field, kind] of Object.entries(refersTo)) {
    for (const path of placesOf(value, field)) {
      const key = at(value, path);
      if (typeof key === "string") named.set(path, address(target, kind, key));
    }
  }
  return named;
}

const none: ReadonlyMap<Pointer, Address> = new Map();

/**
 * Returns the references in these values of a resource. There are none if the declared value sets no reference field
 * (null counts as set): reads replace live ids by keys only in resources that set one.
 */
export function namedBy(
  resource: Pick<Resource, "target" | "refersTo" | "value">,
  values: readonly Json[],
): ReadonlySet<Address> {
  const { refersTo, value } = resource;
  if (refersTo === undefined) return nobody;
  const says = Object.keys(refersTo).some((field) => at(value, field.replace(/\/\*.*/s, "")) !== undefined);
  return says ? new Set(values.flatMap((each) => [...referred(resource, each).values()])) : nobody;
}

const nobody: ReadonlySet<Address> = new Set();

/** Returns the product's own ids in the references of these values. They never belong to declared resources. */
export function literalIds(
  { refersTo }: Pick<Resource, "refersTo">,
  values: readonly Json[],
): ReadonlySet<string> {
  if (refersTo === undefined) return noIds;
  const fields = Object.keys(refersTo);
  return new Set(
    values.flatMap((value) =>
      fields.flatMap((field) => placesOf(value, field).flatMap((path) => literalId(at(value, path)) ?? [])),
    ),
  );
}

const noIds: ReadonlySet<string> = new Set();

/** Replaces the references in these fields of a value: keys by ids, or ids by keys. */
export function mapReferences<Named extends NamedKinds>(
  value: Json,
  refersTo: Readonly<Record<Pointer, Named>>,
  replace: (found: Json, kind: Named) => Json,
): Json {
  return Object.entries(refersTo).reduce(
    (whole, [field, kind]) => mapAt(whole, segments(field), (found) => replace(found, kind)),
    value,
  );
}

/** Replaces the values at a path; `*` in the path is any element or key. */
export function mapAt(value: Json, [step, ...rest]: readonly string[], replace: (found: Json) => Json): Json {
  if (step === undefined) return replace(value);
  if (isArray(value)) return step === "*" ? value.map((each) => mapAt(each, rest, replace)) : value;
  if (!isObject(value)) return value;
  const names = new Set(
    step === "*" ? Object.keys(value) : [step].filter((name) => Object.hasOwn(value, name)),
  );
  if (names.size === 0) return value;
  const members = Object.entries(value).map(([name, member]): [string, Json] => [
    name,
    names.has(name) ? mapAt(member, rest, replace) : member,
  ]);
  return Object.fromEntries(members);
}

/**
 * Returns the full keys that a short key may mean in a resource with the key `own`. The short key itself comes first;
 * keys of siblings follow, the nearest first.
 */
export function keysMeant(written: string, own: string): readonly string[] {
  const parts = own.split(".");
  const around = parts.map((_, index) => parts.slice(0, parts.length - index).join("."));
  return [written, ...around.map((outer) => `${outer}.${written}`)];
}

/** Returns the value of a resource with its short keys expanded. */
export function inFullKeys(
  value: Json,
  {
    refersTo,
    own,
    isKey,
  }: { refersTo: KindReferences; own: string; isKey: (kind: string, key: string) => boolean },
): Json {
  return mapReferences(value, refersTo, (found, named) => {
    if (typeof found !== "string") return found;
    const kinds = kindsNamed(named);
    return keysMeant(found, own).find((each) => kinds.some((kind) => isKey(kind, each))) ?? found;
  });
}

/** The shortest form of `key` that may be written in a resource whose own key is `own`. */
export function shortKey(key: string, own: string, isKey: (key: string) => boolean): string {
  const parts = own.split(".");
  const outer = parts.map((_, index) => parts.slice(0, parts.length - index).join("."));
  const around = outer.find((each) => key.startsWith(`${each}.`));
  const short = around === undefined ? key : key.slice(around.length + 1);
  return keysMeant(short, own).find(isKey) === key ? short : key;
}
