/** Defaults of entries inside of others: what all VLANs have alike, of whatever network. Pure. */

import { isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import { allIn, type ImportEntry } from "../entry.ts";
import { sectionIn } from "../section-groups.ts";
import { shared } from "../shared-defaults.ts";

/**
 * The defaults with those of sections inside: what nearly all entries of such a section have alike stands once, and
 * no longer for each key.
 */
export function withInnerDefaults(tops: readonly ImportEntry[], defaults: JsonObject): JsonObject {
  const inner = tops
    .flatMap((top) => (top.kind ? [...allIn(top.inner)] : []))
    .filter(({ kind, single }) => kind && !single);
  const sections = Map.groupBy(inner, ({ section }) => section);
  const outermost = new Set(tops.map(({ section }) => section));
  const found = [...sections].flatMap(([section, entries]): [string, JsonObject][] => {
    const keys = new Set(entries.map(({ key }) => key));
    const value = keys.size > 1 ? shared(entries.map((entry) => entry.value)) : undefined;
    return value && !outermost.has(section) ? [[section, value]] : [];
  });
  if (found.length === 0) return defaults;
  const outer = Object.entries(defaults).map(([section, value]): [string, Json] => [
    section,
    isObject(value) ? withoutGiven(value, found) : value,
  ]);
  return { ...Object.fromEntries(outer), ...Object.fromEntries(found) };
}

/** What the defaults of inner sections give already is not said for their keys again. */
function withoutGiven(value: JsonObject, found: readonly (readonly [string, JsonObject])[]): JsonObject {
  let left = value;
  for (const [section, given] of found) {
    const own = sectionIn(left, section);
    if (!isObject(own)) continue;
    const entries = Object.entries(own).map(([key, entry]): [string, Json] => [
      key,
      isObject(entry) ? rest(entry, given) : entry,
    ]);
    left = replaced(left, section.split("."), Object.fromEntries(entries));
  }
  return left;
}

function replaced(value: JsonObject, [step = "", ...more]: readonly string[], by: JsonObject): JsonObject {
  const inner = value[step] ?? null;
  return { ...value, [step]: more.length > 0 && isObject(inner) ? replaced(inner, more, by) : by };
}

function rest(value: JsonObject, given: JsonObject): JsonObject {
  const left = Object.entries(value).flatMap(([name, own]): [string, Json][] => {
    const below = given[name];
    if (sameJson(own, below)) return [];
    return isObject(own) && isObject(below) ? [[name, rest(own, below)]] : [[name, own]];
  });
  return Object.fromEntries(left);
}
