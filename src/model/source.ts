/** Source positions: places in files, and the layer from which a field comes. */

import type { Json } from "./json.ts";

/** A place in a text file. `line` and `column` count from 1; `column` counts UTF-16 code units. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The layer that set a field: the resource's own entry, a group of the entry, the `defaults:` of its file, or the
 * defaults of a folder.
 */
export type Layer = "entry" | "group" | "fileDefaults" | "folderDefaults";

/** The provenance of one field: where it was written and in which layer. */
export interface Origin extends SourcePosition {
  readonly layer: Layer;
  /** The data row for which a template created the field's entry. */
  readonly row?: SourcePosition | undefined;
  /**
   * The place of the variable that changed the field. If several variables differ from base, it is the nearest one.
   * Absent: no variable is known to have changed the field.
   */
  readonly by?: SourcePosition | undefined;
  /** The variables in the field's expression, each with the place where it was written; the nearest first. */
  readonly through?: readonly VariableOrigin[] | undefined;
}

/** A variable from which a field was computed. */
interface VariableOrigin extends SourcePosition {
  readonly name: string;
}

/** A field as written, before evaluation. */
export interface WrittenField {
  readonly value: Json;
  /**
   * The variables in the field's expression, with their values. A row is reduced to the members that expressions use.
   */
  readonly variables: readonly WrittenVariable[];
}

/** A variable with its value as written. */
export interface WrittenVariable extends VariableOrigin {
  readonly value: Json;
}

/** A text file of the repository. `path` is relative to the project folder, with forward slashes. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
  /** For a data file: why it could not be read. This is a problem only if the file is used. */
  readonly fault?: string | undefined;
}
