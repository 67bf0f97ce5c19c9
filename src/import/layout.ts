/**
 * Arranges entries in files: one file per entry, in one folder per parent. Shared values are in the defaults of the
 * folder. Pure.
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

/** How entries are arranged in files. Paths are relative to the project's folder, with forward slashes. */
export interface Layout {
  readonly target: string;
  readonly folder: string;
  /**
   * The path of the schema of desired state, relative to the project's folder. Undefined: files do not name a schema.
   */
  readonly schema?: string;
  /** The existing files. */
  readonly there: readonly string[];
  /** Returns the layers that a new file in a folder inherits. */
  readonly inherited: (folder: string) => Inherited;
}

/** The header and the defaults that files in a folder inherit. */
interface Inherited {
  readonly header: Readonly<Record<string, Json>>;
  readonly defaults: JsonObject;
}

/** A file, and the entries in it. For `defaults.yaml`, these are the entries of its folder. */
export interface LaidOutFile extends SourceText {
  readonly entries: readonly Address[];
}

/** Returns the files of all entries, in path order. */
export function layOut(units: readonly ImportUnit[], layout: Layout): readonly LaidOutFile[] {
  const files = foldersOf(units, layout).flatMap(folderFiles);
  return files.toSorted(byTextOf(({ path }) => path));
}

/** The units of one folder, and its layout. */
export interface UnitFolder {
  readonly units: readonly ImportUnit[];
  readonly layout: Layout;
}

/** Returns one folder per header. A header is for example an organization. */
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

/** True: the folder is empty, so a `defaults.yaml` in it only affects imported entries. */
export function isNewFolder({ folder, there }: Layout): boolean {
  return !there.some((path) => path.startsWith(`${folder}/`));
}

/**
 * Returns the files of a folder. Defaults are written only into a new folder, because a `defaults.yaml` applies to all
 * files next to it. In an existing folder, entries are complete, except for inherited defaults.
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

/** Returns the header fields that the folder does not provide with the same value. */
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

/** Groups entries into files: one file per entry, and one file for all entries of a gathered kind. */
export function together(entries: readonly ImportEntry[]): readonly Together[] {
  const groups = Map.groupBy(entries, ({ kind, section, address }) => (kind?.gathered ? section : address));
  return [...groups.values()].flatMap(([first, ...others]): readonly Together[] => {
    if (!first) return [];
    const { section, kind } = first;
    return [{ section, entries: [first, ...others], isGathered: kind?.gathered === true }];
  });
}

/**
 * Returns the values that entries of one section share. The contents of devices never share values, however similar
 * they are. Defaults apply to every section of the same name, so nothing is shared if another kind has a nested section
 * of this name.
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
