/** What a product fills in where nothing is sent: `default` of a field, laid under values and taken out. Pure. */

import { isArray, isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import type { Field, Fields } from "../schema/field.ts";

/** An element of a list that is compared whole, with all that the product fills in: declared and live alike. */
export function withDefaults(fields: Fields, value: JsonObject): JsonObject {
  const filledIn = Object.entries(fields).flatMap(([name, field]) =>
    isFilledIn(field) && !Object.hasOwn(value, name) && isMeant(fields, field, value)
      ? [[name, field.default ?? null] as const]
      : [],
  );
  return filledIn.length === 0 ? value : { ...value, ...Object.fromEntries(filledIn) };
}

/**
 * A live value, canonical, without the fields that say what the product fills in anyway: to declare them says nothing
 * more. `kept`: fields that stay in any case, of the outermost object.
 */
export function withoutDefaults(fields: Fields, value: JsonObject, kept: ReadonlySet<string>): JsonObject {
  const members = Object.entries(value).flatMap(([name, member]): readonly (readonly [string, Json])[] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || kept.has(name)) return [[name, member]];
    if (isFilledIn(field) && sameJson(field.default ?? null, member)) return [];
    return [[name, insideWithout(field, member)]];
  });
  return Object.fromEntries(members);
}

function insideWithout({ properties, required, items, identity }: Field, member: Json): Json {
  if (properties !== undefined && isObject(member))
    return withoutDefaults(properties, member, new Set(required));
  // Elements that are compared one by one have no defaults laid under them.
  if (items === undefined || !isArray(member) || identity !== undefined) return member;
  return member.map((each) => insideWithout(items, each));
}

/** False where another field of the element says that this one is not set: no product fills that in. */
function isMeant(fields: Fields, { shownIf = {} }: Field, value: JsonObject): boolean {
  return Object.entries(shownIf).every(([wire, wanted]) => {
    const other = Object.entries(fields).find(([name, each]) => (each.wire ?? name) === wire)?.[0];
    const said = other === undefined ? undefined : value[other];
    return said === undefined || [wanted].flat().some((each) => sameJson(each, said));
  });
}

function isFilledIn({ default: filledIn, access = "readWrite", secret }: Field): boolean {
  return filledIn !== undefined && access !== "readOnly" && access !== "writeOnly" && secret === undefined;
}
