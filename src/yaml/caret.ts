/** Carets: positions in texts. They are found by the paths of the values that were written there. */

import type { SourcePosition } from "../model/source.ts";
import { follow, keyOffset, type Outline, valueOffset } from "./positions.ts";
import { positionAt, type TextFile } from "./text-file.ts";

/** A position in a file. */
export interface Caret {
  readonly file: TextFile;
  readonly offset: number;
}

/**
 * Returns the position of a value, or of its nearest ancestor that was written. `path` leads from the root to a node,
 * and `inside` from this node to the value.
 */
export function caretIn(
  { outline, path }: { readonly outline: Outline; readonly path: readonly string[] },
  inside: readonly string[],
  at: "key" | "value",
): Caret {
  const { node } = follow(outline, [...path, ...inside]);
  const offset = at === "key" ? keyOffset(outline, node) : valueOffset(outline, node);
  return { file: outline.file, offset };
}

/** Returns the line and column of a caret. */
export function positionOf({ file, offset }: Caret): SourcePosition {
  return positionAt(file, offset);
}
