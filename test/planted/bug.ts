/** A bug that anybody could write: the exact texts that introduce it, and the test that should notice it. */

/** A text of a source file, and its replacement. */
export interface Edit {
  readonly file: string;
  /** The text, which occurs exactly once in the file. */
  readonly find: string;
  readonly put: string;
}

/** A bug to plant. Its name describes the wrong behaviour. */
export interface Bug {
  readonly name: string;
  readonly edits: readonly Edit[];
  /**
   * The test that runs first: its file, and perhaps a part of the names of the tests in the file. If this test does not
   * notice the bug, all other tests run.
   */
  readonly first: { readonly file: string; readonly test?: string };
}

/** Returns an edit that replaces one text of a file under `src/`, or of a catalog. */
export function edit(file: string, find: string, put: string): Edit {
  return { file: file.startsWith("catalogs/") ? file : `src/${file}`, find, put };
}

/** The file of the fault simulation. A script runs its seeds, instead of the test file. */
export const simulation = "test/simulation/faults.test.ts";

/** The test that two values look different in every format of a report. */
export const everyFormat = "test/report/text/difference.test.ts";

/**
 * Folders of tests that use the whole engine. Unit tests are left out, because they test the very line that a bug
 * changes.
 */
export const suites: readonly string[] = [
  ...["scenarios", "drivers/contract", "properties", "security", "cli", "conformance"],
  ...["specification", "import", "upgrade", "workflows", "serve"],
];
