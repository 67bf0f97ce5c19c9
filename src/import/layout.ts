/**
 * Arranges entries in files: one file each, in a folder per parent, with shared values in the folder's defaults. Pure.
 */

import { layeredOver } from "../load/composition/layering.ts";
import { type Address, slug } from "../model/address.ts";
import { byTextOf } from "../model/compare.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { SourceText } from "../model/source.ts";
import { allIn, type ImportEntry, type ImportUnit } from "./entry.ts";
import { fileOf } from "./file-text.ts";
import { UniqueNames } from "./names.ts";
import { defaultsOf, shared, whole, written } from "./shared-defaults.ts";

/** Where and how entries are arranged. Paths are relative to the project's folder, with forward slashes. */
export interface Layout {
  readonly target: string;
  readonly folder: string;
  /** The path of desired state's schema, relative to the project's folder; undefined: files name none. */
  readonly schema?: string;
  /** The existing files. */
  readonly there: readonly string[];
  /** The layers that a new file in a folder inherits. */
  readonly inherited: (folder: string) => Inherited;
}

/** The header and the defaults that files in a folder inherit. */
interface Inherited {
  readonly header: Readonly<Record<string, Json>>;
  readonly defaults: JsonObject;
}

/** A file, and its entries; for `defaults.yaml`, the entries of its folder. */
export interface LaidOutFile extends SourceText {
  readonly entries: readonly Address[];
}

/** The files of all entries, in path order. */
export function layOut(units: readonly ImportUnit[], layout: Layout): readonly LaidOutFile[] {
  const files = foldersOf(units, layout).flatMap(folderFiles);
  return files.toSorted(byTextOf(({ path }) => path));
}

/** The units of one folder, and its layout. */
export interface UnitFolder {
  readonly units: readonly ImportUnit[];
  readonly layout: Layout;
}

/** One folder per header, such as an organization. */
export function foldersOf(units: readonly ImportUnit[], layout: Layout): readonly UnitFolder[] {
  const groups = Map.groupBy(units, ({ header }) => JSON.stringify(header));
  const folders = new UniqueNames();
  return [...groups.values()].map((group) => {
    const words = Object.values(group[0]?.header ?? {});
    const slugs = words.map(slug).filter((word) => word !== "");
    const inner = words.length === 0 ? [] : [folders.take(slugs.join("-"), "other")];
    return { units: group, layout: { ...layout, folder: [layout.folder, ...inner].join("/") } };
  });
}

/** True: the folder is empty, so that a `defaults.yaml` in it only affects imported entries. */
export function isNewFolder({ folder, there }: Layout): boolean {
  return !there.some((path) => path.startsWith(`${folder}/`));
}

/**
 * Defaults are only written into a new folder, because a `defaults.yaml` applies to all files next to it. In an
 * existing folder, entries are complete, except for inherited defaults.
 */
export function folderFiles({ units, layout }: UnitFolder): readonly LaidOutFile[] {
  const { folder, target } = layout;
  const inherited = layout.inherited(folder);
  const header = { target, ...units[0]?.header };
  if (!isNewFolder(layout) || units.length < 2)
    return entryFiles(units, {
      layout,
      header: notIn(inherited.header, header),
      defaults: inherited.defaults,
    });
  const folderDefaults = sharedDefaults(units);
  const merged = layeredOver(inherited.defaults, folderDefaults);
  const defaults = isObject(merged) ? merged : {};
  const content =
    Object.keys(folderDefaults).length > 0
      ? { sections: folderDefaults, under: "defaults" }
      : { sections: {} };
  return [
    {
      ...fileOf(layout, "defaults", { header, ...content }),
      entries: units.map(({ entry: { address } }) => address),
    },
    ...entryFiles(units, { layout, header: {}, defaults }),
  ];
}

/** The header fields that the folder does not provide with the same value. */
function notIn(
  inherited: Inherited["header"],
  header: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(header).filter(([name, value]) => inherited[name] !== value));
}

/** The context of a folder's files: their header, and the applicable defaults. */
interface FileSetting {
  readonly layout: Layout;
  readonly header: Readonly<Record<string, string>>;
  readonly defaults: JsonObject;
}

function entryFiles(
  units: readonly ImportUnit[],
  { layout, header, defaults }: FileSetting,
): readonly LaidOutFile[] {
  const names = new UniqueNames();
  return together(units.map(({ entry }) => entry)).map(({ section, entries, isGathered }): LaidOutFile => {
    const [first] = entries;
    const name = fileName(names, { section, first, isGathered });
    const values = entries.map((entry) => {
      return [entry.key, written(entry, defaultsOf(entry, undefined, defaults), defaults)] as const;
    });
    const value = first.single ? written(first, undefined, {}) : Object.fromEntries(values);
    const file = fileOf(layout, name, { header, sections: { [section]: value } });
    return { ...file, entries: entries.map(({ address }) => address) };
  });
}

/** The name of a file, without its extension. */
export function fileName(
  names: UniqueNames,
  { section, first, isGathered }: Pick<Together, "section" | "isGathered"> & { readonly first: ImportEntry },
): string {
  const preferred = isGathered || first.single ? section : slug(first.key);
  return names.take(preferred, `${section}-${preferred}`);
}

/** The entries of one file. */
interface Together {
  readonly section: string;
  readonly entries: readonly [ImportEntry, ...ImportEntry[]];
  /** True: the file contains all entries of its section. */
  readonly isGathered: boolean;
}

/** One file per entry, and one for all entries of a gathered kind. */
export function together(entries: readonly ImportEntry[]): readonly Together[] {
  const groups = Map.groupBy(entries, ({ kind, section, address }) => (kind?.gathered ? section : address));
  return [...groups.values()].flatMap(([first, ...others]): readonly Together[] => {
    if (!first) return [];
    const { section, kind } = first;
    return [{ section, entries: [first, ...others], isGathered: kind?.gathered === true }];
  });
}

/**
 * The values that entries of one section share. The contents of devices never share values, however similar they are.
 * Defaults apply to every section with their name: if another kind has a nested section of the same name, nothing is
 * shared.
 */
export function sharedDefaults(units: readonly ImportUnit[]): JsonObject {
  const entries = units.map(({ entry }) => entry).filter(({ kind }) => kind);
  const inner = new Set([...allIn(entries.flatMap((entry) => entry.inner))].map(({ section }) => section));
  const sections = Map.groupBy(
    entries.filter(({ section }) => !inner.has(section)),
    ({ section }) => section,
  );
  const all = [...sections].flatMap(([section, entries]): [string, Json][] => {
    const value = shared(entries.map(whole));
    return value === undefined ? [] : [[section, value]];
  });
  return Object.fromEntries(all);
}
