/** Which values of a configuration the sections of a product can declare, and which they cannot. Pure. */

import { fitsIdentity, pathIdentity, pathSegments } from "../../src/catalog/identity.ts";
import type { Catalog, KindFile } from "../../src/catalog/schema/kind.ts";
import { compileCatalog, type RestKind } from "../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { fabricCodecs, sdwanCodecs, serversCodecs } from "../../src/drivers/rest/codecs/codecs.ts";
import { undeclaredOf } from "../../src/drivers/rest/undeclared.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { Configuration, ConfiguredObject } from "./configurations.ts";

/** The share of a configuration that can be declared. */
export interface Share {
  readonly values: number;
  readonly declarable: number;
  /** The places that cannot be declared, with their numbers of values, the largest first. */
  readonly missing: readonly (readonly [place: string, values: number])[];
}

/** Percent, rounded down to one digit, so that it is never overstated. */
export function percent({ values, declarable }: Share): number {
  return values === 0 ? 0 : Math.floor((1000 * declarable) / values) / 10;
}

/** Measures a configuration against the kinds of a catalog. Empty texts are ignored. */
export function shareOf(catalog: Catalog, { objects }: Configuration): Share {
  const kinds = friendlyKinds(catalog);
  const classes = new Map(objects.map((each) => [each.path, each.class]));
  const missing = new Map<string, number>();
  let values = 0;
  for (const each of objects) {
    const places = placesOf(kinds, classes, each);
    for (const { names, alone } of leavesOf(each.values)) {
      values += 1;
      if (places.some(({ kind, record }) => undeclaredOf(kind, record(alone)).length === 0)) continue;
      const place = [each.class ?? templateOf(each.path), ...names].join(".");
      missing.set(place, (missing.get(place) ?? 0) + 1);
    }
  }
  const left = [...missing].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  return { values, declarable: values - left.reduce((sum, [, count]) => sum + count, 0), missing: left };
}

/**
 * All kinds except those for any object. Read-only fields and usual values, which an import skips silently, count
 * as missing too.
 */
function friendlyKinds({ product, kinds }: Catalog): readonly RestKind[] {
  const { readOnly: _, usual: __, ...said } = product;
  const friendly = kinds
    .filter((kind) => !isRaw(kind))
    .map(({ readOnly: _own, usual: _usual, ...kind }): KindFile => kind);
  const codecs = { ...fabricCodecs, ...sdwanCodecs, ...serversCodecs };
  return [...compileCatalog({ product: said, kinds: friendly }, {}, { codecs }).byName.values()];
}

/** True for a kind that accepts any object: its attributes have the product's names. */
function isRaw({ fields }: KindFile): boolean {
  return fields.attributes?.additionalProperties !== undefined;
}

/** Where a value may be declared: a kind, and a record with only this value of an object. */
interface Place {
  readonly kind: RestKind;
  readonly record: (alone: JsonObject) => JsonObject;
}

function placesOf(
  kinds: readonly RestKind[],
  classes: ReadonlyMap<string, string | undefined>,
  object: ConfiguredObject,
): readonly Place[] {
  return object.class === undefined ? byRequest(kinds, object) : byTree(kinds, classes, object.path);
}

/**
 * Returns the places for an object that is shown by its requests. These are in the kinds of which a list, an item or a
 * write has the object's path. If a kind's resources are elements of a list, the record is such an element. Kinds with
 * the same path are distinguished by the values that their lists select.
 */
function byRequest(kinds: readonly RestKind[], { path, values }: ConfiguredObject): readonly Place[] {
  return kinds.flatMap((kind): readonly Place[] => {
    const { list, item, writes, file } = kind;
    const paths = [list, item, writes.create, writes.update].flatMap((each) => each?.path ?? []);
    if (!paths.some((each) => isPathOf(each, path)) || !isAmong(kind, values)) return [];
    const { elements } = file;
    if (elements === undefined) return [{ kind, record: (alone) => alone }];
    const { wire = elements.field } = file.fields[elements.field] ?? {};
    return [{ kind, record: (alone) => ({ [wire]: [alone] }) }];
  });
}

/** False if a value contradicts the fixed text by which the list selects the kind's records, such as their type. */
function isAmong({ list, writes }: RestKind, values: JsonObject): boolean {
  const always = writes.create?.with ?? {};
  return Object.entries(list?.only ?? {}).every(([name, wanted]) => {
    const own = values[name];
    const isFixed = always[name] === wanted && templateOf(String(wanted)) === wanted;
    return own === undefined || !isFixed || own === wanted;
  });
}

function isPathOf(template: string, path: string): boolean {
  const wanted = templateOf(template).split("/");
  const parts = templateOf(path).split("/");
  return wanted.length === parts.length && wanted.every((each, at) => each === "{}" || each === parts[at]);
}

function templateOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

/**
 * Returns the places for an object in a tree: in its own kind, or else in the kind of the nearest object around it. In
 * the second case, the record contains the objects in between, each by its class.
 */
function byTree(
  kinds: readonly RestKind[],
  classes: ReadonlyMap<string, string | undefined>,
  path: string,
): readonly Place[] {
  const parts = pathSegments(path);
  const inner: string[] = [];
  for (let length = parts.length; length > 1; length -= 1) {
    const at = parts.slice(0, length).join("/");
    const own = classes.get(at);
    const kind = kinds.find((each) => isOfKind(each, at, own));
    if (kind) return [{ kind, record: (alone) => inEnvelope(kind, nested(inner, alone)) }];
    if (own === undefined) return [];
    inner.unshift(own);
  }
  return [];
}

function isOfKind({ file, writes }: RestKind, path: string, of: string | undefined): boolean {
  const identity = pathIdentity(file);
  const wrap = (writes.create ?? writes.update)?.wrap?.split(".")[0];
  return identity !== undefined && fitsIdentity(identity, path) && (of === undefined || wrap === of);
}

/**
 * Returns an object as a record of its kind. With a codec, the attributes are in an envelope of their own. Without a
 * codec, the children are beside them.
 */
function inEnvelope({ codec }: RestKind, { attributes, children }: Tree): JsonObject {
  return codec
    ? { attributes, ...(children && { children }) }
    : { ...attributes, ...(children && { children }) };
}

interface Tree {
  readonly attributes: JsonObject;
  readonly children?: readonly Json[];
}

function nested([first, ...rest]: readonly string[], alone: JsonObject): Tree {
  if (first === undefined) return { attributes: alone };
  const { attributes, children } = nested(rest, alone);
  return { attributes: {}, children: [{ [first]: { attributes, ...(children && { children }) } }] };
}

interface Leaf {
  /** The names that lead to the value, without positions in lists. */
  readonly names: readonly string[];
  /** The object reduced to this value. */
  readonly alone: JsonObject;
}

function leavesOf(object: JsonObject): readonly Leaf[] {
  return Object.entries(object).flatMap(([name, value]) =>
    valuesIn(value).map(({ names, alone }) => ({ names: [name, ...names], alone: { [name]: alone } })),
  );
}

function valuesIn(value: Json): readonly { readonly names: readonly string[]; readonly alone: Json }[] {
  if (value === "" || value === null) return [];
  if (isArray(value))
    return value.flatMap((each) => valuesIn(each).map(({ names, alone }) => ({ names, alone: [alone] })));
  return isObject(value) ? leavesOf(value) : [{ names: [], alone: value }];
}
