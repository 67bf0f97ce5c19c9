/** Nodes of documents: where a value was written, for problems and for provenance. */

import type { JsonObject } from "../../model/json.ts";
import type { Layer, SourcePosition } from "../../model/source.ts";
import { follow, keyOffset, type Outline, valueOffset } from "../yaml/positions.ts";
import { positionAt, type TextFile } from "../yaml/text-file.ts";

/** A place in a text: where a caret belongs. */
export interface Caret {
  readonly file: TextFile;
  readonly offset: number;
}

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

/** Where a part of a node was written, or what is nearest to it. */
export function caretIn(
  { outline, path }: Pick<DocumentNode, "outline" | "path">,
  inside: readonly string[],
  at: "key" | "value",
): Caret {
  const { node } = follow(outline, [...path, ...inside]);
  const offset = at === "key" ? keyOffset(outline, node) : valueOffset(outline, node);
  return { file: outline.file, offset };
}

/** Its line and column. */
export function positionOf({ file, offset }: Caret): SourcePosition {
  return positionAt(file, offset);
}
