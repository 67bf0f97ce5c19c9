/** A vendor's description reduced to what derivation reads: paths, names, types and constraints, without prose. */

import {
  jsonType,
  methods,
  namesIn,
  objectIn,
  resolved,
  standingAt,
} from "../../src/catalog/derive/document.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../src/model/json.ts";

/** The parts of a description that can be references. */
type Part = "pathItem" | "parameter" | "body" | "response" | "schema" | "scheme";

/** Reduces a nested part. References stay, and the parts that they name keep their places. */
type Inner = (part: Part, value: Json | undefined) => Json | undefined;

/** Reduces an OpenAPI document 3.0 or 3.1. The result is such a document with the same references. Idempotent. */
export function reducedDescription(root: JsonObject): JsonObject {
  const waiting = new Map<string, Part>();
  const inner: Inner = (part, value) => {
    if (!isObject(value)) return typeof value === "boolean" ? value : undefined;
    if (typeof value.$ref !== "string") return reduce[part](value, inner, root);
    if (!waiting.has(value.$ref)) waiting.set(value.$ref, part);
    return { $ref: value.$ref };
  };
  const { openapi = "", security, servers } = root;
  const { title = "?", version = "?" } = objectIn(root, "info");
  const [server] = isArray(servers) ? servers : [];
  const kept: JsonObject = {
    openapi,
    info: { title, version },
    ...(isObject(server) && typeof server.url === "string" && { servers: [{ url: server.url }] }),
    ...(isArray(security) && { security }),
    paths: members(objectIn(root, "paths"), "pathItem", inner),
  };
  const schemes = members(objectIn(objectIn(root, "components"), "securitySchemes"), "scheme", inner);
  const components = Object.keys(schemes).length > 0 ? { components: { securitySchemes: schemes } } : {};
  const led = new Map<string, Json>();
  // A target may contain references itself, which are added to this map while it is walked.
  for (const [reference, part] of waiting) {
    const target = standingAt(root, namesIn(reference) ?? []);
    const reduced = namesIn(reference) && inner(part, target);
    if (reduced !== undefined) led.set(reference, reduced);
  }
  return withTargets({ ...kept, ...components }, led);
}

/**
 * Inserts each target at its place, unless it is there already. Targets nearer to the root come first, since they may
 * contain other targets.
 */
function withTargets(document: JsonObject, led: ReadonlyMap<string, Json>): JsonObject {
  const places = [...led].map(([reference, value]) => ({ names: namesIn(reference) ?? [], value }));
  const ordered = places.toSorted((a, b) => a.names.length - b.names.length || compared(a.names, b.names));
  return ordered.reduce(
    (at, { names, value }) => (standingAt(at, names) === undefined ? placed(at, names, value) : at),
    document,
  );
}

function compared(a: readonly string[], b: readonly string[]): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

function placed(object: JsonObject, names: readonly string[], value: Json): JsonObject {
  const [first = "", ...rest] = names;
  return { ...object, [first]: rest.length === 0 ? value : placed(objectIn(object, first), rest, value) };
}

/** Words of a schema that are kept unchanged. */
const words = [
  ...["type", "format", "enum", "const", "default", "nullable", "readOnly", "writeOnly", "required"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern"],
  ...["minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minContains", "maxContains"],
  ...["minProperties", "maxProperties", "dependentRequired"],
];
const named = ["properties", "patternProperties", "dependentSchemas"];
const listed = ["allOf", "oneOf", "anyOf", "prefixItems"];
const single = ["items", "additionalProperties", "propertyNames", "contains", "not", "if"];

const reduce: Readonly<Record<Part, (value: JsonObject, inner: Inner, root: JsonObject) => JsonObject>> = {
  pathItem: (value, inner, root) => {
    const known = methods.filter((method) => isObject(value[method]));
    return {
      ...parametersOf(value, inner, root),
      ...Object.fromEntries(known.map((method) => [method, operation(objectIn(value, method), inner, root)])),
    };
  },
  parameter: (value, inner) => ({
    ...picked(value, ["name", "in", "required"]),
    ...part("schema", inner("schema", value.schema)),
  }),
  body: (value, inner) => ({ ...contentOf(value, inner), ...picked(value, ["required"]) }),
  // OpenAPI requires this member, which may be empty.
  response: (value, inner) => ({ description: "", ...contentOf(value, inner) }),
  schema: (value, inner) => ({
    ...picked(value, words),
    ...Object.fromEntries(
      named.flatMap((name) =>
        isObject(value[name]) ? [[name, members(value[name], "schema", inner)] as const] : [],
      ),
    ),
    ...Object.fromEntries(
      listed.flatMap((name) => {
        const all = value[name];
        return isArray(all) ? [[name, all.map((each) => inner("schema", each) ?? {})] as const] : [];
      }),
    ),
    ...Object.assign({}, ...single.map((name) => part(name, inner("schema", value[name])))),
  }),
  scheme: (value) => {
    const { tokenUrl } = objectIn(objectIn(value, "flows"), "clientCredentials");
    const flows = { clientCredentials: { tokenUrl: tokenUrl ?? "", scopes: {} } };
    return { ...picked(value, ["type", "in", "name", "scheme"]), ...(tokenUrl !== undefined && { flows }) };
  },
};

function operation(value: JsonObject, inner: Inner, root: JsonObject): JsonObject {
  const replies = Object.entries(objectIn(value, "responses")).filter(([status]) => status.startsWith("2"));
  return {
    ...parametersOf(value, inner, root),
    ...part("requestBody", inner("body", value.requestBody)),
    responses: members(Object.fromEntries(replies), "response", inner),
  };
}

/** Parameters of the path and the query. */
function parametersOf({ parameters }: JsonObject, inner: Inner, root: JsonObject): JsonObject {
  const own = (isArray(parameters) ? parameters : []).filter((each) => {
    const parameter = resolved(root, each);
    return isObject(parameter) && (parameter.in === "query" || parameter.in === "path");
  });
  return own.length === 0 ? {} : { parameters: own.map((each) => inner("parameter", each) ?? {}) };
}

function contentOf(value: JsonObject, inner: Inner): JsonObject {
  const content = objectIn(value, "content");
  const type = jsonType(content);
  if (type === undefined) return {};
  return { content: { [type]: part("schema", inner("schema", objectIn(content, type).schema)) } };
}

function members(object: JsonObject, sort: Part, inner: Inner): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, each]) => {
      const reduced = inner(sort, each);
      return reduced === undefined ? [] : [[name, reduced] as const];
    }),
  );
}

function picked(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]] as const])),
  );
}

function part(name: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
