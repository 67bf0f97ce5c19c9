/** One folder, factored: its defaults and groups, a template and a table for each section, and what is left. Pure. */

import { layeredOver } from "../../load/composition/layering.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import type { SourceText } from "../../model/source.ts";
import { allIn, type ImportEntry } from "../entry.ts";
import { fileOf } from "../file-text.ts";
import { fileName, sharedDefaults, together, type UnitFolder } from "../layout.ts";
import { UniqueNames } from "../names.ts";
import { sectionIn } from "../section-groups.ts";
import { defaultsOf, shared, written } from "../shared-defaults.ts";
import type { Column } from "./columns.ts";
import { FactoredEntry } from "./entries.ts";
import { type PatternGroup, patternGroups } from "./pattern-groups.ts";
import { type Table, tableOf } from "./tables.ts";

/** The files of a folder that is new. `isApart`: entries that are written by themselves. */
export function factoredFolder(
  folder: UnitFolder,
  isApart: (entry: ImportEntry) => boolean,
): readonly SourceText[] {
  const { units, layout } = folder;
  const tops = units.map(({ entry }) => entry);
  const inherited = layout.inherited(layout.folder).defaults;
  const own = withInnerDefaults(tops, sharedDefaults(units));
  const merged = layeredOver(inherited, own);
  const defaults = isObject(merged) ? merged : {};
  const names = new UniqueNames();
  const groupNames = new UniqueNames();
  const groups: Record<string, Json> = {};
  const files: SourceText[] = [];
  const left: ImportEntry[] = [];
  const values = new Map<ImportEntry, Json>();
  for (const [section, all] of Map.groupBy(tops, (entry) => entry.section)) {
    const possible = all.filter((entry) => !entry.single && isObject(entry.value) && !isApart(entry));
    const entries = possible.map((entry) => new FactoredEntry(entry, defaults));
    const isKind = possible.every(({ kind }) => kind);
    for (const group of isKind ? patternGroups(entries) : [])
      groups[groupNames.take(group.name, `${section}-${group.name}`)] = groupValue(group, section);
    const found = tableOf(section, entries);
    if (found) files.push(...tableFiles(found.table, folder, names));
    const inTable = new Set(found?.table.rows.map(({ entry }) => entry));
    for (const { entry, rest } of entries) values.set(entry, rest);
    left.push(...all.filter((entry) => !inTable.has(entry)));
  }
  const header = { target: layout.target, ...units[0]?.header };
  const byThemselves = together(left).map(({ section, entries, isGathered }) => {
    const [first] = entries;
    const name = fileName(names, { section, first, isGathered });
    const restOf = (entry: ImportEntry) =>
      values.get(entry) ?? written(entry, defaultsOf(entry, undefined, defaults), defaults);
    const value = first.single
      ? written(first, undefined, {})
      : Object.fromEntries(entries.map((entry) => [entry.key, restOf(entry)]));
    return fileOf(layout, name, { header: {}, sections: { [section]: value } });
  });
  const folderFile = { header, sections: own, under: "defaults", groups };
  return [fileOf(layout, "defaults", folderFile), ...files, ...byThemselves];
}

function groupValue({ match, layer }: PatternGroup, section: string): JsonObject {
  return { match, [section]: layer };
}

/** A table, its template, and what lies over it: three files beside each other, as people and `adopt` name them. */
function tableFiles(
  { section, template, overrides }: Table,
  { layout }: UnitFolder,
  names: UniqueNames,
): readonly SourceText[] {
  const name = names.take(section.split(".").at(-1) ?? section, section);
  const { row, columns, groups, value } = template;
  const [keys] = columns;
  const all = groups.map((group) => [group.name, { match: group.match, [section]: group.layer }] as const);
  const made = fileOf(layout, name, {
    header: { each: { [row]: `${name}.csv` } },
    groups: Object.fromEntries(all),
    sections: { [section]: { [`\${${row}.${keys?.name}}`]: value } },
    isTemplate: true,
  });
  const table = { path: `${layout.folder}/${name}.csv`, text: csvText(columns) };
  if (Object.keys(overrides).length === 0) return [table, made];
  const over = fileOf(layout, `${name}.overrides`, { header: {}, sections: { [section]: overrides } });
  return [table, made, over];
}

/** A header, and a line for each row. */
function csvText(columns: readonly Column[]): string {
  const rows = columns[0]?.cells.map((_, at) => columns.map(({ cells }) => quoted(cells[at] ?? ""))) ?? [];
  return [columns.map(({ name }) => name), ...rows].map((row) => `${row.join(",")}\n`).join("");
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The defaults with those of sections inside: what nearly all entries of such a section have alike stands once, and
 * no longer for each key.
 */
function withInnerDefaults(tops: readonly ImportEntry[], defaults: JsonObject): JsonObject {
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
