/** Tables: the entries of a section as rows of one template, where that is shorter and still plain to read. Pure. */

import { isObject, type JsonObject } from "../../model/json.ts";
import { rowName } from "./column-names.ts";
import { fitsCell } from "./columns.ts";
import type { FactoredEntry } from "./entries.ts";
import type { PathId } from "./leaves.ts";
import { type RowTemplate, rowTemplateOf } from "./row-template.ts";

/** A template with its rows, and what some of their entries have besides. */
export interface Table {
  readonly section: string;
  readonly template: RowTemplate;
  readonly rows: readonly FactoredEntry[];
  /** What is written over what a row makes, by the entry's key. */
  readonly overrides: Readonly<Record<string, JsonObject>>;
}

/** Fewer rows are read faster one by one; more columns are not a table that people edit. */
const bounds = { rows: 5, rowsMax: 100_000, columns: 12 };

/** The table of a section's entries, and those that are not in it; undefined where there is none worth it. */
export function tableOf(
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

/** Those whose keys go into cells, and their values too where those of most others do. */
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

/** More is written over what its row makes than the row saves. */
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

/** About how many lines a table takes: with its template, and what lies over it. */
function linesOf({ template, rows, overrides }: Table): number {
  const groups = template.groups.reduce((sum, { layer }) => sum + 2 + sizeOf(layer), 0);
  const over = Object.values(overrides).reduce((sum, own) => sum + 1 + sizeOf(own), 0);
  return rows.length + 4 + sizeOf(template.value) + groups + over;
}
