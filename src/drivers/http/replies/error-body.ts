/** The error tags and texts in a body, in all forms of the specification's Errors table. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";

/**
 * Returns the error tags of a body, each once: the `error-tag`s of RESTCONF, the tag `errors` for a list of errors, or
 * the text or code in `error`.
 */
export function errorTags(body: Json | undefined): readonly string[] {
  if (!isObject(body)) return [];
  const restconf = restconfErrors(body).map((each) => each["error-tag"]);
  const tags = restconf.filter((tag) => typeof tag === "string");
  if (tags.length > 0) return [...new Set(tags)];
  if (isArray(body.errors) && body.errors.length > 0) return ["errors"];
  if (typeof body.error === "string") return [body.error];
  if (isObject(body.error) && typeof body.error.code === "string") return [body.error.code];
  return [];
}

/**
 * Returns the error tags of RESTCONF errors in XML, which is the other encoding of these errors (RFC 8040, section
 * 7.1).
 */
export function xmlErrorTags(text: string): readonly string[] {
  if (!text.trimStart().startsWith("<")) return [];
  const found = text.matchAll(/<(?:[\w.-]{1,64}:)?error-tag>\s{0,64}([a-z-]{1,64})\s{0,64}</g);
  return [...new Set([...found].map(([, tag = ""]) => tag))];
}

/** Returns the `error-app-tag`s of RESTCONF errors (RFC 8040, 7.1), without module prefixes. */
export function errorAppTags(body: Json | undefined): readonly string[] {
  const tags = body === undefined ? [] : restconfErrors(body).map((each) => each["error-app-tag"]);
  return tags.filter((tag) => typeof tag === "string").map((tag) => tag.replace(/^.*:/, ""));
}

/** Returns the `error-path`s of RESTCONF errors (RFC 8040, 7.1). */
export function errorPaths(body: Json | undefined): readonly string[] {
  const paths = body === undefined ? [] : restconfErrors(body).map((each) => each["error-path"]);
  return paths.filter((path) => typeof path === "string");
}

/** The error texts in a product's own fields. */
export type OwnTexts = (body: Json) => readonly Json[];

/** Returns the error texts of a body. Texts in the fields of `first` come before all other texts. */
export function errorTexts(body: Json | undefined, first: OwnTexts = () => []): readonly string[] {
  if (!isObject(body)) return [];
  const { error, errors, details, message, error_description: description, response } = body;
  const nested = isObject(error) ? [error.code, error.message] : [error];
  const list = isArray(errors) ? errors : [];
  const restconf = restconfErrors(body).flatMap((each) => [each["error-tag"], each["error-message"]]);
  const inside = isObject(response) ? [response.errorCode, response.message, response.detail] : [];
  const all = [...first(body), ...list, ...restconf, ...nested, ...inside, message, description, details];
  return [...new Set(all.filter((text) => typeof text === "string"))];
}

/** True for a YANG Patch status, which only devices that support YANG Patch return. */
export function isPatchStatus(body: Json | undefined): boolean {
  return patchStatus(body) !== undefined;
}

/** Returns the `edit-id`s that a YANG Patch reply reports as failed (RFC 8072, 2.3), each once. */
export function refusedEdits(body: Json | undefined): readonly string[] {
  const refused = editStatuses(patchStatus(body)).filter((edit) => errorsIn(edit).length > 0);
  return [...new Set(refused.map((edit) => edit["edit-id"]).filter((id) => typeof id === "string"))];
}

/**
 * Returns the errors of RFC 8040, section 7.1. A YANG Patch reply has errors for the whole patch and for each edit (RFC
 * 8072, 2.3).
 */
function restconfErrors(body: Json): readonly JsonObject[] {
  const status = patchStatus(body);
  return [...(isObject(body) ? [body] : []), ...(status ? [status] : []), ...editStatuses(status)].flatMap(
    errorsIn,
  );
}

function patchStatus(body: Json | undefined): JsonObject | undefined {
  const status = body !== undefined && isObject(body) ? body["ietf-yang-patch:yang-patch-status"] : undefined;
  return status !== undefined && isObject(status) ? status : undefined;
}

function editStatuses(status: JsonObject | undefined): readonly JsonObject[] {
  const edits = status?.["edit-status"];
  return objectsIn(edits !== undefined && isObject(edits) ? edits.edit : undefined);
}

/** `error` should be a list, but some devices return a single object, or omit the module prefix. */
function errorsIn(of: JsonObject): readonly JsonObject[] {
  const errors = of["ietf-restconf:errors"] ?? of.errors;
  return objectsIn(errors !== undefined && isObject(errors) ? errors.error : undefined);
}

function objectsIn(found: Json | undefined): readonly JsonObject[] {
  return (found !== undefined && isArray(found) ? found : [found]).filter(
    (each) => each !== undefined && isObject(each),
  );
}
