/** Errors in one text, before they become problems. */

/** An error at an offset of a text. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly offset: number;
}
