/** Parses CSV with a header (RFC 4180) into rows: every value is a text, and every row has its line number. */

import { type CsvError, type InfoRecord, parse } from "csv-parse/sync";
import type { Json } from "../../model/json.ts";
import type { Caret } from "../../yaml/caret.ts";
import { lineOffset, type TextFile } from "../../yaml/text-file.ts";

/** One row of data and its position. */
export interface DataRow {
  readonly value: Json;
  readonly caret: Caret;
}

/** An error in a data file, and its position. */
interface DataFault {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly caret: Caret;
}

/** The rows of a file, or the reason why there are none. */
export type DataRows = { readonly rows: readonly DataRow[] } | { readonly fault: DataFault };

interface Line {
  readonly record: readonly string[];
  /** The number of the row's last line. */
  readonly last: number;
}

/** Returns the rows of a CSV file. The first line names the columns. Empty lines are skipped. */
export function csvRows(file: TextFile): DataRows {
  const lines = linesOf(file);
  if ("fault" in lines) return lines;
  const [header, ...records] = lines.lines;
  const caret = (line: Line) => ({ file, offset: lineOffset(file, firstLineOf(line)) });
  if (!header) {
    const message = `${file.path} is empty`;
    return {
      fault: { message, hint: "Add rows: the first line names the columns.", caret: { file, offset: 0 } },
    };
  }
  const names = header.record.map((name) => name.trim());
  const wrong = names.find((name, index) => !isColumn(name) || names.indexOf(name) !== index);
  if (wrong !== undefined) {
    const message = isColumn(wrong)
      ? `two columns of ${file.path} are called \`${wrong}\``
      : `\`${wrong}\` cannot be the name of a column`;
    const isOther = names.length === 1 && /[;\t]/.test(wrong);
    const hint = isOther
      ? "Columns are separated by commas: save the table as CSV with commas, in Excel as `CSV UTF-8`."
      : "Columns have names of letters, digits and `_`, all different.";
    return { fault: { message, hint, caret: caret(header) } };
  }
  const uneven = records.find(({ record }) => record.length !== names.length);
  if (uneven) {
    const message = `this row has ${uneven.record.length} values, but the header has ${names.length} columns`;
    const hint = "Put a value that contains a comma in double quotes.";
    return { fault: { message, hint, caret: caret(uneven) } };
  }
  const rows = records.map((line) => ({
    value: Object.fromEntries(names.map((name, index) => [name, line.record[index] ?? ""])),
    caret: caret(line),
  }));
  return { rows };
}

function isColumn(name: string): boolean {
  return /^[A-Za-z_]\w{0,99}$/.test(name) && name !== "__proto__";
}

/** Returns the first line of a row. A row may have several lines, because quoted texts may span lines. */
function firstLineOf({ record, last }: Line): number {
  return last - record.reduce((sum, value) => sum + (value.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

function linesOf(file: TextFile): { readonly lines: readonly Line[] } | { readonly fault: DataFault } {
  const lines: Line[] = [];
  const take = (record: readonly string[], { lines: last }: InfoRecord) => {
    lines.push({ record, last });
    return null;
  };
  try {
    parse(file.text, { on_record: take, skip_empty_lines: true, relax_column_count: true });
    return { lines };
  } catch (error) {
    if (!isCsvError(error)) throw error;
    const line = typeof error.lines === "number" ? error.lines : 1;
    const known: Readonly<Record<string, string>> = {
      CSV_QUOTE_NOT_CLOSED: "a double quote is not closed",
      INVALID_OPENING_QUOTE: "a value without surrounding double quotes contains one",
      CSV_INVALID_CLOSING_QUOTE: "there is text between a closing double quote and the next comma",
    };
    const hint = 'Put the whole value in double quotes, and write a double quote in it as "".';
    const message = known[error.code] ?? "this is not CSV";
    return { fault: { message, hint, caret: { file, offset: lineOffset(file, line) } } };
  }
}

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}
