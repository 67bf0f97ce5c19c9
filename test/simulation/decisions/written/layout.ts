/**
 * Writes the same documents in one of the layouts that docs/desired-state.md allows: in folders, with defaults, and
 * with either file suffix.
 */

import { isObject, type Json, type JsonObject, sameJson } from "../../../../src/model/json.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";

/** Sections inside entries. They have their own defaults, and are not in the defaults of the outer entry. */
const inner: ReadonlySet<string> = new Set(["ssids", "members", "interfaces"]);
const own: ReadonlySet<string> = new Set([...inner, "config", "keys", "host", "password"]);
const headers: ReadonlySet<string> = new Set(["target", "organization"]);

/** Writes documents to files, each target in a folder of its own. */
export function laidOut(documents: readonly JsonObject[], draw: Draw): Readonly<Record<string, string>> {
  const files = new Map<string, JsonObject>();
  const groups = Map.groupBy(documents, ({ target, organization }) => JSON.stringify([target, organization]));
  for (const [number, group] of [...groups.values()].entries()) {
    const folder = `desired-state/${pick(draw, ["", "sites/"])}${number}`;
    for (const [path, document] of groupLaidOut(group, folder, draw)) files.set(path, document);
  }
  const [first] = documents;
  // A defaults file that sets only the target.
  if (first && maybe(draw, 0.5))
    files.set(named(draw, "desired-state/defaults"), { target: first.target ?? null });
  return Object.fromEntries([...files].map(([path, document]) => [path, JSON.stringify(document)]));
}

function groupLaidOut(
  documents: readonly JsonObject[],
  folder: string,
  draw: Draw,
): ReadonlyMap<string, JsonObject> {
  const files = new Map<string, JsonObject>();
  const header = headerOf(documents[0] ?? {});
  const isHeaderAbove = maybe(draw, 0.5);
  const outer = defaultsFrom(documents, {}, draw);
  const deeper = defaultsFrom(documents, outer, draw);
  const above = isHeaderAbove ? header : {};
  files.set(named(draw, `${folder}/defaults`), { ...above, ...withDefaults(outer) });
  files.set(named(draw, `${folder}/deeper/defaults`), withDefaults(deeper));
  for (const [at, document] of documents.entries()) {
    const isDeeper = maybe(draw, 0.5);
    const from = isDeeper ? laid(outer, deeper) : outer;
    const last = defaultsFrom(documents, from, draw);
    const sections = Object.entries(document).filter(([name]) => !headers.has(name));
    const said = sections.map(([name, entries]) => [
      name,
      sectionOver(name, entries, laid(from, last), draw),
    ]);
    const path = named(draw, `${folder}/${isDeeper ? "deeper/" : ""}${at}`);
    files.set(path, { ...(isHeaderAbove ? {} : header), ...withDefaults(last), ...Object.fromEntries(said) });
  }
  return files;
}

function headerOf(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([name]) => headers.has(name)));
}

function withDefaults(defaults: JsonObject): JsonObject {
  return Object.keys(defaults).length === 0 ? {} : { defaults };
}

function named(draw: Draw, path: string): string {
  return `${path}.${pick(draw, ["yaml", "yml"])}`;
}

/** Draws the defaults of each section: some fields of an entry, and `null` for some fields of the layer below. */
function defaultsFrom(documents: readonly JsonObject[], below: JsonObject, draw: Draw): JsonObject {
  const all = documents.flatMap((document) =>
    Object.entries(document).flatMap(([name, entries]) =>
      isObject(entries) ? sectionsIn(name, entries) : [],
    ),
  );
  const some: readonly (readonly [string, JsonObject])[] = [...Map.groupBy(all, ({ name }) => name)].flatMap(
    ([name, entries]) => {
      if (maybe(draw, 0.4)) return [];
      const entry: JsonObject = entries[under(draw, entries.length)]?.entry ?? {};
      const fields = Object.entries(entry).filter(([field]) => !own.has(field) && maybe(draw, 0.5));
      const known = below[name];
      const gone = Object.keys(known !== undefined && isObject(known) ? known : {}).filter(() =>
        maybe(draw, 0.2),
      );
      return [
        [name, Object.fromEntries([...fields, ...gone.map((field) => [field, null] as const)])] as const,
      ];
    },
  );
  return Object.fromEntries(some);
}

interface OneEntry {
  readonly name: string;
  readonly entry: JsonObject;
}

function sectionsIn(name: string, entries: JsonObject): readonly OneEntry[] {
  if (headers.has(name)) return [];
  return Object.values(entries).flatMap((entry): readonly OneEntry[] => {
    if (!isObject(entry)) return [];
    const within = Object.entries(entry).flatMap(([field, inside]) =>
      inner.has(field) && isObject(inside) ? sectionsIn(field, inside) : [],
    );
    return [{ name, entry }, ...within];
  });
}

/** Returns what the entries of a section must still declare over these defaults. */
function sectionOver(name: string, entries: Json, defaults: JsonObject, draw: Draw): Json {
  if (!isObject(entries)) return entries;
  const below = defaults[name];
  const said = Object.entries(entries).map(([key, entry]): readonly [string, Json] => {
    const deep = isObject(entry)
      ? Object.fromEntries(
          Object.entries(entry).map(([field, inside]) =>
            inner.has(field) ? [field, sectionOver(field, inside, defaults, draw)] : [field, inside],
          ),
        )
      : entry;
    const one = below === undefined ? deep : over(below, deep, draw);
    return [key, isObject(one) && Object.keys(one).length === 0 ? null : one];
  });
  return Object.fromEntries(said);
}

/** Returns what must be declared over `below` to get `wanted`. */
function over(below: Json, wanted: Json | undefined, draw: Draw): Json {
  if (wanted === undefined) return null;
  if (!isObject(below) || !isObject(wanted)) return wanted;
  const said = new Map<string, Json>();
  for (const name of new Set([...Object.keys(below), ...Object.keys(wanted)])) {
    const [is, must] = [below[name], wanted[name]];
    if (is === undefined) said.set(name, must ?? null);
    else if (must === undefined || !sameJson(is, must) || maybe(draw, 0.2))
      said.set(name, over(is, must, draw));
  }
  return Object.fromEntries(said);
}

/**
 * Lays one layer over another: maps merge by key, `null` removes a value, and any other value replaces the lower one.
 */
function laid(below: JsonObject, above: JsonObject): JsonObject {
  const merged = new Map(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    const is = merged.get(name);
    if (value === null) merged.delete(name);
    else if (is !== undefined && isObject(is) && isObject(value)) merged.set(name, laid(is, value));
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}
