/** A bug in code that makes decisions, written by somebody who had read only `src/`: no test is known to notice it. */

/** One mistake that somebody could make. Its name says what the engine would do wrong. */
export interface DecidingBug {
  readonly name: string;
  /** From the project's folder. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly put: string;
}
