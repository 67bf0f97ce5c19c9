/**
 * Makes the alternatives of a JSON Schema exclude each other, so that a mistake in one alternative is not reported
 * against all. Pure.
 */

import { isArray, isObject, type Json, type JsonObject } from "../model/json.ts";
import { objectAt } from "./json-schema.ts";

/**
 * Returns the same schema, with rules that tie a map to one alternative. If a map has a member, or a value of a member,
 * that only one alternative allows, the map must have the form of that alternative. Any other map is still checked
 * against all alternatives.
 */
export function toldApart(
  schema: JsonObject,
  definitions: JsonObject = objectAt(schema, "definitions"),
): JsonObject {
  const inner = Object.entries(schema).map(([key, value]) => [key, inside(value, definitions)] as const);
  return alternatives(Object.fromEntries(inner), definitions);
}

function inside(value: Json, definitions: JsonObject): Json {
  if (isArray(value)) return value.map((each) => inside(each, definitions));
  return isObject(value) ? toldApart(value, definitions) : value;
}

/** An alternative that is a closed map, and its members. */
interface Form {
  readonly schema: Json;
  readonly members: JsonObject;
}

function alternatives(schema: JsonObject, definitions: JsonObject): JsonObject {
  const word = isArray(schema.anyOf) ? "anyOf" : "oneOf";
  const { [word]: untitled, ...rest } = schema;
  if (!isArray(untitled)) return schema;
  const choices = untitled.map(titled);
  const forms = choices.flatMap((each) => formOf(each, definitions));
  const signs = forms.flatMap((form) => {
    const sign = signOf(form, forms);
    return sign === undefined ? [] : [[sign, form.schema] as const];
  });
  if (forms.length < 2) return schema;
  const chain = signs.reduceRight<JsonObject>(
    (otherwise, [sign, then]) => ({ if: { type: "object", ...sign }, then, else: otherwise }),
    { [word]: choices },
  );
  return { ...rest, ...chain };
}

/** Gives a form without a title its required members as title, which editors show: `clientId, clientSecret`. */
function titled(schema: Json): Json {
  if (!isObject(schema) || schema.title !== undefined || !isArray(schema.required)) return schema;
  const properties = objectAt(schema, "properties");
  const names = schema.required.filter((each) => typeof each === "string");
  const said = names.map((name) => {
    const word = objectAt(properties, name).const;
    return typeof word === "string" ? `${name}: ${word}` : name;
  });
  return said.length === 0 ? schema : { title: said.join(", "), ...schema };
}

/** Returns the form of a schema that is a closed map, directly or by reference. Empty for any other schema. */
function formOf(schema: Json, definitions: JsonObject): readonly Form[] {
  if (!isObject(schema)) return [];
  const { $ref } = schema;
  const whole = typeof $ref === "string" ? objectAt(definitions, $ref.replace("#/definitions/", "")) : schema;
  if (whole.additionalProperties !== false) return [];
  return [{ schema, members: objectAt(whole, "properties") }];
}

/**
 * Returns conditions that only this form meets: members that no other form has, or values that no other form allows.
 * Undefined: there are none.
 */
function signOf(form: Form, forms: readonly Form[]): JsonObject | undefined {
  const others = forms.filter((each) => each !== form);
  const signs = Object.entries(form.members).flatMap(([name, member]): JsonObject[] => {
    if (others.every(({ members }) => !(name in members))) return [{ required: [name] }];
    const words = wordsOf(member);
    const taken = others.flatMap(({ members }) => wordsOf(members[name] ?? null) ?? words ?? []);
    if (words === undefined || words.some((word) => taken.includes(word))) return [];
    return [{ required: [name], properties: { [name]: { enum: words } } }];
  });
  const [only, another] = signs;
  return another === undefined ? only : { anyOf: signs };
}

function wordsOf(member: Json): readonly Json[] | undefined {
  if (!isObject(member)) return undefined;
  if (member.const !== undefined) return [member.const];
  return isArray(member.enum) ? member.enum : undefined;
}
