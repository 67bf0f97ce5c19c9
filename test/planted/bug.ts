/** A bug that anybody could write one day: the exact texts that would put it in, and who should notice. */

/** One text of a source file, and what the bug makes of it. */
export interface Edit {
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly put: string;
}

/** Who is asked first: a file of the suite, and of its tests those whose names hold this text. */
export interface Witness {
  readonly file: string;
  readonly test?: string;
}

/** A bug to plant. Its name says what the engine would do wrong. */
export interface Bug {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** All others follow when these notice nothing. */
  readonly first: Witness;
}

/** The edit that turns one text of a file under `src/` into another. */
export function edit(file: string, find: string, put: string): Edit {
  return { file: `src/${file}`, find, put };
}

/** The seeds of the fault simulation. It is asked by its script, not as a test. */
export const simulation: Witness = { file: "test/simulation/faults.test.ts" };
