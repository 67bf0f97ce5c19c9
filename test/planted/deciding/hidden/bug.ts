/** A bug in code that makes decisions, unknown to the authors of the simulation until it was counted. */

import type { Edit } from "../../bug.ts";

/** One mistake that somebody could make: a file with a text and its replacement, or several edits. */
export interface HiddenBug {
  readonly name: string;
  /** From the project's folder. */
  readonly file?: string;
  /** Occurs exactly once in the file. */
  readonly find?: string;
  readonly put?: string;
  readonly edits?: readonly Edit[];
}
