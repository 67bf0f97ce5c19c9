/** Faults in one text, before they become problems. */

/** What is wrong at an offset of a text. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly offset: number;
}
