/** A mutant that no test can notice. */

/** A small change of the sources after which they do the same for everybody, and why. */
export interface EquivalentMutant {
  /** As `src/pace/wire.ts`. */
  readonly file: string;
  /** The line that it begins in, without the space around it. */
  readonly line: string;
  /** What is changed of it, and into what: on one line, as `npm run test:mutations` prints it. */
  readonly original: string;
  readonly becomes: string;
  readonly because: string;
}
