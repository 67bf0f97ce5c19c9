/** A group of rows that are known to fail. */

/** Rows that fail today for the same reason. */
export interface OpenRow {
  /** The number of the item in issue 11. */
  readonly item: number;
  /** What the command does today. */
  readonly today: string;
  readonly rows: readonly string[];
}
