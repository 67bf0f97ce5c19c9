/** Nodes of documents that may hold fields of an entry, and the rows that documents are made for. */

import type { JsonObject } from "../../model/json.ts";
import type { Layer } from "../../model/source.ts";
import type { Caret } from "../../yaml/caret.ts";
import type { Outline } from "../../yaml/positions.ts";

/** A row of data that a document was made for. */
export interface Row extends Caret {
  /** The variable that holds it. */
  readonly name: string;
}

/** A node of a document that may hold fields of an entry. */
export interface DocumentNode {
  readonly outline: Outline;
  readonly layer: Layer;
  readonly path: readonly string[];
  /** The row that its document was made for, where it was made for one. */
  readonly row?: Row | undefined;
  /** What that document says at its top, evaluated for the row. */
  readonly header?: JsonObject | undefined;
}
