/** What a body says is wrong: its error tags and its texts, in all forms of the specification's Errors table. Pure. */

import { isArray, isObject, type Json } from "../model/json.ts";

/** The error tags of a body, each once: RESTCONF's `error-tag`s, a `code`, a text; `errors` for a list of texts. */
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

/** The error tags of an answer that is XML: RESTCONF errors in its other encoding (RFC 8040, section 7.1). */
export function xmlErrorTags(text: string): readonly string[] {
  if (!text.trimStart().startsWith("<")) return [];
  const found = text.matchAll(/<(?:[\w.-]{1,64}:)?error-tag>\s{0,64}([a-z-]{1,64})\s{0,64}</g);
  return [...new Set([...found].map(([, tag = ""]) => tag))];
}

/** The `error-app-tag`s of RESTCONF's errors (RFC 8040, 7.1), without the module that some name. */
export function errorAppTags(body: Json | undefined): readonly string[] {
  const tags = body === undefined ? [] : restconfErrors(body).map((each) => each["error-app-tag"]);
  return tags.filter((tag) => typeof tag === "string").map((tag) => tag.replace(/^.*:/, ""));
}

/** What RESTCONF's errors are about: their `error-path`s (RFC 8040, 7.1). */
export function errorPaths(body: Json | undefined): readonly string[] {
  const paths = body === undefined ? [] : restconfErrors(body).map((each) => each["error-path"]);
  return paths.filter((path) => typeof path === "string");
}

/** What a product's own fields of a body say is wrong. */
export type OwnTexts = (body: Json) => readonly Json[];

/** The texts by which a body says what is wrong, those of `first` before all others. */
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

/** RFC 8040, section 7.1: `error` is a list; devices are known that give one by itself, or leave the module out. */
function restconfErrors(body: Json): readonly Readonly<Record<string, Json>>[] {
  if (!isObject(body)) return [];
  const errors = body["ietf-restconf:errors"] ?? body.errors;
  const found = isObject(errors) ? errors.error : undefined;
  return (isArray(found) ? found : [found]).filter((each) => each !== undefined && isObject(each));
}
