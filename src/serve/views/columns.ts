/** Columns for filtering and counting rows, stored as numbers: 100,000 rows take milliseconds. Pure. */

/** The properties that a list can be filtered by. */
export type ColumnName = "target" | "site" | "kind" | "tag" | "state";

/** The names of the columns, in the order in which the filters are shown. */
export const columnNames = [
  "state",
  "target",
  "kind",
  "site",
  "tag",
] as const satisfies readonly ColumnName[];

/** One property of all rows: its distinct values, and which of them each row has. */
export interface RowColumn {
  readonly values: readonly string[];
  readonly numberOf: ReadonlyMap<string, number>;
  /** Row `at` has the values of `numbers` from index `starts[at]` up to, but not including, `starts[at + 1]`. */
  readonly starts: Uint32Array;
  /** Numbers of values, as `numberOf` assigns them. */
  readonly numbers: Uint32Array;
}

interface ColumnRow {
  readonly target: string;
  readonly kind: string;
  readonly site?: string | undefined;
  readonly tags: readonly string[];
  readonly state: string;
}

/** The columns of the filters, with the values of these rows. */
export function rowColumns(rows: readonly ColumnRow[]): Readonly<Record<ColumnName, RowColumn>> {
  return {
    state: columnOf(rows, ({ state }) => state),
    target: columnOf(rows, ({ target }) => target),
    kind: columnOf(rows, ({ kind }) => kind),
    site: columnOf(rows, ({ site }) => site ?? none),
    tag: columnOf(rows, ({ tags }) => tags),
  };
}

const none: readonly string[] = [];

function columnOf(
  rows: readonly ColumnRow[],
  valuesOf: (row: ColumnRow) => string | readonly string[],
): RowColumn {
  const numberOf = new Map<string, number>();
  const starts = new Uint32Array(rows.length + 1);
  const numbers: number[] = [];
  const add = (value: string) => {
    let number = numberOf.get(value);
    if (number === undefined) {
      number = numberOf.size;
      numberOf.set(value, number);
    }
    numbers.push(number);
  };
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    const values = row ? valuesOf(row) : none;
    if (typeof values === "string") add(values);
    else for (const value of values) add(value);
    starts[at + 1] = numbers.length;
  }
  return { values: [...numberOf.keys()], numberOf, starts, numbers: Uint32Array.from(numbers) };
}

/** Whether a row has one of the wanted values. `wanted` is indexed by the value's number. */
export function hasAny({ starts, numbers }: RowColumn, at: number, wanted: readonly boolean[]): boolean {
  const end = starts[at + 1] ?? 0;
  for (let place = starts[at] ?? 0; place < end; place += 1) if (wanted[numbers[place] ?? 0]) return true;
  return false;
}

/** Counts the values of a row in `counts`. */
export function countRow({ starts, numbers }: RowColumn, at: number, counts: Uint32Array): void {
  const end = starts[at + 1] ?? 0;
  for (let place = starts[at] ?? 0; place < end; place += 1) {
    const number = numbers[place] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  }
}
