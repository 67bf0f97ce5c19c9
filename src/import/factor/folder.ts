/** One folder, factored: its defaults and groups, a template and a table for each section, and what is left. Pure. */

import { layeredOver } from "../../load/composition/layering.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { SourceText } from "../../model/source.ts";
import type { ImportEntry } from "../entry.ts";
import { fileOf } from "../file-text.ts";
import { UniqueNames } from "../key-names.ts";
import { fileName, sharedDefaults, together, type UnitFolder } from "../layout.ts";
import { defaultsOf, written } from "../shared-defaults.ts";
import { csvText } from "./csv-text.ts";
import { FactoredEntry } from "./entries.ts";
import { withInnerDefaults } from "./inner-defaults.ts";
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
