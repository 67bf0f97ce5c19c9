/** Section entries that fields of other sections reference, as their mapping says (`refers`). Pure. */

import type { MappedFields } from "../../../../catalog/schema/mapping.ts";
import { byTextOf } from "../../../../model/compare.ts";
import type { Resource } from "../../../../model/desired.ts";
import { isArray, isObject, type Json } from "../../../../model/json.ts";
import { elementIdentity } from "../../../../model/list-identity.ts";
import { type Pointer, pointer } from "../../../../model/pointer.ts";
import { dataPath, type EntryKey, entryKeyIn, members } from "../kinds/data-path.ts";
import { deviceConfiguration } from "../kinds/device-configuration.ts";
import type { DeviceMapping } from "../mapping/mapping.ts";

/** A reference of a resource. */
export interface NamedEntry {
  /** The place of the reference in the file. It is "" if the reference is in the key of the resource itself. */
  readonly path: Pointer;
  /** The field that contains the reference, or the variable in the key. */
  readonly field: string;
  readonly value: string;
  /** The sections whose entries may satisfy the reference. */
  readonly sections: readonly string[];
  /** The texts of the entries that satisfy the reference: any of them is enough. */
  readonly texts: readonly string[];
}

/**
 * Returns the texts of the entries that a resource provides: the resource itself, its contents, and the entries on its
 * path.
 */
export function entryTexts(
  resource: Resource,
  mapping: DeviceMapping,
): { readonly holds: readonly string[]; readonly leadsThrough: readonly string[] } {
  const { kind, identity } = resource;
  const mapped = mapping.kinds.get(kind);
  if (mapped !== undefined) {
    const entry = mapped.file.single ? undefined : mapped.entryOf(keyOf(resource));
    return { holds: entry === undefined ? [] : textsOf(entry.identity), leadsThrough: [] };
  }
  if (kind !== deviceConfiguration.name) return { holds: [], leadsThrough: [] };
  const around = deviceConfiguration.prerequisites?.(resource) ?? [];
  const inside = entriesInside(members(dataPath(identity)), resource);
  return { holds: [...textsOf(identity), ...inside], leadsThrough: around.flatMap(textsOf) };
}

/** Returns the entries of keyed lists in the value of a configuration part, with these members on its path. */
function entriesInside(path: readonly string[], { value, lists }: Resource): readonly string[] {
  const walk = (here: readonly string[], data: Json, at: readonly string[]): readonly string[] => {
    if (isArray(data)) {
      const leaves = lists[pointer(at)] ?? [];
      return leaves.length === 0
        ? []
        : data.flatMap((entry) => {
            const key = leaves.map((leaf) => ({ leaf, value: elementIdentity(entry, [leaf]) ?? "" }));
            return [...textsAt(here, key), ...walk(here, entry, [...at, "*"])];
          });
    }
    if (!isObject(data)) return [];
    return Object.entries(data).flatMap(([member, inner]) =>
      walk([...here, ownName(here, member)], inner, [...at, member]),
    );
  };
  return walk(path, value, []);
}

/** Returns a member without its module name, if the parent has the same module. */
function ownName(above: readonly string[], member: string): string {
  const [module, name] = member.split(":");
  if (name === undefined) return member;
  const around = above.findLast((each) => each.includes(":"))?.split(":")[0];
  return around === module ? name : member;
}

/** Returns all references in a resource's fields and key. */
export function namedEntries(resource: Resource, mapping: DeviceMapping): readonly NamedEntry[] {
  const mapped = mapping.kinds.get(resource.kind);
  if (mapped === undefined) return [];
  const { words = {}, fields } = mapped.file;
  const inKey = Object.entries(mapped.wordsOf(keyOf(resource)) ?? {}).flatMap(([word, value]) => {
    const refers = words[word]?.refers;
    return refers === undefined ? [] : [{ path: "", field: word, value, refers }];
  });
  return [...inKey, ...namedIn(fields, resource.value, [])].map(({ refers, ...named }) => ({
    ...named,
    sections: refers.flatMap((each) => mapping.kinds.get(kindIn(each).kind)?.file.section ?? []),
    texts: refers.flatMap((each) => textsNamed(mapping, each, named.value)),
  }));
}

interface NamedValue extends Pick<NamedEntry, "path" | "field" | "value"> {
  readonly refers: readonly string[];
}

function namedIn(fields: MappedFields, value: Json, at: readonly string[]): readonly NamedValue[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]): readonly NamedValue[] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return [];
    const here = [...at, name];
    if (field.properties !== undefined) return namedIn(field.properties, member, here);
    const { items } = field;
    const elements = isArray(member) ? [...member.entries()] : [];
    if (items?.properties !== undefined) {
      const inside = items.properties;
      return elements.flatMap(([index, each]) => namedIn(inside, each, [...here, String(index)]));
    }
    const refers = field.refers ?? items?.refers;
    if (refers === undefined) return [];
    if (!isArray(member)) return valueAt(member, { path: pointer(here), field: name, refers });
    return elements.flatMap(([index, each]) =>
      valueAt(each, { path: pointer([...here, String(index)]), field: name, refers }),
    );
  });
}

function valueAt(value: Json, of: Omit<NamedValue, "value">): readonly NamedValue[] {
  return typeof value === "string" || typeof value === "number" ? [{ ...of, value: String(value) }] : [];
}

/** Parses `refers`: a kind, and a variable of the kind's key if only that part of the key is meant. */
function kindIn(refers: string): { readonly kind: string; readonly word?: string } {
  const [kind = "", word] = refers.split(".");
  return word === undefined ? { kind } : { kind, word };
}

function textsNamed(mapping: DeviceMapping, refers: string, value: string): readonly string[] {
  const { kind, word } = kindIn(refers);
  const mapped = mapping.kinds.get(kind);
  if (mapped === undefined) return [];
  if (word !== undefined)
    return mapped.leavesOf(word).map(({ path, leaf }) => entryText(members(path), [{ leaf, value }]));
  const entry = mapped.entryOf(value);
  return entry === undefined ? [] : textsOf(entry.identity).slice(0, 1);
}

function keyOf({ identity, scope }: Resource): string {
  return identity.slice(`${scope.host ?? ""} `.length);
}

/**
 * Returns the texts for an entry: its complete key first, then each key leaf separately. The result is empty if the
 * identity is not that of an entry.
 */
function textsOf(identity: string): readonly string[] {
  const key = entryKeyIn(identity);
  if (key === undefined) return [];
  return textsAt(members(dataPath(identity)), key);
}

function textsAt(list: readonly string[], key: EntryKey): readonly string[] {
  const parts = key.length === 1 ? [] : key.map((leaf) => [leaf]);
  return [key, ...parts].map((each) => entryText(list, each));
}

function entryText(list: readonly string[], key: EntryKey): string {
  const leaves = key.toSorted(byTextOf(({ leaf }) => leaf)).map(({ leaf, value }) => [leaf, value]);
  return `entry\0${JSON.stringify([list, leaves])}`;
}
