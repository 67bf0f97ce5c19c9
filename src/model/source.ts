/** Source positions: places in files, and the layer from which a field comes. */

import type { Json } from "./json.ts";

/** A place in a text file. `line` and `column` count from 1; `column` counts UTF-16 code units. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The layer that set a field: the resource's own entry, one of its groups, its file's `defaults:`, or a folder's. */
export type Layer = "entry" | "group" | "fileDefaults" | "folderDefaults";

/** The provenance of one field: where it was written and in which layer. */
export interface Origin extends SourcePosition {
  readonly layer: Layer;
  /** The data row for which the field's entry was instantiated. */
  readonly row?: SourcePosition | undefined;
  /**
   * The place of the variable that changed the field: the nearest one that differs from base. Absent: no variable is
   * known to have changed it.
   */
  readonly by?: SourcePosition | undefined;
  /** The variables in the field's expression, and the place where each was written; the nearest first. */
  readonly through?: readonly VariableOrigin[] | undefined;
}

/** A variable from which a field was computed. */
interface VariableOrigin extends SourcePosition {
  readonly name: string;
}

/** A field as written, before evaluation. */
export interface WrittenField {
  readonly value: Json;
  /** Like `Origin.through`, with values. For a row, only the members that the expressions use. */
  readonly variables: readonly WrittenVariable[];
}

/** A variable as written. */
export interface WrittenVariable extends VariableOrigin {
  readonly value: Json;
}

/** A text file of the repository. `path` is relative to the project folder, with forward slashes. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
  /** For a data file: why it could not be read. That is a problem only if the file is used. */
  readonly fault?: string | undefined;
}
