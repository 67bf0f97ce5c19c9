/** Plain entries: turns resources and containers into maps as people would write them. Pure. */

import type { Resource, Scope } from "../../model/desired.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import { fieldsOf } from "../../yaml/schema-fields.ts";
import type { Section } from "../desired/section.ts";

/** An entry of a section, with its children. */
export interface PlainEntry {
  readonly section: Section;
  /** The entry's key; empty in a section with a single value. */
  readonly key: string;
  /** The scope of the entry's own resource, or of any resource inside the entry. */
  readonly scope: Scope;
  /** The entry's resource. Absent: it is a container. */
  resource?: Resource;
  readonly inner: Map<string, PlainEntry>;
}

/** The settings that an entry inherits from its parent. */
type Inherited = Pick<Resource, "site" | "protect" | "ownership" | "allowUnknown">;

const nothingInherited: Inherited = { site: undefined, protect: false, ownership: "declared" };

/** The sections of a document or an entry, each with its shortest name. */
export function plainSections(
  entries: ReadonlyMap<string, PlainEntry>,
  inherited: Inherited = nothingInherited,
): JsonObject {
  const sections: Record<string, Json> = {};
  for (const entry of entries.values()) {
    const { section, key } = entry;
    const { spellings } = section;
    const path = spellings[1] ?? spellings[0] ?? [];
    set(sections, section.single ? path : [...path, key], entryValue(entry, inherited));
  }
  return sections;
}

/**
 * Sets the value at a path, and creates missing maps. All maps were created by this rendering, so they may be changed
 * in place.
 */
function set(within: Record<string, Json>, [step = "", ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    within[step] = value;
    return;
  }
  const before = within[step] ?? null;
  const inner: Record<string, Json> = isObject(before) ? before : {};
  within[step] = inner;
  set(inner, rest, value);
}

function entryValue(entry: PlainEntry, around: Inherited): Json {
  const { section, resource, inner } = entry;
  const own = resource ? resource.value : holderFields(entry);
  if (section.raw || !isObject(own)) return own;
  const taken = resource ?? settledBy(inner.values());
  const fields = loaderFieldsOf(section, taken, around);
  const keys = resource ? {} : listKeysIn(inner.values());
  const isListed = section.taken.has("keys") && Object.keys(keys).length > 0;
  return { ...own, ...fields, ...(isListed && { keys }), ...plainSections(inner, taken) };
}

/** Returns the fields of a container, which are in the scope of the resources inside it. */
function holderFields({ section, scope }: PlainEntry): JsonObject {
  const names = (fieldsOf(section.schema) ?? []).filter((name) => !section.loaderFields.has(name));
  return Object.fromEntries(
    names.flatMap((name) => (scope[name] === undefined ? [] : [[name, scope[name]]])),
  );
}

/** Returns the settings that a container must have because the entries inside cannot set them. */
function settledBy(entries: Iterable<PlainEntry>): Inherited {
  let settled = nothingInherited;
  for (const { section, resource } of entries) {
    if (!resource) continue;
    const { site, protect, ownership } = resource;
    if (!section.taken.has("site")) settled = { ...settled, site };
    if (!section.taken.has("protect")) settled = { ...settled, protect };
    if (!section.taken.has("ownership")) settled = { ...settled, ownership };
  }
  return settled;
}

function loaderFieldsOf(section: Section, own: Inherited, around: Inherited): JsonObject {
  const fields: Record<string, Json> = {};
  for (const name of ["site", "protect", "ownership"] as const) {
    const value = own[name];
    if (section.taken.has(name) && value !== undefined && value !== around[name]) fields[name] = value;
  }
  const words = (own.allowUnknown ?? []).filter((word) => !around.allowUnknown?.includes(word));
  if (words.length > 0 && section.taken.has("allowUnknown")) fields.allowUnknown = words;
  return fields;
}

/** Returns the lists whose elements are identified by other leaves than the kind defines: the leaves, by data path. */
function listKeysIn(entries: Iterable<PlainEntry>): Record<string, Json> {
  const keys: Record<string, Json> = {};
  for (const { section, key, resource } of entries) {
    const own = "kind" in section.of ? (section.of.kind.lists ?? {}) : {};
    for (const [path, leaves] of Object.entries(resource?.lists ?? {}))
      if (!sameJson(own[path] ? [...own[path]] : undefined, [...leaves]))
        keys[key + path.replaceAll("/*", "")] = [...leaves];
  }
  return keys;
}
