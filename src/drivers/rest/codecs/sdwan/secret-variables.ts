/** Variables instead of secrets, which an import does not read. Pure. */

import { below, element, type WirePlace } from "../../../../catalog/fields/undeclared.ts";
import type { Field } from "../../../../catalog/schema/field.ts";
import { asObject, isArray, isObject, type Json, type JsonObject } from "../../../../model/json.ts";
import type { UndeclarablePart } from "../../../../model/live/undeclarable.ts";
import { pointer } from "../../../../model/pointer.ts";
import { type Places, placesOf } from "./template-places.ts";
import { isVariable } from "./variables.ts";

/** The secret variables in an object, at any depth. Values are without envelopes. */
export function secretVariables(
  { own, inner }: Places,
  object: JsonObject,
  at: WirePlace,
): readonly UndeclarablePart[] {
  const values = [...own].flatMap(([name, field]) => inValue(field, object[name] ?? null, below(at, name)));
  const objects = [...inner].flatMap(([name, places]) =>
    secretVariables(places, asObject(object[name]), below(at, name)),
  );
  return [...values, ...objects];
}

function inValue({ secret, items }: Field, value: Json, at: WirePlace): readonly UndeclarablePart[] {
  if (secret !== undefined) return isVariable(value) ? [asPart(value, at)] : [];
  const inside = items?.properties;
  if (inside === undefined || !isArray(value)) return [];
  return value.flatMap((each, index) =>
    isObject(each) ? secretVariables(placesOf(inside), each, element(at, String(index))) : [],
  );
}

function asPart(value: string, { path, names }: WirePlace): UndeclarablePart {
  const reason = "a variable stands for a secret: declare it by its name";
  return { path: pointer(path), name: names.join("."), what: "value", value, reason };
}
