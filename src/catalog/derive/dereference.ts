/**
 * Simplifies schemas of an API description: follows references, merges `allOf`, and unifies the two notations of null.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { objectIn, resolved } from "./document.ts";

type PlainType = "string" | "integer" | "number" | "boolean" | "object" | "array";

/** A simplified schema. `unclear`: the reason why the value may be any JSON. */
export interface Plain {
  readonly type?: PlainType;
  readonly bounds: JsonObject;
  readonly format?: string;
  readonly nullable?: true;
  readonly access?: "readOnly" | "writeOnly";
  readonly properties?: Readonly<Record<string, Plain>>;
  readonly required?: readonly string[];
  readonly items?: Plain;
  readonly additional?: Plain;
  readonly unclear?: string;
  /** The alternatives, if the value is one of several forms. */
  readonly forms?: readonly Plain[];
  /** Parts of the schema that fields cannot express. Absent: there are no such parts. */
  readonly lost?: readonly string[];
}

const types: readonly PlainType[] = ["string", "integer", "number", "boolean", "object", "array"];
/**
 * The maximum number of schemas that are followed within one schema. Without this limit, their number would explode if
 * each schema contained the next one twice.
 */
const maxFollowed = 10_000;
const deepest = 20;

/**
 * Simplifies a schema. The results are cached within a description. A recursive schema ends at the point where it
 * repeats, and a very deep or large schema ends at a limit.
 */
export function plainSchema(root: JsonObject, schema: Json | undefined): Plain {
  const at = resolved(root, schema);
  if (!isObject(at)) return madePlain({ root, count: { left: 1 } }, schema, []);
  const known = made.get(root) ?? new WeakMap<JsonObject, Plain>();
  made.set(root, known);
  const plain = known.get(at) ?? madePlain({ root, count: { left: maxFollowed } }, schema, []);
  known.set(at, plain);
  return plain;
}

const made = new WeakMap<JsonObject, WeakMap<JsonObject, Plain>>();

/** Returns the number of schemas in a simplified schema, including itself. */
export function countSchemas({ properties = {}, items, additional, forms = [] }: Plain): number {
  const inside = [
    ...Object.values(properties),
    ...forms,
    ...[items, additional].flatMap((each) => each ?? []),
  ];
  return inside.reduce((sum, each) => sum + countSchemas(each), 1);
}

interface Following {
  readonly root: JsonObject;
  readonly count: { left: number };
}

function madePlain(of: Following, schema: Json | undefined, around: readonly Json[]): Plain {
  const at = resolved(of.root, schema);
  if (!isObject(at))
    return { bounds: {}, unclear: isElsewhere(schema) ? "described elsewhere" : "without a schema" };
  of.count.left -= 1;
  if (around.includes(at)) return { bounds: {}, unclear: "a recursive schema" };
  if (of.count.left < 0 || around.length > deepest)
    return { bounds: {}, unclear: "behind too many references" };
  const inner = (each: Json | undefined) => madePlain(of, each, [...around, at]);
  if (isArray(at.allOf)) return merged([...at.allOf.map(inner), inner(without(at, "allOf"))]);
  const choice = at.oneOf ?? at.anyOf;
  if (!isArray(choice)) return single(at, inner);
  const beside = without(without(at, "oneOf"), "anyOf");
  return merged([chosen(at, choice, inner), single(beside, inner)]);
}

/** True for a reference to another file. */
function isElsewhere(schema: Json | undefined): boolean {
  return isObject(schema) && typeof schema.$ref === "string" && !schema.$ref.startsWith("#");
}

type Inner = (schema: Json | undefined) => Plain;

/**
 * Simplifies a union. Enums are joined to one enum. Of other alternatives, at most the common type is kept. In 3.1,
 * null is one of the alternatives.
 */
function chosen(at: JsonObject, choice: readonly Json[], inner: Inner): Plain {
  const options = choice.filter((each) => !isObject(each) || each.type !== "null");
  const nullable = options.length < choice.length || at.nullable === true;
  const [first = { bounds: {} }, ...others] = options.map(inner);
  const values = [first, ...others].map(({ bounds }) => bounds.enum);
  const same = alike(first, others);
  const isValues = others.length > 0 && values.every(isArray);
  const several = isValues
    ? { ...same, bounds: { enum: [...new Set(values.flat())] } }
    : { bounds: {}, unclear: "one of several forms", ...same, forms: [first, ...others] };
  const only = others.length === 0 ? first : several;
  return { ...only, ...(nullable && { nullable: true }) };
}

function alike({ type }: Plain, others: readonly Plain[]): Partial<Plain> {
  return type !== undefined && others.every((each) => each.type === type) && type !== "object"
    ? { type }
    : {};
}

/**
 * Returns the fields of a reply that has several forms: the fields of all forms. A field has a type only if all forms
 * agree on it.
 */
export function inAnyForm(schema: Plain): Plain {
  const { forms = [] } = schema;
  if (forms.length === 0 || !forms.every(({ properties }) => properties !== undefined)) return schema;
  const named = Map.groupBy(
    forms.flatMap(({ properties = {} }) => Object.entries(properties)),
    ([name]) => name,
  );
  const properties = [...named].map(([name, all]) => {
    const [first = { bounds: {} }, ...others] = all.map(([, each]) => each);
    return [name, { bounds: {}, unclear: "one of several forms", ...alike(first, others) }] as const;
  });
  return { ...schema, type: "object", properties: Object.fromEntries(properties) };
}

function single(at: JsonObject, inner: Inner): Plain {
  const named = isArray(at.type) ? at.type : [at.type];
  const known = types.filter((type) => named.includes(type));
  const type = known.length === 1 ? known[0] : known.length === 0 ? implied(at) : undefined;
  const additional = isObject(at.additionalProperties) ? inner(at.additionalProperties) : undefined;
  // Names of built-in object properties are skipped.
  const properties = Object.entries(objectIn(at, "properties")).filter(
    ([name]) => !(name in Object.prototype),
  );
  const { bounds, lost } = schemaBounds(at, type);
  return {
    ...(type && { type }),
    bounds,
    ...(lost.length > 0 && { lost }),
    ...(typeof at.format === "string" && { format: at.format }),
    ...((at.nullable === true || named.includes("null")) && { nullable: true }),
    ...(at.readOnly === true && { access: "readOnly" }),
    ...(at.writeOnly === true && { access: "writeOnly" }),
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(([name, each]) => [name, inner(each)])),
    }),
    ...(isArray(at.required) && { required: at.required.filter((each) => typeof each === "string") }),
    ...(at.items !== undefined && { items: inner(at.items) }),
    ...(additional && { additional }),
    ...(known.length > 1 && { unclear: "one of several types" }),
  };
}

/** Returns the type that follows from the other keywords of a schema without a type. Undefined: no type follows. */
function implied(at: JsonObject): PlainType | undefined {
  if (at.properties !== undefined) return "object";
  return at.items === undefined ? undefined : "array";
}

function merged(parts: readonly Plain[]): Plain {
  const required = [...new Set(parts.flatMap((each) => each.required ?? []))];
  const whole = parts.filter((each) => each.unclear !== "without a schema");
  const lost = [...new Set(parts.flatMap((each) => each.lost ?? []))];
  return {
    ...Object.assign({}, ...whole),
    bounds: Object.assign({}, ...parts.map((each) => each.bounds)),
    ...(parts.some((each) => each.properties) && {
      properties: Object.assign({}, ...parts.map((each) => each.properties)),
    }),
    ...(required.length > 0 && { required }),
    ...(lost.length > 0 && { lost }),
  };
}

function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
}

interface SchemaBounds {
  /** The constraints as keys of a field. */
  readonly bounds: JsonObject;
  /** The keywords that a field cannot express. */
  readonly lost: readonly string[];
}

const same = [
  ...["enum", "minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems", "default"],
];

/** JSON Schema keywords for constraints and contents that a field cannot express. */
const unsaid = [
  ...["patternProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired"],
  ...["dependentSchemas", "prefixItems", "contains", "minContains", "maxContains", "not", "if"],
];

/**
 * Returns the constraints of a schema.
 *
 * | the schema says                                     | the field says              |
 * |-----------------------------------------------------|-----------------------------|
 * | `exclusiveMinimum: 3`, for an integer               | `minimum: 4`                |
 * | `minimum: 3, exclusiveMinimum: true` for an integer | `minimum: 4`                |
 * | `const: a`                                          | `enum: [a]`                 |
 * | an exclusive limit for a type other than integer    | nothing, and it is reported |
 * | a keyword that fields lack                          | nothing, and it is reported |
 */
function schemaBounds(schema: JsonObject, type: string | undefined): SchemaBounds {
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

/** Returns one end of a range. An exclusive end is a number in OpenAPI 3.1, and a flag beside the limit in 3.0. */
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

/** Returns a constraint as an entry. Nulls in an enum are left out, because `nullable` says whether null is allowed. */
function bound(name: string, value: Json | undefined): readonly (readonly [string, Json])[] {
  if (value === undefined) return [];
  if (name !== "enum" || !isArray(value)) return [[name, value]];
  const values = [...new Set(value.filter((each) => each !== null))];
  return values.length > 0 ? [[name, values]] : [];
}
