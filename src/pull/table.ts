/**
 * Converts rows of a source into the text of a file. The same rows always give the same bytes, and the bytes read back
 * as the same rows. Pure.
 */

import { DataFiles } from "../load/composition/data.ts";
import { byText } from "../model/compare.ts";
import {
  canonicalText,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  printableJson,
  sameJson,
} from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";
import { isSecretReference } from "../model/secret.ts";
import { columnValue } from "./columns.ts";
import { rowId } from "./offset-pages.ts";
import { fileBytesMost, type PulledFile, type SourceRow, type TableColumn } from "./sources.ts";

/** A row by its columns, as it is read back from the file. */
export type TableRow = JsonObject;

/** A table, and its text. */
export interface Table {
  readonly rows: readonly TableRow[];
  readonly text: string;
}

/** The maximum number of faults that are listed. */
const faultsMost = 5;

/** A value that a column cannot have, the first row with this value, and the number of other rows that have it. */
interface RowFault extends CellFault {
  readonly row: SourceRow;
  readonly index: number;
  readonly column: TableColumn;
  more: number;
}

/** Returns the table for a file, or the faults of the rows. */
export function tableOf(
  file: PulledFile,
  rows: readonly SourceRow[],
): Table | { readonly problems: readonly Problem[] } {
  const isCsv = file.path.endsWith(".csv");
  const faults = new Map<string, RowFault>();
  const made = rows.map((row, index) => {
    const record: [string, Json][] = [];
    for (const column of file.columns) {
      const cell = cellOf(row, column, isCsv);
      if ("value" in cell) record.push([column.name, cell.value]);
      else noteFault(faults, { row, index, column, ...cell.fault, more: 0 });
    }
    return Object.fromEntries(record);
  });
  if (faults.size > 0)
    return { problems: [...faults.values()].slice(0, faultsMost).map((one) => rowProblem(file, one)) };
  const sorted = made.sort((one, other) => inOrder(file.key, one, other));
  const unsure = keyProblems(file, sorted);
  if (unsure.length > 0) return { problems: unsure };
  const text = isCsv ? csvText(file.columns, sorted) : jsonText(sorted);
  const wrong = readBackProblem(file, text, sorted);
  return wrong ? { problems: [wrong] } : { rows: sorted, text };
}

/** Lists each fault of a column once, however many rows have it. */
function noteFault(faults: Map<string, RowFault>, fault: RowFault): void {
  const which = `${fault.column.name} ${fault.message}`;
  const known = faults.get(which);
  if (known) known.more += 1;
  else faults.set(which, fault);
}

/**
 * Returns the rows in the text of a file that a pull has written, as `each` reads them; undefined if the text cannot be
 * read.
 */
export function rowsIn(path: string, text: string): readonly TableRow[] | undefined {
  const read = new DataFiles([{ path, text }], new Map()).rows(path);
  if ("fault" in read) return undefined;
  const rows = read.rows.flatMap(({ value }) => (isObject(value) ? [value] : []));
  return rows.length === read.rows.length ? rows : undefined;
}

interface CellFault {
  readonly message: string;
  readonly hint?: string | undefined;
}

/**
 * Returns a cell's value as it is read back from the file. In CSV everything is text, and a missing value is an empty
 * text.
 */
function cellOf(
  row: SourceRow,
  column: TableColumn,
  isCsv: boolean,
): { readonly value: Json } | { readonly fault: CellFault } {
  const found = columnValue(row, column);
  if ("fault" in found) return found;
  const { value } = found;
  const strange = textsIn(value).find((text) => text.includes("\ufffd"));
  if (strange !== undefined)
    return {
      fault: {
        message: "it contains U+FFFD, which replaces bytes that are not UTF-8",
        hint: "Correct it at the source.",
      },
    };
  if (!isCsv) {
    const message = "it contains text that desired state would read as a reference to a secret";
    return holdsReference(value)
      ? { fault: { message, hint: "Use another column of the source." } }
      : { value };
  }
  if (value === null) return { value: "" };
  if (typeof value === "object") {
    const what = isArray(value) ? "a list" : "an object";
    const hint = `Select one value, such as \`${column.name}: ${column.value}.name\`; or write a .json file.`;
    return { fault: { message: `it is ${what}, but a CSV cell holds only one value`, hint } };
  }
  const text = String(value);
  return unfit.test(text) || !text.isWellFormed()
    ? {
        fault: {
          message: "it contains a control character, which hides the file from reviewers",
          hint: "Write a .json file instead of a CSV file.",
        },
      }
    : { value: text };
}

/**
 * Matches control characters except tabs and line breaks. Because of them, Git treats a file as binary, and CSV readers
 * may fail.
 */
const unfit = /(?![\t\r\n])\p{Cc}/u;

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function holdsReference(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isSecretReference(value) || Object.values(value).some(holdsReference);
}

function rowProblem({ path }: PulledFile, { row, index, column, message, hint, more }: RowFault): Problem {
  const id = rowId(row);
  const which = id === undefined ? `row ${index + 1}` : `the row with id ${id}`;
  const others = more === 0 ? "" : `, and of ${more} more`;
  const said = `${path}: column \`${column.name}\` of ${which}${others}: ${message}.`;
  return problem("bad-row", said, { hint: hint ?? "Correct the column in sources.yaml." });
}

function inOrder(key: readonly string[], one: TableRow, other: TableRow): number {
  for (const name of key) {
    const order = compared(one[name] ?? null, other[name] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares numbers by value, even if they are texts in CSV. Compares everything else by code unit. */
function compared(one: Json, other: Json): number {
  const [first, second] = [numberIn(one), numberIn(other)];
  if (first !== undefined && second !== undefined && first !== second) return first - second;
  return byText(plainText(one), plainText(other));
}

function numberIn(value: Json): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

function plainText(value: Json): string {
  return typeof value === "string" ? value : canonicalText(value);
}

/** The values that identify a row, as one text. */
export function rowKey(key: readonly string[], row: TableRow): string {
  return key.map((name) => plainText(row[name] ?? null)).join(" ");
}

function keyProblems({ path, key }: PulledFile, rows: readonly TableRow[]): readonly Problem[] {
  const said = (message: string, hint: string) => problem("bad-row", `${path}: ${message}.`, { hint });
  const empty = rows.filter((row) => key.some((name) => (row[name] ?? "") === "")).length;
  if (empty > 0) {
    const what = `${empty} ${empty === 1 ? "row has" : "rows have"} no value in the key \`${key.join(", ")}\``;
    return [said(what, "Use another column as `key`, or exclude such rows with filters.")];
  }
  const seen = new Set<string>();
  for (const row of rows) {
    const text = canonicalText(key.map((name) => row[name] ?? null));
    if (seen.has(text)) {
      const hint = "Use a column whose values differ, or several: `key: [site, vid]`.";
      return [said(`two rows have the key ${JSON.stringify(rowKey(key, row))}`, hint)];
    }
    seen.add(text);
  }
  return [];
}

function csvText(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  const isAlone = columns.length === 1;
  const quoted = (text: string) =>
    /[",\r\n]|^\s|\s$/.test(text) || (isAlone && text === "") ? `"${text.replaceAll('"', '""')}"` : text;
  const line = (texts: readonly string[]) => `${texts.map(quoted).join(",")}\n`;
  const cells = (row: TableRow) => columns.map(({ name }) => plainText(row[name] ?? ""));
  return line(columns.map(({ name }) => name)) + rows.map((row) => line(cells(row))).join("");
}

/**
 * Returns one row per line. Invisible characters are escaped, so that reviewers see them. The file is read as YAML,
 * which requires this too.
 */
function jsonText(rows: readonly TableRow[]): string {
  if (rows.length === 0) return "[]\n";
  const escaped = (text: string) =>
    printableJson(text).replace(/[\ufffe\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
  return `[\n${rows.map((row) => `  ${escaped(JSON.stringify(row))}`).join(",\n")}\n]\n`;
}

/** Returns the problem if the text would not be read back as the same rows. The text is then not written. */
function readBackProblem({ path }: PulledFile, text: string, rows: readonly TableRow[]): Problem | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes > fileBytesMost) {
    const message = `${path} would have ${Math.ceil(bytes / 1024 / 1024)} MB; the maximum is 8 MB.`;
    return problem("answer-too-large", message, {
      hint: "Narrow the list with filters, or split it into several files.",
    });
  }
  const read = rowsIn(path, text);
  if (read !== undefined && sameJson(read, rows)) return undefined;
  const message = `${path}: these rows would be read back from the file with other values.`;
  return problem("bad-row", message, {
    hint: "Use fewer columns, and report this as a bug of trueup, with the columns' values.",
  });
}
