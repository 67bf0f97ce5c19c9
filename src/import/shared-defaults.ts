/**
 * Factors defaults out of entries, and writes the rest of the entries. This is the inverse of how the loader merges
 * layers. Pure.
 */

import { layeredOver } from "../load/composition/layering.ts";
import { canonicalText, isObject, type Json, type JsonObject, sameJson } from "../model/json.ts";
import type { ImportEntry } from "./entry.ts";
import { inSections, sectionIn } from "./section-groups.ts";

/** A value is factored out if at least this many entries, and at least this share of all entries, have the value. */
const least = { entries: 3, part: 0.8 };

/** Returns an entry as one value, including its inner sections. */
export function whole(entry: ImportEntry): Json {
  if (!isObject(entry.value)) return entry.value;
  const sections = [...Map.groupBy(entry.inner, (each) => each.section)].map(
    ([section, inner]): [string, Json] => {
      const [first] = inner;
      return [
        section,
        first?.single ? whole(first) : Object.fromEntries(inner.map((each) => [each.key, whole(each)])),
      ];
    },
  );
  return inSections(entry.value, sections);
}

/** Returns the fields that all or nearly all of these values share; undefined if there are none. */
export function shared(values: readonly Json[]): JsonObject | undefined {
  const isEnough = (count: number) => count >= least.entries && count >= least.part * values.length;
  return sharedIn(values.filter(isObject), isEnough);
}

function sharedIn(
  objects: readonly JsonObject[],
  isEnough: (count: number) => boolean,
): JsonObject | undefined {
  if (!isEnough(objects.length)) return undefined;
  const byName = new Map<string, Json[]>();
  for (const each of objects)
    for (const [name, value] of Object.entries(each)) {
      const values = byName.get(name) ?? [];
      byName.set(name, values);
      values.push(value);
    }
  const same = [...byName].flatMap(([name, values]): [string, Json][] => {
    const value = isEnough(values.length) ? sharedValue(values, isEnough) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return same.length === 0 ? undefined : Object.fromEntries(same);
}

function sharedValue(values: readonly Json[], isEnough: (count: number) => boolean): Json | undefined {
  const inside = sharedIn(values.filter(isObject), isEnough);
  if (inside !== undefined) return inside;
  for (const [first, ...others] of Map.groupBy(values, canonicalText).values())
    if (first !== undefined && !isObject(first) && isEnough(others.length + 1)) return first;
  return undefined;
}

/**
 * Returns the part of an entry that must be written. If this part is merged over the defaults, the result is the entry.
 * `below`: the merged layers below the entry. `defaults`: all defaults that apply in its file, by section.
 */
export function written(entry: ImportEntry, below: Json | undefined, defaults: JsonObject): Json {
  const { value, inner, closed } = entry;
  if (!isObject(value)) return value;
  const base = isObject(below) ? below : {};
  const fields = Object.entries(value).flatMap(([name, own]): [string, Json][] => {
    const rest = remainder(base[name], own);
    return rest === undefined ? [] : [[name, rest]];
  });
  const sections = [...Map.groupBy(inner, ({ section }) => section)].flatMap(
    ([name, entries]): [string, Json][] => {
      const rest = sectionWritten(entries, sectionIn(base, name), defaults);
      return rest === undefined ? [] : [[name, rest]];
    },
  );
  const has = new Set([...Object.keys(value), ...inner.map(({ section }) => section)]);
  const gone = closed.filter((name) => sectionIn(base, name) !== undefined && !has.has(name));
  return inSections(Object.fromEntries(fields), [
    ...sections,
    ...gone.map((name): [string, Json] => [name, null]),
  ]);
}

function sectionWritten(
  entries: readonly ImportEntry[],
  below: Json | undefined,
  defaults: JsonObject,
): Json | undefined {
  const [only] = entries;
  if (only?.single) return sameJson(below, only.value) ? undefined : written(only, below, defaults);
  const base = isObject(below) ? below : {};
  const own = entries.flatMap((entry): [string, Json][] => {
    const given = base[entry.key];
    const under = defaultsOf(entry, given, defaults);
    const rest = written(entry, under, defaults);
    const isGiven = given !== undefined && isObject(rest) && Object.keys(rest).length === 0;
    return isGiven ? [] : [[entry.key, rest]];
  });
  const keys = new Set(entries.map(({ key }) => key));
  const gone = Object.keys(base).filter((key) => !keys.has(key));
  const all = [...own, ...gone.map((key): [string, Json] => [key, null])];
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

/**
 * Returns the merged layers below an entry: the defaults of its section, and over them the values from its parent.
 * Undefined: there are neither.
 */
export function defaultsOf(
  entry: ImportEntry,
  given: Json | undefined,
  defaults: JsonObject,
): Json | undefined {
  const ofSection = defaults[entry.section];
  return given === undefined ? ofSection : layeredOver(ofSection, given);
}

/** Returns what must be merged over `below` to yield this value; undefined if both are equal. */
function remainder(below: Json | undefined, value: Json): Json | undefined {
  if (sameJson(below, value)) return undefined;
  if (!isObject(below) || !isObject(value)) return value;
  const changed = Object.entries(value).flatMap(([name, own]): [string, Json][] => {
    const rest = remainder(below[name], own);
    return rest === undefined ? [] : [[name, rest]];
  });
  const gone = Object.keys(below).filter((name) => !Object.hasOwn(value, name));
  return Object.fromEntries([...changed, ...gone.map((name): [string, Json] => [name, null])]);
}
