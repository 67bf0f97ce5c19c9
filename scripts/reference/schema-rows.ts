/** A JSON Schema as rows for people: each field with its path, type, and description. */

import { readFileSync } from "node:fs";
import { cell } from "./table.ts";

/** The part of a JSON Schema that these pages read. */
export interface JsonSchema {
  readonly title?: string;
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly then?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** A schema in `schemas/`, with each reference replaced by its target. */
export function schemaFile(name: string): JsonSchema {
  const text = readFileSync(new URL(`../../schemas/${name}`, import.meta.url), "utf8");
  const schema: JsonSchema = JSON.parse(text);
  return withDefinitions(schema, schema.definitions ?? {}, []);
}

/**
 * Replaces references by their definitions. If a definition contains itself, it is replaced only once. `within`: the
 * definitions around the schema.
 */
function withDefinitions(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  within: readonly string[],
): JsonSchema {
  const name = schema.$ref?.replace("#/definitions/", "");
  const named = name === undefined ? undefined : definitions[name];
  if (name !== undefined && named !== undefined) {
    const { description } = schema;
    const found = within.includes(name) ? {} : withDefinitions(named, definitions, [...within, name]);
    return description === undefined ? found : { ...found, description };
  }
  const inner = (each: JsonSchema) => withDefinitions(each, definitions, within);
  if (schema.allOf?.every(({ then }) => then)) return { anyOf: formsOf(schema).map(inner) };
  const { properties, items, additionalProperties, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, inner(each)])),
    }),
    ...(items && { items: inner(items) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: inner(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
  };
}

/** The schemas that apply under a schema's conditions, including nested ones; without conditions, the schema itself. */
function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  const chosen = schema.allOf?.flatMap(({ then }) => (then ? formsOf(then) : []));
  return chosen ?? [schema];
}

/** A row: field, type, required or not, description. */
type SchemaRow = readonly [field: string, type: string, needed: string, about: string];

/** The rows of all fields below this schema, in its order. A field that several alternatives have appears once. */
export function rowsOf(schema: JsonSchema, path = ""): readonly SchemaRow[] {
  const rows = new Map<string, SchemaRow>();
  for (const each of alternatives(schema)) {
    for (const [name, field] of Object.entries(each.properties ?? {})) {
      const at = path === "" ? name : `${path}.${name}`;
      const isNeeded = alternatives(schema).every(({ required = [] }) => required.includes(name));
      const row: SchemaRow = [`\`${at}\``, typeOf(field), isNeeded ? "yes" : "", cell(aboutOf(field))];
      const known = rows.get(at);
      rows.set(at, known ? merged(known, row) : row);
      for (const inner of below(field, at)) {
        const [of] = inner;
        const other = rows.get(of);
        rows.set(of, other ? merged(other, inner) : inner);
      }
    }
  }
  return [...rows.values()];
}

/** The rows of a field's contents: `.*` for a map's values, `[]` for a list's items. */
function below(field: JsonSchema, at: string): readonly SchemaRow[] {
  if (isReference(field)) return [];
  const maps = alternatives(field).filter(({ properties }) => properties);
  const own = maps.length > 0 ? rowsOf({ anyOf: maps }, at) : [];
  const inner = alternatives(field).flatMap((each) => {
    const values = typeof each.additionalProperties === "object" ? each.additionalProperties : undefined;
    const inValues = values ? rowsOf(values, `${at}.*`) : [];
    const inItems = each.items ? rowsOf(each.items, `${at}[]`) : [];
    return [...inValues, ...inItems];
  });
  return [...own, ...inner];
}

/** True for a reference to a secret, whose forms are explained once, on a page of their own. */
function isReference(schema: JsonSchema): boolean {
  return alternatives(schema).some(({ properties }) => isSecretAlone(properties));
}

/**
 * True if `secret` is the only field of an object. An object with further fields is not a reference, but contains a
 * secret.
 */
function isSecretAlone(properties: JsonSchema["properties"] = {}): boolean {
  return Object.keys(properties).join() === "secret";
}

/** The possible forms of a schema. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const other = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return other.length === 0 ? [schema] : other.flatMap(alternatives);
}

/** Merges two forms of one field: the types of both, and the first description. */
function merged(one: SchemaRow, other: SchemaRow): SchemaRow {
  const types = new Set([...one[1].split(" or "), ...other[1].split(" or ")]);
  return [one[0], [...types].join(" or "), one[2] && other[2], one[3] === "" ? other[3] : one[3]];
}

function typeOf(schema: JsonSchema): string {
  const types = alternatives(schema).map((each) => {
    if (each.const !== undefined) return `\`${String(each.const)}\``;
    if (each.enum) return each.enum.map((value) => `\`${String(value)}\``).join(" or ");
    if (isSecretAlone(each.properties)) return "reference to a secret";
    if (each.items) return `list of ${typeOf(each.items)}`;
    if (each.type === "object" || each.properties) return "map";
    return each.type === undefined ? "any" : [each.type].flat().map(plainType).join(" or ");
  });
  return [...new Set(types)].join(" or ");
}

const plainTypes: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  array: "list",
};

function plainType(type: string): string {
  return plainTypes[type] ?? type;
}

function aboutOf(schema: JsonSchema): string {
  const { minimum, exclusiveMinimum, maximum, maxItems, maxLength } = schema;
  const safe = (value: number | undefined) =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
  const bounds = [
    safe(minimum) === undefined ? [] : [`at least ${minimum}`],
    safe(exclusiveMinimum) === undefined ? [] : [`over ${exclusiveMinimum}`],
    safe(maximum) === undefined ? [] : [`at most ${maximum}`],
    maxItems === undefined ? [] : [`at most ${maxItems} items`],
    maxLength === undefined ? [] : [`at most ${maxLength} characters`],
  ].flat();
  const text = schema.description ?? "";
  return bounds.length === 0 ? text : `${text} (${bounds.join(", ")})`.trim();
}
