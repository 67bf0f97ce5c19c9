/** A group of rows that are known to fail. */

/** Rows that fail today for the same reason. */
export interface OpenRow {
  /** The item of issue 11. */
  readonly item: number;
  /** The command's present behaviour. */
  readonly today: string;
  readonly rows: readonly string[];
}
