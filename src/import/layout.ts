/** Lays entries out in files: one each, in a folder for what they are in, what they share in its defaults. Pure. */

import { keyText, valueText } from "../edit/yaml-text.ts";
import { laidOverDefaults } from "../load/desired/defaults.ts";
import type { Address } from "../model/address.ts";
import { byTextOf } from "../model/compare.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { SourceText } from "../model/source.ts";
import type { ImportEntry, ImportUnit } from "./entry.ts";
import { slug, UniqueNames } from "./key-names.ts";
import { defaultsOf, shared, whole, written } from "./shared-defaults.ts";

/** Where and how entries are laid out. Paths are relative to the project's folder, with forward slashes. */
export interface Layout {
  readonly target: string;
  readonly folder: string;
  /** The schema of desired state, from the project's folder; undefined: files name none. */
  readonly schema?: string;
  /** The files that are there already. */
  readonly there: readonly string[];
  /** What a new file in a folder takes over. */
  readonly inherited: (folder: string) => Inherited;
}

/** What holds in a folder. */
interface Inherited {
  readonly header: Readonly<Record<string, Json>>;
  readonly defaults: JsonObject;
}

/** A file, and the address of the entry that it is for; `defaults.yaml` is for all. */
export interface LaidOutFile extends SourceText {
  readonly of?: Address | undefined;
}

/** The files of all entries, in the order of their paths. */
export function layOut(units: readonly ImportUnit[], layout: Layout): readonly LaidOutFile[] {
  const groups = Map.groupBy(units, ({ header }) => JSON.stringify(header));
  const folders = new UniqueNames();
  const files = [...groups.values()].flatMap((group) => {
    const words = Object.values(group[0]?.header ?? {});
    const own = words.map(slug).filter((word) => word !== "");
    const inner = words.length === 0 ? [] : [folders.take(own.join("-"), "other")];
    return folderFiles(group, { ...layout, folder: [layout.folder, ...inner].join("/") });
  });
  return files.toSorted(byTextOf(({ path }) => path));
}

/**
 * Defaults are written into a folder of its own only: a `defaults.yaml` holds for all files beside it. In a folder
 * that is in use every entry says all that the defaults above it do not.
 */
function folderFiles(units: readonly ImportUnit[], layout: Layout): readonly LaidOutFile[] {
  const { folder, there, target } = layout;
  const inherited = layout.inherited(folder);
  const header = { target, ...units[0]?.header };
  const isNew = !there.some((path) => path.startsWith(`${folder}/`));
  const own = isNew && units.length > 1 ? { header, defaults: sharedDefaults(units) } : undefined;
  const merged = laidOverDefaults(inherited.defaults, own?.defaults ?? {});
  const defaults = isObject(merged) ? merged : {};
  const known: Readonly<Record<string, Json>> = own ? header : inherited.header;
  const open = Object.entries(header).filter(([name, value]) => known[name] !== value);
  const names = new UniqueNames();
  const files = together(units).map(({ section, entries: [first, ...others], of }): LaidOutFile => {
    const own = of === undefined ? section : slug(first.key);
    const name = names.take(own, `${section}-${own}`);
    const values = [first, ...others].map((entry) => {
      return [entry.key, written(entry, defaultsOf(entry, undefined, defaults), defaults)] as const;
    });
    const sections = { [section]: Object.fromEntries(values) };
    const file = fileOf(layout, name, { header: Object.fromEntries(open), sections });
    return of === undefined ? file : { ...file, of };
  });
  if (!own) return files;
  const more =
    Object.keys(own.defaults).length > 0 ? { sections: own.defaults, under: "defaults" } : { sections: {} };
  return [fileOf(layout, "defaults", { header, ...more }), ...files];
}

/** The entries of one file, and the address that it is for, when it is for one alone. */
interface Together {
  readonly section: string;
  readonly entries: readonly [ImportEntry, ...ImportEntry[]];
  readonly of?: Address | undefined;
}

/** A file for each entry, and one for all of a kind that is gathered. */
function together(units: readonly ImportUnit[]): readonly Together[] {
  const entries = units.map(({ entry }) => entry);
  const groups = Map.groupBy(entries, ({ kind, section, address }) => (kind?.gathered ? section : address));
  return [...groups.values()].flatMap(([first, ...others]): readonly Together[] => {
    if (!first) return [];
    const { section, address, kind } = first;
    return [{ section, entries: [first, ...others], of: kind?.gathered ? undefined : address }];
  });
}

/** What entries of one section share. What devices hold is each one's own, however alike it looks. */
function sharedDefaults(units: readonly ImportUnit[]): JsonObject {
  const sections = Map.groupBy(
    units.map(({ entry }) => entry).filter(({ kind }) => kind),
    ({ section }) => section,
  );
  const all = [...sections].flatMap(([section, entries]): [string, Json][] => {
    const value = shared(entries.map(whole));
    return value === undefined ? [] : [[section, value]];
  });
  return Object.fromEntries(all);
}

interface Content {
  readonly header: Readonly<Record<string, string>>;
  readonly sections: Readonly<Record<string, Json>>;
  /** The key that the sections stand under; undefined: at the top. */
  readonly under?: string;
}

function fileOf({ folder, schema }: Layout, name: string, content: Content): SourceText {
  const { header, sections, under } = content;
  const up = "../".repeat(folder.split("/").length);
  const lines = [
    ...(schema === undefined ? [] : [`# yaml-language-server: $schema=${up}${schema}`]),
    ...Object.entries(header).map(
      ([field, value]) => `${field}:${valueText(value, { flow: false, indent: 2 })}`,
    ),
    ...(under === undefined ? sectionLines(sections, 0) : [`${under}:`, ...sectionLines(sections, 2)]),
  ];
  return { path: `${folder}/${name}.yaml`, text: `${lines.join("\n")}\n` };
}

/** Sections and the entries, or the fields, right in them take lines of their own. */
function sectionLines(sections: Readonly<Record<string, Json>>, indent: number): readonly string[] {
  return Object.entries(sections).flatMap(([section, value]) => [
    `${" ".repeat(indent)}${section}:`,
    ...blockLines(value, indent + 2, indent > 0 ? 1 : 2),
  ]);
}

/** So many levels of maps in block style, what is in them as it fits. */
function blockLines(value: Json, indent: number, levels: number): readonly string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const head = `${" ".repeat(indent)}${keyText(key)}:`;
    if (levels > 1 && isObject(member) && Object.keys(member).length > 0)
      return [head, ...blockLines(member, indent + 2, levels - 1)];
    return [`${head}${valueText(member, { flow: false, indent: indent + 2 })}`];
  });
}
