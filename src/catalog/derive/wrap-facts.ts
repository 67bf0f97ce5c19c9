/** Lays bare facts (schemas straight under `requestBody` and under a status) into an OpenAPI document. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { methods, objectIn } from "./document.ts";

/** A valid OpenAPI 3.0 document of bare facts; a document that has `openapi` is itself. */
export function laidOut(facts: Json): Json {
  if (!isObject(facts) || facts.openapi !== undefined) return facts;
  const paths = Object.entries(objectIn(facts, "paths")).map(
    ([path, item]) => [path, laidItem(item)] as const,
  );
  return {
    openapi: "3.0.3",
    info: { title: "bare facts", version: "?", ...objectIn(facts, "info") },
    paths: Object.fromEntries(paths),
  };
}

function laidItem(item: Json): JsonObject {
  const known = methods.filter((method) => isObject(item) && isObject(item[method]));
  return Object.fromEntries(known.map((method) => [method, laidOperation(objectIn(item, method))]));
}

function laidOperation(value: JsonObject): JsonObject {
  const { requestBody, responses, ...others } = value;
  const replies = Object.entries(objectIn({ responses: responses ?? {} }, "responses"));
  return {
    ...others,
    ...(isObject(requestBody) && { requestBody: { content: json(requestBody) } }),
    responses: Object.fromEntries(
      replies.map(([status, schema]) => [
        status,
        { description: status, ...(isObject(schema) && { content: json(schema) }) },
      ]),
    ),
  };
}

function json(schema: JsonObject): JsonObject {
  return { "application/json": { schema } };
}
