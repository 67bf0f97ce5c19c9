/** A bug in code that makes decisions. Its author had read only `src/`, so no test is known to notice it. */

/** A mistake that somebody could make. Its name describes the wrong behaviour. */
export interface DecidingBug {
  readonly name: string;
  /** The path of the file, from the project's folder. */
  readonly file: string;
  /** The text that is replaced, which occurs exactly once in the file. */
  readonly find: string;
  readonly put: string;
}
