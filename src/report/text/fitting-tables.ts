/** Tables of Markdown in a room: as many of their rows as fit, the others counted. */

/** A line of a table: at most so many characters of each side. */
export type TableRow = (most: number) => string;

/** A table that can be cut. */
export interface MarkdownTable {
  readonly head: readonly string[];
  readonly rows: readonly TableRow[];
  readonly end: readonly string[];
  /** What one of its rows is. */
  readonly what: (count: number) => string;
}

/** The first rows that fit, with the count of the others. No more are made than that, and one. */
export function fitting(tables: readonly MarkdownTable[], room: number, most: number) {
  const lines: string[] = [];
  let left = room;
  let shown = 0;
  for (const { head, rows, end, what } of tables) {
    left -= [...head, ...end].join("\n").length + 60;
    const start = lines.length + head.length;
    lines.push(...head);
    for (const row of rows) {
      const text = row(most);
      left -= text.length + 1;
      if (left < 0) break;
      lines.push(text);
    }
    const done = lines.length - start;
    shown += done;
    if (done === rows.length) lines.push(...end);
    else return { lines: [...lines, "", `and ${what(rows.length - done)}`, ...end], shown, isWhole: false };
  }
  return { lines, shown, isWhole: true };
}
