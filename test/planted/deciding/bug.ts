/** A bug in code that makes decisions, written by somebody who had read only `src/`: no test is known to notice it. */

/** One mistake that somebody could make. Its name describes the wrong behaviour. */
export interface DecidingBug {
  readonly name: string;
  /** From the project's folder. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly put: string;
}
