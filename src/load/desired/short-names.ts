/** Replaces full section names by their short forms: the inverse of `inFull`. Pure. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Section, SectionTree } from "./section.ts";
import type { InterfaceSections } from "./sections.ts";

/** Returns defaults in which sections, including those inside entries, have their shortest names. */
export function defaultsInShort({ withDefaults }: InterfaceSections, defaults: JsonObject): JsonObject {
  const entries = Object.entries(defaults).map(([name, entry]) => {
    const section = withDefaults.get(name);
    return section ? [shortest(section).join("."), inShort(section.inner, entry)] : [name, entry];
  });
  return Object.fromEntries(entries);
}

function inShort({ all }: SectionTree, value: Json): Json {
  if (!isObject(value)) return value;
  return all.reduce<JsonObject>((whole, section) => {
    const [full = []] = section.spellings;
    const [found, rest] = takenOut(whole, full);
    return found === undefined ? whole : put(rest, shortest(section), entriesInShort(section, found));
  }, value);
}

function entriesInShort({ inner, single }: Section, value: Json): Json {
  if (single || !isObject(value)) return inShort(inner, value);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inShort(inner, entry)]));
}

function shortest({ spellings: [full = [], short = full] }: Section): readonly string[] {
  return short;
}

/** Removes the value at a path, and groups that become empty. Returns the value and the rest. */
function takenOut(
  whole: JsonObject,
  [first = "", ...rest]: readonly string[],
): readonly [Json | undefined, JsonObject] {
  const { [first]: inner, ...others } = whole;
  if (inner === undefined || rest.length === 0) return [inner, others];
  if (!isObject(inner)) return [undefined, whole];
  const [found, left] = takenOut(inner, rest);
  return [found, Object.keys(left).length === 0 ? others : { ...others, [first]: left }];
}

function put(whole: JsonObject, [first = "", ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...whole, [first]: value };
  const inner = whole[first] ?? null;
  return { ...whole, [first]: put(isObject(inner) ? inner : {}, rest, value) };
}
