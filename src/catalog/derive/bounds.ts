/** What a schema says of values beside their type: as words of a field, and what no word of a field can say. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";

/** Bounds as fields have them, and the words of the schema that are lost. */
export interface SchemaBounds {
  readonly bounds: JsonObject;
  readonly lost: readonly string[];
}

const same = [
  ...["enum", "minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems", "default"],
];

/** Words of JSON Schema that bound values, or say what they hold, and for which fields have none. */
const unsaid = [
  ...["patternProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired"],
  ...["dependentSchemas", "prefixItems", "contains", "minContains", "maxContains", "not", "if"],
];

/**
 * | the schema says                             | the field says          |
 * |---------------------------------------------|-------------------------|
 * | `exclusiveMinimum: 3`, of an integer        | `minimum: 4`            |
 * | `minimum: 3, exclusiveMinimum: true` of one | `minimum: 4`            |
 * | `const: a`                                  | `enum: [a]`             |
 * | one of these of what is no integer, or what | nothing, and it is told |
 * | fields have no word for                     |                         |
 */
export function schemaBounds(schema: JsonObject, type: string | undefined): SchemaBounds {
  const sides = [endOf(schema, "minimum", type), endOf(schema, "maximum", type)];
  const { const: only } = schema;
  const isPlain = only !== undefined && only !== null && !isArray(only) && !isObject(only);
  return {
    bounds: {
      ...Object.fromEntries(same.flatMap((name) => bound(name, schema[name]))),
      ...(isPlain && { enum: [only] }),
      ...Object.assign({}, ...sides.map(({ bounds }) => bounds)),
    },
    lost: [
      ...sides.flatMap(({ lost }) => lost),
      ...(only !== undefined && !isPlain ? ["const"] : []),
      ...(schema.multipleOf !== undefined && !(schema.multipleOf === 1 && type === "integer")
        ? ["multipleOf"]
        : []),
      ...(schema.uniqueItems === true ? ["uniqueItems"] : []),
      ...unsaid.filter((word) => schema[word] !== undefined),
    ],
  };
}

/** One end of a range: a number of its own (3.1), or a flag beside the bound (3.0), that leaves the end out. */
function endOf(schema: JsonObject, name: "minimum" | "maximum", type: string | undefined): SchemaBounds {
  const word = name === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  const [own, flag] = [schema[name], schema[word]];
  const left = flag === true ? own : flag;
  if (typeof left !== "number") return { bounds: {}, lost: [] };
  if (type !== "integer") return { bounds: {}, lost: [word] };
  const isLeast = name === "minimum";
  const next = isLeast ? Math.floor(left) + 1 : Math.ceil(left) - 1;
  const others = typeof own === "number" ? [own] : [];
  return { bounds: { [name]: isLeast ? Math.max(next, ...others) : Math.min(next, ...others) }, lost: [] };
}

/** A bound; `null` among the values is said by `nullable`. */
function bound(name: string, value: Json | undefined): readonly (readonly [string, Json])[] {
  if (value === undefined) return [];
  if (name !== "enum" || !isArray(value)) return [[name, value]];
  const values = [...new Set(value.filter((each) => each !== null))];
  return values.length > 0 ? [[name, values]] : [];
}
