/** Determines the rows that a pull adds, changes and removes in a file. Rows are compared by their key. Pure. */

import { type Json, sameJson } from "../model/json.ts";
import { rowKey, type TableRow } from "./table.ts";

/** A row that exists before and after, with different values. */
interface ChangedRow {
  readonly key: string;
  readonly columns: readonly { readonly name: string; readonly before: Json; readonly after: Json }[];
}

/** The rows that differ, in the order of the file. */
export interface RowChanges {
  readonly added: readonly string[];
  readonly changed: readonly ChangedRow[];
  readonly removed: readonly string[];
}

/** Compares the current rows of a file with its new rows. */
export function rowChanges(
  key: readonly string[],
  before: readonly TableRow[],
  after: readonly TableRow[],
): RowChanges {
  const had = new Map(before.map((row) => [rowKey(key, row), row]));
  const has = new Set(after.map((row) => rowKey(key, row)));
  const added: string[] = [];
  const changed: ChangedRow[] = [];
  for (const row of after) {
    const text = rowKey(key, row);
    const was = had.get(text);
    if (was === undefined) added.push(text);
    else if (!sameJson(was, row)) changed.push({ key: text, columns: columnChanges(was, row) });
  }
  return { added, changed, removed: [...had.keys()].filter((text) => !has.has(text)) };
}

function columnChanges(was: TableRow, row: TableRow): ChangedRow["columns"] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(row)])];
  return names
    .map((name) => ({ name, before: was[name] ?? null, after: row[name] ?? null }))
    .filter(({ before, after }) => !sameJson(before, after));
}
