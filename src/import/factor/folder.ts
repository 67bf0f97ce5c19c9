/** Factors one folder into defaults and groups, a template and a table per section, and the remaining entries. Pure. */

import { layeredOver } from "../../load/composition/layering.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import type { SourceText } from "../../model/source.ts";
import { allIn, type ImportEntry } from "../entry.ts";
import { fileOf } from "../file-text.ts";
import { fileName, sharedDefaults, together, type UnitFolder } from "../layout.ts";
import { UniqueNames } from "../names.ts";
import { sectionIn } from "../section-groups.ts";
import { defaultsOf, shared, written } from "../shared-defaults.ts";
import { rowName } from "./column-names.ts";
import { type Column, fitsCell } from "./columns.ts";
import { FactoredEntry, type PathId } from "./leaves.ts";
import { type PatternGroup, patternGroups } from "./pattern-groups.ts";
import { type RowTemplate, rowTemplateOf } from "./row-template.ts";

/** Returns the files of a new folder. `isApart`: returns true for an entry that is written separately. */
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

/** Returns a table, its template and its overrides: three files side by side, named as people and `adopt` name them. */
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

/** A header, and one line per row. */
function csvText(columns: readonly Column[]): string {
  const rows = columns[0]?.cells.map((_, at) => columns.map(({ cells }) => quoted(cells[at] ?? ""))) ?? [];
  return [columns.map(({ name }) => name), ...rows].map((row) => `${row.join(",")}\n`).join("");
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns the defaults, extended by the defaults of inner sections. A value that nearly all inner entries share is then
 * written once, and not again below each outer entry.
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

/**
 * Returns the shared value of a section, without the values that the defaults of its inner sections already provide.
 */
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

/** A template with its rows, and values that only single rows have. */
interface Table {
  readonly section: string;
  readonly template: RowTemplate;
  readonly rows: readonly FactoredEntry[];
  /** Overrides for the entries of single rows, by key. */
  readonly overrides: Readonly<Record<string, JsonObject>>;
}

/**
 * The minimum and maximum number of rows, and the maximum number of columns. Fewer rows are easier to read as single
 * entries, and people would not edit a wider table.
 */
const bounds = { rows: 5, rowsMax: 100_000, columns: 12 };

/** Returns the table for a section's entries, and the entries outside of it; undefined if no table is worthwhile. */
function tableOf(
  section: string,
  entries: readonly FactoredEntry[],
): { readonly table: Table; readonly rest: readonly FactoredEntry[] } | undefined {
  const first = tried(section, withCells(entries).slice(0, bounds.rowsMax));
  if (!first) return undefined;
  const unlike = new Set(first.rows.filter((row) => isUnlike(first, row)));
  const rows = first.rows.filter((row) => !unlike.has(row));
  const table = unlike.size === 0 ? first : tried(section, rows);
  if (!table || linesOf(table) >= table.rows.reduce((sum, { leaves }) => sum + leaves.size + 2, 0))
    return undefined;
  const inTable = new Set(table.rows);
  return { table, rest: entries.filter((each) => !inTable.has(each)) };
}

/**
 * Returns the entries that fit in a table. The key must fit in a cell. If most values of a column fit in cells, the
 * entry's value in this column must fit too.
 */
function withCells(entries: readonly FactoredEntry[]): readonly FactoredEntry[] {
  const keyed = entries.filter(({ entry }) => entry.key !== "" && fitsCell(entry.key));
  const fitting = new Map<PathId, number>();
  for (const { leaves } of keyed)
    for (const [id, value] of leaves) if (fitsCell(value)) fitting.set(id, (fitting.get(id) ?? 0) + 1);
  const isColumn = (id: PathId) => 2 * (fitting.get(id) ?? 0) > keyed.length;
  return keyed.filter(({ leaves }) =>
    [...leaves].every(([id, value]) => value === null || fitsCell(value) || !isColumn(id)),
  );
}

function tried(section: string, rows: readonly FactoredEntry[]): Table | undefined {
  if (rows.length < bounds.rows) return undefined;
  const template = rowTemplateOf(rows, { row: rowName(section), keyName: "key" });
  if (template.columns.length > bounds.columns) return undefined;
  const overrides = rows.flatMap((row, at): [string, JsonObject][] => {
    const own = row.over(template.made[at] ?? {});
    return Object.keys(own).length === 0 ? [] : [[row.entry.key, own]];
  });
  return { section, template, rows, overrides: Object.fromEntries(overrides) };
}

/** True if an entry's overrides take more lines than its row saves. */
function isUnlike({ overrides }: Table, { entry, leaves }: FactoredEntry): boolean {
  const own = overrides[entry.key];
  return own !== undefined && sizeOf(own) > Math.max(3, leaves.size / 2);
}

function sizeOf(value: JsonObject): number {
  return Object.values(value).reduce<number>(
    (sum, member) => sum + (isObject(member) && Object.keys(member).length > 0 ? sizeOf(member) : 1),
    0,
  );
}

/** Returns the approximate number of lines of a table, including its template and overrides. */
function linesOf({ template, rows, overrides }: Table): number {
  const groups = template.groups.reduce((sum, { layer }) => sum + 2 + sizeOf(layer), 0);
  const over = Object.values(overrides).reduce((sum, own) => sum + 1 + sizeOf(own), 0);
  return rows.length + 4 + sizeOf(template.value) + groups + over;
}
