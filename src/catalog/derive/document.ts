/** Reads an OpenAPI 3.0 or 3.1 description: paths, operations, and schemas of bodies. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";

/** The methods used for configuration. */
export const methods = ["get", "post", "put", "patch", "delete"] as const;

/** A method that is used for configuration. */
export type Method = (typeof methods)[number];

/**
 * An operation, with the JSON Schemas of its request and of its first successful reply, if the description contains
 * them.
 */
interface Operation {
  readonly request?: JsonObject | undefined;
  readonly reply?: JsonObject | undefined;
  /** The names of the operation's query parameters. */
  readonly query: readonly string[];
  /** The maximums of query parameters, as far as the description states them. */
  readonly most: Readonly<Record<string, number>>;
}

/** The operations of a path. */
export type PathItem = Readonly<Partial<Record<Method, Operation>>>;

/** A description, with references unresolved. */
export interface Description {
  readonly version: string;
  /** The operations of each path. A path has no trailing slash here. */
  readonly paths: ReadonlyMap<string, PathItem>;
  /** Paths with a trailing slash, which some products require. */
  readonly slashed: ReadonlySet<string>;
  readonly root: JsonObject;
}

/** Parses a description. Throws if it is not OpenAPI 3.0 or 3.1. */
export function readDescription(root: Json): Description {
  if (!isObject(root) || !/^3\.[01]\./.test(String(root.openapi)))
    throw new Error("not an OpenAPI description of version 3.0 or 3.1");
  const paths = objectIn(root, "paths");
  // A path that is described both with and without a trailing slash is used without the slash.
  const plainLast = Object.entries(paths).toSorted(([a], [b]) => Number(isSlashed(b)) - Number(isSlashed(a)));
  const items = new Map(plainLast.map(([path, item]) => [unslashed(path), pathItem(root, item)]));
  return {
    version: String(objectIn(root, "info").version ?? "?").replace(/(?<=\d\.\d+)\.0$/, ""),
    paths: items,
    slashed: new Set([...items.keys()].filter((path) => !Object.hasOwn(paths, path))),
    root,
  };
}

function isSlashed(path: string): boolean {
  return path.endsWith("/") && path !== "/";
}

function unslashed(path: string): string {
  return isSlashed(path) ? path.slice(0, -1) : path;
}

/**
 * Follows local references, including chains of references. Other values stay unchanged. The result of a reference to
 * another file is undefined.
 */
export function resolved(root: JsonObject, value: Json | undefined): Json | undefined {
  const seen = new Set<string>();
  let at = value;
  while (isObject(at) && typeof at.$ref === "string") {
    if (seen.has(at.$ref)) return undefined;
    seen.add(at.$ref);
    at = pointed(root, at.$ref);
  }
  return at;
}

/** Returns the object under a name, or an empty object if there is none. */
export function objectIn(value: Json | undefined, name: string): JsonObject {
  const at = isObject(value) ? value[name] : undefined;
  return isObject(at) ? at : {};
}

/** Returns the value at a path of names. Undefined: there is no value. */
export function standingAt(root: Json, names: readonly string[]): Json | undefined {
  return names.reduce<Json | undefined>((at, name) => {
    if (isObject(at)) return Object.hasOwn(at, name) ? at[name] : undefined;
    return isArray(at) ? at[Number(name)] : undefined;
  }, root);
}

/** Returns the names in a local reference. Undefined: the reference leads to another file. */
export function namesIn(reference: string): readonly string[] | undefined {
  if (!reference.startsWith("#/")) return undefined;
  const names = reference.slice(2).split("/");
  return names.map((name) => decoded(name).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function pointed(root: JsonObject, reference: string): Json | undefined {
  const names = namesIn(reference);
  return names && standingAt(root, names);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function pathItem(root: JsonObject, value: Json): PathItem {
  const item = resolved(root, value);
  const known = methods.filter((method) => isObject(item) && isObject(item[method]));
  const shared = isObject(item) ? item.parameters : undefined;
  return Object.fromEntries(known.map((method) => [method, operation(root, objectIn(item, method), shared)]));
}

function operation(root: JsonObject, value: JsonObject, shared: Json | undefined): Operation {
  const replies = objectIn(value, "responses");
  const success = Object.keys(replies)
    .filter((status) => /^2/.test(status))
    .sort();
  const query = [shared, value.parameters].flatMap((each) => queryParameters(root, each));
  return {
    query: query.map(({ name }) => String(name)),
    most: Object.fromEntries(
      query.flatMap(({ name, schema }) => maximumOf(String(name), resolved(root, schema))),
    ),
    request: bodySchema(root, resolved(root, value.requestBody)),
    reply: success.map((status) => bodySchema(root, resolved(root, replies[status]))).find(Boolean),
  };
}

function queryParameters(root: JsonObject, parameters: Json | undefined): readonly JsonObject[] {
  return (isArray(parameters) ? parameters : []).flatMap((each) => {
    const parameter = resolved(root, each);
    return isObject(parameter) && parameter.in === "query" ? [parameter] : [];
  });
}

function maximumOf(name: string, schema: Json | undefined): readonly (readonly [string, number])[] {
  const most = isObject(schema) ? schema.maximum : undefined;
  return typeof most === "number" && Number.isInteger(most) && most > 0 ? [[name, most]] : [];
}

function bodySchema(root: JsonObject, body: Json | undefined): JsonObject | undefined {
  const content = objectIn(body, "content");
  const type = jsonType(content);
  const schema = type === undefined ? undefined : resolved(root, objectIn(content, type).schema);
  return isObject(schema) ? schema : undefined;
}

/** Returns the first JSON media type of a body. Undefined: the body has none. */
export function jsonType(content: JsonObject): string | undefined {
  return Object.keys(content).find((name) => /^application\/(?:[\w.-]+\+)?json\b|^\*\/\*/.test(name));
}
