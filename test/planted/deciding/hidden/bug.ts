/** A bug in code that makes decisions: the authors of the simulation had not seen it until it was counted. */

import type { Edit } from "../../bug.ts";

/** One mistake that somebody could make: a file with what is found and put, or several edits. */
export interface HiddenBug {
  readonly name: string;
  /** From the project's folder. */
  readonly file?: string;
  /** Stands exactly once in the file. */
  readonly find?: string;
  readonly put?: string;
  readonly edits?: readonly Edit[];
}
