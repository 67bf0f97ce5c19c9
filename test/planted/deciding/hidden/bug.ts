/**
 * A bug in code that makes decisions. The authors of the simulation learned about it only when the noticed bugs were
 * counted.
 */

import type { Edit } from "../../bug.ts";

/** A mistake that somebody could make. It is a file with a text and its replacement, or several edits. */
export interface HiddenBug {
  readonly name: string;
  /** The path of the file, from the project's folder. */
  readonly file?: string;
  /** The text that is replaced, which occurs exactly once in the file. */
  readonly find?: string;
  readonly put?: string;
  readonly edits?: readonly Edit[];
}
