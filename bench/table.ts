/** Markdown tables, and the median: for the output of the benchmark. */

/** One measured row: column → cell. */
export type Row = Readonly<Record<string, string | number>>;

/** A table below a heading, with the columns of the first row. */
export function table(heading: string, rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  const body = rows.map((row) => line(columns.map((column) => row[column] ?? "")));
  return [`## ${heading}`, "", line(columns), line(columns.map(() => "---")), ...body].join("\n");
}

/** The middle value. If there are two, the larger one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Formats a share as a percentage: `0.9712` becomes `97.1%`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
