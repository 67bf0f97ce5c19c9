/** Lays entries out in files: one each, in a folder for their parents, what they share in its defaults. Pure. */

import { layeredOver } from "../load/composition/layering.ts";
import { type Address, slug } from "../model/address.ts";
import { byTextOf } from "../model/compare.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { SourceText } from "../model/source.ts";
import { allIn, type ImportEntry, type ImportUnit } from "./entry.ts";
import { fileOf } from "./file-text.ts";
import { UniqueNames } from "./names.ts";
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

/** A file, and the entries that it is for: those in it, or all of its folder for `defaults.yaml`. */
export interface LaidOutFile extends SourceText {
  readonly entries: readonly Address[];
}

/** The files of all entries, in the order of their paths. */
export function layOut(units: readonly ImportUnit[], layout: Layout): readonly LaidOutFile[] {
  const files = foldersOf(units, layout).flatMap(folderFiles);
  return files.toSorted(byTextOf(({ path }) => path));
}

/** The units of one folder, and the layout with that folder. */
export interface UnitFolder {
  readonly units: readonly ImportUnit[];
  readonly layout: Layout;
}

/** A folder for each header: for each organization. */
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

/** True: nothing is in the folder yet, and `defaults.yaml` in it is for what is imported alone. */
export function isNewFolder({ folder, there }: Layout): boolean {
  return !there.some((path) => path.startsWith(`${folder}/`));
}

/**
 * Defaults are written into a folder of its own only: a `defaults.yaml` holds for all files beside it. In a folder
 * that is in use every entry says all that the defaults above it do not.
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

/** The fields of a header that what holds in a folder does not give already. */
function notIn(
  inherited: Inherited["header"],
  header: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(header).filter(([name, value]) => inherited[name] !== value));
}

/** What the files of a folder are written with: their header, and the defaults that hold in them. */
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

/** The name of a file, without what it ends with. */
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
  /** True: the file is for all entries of its section. */
  readonly isGathered: boolean;
}

/** A file for each entry, and one for all of a kind that is gathered. */
export function together(entries: readonly ImportEntry[]): readonly Together[] {
  const groups = Map.groupBy(entries, ({ kind, section, address }) => (kind?.gathered ? section : address));
  return [...groups.values()].flatMap(([first, ...others]): readonly Together[] => {
    if (!first) return [];
    const { section, kind } = first;
    return [{ section, entries: [first, ...others], isGathered: kind?.gathered === true }];
  });
}

/**
 * What entries of one section share. What devices hold is each one's own, however alike it looks. Defaults hold for
 * every section of that name: where another kind has one of the same name further in, nothing is shared.
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
