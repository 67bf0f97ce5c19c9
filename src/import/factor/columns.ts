/** Reduces the differences between rows to a few table columns, and to expressions that compute the values. Pure. */

import { isArray, type Json } from "../../model/json.ts";
import type { ColumnNames } from "./column-names.ts";
import { type PathId, stepsOf } from "./leaves.ts";

/** A field that differs between rows, with its value in each row; undefined in rows without the field. */
export interface Vector {
  readonly id: PathId;
  readonly values: readonly (Json | undefined)[];
  /** True: only some rows have the field. A group selects these rows. */
  readonly isPartial: boolean;
}

/** A table column. */
export interface Column {
  readonly name: string;
  readonly cells: readonly string[];
}

type CellType = "text" | "integer" | "number" | "boolean" | "words";

interface TypedVector extends Vector {
  readonly type: CellType;
  readonly cells: readonly string[];
  /**
   * True: some rows have no value. Their cells are empty, and the template's expression turns an empty cell into null.
   */
  readonly isOptional: boolean;
}

/** Returns the columns for these fields, and the template's text by path. Names in the text begin with `row.`. */
export function columnsOf(
  vectors: readonly Vector[],
  of: { readonly row: string; readonly names: ColumnNames; readonly keys: Column },
): { readonly columns: readonly Column[]; readonly texts: ReadonlyMap<PathId, string> } {
  const typed = vectors.flatMap((vector) => typedVector(vector) ?? []);
  const columns: Column[] = [];
  const texts = new Map<PathId, string>();
  const bases = new Bases(of.keys);
  for (const vector of typed) {
    const text = ofKeys(vector, `${of.row}.${of.keys.name}`, of.keys.cells);
    if (text !== undefined) texts.set(vector.id, text);
  }
  for (const group of sameCores(typed.filter(({ id }) => !texts.has(id)))) {
    const column = newColumn(group.vectors, group.cells, of.names);
    columns.push(column);
    bases.add(column);
    const name = `${of.row}.${column.name}`;
    for (const { vector, prefix, suffix } of group.vectors)
      texts.set(vector.id, `${literal(prefix)}\${${expression(vector, name)}}${literal(suffix)}`);
  }
  for (const vector of typed.filter(({ id }) => !texts.has(id))) {
    const base = vector.isOptional || vector.isPartial ? undefined : bases.find(vector);
    if (base) {
      texts.set(vector.id, `\${${shifted(`${of.row}.${base.name}`, base.by)}}`);
      continue;
    }
    const known = columns.find(({ cells }) => cells === vector.cells || same(cells, vector.cells));
    const column = known ?? newColumn([{ vector }], vector.cells, of.names);
    if (!known) columns.push(column);
    bases.add(column);
    texts.set(vector.id, `\${${expression(vector, `${of.row}.${column.name}`)}}`);
  }
  return { columns, texts };
}

/** Matches cells that tables can show literally, and that no spreadsheet reads as a formula. */
const plainCell = /^(?![=+@\t\r-])[^\p{C}\p{Zl}\p{Zp}]{0,200}$/u;
const plainWord = /^[\p{L}\p{N}_.:/-]+$/u;
const wholeNumber = /^-?\d{1,15}$/;

/** True if a value fits in a cell. */
export function fitsCell(value: Json): boolean {
  return cellOf(value) !== undefined;
}

function cellOf(value: Json): { readonly type: CellType; readonly text: string } | undefined {
  if (typeof value === "boolean") return { type: "boolean", text: value ? "yes" : "no" };
  if (typeof value === "number") {
    const text = String(value);
    return wholeNumber.test(text)
      ? { type: "integer", text }
      : /^-?\d+\.\d+$/.test(text)
        ? { type: "number", text }
        : undefined;
  }
  if (typeof value === "string") {
    const isPlain = plainCell.test(value) && value.trim() === value;
    return isPlain ? { type: "text", text: value } : undefined;
  }
  if (!isArray(value)) return undefined;
  const isWords = value.every((each) => typeof each === "string" && plainWord.test(each));
  const text = value.join(" ");
  return isWords && (value.length === 0 || plainCell.test(text)) ? { type: "words", text } : undefined;
}

/** Returns the vector with the type of its column; undefined if one column cannot hold its values. */
function typedVector(vector: Vector): TypedVector | undefined {
  const cells = vector.values.map((value) => (value === undefined ? undefined : cellOf(value)));
  const types = new Set(cells.flatMap((cell) => cell?.type ?? []));
  if (types.size === 2 && types.has("integer") && types.has("number")) types.delete("integer");
  const [type] = types;
  if (type === undefined || types.size !== 1) return undefined;
  if (cells.some((cell, at) => !cell && vector.values[at] !== undefined)) return undefined;
  const isOptional = !vector.isPartial && cells.some((cell) => !cell);
  const isAmbiguous = isOptional && cells.some((cell) => cell?.text === "");
  if (isAmbiguous) return undefined;
  return { ...vector, type, isOptional, cells: cells.map((cell) => cell?.text ?? "") };
}

function expression({ type, isOptional, cells }: TypedVector, name: string): string {
  const forms: Readonly<Record<CellType, string>> = {
    text: name,
    integer: `int(${name})`,
    number: `double(${name})`,
    boolean: `${name} == "yes"`,
    words: `${name}.split(" ")`,
  };
  if (isOptional) return `${name} == "" ? null : ${forms[type]}`;
  return type === "words" && cells.includes("") ? `${name} == "" ? [] : ${forms[type]}` : forms[type];
}

/** Returns a text in which expressions are escaped, so that it is literal. */
function literal(text: string): string {
  return text.replaceAll("${", "$$${");
}

interface Cored {
  readonly vector: TypedVector;
  readonly prefix: string;
  readonly suffix: string;
}

interface SameCore {
  readonly vectors: readonly Cored[];
  readonly cells: readonly string[];
}

/**
 * Returns groups of fields whose texts contain the same varying part in each row. For example, one row has `berlin-fw`
 * and `berlin-gw`, and the next has `paris-fw` and `paris-gw`.
 */
function sameCores(vectors: readonly TypedVector[]): readonly SameCore[] {
  const groups = new Map<string, { readonly cells: readonly string[]; readonly vectors: Cored[] }>();
  for (const vector of vectors) {
    const isText = vector.type === "text" || vector.type === "integer";
    if (!isText || vector.isOptional || vector.isPartial || new Set(vector.cells).size < leastDifferent)
      continue;
    const [prefix, suffix] = vector.type === "text" ? affixes(vector.cells) : ["", ""];
    const cells = vector.cells.map((cell) => cell.slice(prefix.length, cell.length - suffix.length));
    const id = cells.join("\0");
    const group = groups.get(id) ?? { cells, vectors: [] };
    groups.set(id, group);
    group.vectors.push({ vector, prefix, suffix });
  }
  return [...groups.values()].filter(({ vectors: own }) => {
    const isOneForm = new Set(own.map(({ prefix, suffix }) => `${prefix}\0${suffix}`)).size === 1;
    return own.length > 1 && !isOneForm;
  });
}

/** The forms in which keys appear in other texts: literally, in upper case, and in the names of secrets. */
const keyForms: readonly (readonly [form: (key: string) => string, text: (name: string) => string])[] = [
  [(key) => key, (name) => name],
  [(key) => key.toUpperCase(), (name) => `upper(${name})`],
  [(key) => key.toUpperCase().replaceAll("-", "_"), (name) => `upper(replace(${name}, "-", "_"))`],
];

/**
 * Returns the expression for a text field that consists of the key with the same prefix and suffix in all rows.
 * Undefined for any other field.
 */
function ofKeys(vector: TypedVector, name: string, keys: readonly string[]): string | undefined {
  const { type, isOptional, isPartial, cells } = vector;
  const [key = ""] = keys;
  const [first = ""] = cells;
  if (type !== "text" || isOptional || isPartial || new Set(keys).size < leastDifferent) return undefined;
  for (const [form, text] of keyForms) {
    const at = first.indexOf(form(key));
    if (at < 0) continue;
    const [prefix, suffix] = [first.slice(0, at), first.slice(at + form(key).length)];
    if (cells.every((cell, row) => cell === `${prefix}${form(keys[row] ?? "")}${suffix}`))
      return `${literal(prefix)}\${${text(name)}}${literal(suffix)}`;
  }
  return undefined;
}

const leastDifferent = 3;
const borders = /[\s./:_-]/;

/** Returns the prefix and suffix that all texts have in common, at word boundaries. */
function affixes(texts: readonly string[]): readonly [string, string] {
  const [first = ""] = texts;
  const shortest = texts.reduce((least, text) => Math.min(least, text.length), first.length);
  let start = 0;
  while (start < shortest && texts.every((text) => text[start] === first[start])) start += 1;
  while (start > 0 && !borders.test(first[start - 1] ?? "")) start -= 1;
  let end = 0;
  const most = shortest - start - 1;
  while (end < most && texts.every((text) => text.at(-1 - end) === first.at(-1 - end))) end += 1;
  while (end > 0 && !borders.test(first.at(-end) ?? "")) end -= 1;
  return [first.slice(0, start), end === 0 ? "" : first.slice(-end)];
}

function newColumn(
  of: readonly { readonly vector: TypedVector }[],
  cells: readonly string[],
  names: ColumnNames,
): Column {
  const paths = of.map(({ vector }) => stepsOf(vector.id));
  const isNumber = of.length > 1 && cells.every((cell) => wholeNumber.test(cell));
  const name = paths.find((path) => path.length === 1 && path[0] === "name") ?? paths[0] ?? [];
  const named = isNumber ? ["number"] : name;
  return { name: names.take(named), cells };
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.every((each, at) => each === b[at]);
}

/** Columns of integers, found by their differences from the first row. */
class Bases {
  readonly #known = new Map<string, { readonly name: string; readonly first: number }>();

  constructor(keys: Column) {
    this.add(keys);
  }

  add({ name, cells }: Column): void {
    if (!cells.every((cell) => /^(?:0|[1-9]\d{0,8})$/.test(cell))) return;
    const id = this.#id(cells);
    if (id !== undefined && !this.#known.has(id)) this.#known.set(id, { name, first: Number(cells[0]) });
  }

  /** Returns the column from which these values differ by the same number in all rows; undefined if there is none. */
  find({ type, cells }: TypedVector): { readonly name: string; readonly by: number } | undefined {
    const id = type === "integer" ? this.#id(cells) : undefined;
    const base = id === undefined ? undefined : this.#known.get(id);
    return base && { name: base.name, by: Number(cells[0]) - base.first };
  }

  #id(cells: readonly string[]): string | undefined {
    if (new Set(cells).size < leastDifferent) return undefined;
    return cells.map((cell) => Number(cell) - Number(cells[0])).join(" ");
  }
}

function shifted(name: string, by: number): string {
  if (by === 0) return `int(${name})`;
  return by > 0 ? `${by} + int(${name})` : `int(${name}) - ${-by}`;
}
