/** A bug that anybody could write one day: the exact texts that introduce it, and the test that should notice. */

/** One text of a source file, and its replacement. */
export interface Edit {
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly put: string;
}

/** A bug to plant. Its name describes the wrong behaviour. */
export interface Bug {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** The test that runs first: a file, and a part of the names of its tests. If it notices nothing, all others run. */
  readonly first: { readonly file: string; readonly test?: string };
}

/** The edit that replaces one text of a file under `src/`, or of a catalog. */
export function edit(file: string, find: string, put: string): Edit {
  return { file: file.startsWith("catalogs/") ? file : `src/${file}`, find, put };
}

/** The fault simulation: its seeds run in its script, not as a test. */
export const simulation = "test/simulation/faults.test.ts";

/** The test of a property of every format, over whole documents; it is beside the reports. */
export const everyFormat = "test/report/text/difference.test.ts";

/** Folders of tests that use the whole engine. Unit tests are elsewhere: they know the line that was changed. */
export const suites: readonly string[] = [
  ...["scenarios", "drivers/contract", "properties", "security", "cli", "conformance"],
  ...["specification", "import", "upgrade", "workflows", "serve"],
];
