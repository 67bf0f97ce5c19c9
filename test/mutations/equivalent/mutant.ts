/** A mutant that no test can notice. */

/** A small change of the sources that does not change their behaviour, with the reason. */
export interface EquivalentMutant {
  /** The path of the changed file, for example `src/pace/wire.ts`. */
  readonly file: string;
  /** The line in which the change begins, without the white space around it. */
  readonly line: string;
  /** The replaced text, on one line, as `npm run test:mutations` prints it. */
  readonly original: string;
  readonly becomes: string;
  readonly because: string;
}
