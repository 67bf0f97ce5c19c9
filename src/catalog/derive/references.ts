/**
 * Finds fields that contain the id of another kind, by their names: `groupPolicyId` references the kind `groupPolicy`.
 */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { joinedName, singular } from "./placing.ts";

interface Known {
  /** The kinds by name. */
  readonly kinds: Readonly<Record<string, JsonObject>>;
  /**
   * The references that people have stated: `field`, `kind.field` or `*End`, with a kind or several, or null for no
   * reference.
   */
  readonly references: Readonly<Record<string, string | readonly string[] | null>>;
}

/** Adds references by field name. `unknown` collects names that look like references but belong to no kind. */
export function withKindReferences(kind: JsonObject, known: Known, unknown: string[]): JsonObject {
  return {
    ...kind,
    fields: inFields(kind.fields ?? {}, known, { kind: String(kind.kind), trail: "", unknown }),
  };
}

interface Place {
  readonly kind: string;
  readonly trail: string;
  readonly unknown: string[];
}

function inFields(fields: Json, known: Known, { kind, trail, unknown }: Place): Json {
  if (!isObject(fields)) return fields;
  const names = Object.keys(fields);
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (!isObject(field)) return [name, field];
      const place = { kind, trail: `${trail}${name}`, unknown };
      const target = targetOf(name, field, { known, place });
      const short = name.replace(/(?:Id|_id)(s?)$/, "$1");
      const isFree = target !== undefined && short !== name && !names.includes(short);
      const inner = inside(field, known, { ...place, trail: `${place.trail}.` });
      if (target === undefined) return [name, inner];
      return [name, { ...ofKeys(inner), refersTo: target, ...(isFree && { also: short }) }];
    }),
  );
}

/**
 * Returns the keys of a field that references a kind. A pattern is left out, because it applies to ids, not to keys. An
 * empty default is left out too, because it means that there is no reference.
 */
function ofKeys({ pattern: _, default: none, ...others }: JsonObject): JsonObject {
  const field = none === undefined || none === "" ? others : { ...others, default: none };
  return isObject(field.items) ? { ...field, items: ofKeys(field.items) } : field;
}

function inside(field: JsonObject, known: Known, place: Place): JsonObject {
  const { properties, items, additionalProperties } = field;
  return {
    ...field,
    ...(properties !== undefined && { properties: inFields(properties, known, place) }),
    ...(isObject(items) && { items: inside(items, known, place) }),
    ...(isObject(additionalProperties) && {
      additionalProperties: inside(additionalProperties, known, place),
    }),
  };
}

function targetOf(
  name: string,
  field: JsonObject,
  { known, place }: { readonly known: Known; readonly place: Place },
): string | readonly string[] | undefined {
  const { references, kinds } = known;
  const parts = place.trail.split(".");
  const ends = parts.map((_, at) => parts.slice(at).join("."));
  for (const said of [`${place.kind}.${place.trail}`, ...ends]) {
    const target = references[said];
    if (target !== undefined) return target ?? undefined;
  }
  const isText = isId(field) || (isObject(field.items) && isId(field.items));
  if (!/(?:[a-z]Id|_id)s?$/.test(name) || !isText || isNumberOfItsOwn(name, known)) return undefined;
  const stem = joinedName(singular(name.replace(/(?:Id|_id)(s?)$/, "$1")).split("_"));
  const { section, in: parent } = kinds[place.kind] ?? {};
  const group = String(section).split(".")[0] ?? "";
  const inParent = joinedName([String(parent), stem]);
  const target =
    [stem, joinedName([group, stem]), inParent].find((each) => kinds[each]) ?? endOf(stem, kinds);
  if (target === undefined) place.unknown.push(`${place.kind}: ${place.trail} looks like the id of a kind`);
  return target;
}

/**
 * True if an id is a number with a meaning in the network, such as the number of a VLAN. A person lists the suffixes of
 * such names: `*VlanId`.
 */
function isNumberOfItsOwn(name: string, { references }: Known): boolean {
  return Object.keys(references).some((each) => each.startsWith("*") && name.endsWith(each.slice(1)));
}

function isId({ type }: JsonObject): boolean {
  return type === "string" || type === "integer";
}

/**
 * Returns the longest name of a kind with which a field name ends: `concentratorNetwork` ends with `network`.
 * Undefined: the field name does not end with the name of a kind.
 */
function endOf(stem: string, kinds: Known["kinds"]): string | undefined {
  return Object.keys(kinds)
    .filter((each) => stem.endsWith(each.charAt(0).toUpperCase() + each.slice(1)))
    .toSorted((a, b) => b.length - a.length)[0];
}
