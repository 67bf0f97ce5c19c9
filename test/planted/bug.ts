/** A bug that anybody could write one day: the exact texts that would put it in, and who should notice. */

/** One text of a source file, and its replacement. */
export interface Edit {
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly put: string;
}

/** A bug to plant. Its name says what the engine would do wrong. */
export interface Bug {
  readonly name: string;
  readonly edits: readonly Edit[];
  /**
   * The test that runs first: a file, and the tests in it with this in the name. If it notices nothing, all others run.
   */
  readonly first: { readonly file: string; readonly test?: string };
}

/** The edit that turns one text of a file under `src/`, or of a catalog, into another. */
export function edit(file: string, find: string, put: string): Edit {
  return { file: file.startsWith("catalogs/") ? file : `src/${file}`, find, put };
}

/** The fault simulation: its seeds are asked by its script, not as a test. */
export const simulation = "test/simulation/faults.test.ts";

/** The test of a property that every format keeps, over whole documents; it is beside the reports. */
export const everyFormat = "test/report/text/difference.test.ts";

/** Folders of tests that speak to the whole engine. Unit tests stand elsewhere: they know the line that was changed. */
export const suites: readonly string[] = [
  ...["scenarios", "drivers/contract", "properties", "security", "cli", "conformance"],
  ...["specification", "import", "upgrade", "workflows", "serve"],
];
