/**
 * Reads another client's facts about a product for a test server. It shares no code with the derivation of catalogs.
 */

import { fileURLToPath } from "node:url";
import { type FactName, factsIn } from "../../../scripts/catalog/facts-folder.ts";
import { isArray, isObject, type Json, type JsonObject, parseJson } from "../../../src/model/json.ts";

/** Returns the facts in a folder of the project, for example `catalogs/fmc`. */
export function factsOf(folder: string, name: FactName): JsonObject {
  const facts = factsIn(fileURLToPath(new URL(`../../../${folder}`, import.meta.url)), name);
  if (!isObject(facts)) throw new Error(`${folder} has no facts: ${name}`);
  return facts;
}

/** A resource: its settings as the facts have them, and its fields. */
export interface Resource {
  readonly name: string;
  readonly words: JsonObject;
  readonly fields: readonly JsonObject[];
}

/** Returns the resources of a folder's product that have a path. These values replace words in braces. */
export function resourcesOf(
  folder: string,
  words: Readonly<Record<string, string>> = {},
): readonly Resource[] {
  const text = JSON.stringify(factsOf(folder, "client"));
  const facts = parseJson(text.replaceAll(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole));
  if (!isObject(facts) || !isObject(facts.resources)) throw new Error("the facts have no resources");
  return Object.entries(facts.resources).flatMap(([name, words]) =>
    isObject(words) && typeof words.path === "string" ? [{ name, words, fields: objects(words.fields) }] : [],
  );
}

/** Returns the elements of a list that are objects. */
export function objects(list: Json | undefined): readonly JsonObject[] {
  return isArray(list) ? list.filter(isObject) : [];
}

/** Returns the text of a setting, or its default. */
export function textOf(words: JsonObject, name: string, otherwise = ""): string {
  const found = words[name];
  return typeof found === "string" ? found : otherwise;
}

/**
 * Returns a path in a body as a list of names, the outermost first. The facts write it as a dotted text or as a list.
 */
export function placeOf(written: Json | undefined): readonly string[] {
  const parts = isArray(written) ? written.map(String) : typeof written === "string" ? [written] : [];
  return parts.flatMap((part) => part.split(".")).filter((part) => part !== "" && part !== "_");
}

/** Returns the value at a path, or undefined if there is none. Numbers in the path are positions in lists. */
export function valueAt(body: Json | undefined, place: readonly string[]): Json | undefined {
  return place.reduce<Json | undefined>((at, part) => {
    if (at === undefined) return undefined;
    if (isArray(at)) return at[Number(part)];
    return isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  }, body);
}

/** Returns the object with a value set at a path. */
export function withValueAt(object: JsonObject, place: readonly string[], value: Json): JsonObject {
  const [first = "", ...rest] = place;
  if (rest.length === 0) return { ...object, [first]: value };
  const inner = object[first];
  return {
    ...object,
    [first]: withValueAt(inner !== undefined && isObject(inner) ? inner : {}, rest, value),
  };
}
