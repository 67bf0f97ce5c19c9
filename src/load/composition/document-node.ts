/** Nodes of documents that may contain fields of an entry, and the data rows for which documents are instantiated. */

import type { JsonObject } from "../../model/json.ts";
import type { Layer } from "../../model/source.ts";
import type { Caret } from "../../yaml/caret.ts";
import type { Outline } from "../../yaml/positions.ts";

/** The data row for which a document was instantiated. */
export interface Row extends Caret {
  /** The name of the variable that contains the row. */
  readonly name: string;
}

/** A node of a document that may contain fields of an entry. */
export interface DocumentNode {
  readonly outline: Outline;
  readonly layer: Layer;
  readonly path: readonly string[];
  /** The row for which the document was instantiated. Absent: it was not instantiated for a row. */
  readonly row?: Row | undefined;
  /** The document's header, evaluated for the row. Absent: the document is not instantiated for rows. */
  readonly header?: JsonObject | undefined;
}
