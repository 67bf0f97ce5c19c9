/** Merges another client's facts about a product into a description, so that it can be served. */

import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";

/** Returns the paths of a description, for each resource of a client. */
export function pathsOfFacts(facts: JsonObject): JsonObject {
  if (!isObject(facts.resources)) throw new Error("the facts have no resources");
  const paths: Record<string, JsonObject> = {};
  for (const resource of Object.values(facts.resources)) {
    if (!isObject(resource)) continue;
    for (const [path, methods] of Object.entries(pathsOf(resource)))
      paths[path] = { ...paths[path], ...methods };
  }
  return paths;
}

const success = { "200": { description: "" } };

function pathsOf(resource: JsonObject): Readonly<Record<string, JsonObject>> {
  const { specPath, createdByPut, noRead, noRemove, noUpdate, readFromList } = resource;
  if (typeof specPath !== "string") return {};
  const fields = fieldsOf(resource.fields);
  const written = content(schemaOf(fields, "written"));
  const shown = schemaOf(fields, "shown");
  const read = { get: { responses: answered(shown) } };
  const update = { put: { requestBody: { content: written }, responses: success } };
  const parent = specPath.slice(0, specPath.lastIndexOf("/"));
  const isItem = specPath.endsWith("}") && createdByPut !== true;
  const item = {
    ...(noRead !== true && readFromList !== true && read),
    ...(noUpdate !== true && update),
    ...(noRemove !== true && isItem && { delete: { responses: { "204": { description: "" } } } }),
  };
  if (!isItem) return { [specPath]: item };
  const id = typeof resource.idName === "string" ? { [resource.idName]: { type: "string" } } : {};
  const listed = { type: "array", items: { ...shown, properties: { ...properties(shown), ...id } } };
  return {
    [specPath]: item,
    [parent]: {
      get: { responses: answered(listed) },
      post: {
        requestBody: { required: true, content: content(schemaOf(fields, "created")) },
        responses: { "201": { description: "", content: content(listed.items) } },
      },
    },
  };
}

function answered(schema: Json): JsonObject {
  return { "200": { description: "", content: content(schema) } };
}

function content(schema: Json): JsonObject {
  return { "application/json": { schema } };
}

function properties(schema: JsonObject): JsonObject {
  return isObject(schema.properties) ? schema.properties : {};
}

/** A field of a body: its path, and its constraints. */
interface Fact {
  readonly path: readonly string[];
  readonly isRequired: boolean;
  readonly isShown: boolean;
  readonly schema: JsonObject;
}

function fieldsOf(listed: Json | undefined): readonly Fact[] {
  return (isArray(listed) ? listed : []).flatMap((each): Fact[] => {
    if (!isObject(each) || typeof each.name !== "string") return [];
    if (each.inPath === true && !isArray(each.in)) return [];
    const within = (isArray(each.in) ? each.in : []).map(String);
    const isShown = each.writeOnly !== true;
    const isRequired = each.required === true;
    return [{ path: [...within, each.name], isRequired, isShown, schema: typeOf(each) }];
  });
}

const types: Readonly<Record<string, string>> = {
  String: "string",
  Bool: "boolean",
  Int64: "integer",
  Float64: "number",
};

function typeOf(field: JsonObject): JsonObject {
  const { type, elementType, enum: values } = field;
  if (type === "Map") return { type: "object", additionalProperties: {} };
  if (type === "List" || type === "Set") {
    const scalar = typeof elementType === "string" ? { type: types[elementType] ?? "string" } : undefined;
    return { type: "array", items: scalar ?? schemaOf(fieldsOf(field.fields), "created") };
  }
  const plain = { type: types[String(type)] ?? "string" };
  return isArray(values) ? { ...plain, enum: values } : plain;
}

/**
 * Returns the body schema of these fields. With `created`, it has required fields. With `shown`, write-only fields are
 * left out.
 */
function schemaOf(fields: readonly Fact[], form: "created" | "written" | "shown"): JsonObject {
  const own = form === "shown" ? fields.filter(({ isShown }) => isShown) : fields;
  const heads = Map.groupBy(own, ({ path }) => path[0] ?? "");
  const members = [...heads].map(([name, inner]): [string, JsonObject] => {
    const [first] = inner;
    if (first && first.path.length === 1) return [name, first.schema];
    return [
      name,
      schemaOf(
        inner.map((fact) => ({ ...fact, path: fact.path.slice(1) })),
        form,
      ),
    ];
  });
  const required = [...heads].flatMap(([name, inner]) => (inner.some((one) => one.isRequired) ? [name] : []));
  return {
    type: "object",
    additionalProperties: form === "shown",
    properties: Object.fromEntries(members),
    ...(form === "created" && required.length > 0 && { required }),
  };
}
