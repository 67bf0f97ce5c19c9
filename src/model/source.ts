/** Where something was written: positions in files, and the layer a field came from. */

/** A place in a text file. `line` and `column` count from 1; `column` counts UTF-16 code units. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Which layer set a field: the resource's own entry, its file's `defaults:`, or a folder's. */
export type Layer = "entry" | "fileDefaults" | "folderDefaults";

/** The provenance of one field: where it was written and in which layer. */
export interface Origin extends SourcePosition {
  readonly layer: Layer;
}

/** A text file of the repository. `path` is relative to the project folder, with forward slashes. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}
