/** Where something was written: positions in files, and the layer a field came from. */

import type { Json } from "./json.ts";

/** A place in a text file. `line` and `column` count from 1; `column` counts UTF-16 code units. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Which layer set a field: the resource's own entry, a group that it is in, its file's `defaults:`, or a folder's. */
export type Layer = "entry" | "group" | "fileDefaults" | "folderDefaults";

/** The provenance of one field: where it was written and in which layer. */
export interface Origin extends SourcePosition {
  readonly layer: Layer;
  /** The row of data that it was made for. */
  readonly row?: SourcePosition | undefined;
  /** The line that changed it, where that is another: of the nearest variable that is not as base has it. */
  readonly by?: SourcePosition | undefined;
  /** The variables that its expression needs, each with where it was written; the nearest first. */
  readonly through?: readonly VariableOrigin[] | undefined;
}

/** A variable that a field came from. */
interface VariableOrigin extends SourcePosition {
  readonly name: string;
}

/** A field as it was written, before anything was evaluated. */
export interface WrittenField {
  readonly value: Json;
  /** As `Origin.through`, each with its value. Of a row only what the expressions name. */
  readonly variables: readonly WrittenVariable[];
}

/** A variable as it was written. */
export interface WrittenVariable extends VariableOrigin {
  readonly value: Json;
}

/** A text file of the repository. `path` is relative to the project folder, with forward slashes. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
  /** Why it could not be read, of rows of data: a problem where they are asked for. */
  readonly fault?: string | undefined;
}
