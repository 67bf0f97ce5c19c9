/**
 * Templates: separates the values that a section's entries share, the values that differ by row, and the values that
 * only some entries have. Pure.
 */

import { canonicalText, type Json, type JsonObject } from "../../model/json.ts";
import { ColumnNames, camel } from "./column-names.ts";
import { type Column, columnsOf, fitsCell, type Vector } from "./columns.ts";
import { type FactoredEntry, leafAt, mapOf, mapsIn, type PathId, parentOf, stepsOf } from "./leaves.ts";

/** Values that only some rows have. A column selects these rows, and a group contains the values. */
interface RowGroup {
  readonly name: string;
  /** The group's condition: `network.guests == "yes"`. */
  readonly match: string;
  readonly layer: JsonObject;
}

/** A template and its table. */
export interface RowTemplate {
  readonly row: string;
  readonly value: JsonObject;
  readonly groups: readonly RowGroup[];
  readonly columns: readonly Column[];
  /** The template's result for each row, in the same order. */
  readonly made: readonly JsonObject[];
}

/**
 * The conditions for a field to become a column: the minimum share of rows that write it, and the minimum share of rows
 * that have a value.
 */
const least = { written: 0.15, having: 0.5 };
const groupsMax = 4;

/** The indexes of rows. Sets are compared as texts. */
type RowSet = readonly number[];

interface Part {
  readonly rows: RowSet;
  /** The values that all of these rows share, literally or by an expression. */
  readonly constants: Map<PathId, Json>;
  readonly vectors: Vector[];
}

/**
 * Returns the template of these entries. `row`: the name of the template's variable. `keyName`: the name of the column
 * that contains the keys.
 */
export function rowTemplateOf(
  entries: readonly FactoredEntry[],
  of: { readonly row: string; readonly keyName: string },
): RowTemplate {
  const names = new ColumnNames();
  const keys: Column = { name: names.take([of.keyName]), cells: entries.map(({ entry }) => entry.key) };
  const { base, some } = partsOf(entries);
  const flags = some.map((part) => ({ part, column: flagColumn(part, entries.length, names) }));
  const vectors = [base, ...some].flatMap((part) => part.vectors);
  const { columns, texts } = columnsOf(vectors, { row: of.row, names, keys });
  const layerOf = ({ constants, vectors: own }: Part): JsonObject =>
    mapOf([
      ...constants,
      ...own.flatMap(({ id }): [PathId, Json][] => {
        const text = texts.get(id);
        return text === undefined ? [] : [[id, text]];
      }),
    ]);
  const groups = flags.flatMap(({ part, column }): RowGroup[] => {
    const layer = layerOf(part);
    const match = `${of.row}.${column.name} == "yes"`;
    return Object.keys(layer).length === 0 ? [] : [{ name: kebab(column.name), match, layer }];
  });
  const inside = new Map(some.map((part) => [part, new Set(part.rows)]));
  const used = flags.filter(({ part }) => Object.keys(layerOf(part)).length > 0);
  return {
    row: of.row,
    value: layerOf(base),
    groups,
    columns: [keys, ...columns, ...used.map(({ column }) => column)],
    made: entries.map((entry, at) => {
      const parts = [...some.filter((part) => inside.get(part)?.has(at)), base];
      return mapOf(parts.flatMap((part) => madeOf(part, texts, entry)));
    }),
  };
}

/**
 * Returns the fields of a part that the template makes for an entry: the constants, and the entry's own values in the
 * columns.
 */
function madeOf(
  { constants, vectors }: Part,
  texts: ReadonlyMap<PathId, string>,
  { value }: FactoredEntry,
): readonly (readonly [PathId, Json])[] {
  const own = vectors.filter(({ id }) => texts.has(id));
  return [...constants, ...own.map(({ id }) => [id, leafAt(value, id) ?? null] as const)];
}

interface WrittenPath {
  readonly id: PathId;
  readonly rows: number[];
  /** The different values that entries write for the field, by their texts. */
  readonly values: Map<string, Json>;
}

/** Returns the fields that all rows have, and the fields that only some rows have, with these rows. */
function partsOf(entries: readonly FactoredEntry[]): { readonly base: Part; readonly some: readonly Part[] } {
  const enough = Math.max(2, least.written * entries.length);
  const paths = [...writtenPaths(entries)].filter(({ rows }) => rows.length >= enough);
  const base: Part = { rows: entries.map((_, at) => at), constants: new Map(), vectors: [] };
  const some = new Map<string, Part>();
  const partFor = (rows: RowSet): Part | undefined => {
    if (rows.length === entries.length) return base;
    const id = rows.join(" ");
    const known = some.get(id);
    if (known || some.size === groupsMax) return known;
    const made: Part = { rows, constants: new Map(), vectors: [] };
    some.set(id, made);
    return made;
  };
  const bundles = bundlesOf(paths, entries.length);
  const bundled = new Set(bundles.flat());
  for (const bundle of bundles) {
    const part = partFor(bundle[0]?.rows ?? []);
    for (const { id, values } of bundle) for (const value of values.values()) part?.constants.set(id, value);
  }
  const maps = rowsByMap(entries);
  for (const path of paths.filter((each) => !bundled.has(each))) {
    const { id, rows, values } = path;
    const parent = parentOf(id);
    const around = parent === "" ? base.rows : (maps.get(parent) ?? base.rows);
    const [constant] = values.values();
    const isConstant = values.size === 1 && constant !== undefined && rows.length === around.length;
    const vector = isConstant ? undefined : vectorOf(id, around, entries);
    if (!isConstant && !vector) continue;
    const part = partFor(around);
    if (vector) part?.vectors.push(vector);
    else if (constant !== undefined) part?.constants.set(id, constant);
  }
  return { base, some: [...some.values()] };
}

function writtenPaths(entries: readonly FactoredEntry[]): Iterable<WrittenPath> {
  const paths = new Map<PathId, WrittenPath>();
  entries.forEach(({ leaves }, at) => {
    for (const [id, value] of leaves) {
      const path = paths.get(id) ?? { id, rows: [], values: new Map<string, Json>() };
      paths.set(id, path);
      path.rows.push(at);
      path.values.set(canonicalText(value), value);
    }
  });
  return paths.values();
}

/** The rows that have a map at a path. */
function rowsByMap(entries: readonly FactoredEntry[]): ReadonlyMap<PathId, RowSet> {
  const maps = new Map<PathId, number[]>();
  entries.forEach(({ value }, at) => {
    for (const id of mapsIn(value)) {
      const rows = maps.get(id) ?? [];
      maps.set(id, rows);
      rows.push(at);
    }
  });
  return maps;
}

/**
 * Returns groups of fields that are set in exactly the same rows, but not in all rows. Each field has the same value in
 * all of these rows. A group of one field counts only if its value does not fit in a cell.
 */
function bundlesOf(paths: readonly WrittenPath[], all: number): readonly (readonly WrittenPath[])[] {
  const own = paths.filter(({ rows, values }) => values.size === 1 && rows.length < all);
  const isOne = (bundle: readonly WrittenPath[]) =>
    bundle.length > 1 || bundle.some(({ values }) => ![...values.values()].every(fitsCell));
  return [...Map.groupBy(own, ({ rows }) => rows.join(" ")).values()].filter(isOne);
}

/**
 * Returns the values of a field by row. Undefined if too few rows have a value, or if a value does not fit in a cell.
 */
function vectorOf(id: PathId, around: RowSet, entries: readonly FactoredEntry[]): Vector | undefined {
  const inside = new Set(around);
  const values = entries.map(({ value }, at) => (inside.has(at) ? leafAt(value, id) : undefined));
  const having = values.filter((value) => value !== undefined);
  if (having.length < least.having * around.length || !having.every(fitsCell)) return undefined;
  const isPartial = around.length < entries.length;
  if (isPartial && having.length < around.length) return undefined;
  return { id, values, isPartial };
}

/** Returns a column with `yes` in the rows of a part. The column's name is derived from the fields of the part. */
function flagColumn({ rows, constants, vectors }: Part, all: number, names: ColumnNames): Column {
  const ids = [...constants.keys(), ...vectors.map(({ id }) => id)];
  const [first = ""] = ids;
  const path = stepsOf(parentOf(first) || first);
  const state = [...constants].find(([, value]) => typeof value === "boolean")?.[1];
  const isTakenAway = [...constants.values()].some((value) => value === null);
  const ending = state === true ? "On" : state === false ? "Off" : isTakenAway ? "Without" : "";
  const inside = new Set(rows);
  return {
    name: names.take([camel([...path, ending])]),
    cells: Array.from({ length: all }, (_, at) => (inside.has(at) ? "yes" : "")),
  };
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
