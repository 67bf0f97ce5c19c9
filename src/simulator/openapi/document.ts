/** Reads an OpenAPI 3.0 or 3.1 description: its operations, its base path, and its credentials. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { at, resolved } from "./reference.ts";

/** A parameter of an operation. */
interface ApiParameter {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly schema: Json | undefined;
}

/** The supported methods. */
export type ApiMethod = (typeof apiMethods)[number];

const apiMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** One method of one path. */
export interface ApiOperation {
  readonly method: ApiMethod;
  /** The path in the description. It lacks the base path and a trailing slash. */
  readonly path: string;
  /** True if the description's path ends with a slash. In this case, only the path with the slash is served. */
  readonly slashed: boolean;
  readonly parameters: readonly ApiParameter[];
  readonly body?: { readonly schema: Json | undefined; readonly required: boolean } | undefined;
  /** The first success status in the description. */
  readonly status: number;
  /** The schema of the reply with this status. If undefined, the description has none. */
  readonly reply: Json | undefined;
  /** False if the description says that the operation needs no credential. */
  readonly secured: boolean;
}

/** Where a request carries a credential. */
export interface ApiCredential {
  readonly form: "bearer" | "basic" | "header" | "query";
  /** The name of the header in lower case, or the name of the query parameter. */
  readonly name: string;
}

/** A description that can be served. */
export interface ApiDocument {
  /** The whole description, into which references point. */
  readonly root: Json;
  readonly title: string;
  /** The base path: `/api/v1`, or an empty text. */
  readonly basePath: string;
  readonly operations: readonly ApiOperation[];
  /** The ways to send a credential. One of them is enough. If empty, no credential is needed. */
  readonly credentials: readonly ApiCredential[];
}

const maxOperations = 20_000;

/** Reads a description. If it cannot be served, returns the reason. */
export function readDocument(root: Json): ApiDocument | { readonly problem: string } {
  if (!isObject(root)) return { problem: "it is not an object" };
  const version = text(at(root, "openapi"));
  if (at(root, "swagger") !== undefined) return { problem: "it is OpenAPI 2.0 (Swagger): convert it to 3.0" };
  if (!/^3\.[01](?:\.|$)/.test(version)) return { problem: 'it has no member "openapi" with 3.0 or 3.1' };
  const paths = at(root, "paths");
  if (!isObject(paths)) return { problem: 'it has no "paths"' };
  const operations = Object.entries(paths).flatMap(([path, item]) => operationsAt(root, path, item));
  if (operations.length === 0) return { problem: 'no path below "paths" has a method' };
  if (operations.length > maxOperations) return { problem: `it has over ${maxOperations} operations` };
  const wrong = operations.find(({ path }) => !/^\/(?:[^{}]|\{[^{}/]+\})*$/.test(path));
  if (wrong) return { problem: `the path ${JSON.stringify(wrong.path)} cannot be read` };
  return {
    root,
    title: text(at(at(root, "info"), "title")),
    basePath: basePathOf(root),
    operations: [...operations].sort((a, b) => (sortText(a.path) < sortText(b.path) ? -1 : 1)),
    credentials: credentialsOf(root),
  };
}

/**
 * Returns the text by which a path is sorted. Fixed segments come before parameters, so `/rules/order` is found before
 * `/rules/{id}`.
 */
function sortText(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "\u{10ffff}");
}

function operationsAt(root: JsonObject, described: string, item: Json): readonly ApiOperation[] {
  const path = described.replace(/(?<=.)\/$/, "");
  const whole = resolved(root, item);
  return apiMethods.flatMap((method) => {
    const operation = whole[method.toLowerCase()];
    if (!isObject(operation)) return [];
    const { status, schema: reply } = replyOf(root, operation);
    const security = operation.security ?? root.security;
    return {
      method,
      path,
      slashed: path !== described,
      parameters: parametersOf(root, [whole.parameters, operation.parameters]),
      body: bodyOf(root, operation),
      status,
      reply,
      secured: !(isArray(security) && security.length === 0),
    };
  });
}

function parametersOf(root: Json, lists: readonly (Json | undefined)[]): readonly ApiParameter[] {
  const all = lists.flatMap((list) => (isArray(list) ? list : [])).map((each) => resolved(root, each));
  const read = all.map((each) => ({
    name: text(each.name),
    place: text(each.in),
    required: each.required === true,
    schema: each.schema ?? contentSchema(each.content),
  }));
  return [...new Map(read.map((each) => [`${each.place} ${each.name}`, each])).values()];
}

function bodyOf(root: Json, operation: JsonObject): ApiOperation["body"] {
  if (operation.requestBody === undefined) return undefined;
  const body = resolved(root, operation.requestBody);
  return { schema: contentSchema(body.content), required: body.required === true };
}

function replyOf(root: Json, { responses }: JsonObject): { status: number; schema: Json | undefined } {
  const all = isObject(responses) ? Object.entries(responses) : [];
  const found = all.find(([status]) => /^2/.test(status)) ?? all.find(([status]) => status === "default");
  if (found === undefined) return { status: 200, schema: undefined };
  const schema = contentSchema(resolved(root, found[1]).content);
  const status = /^\d{3}$/.test(found[0]) ? Number(found[0]) : 200;
  return { status, schema };
}

/**
 * Returns the schema of the JSON content. If there is no JSON, returns the schema of the first content. Returns
 * undefined if there is no schema.
 */
function contentSchema(content: Json | undefined): Json | undefined {
  if (!isObject(content)) return undefined;
  const forms = Object.entries(content);
  const [, form] = forms.find(([type]) => /[/+]json\b/.test(type)) ?? forms[0] ?? [];
  return at(form, "schema");
}

function basePathOf(root: JsonObject): string {
  const first = isArray(root.servers) ? root.servers[0] : undefined;
  const url = text(at(first, "url")).replaceAll(/\{([^}]*)\}/g, (_, name: string) =>
    text(at(at(at(first, "variables"), name), "default")),
  );
  const path = URL.parse(url, "http://localhost/")?.pathname ?? "";
  return path.replace(/\/+$/, "");
}

function credentialsOf(root: JsonObject): readonly ApiCredential[] {
  const schemes = at(at(root, "components"), "securitySchemes");
  const all = isObject(schemes) ? Object.values(schemes).map((each) => resolved(root, each)) : [];
  return all.map((scheme): ApiCredential => {
    const name = text(scheme.name);
    if (scheme.type === "apiKey" && scheme.in === "query") return { form: "query", name };
    if (scheme.type === "apiKey") return { form: "header", name: name.toLowerCase() };
    const basic = text(scheme.scheme).toLowerCase() === "basic";
    return { form: basic ? "basic" : "bearer", name: "authorization" };
  });
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
