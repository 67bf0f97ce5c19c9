/** Carets: positions in texts, by the paths of what was written there. */

import type { SourcePosition } from "../model/source.ts";
import { follow, keyOffset, type Outline, valueOffset } from "./positions.ts";
import { positionAt, type TextFile } from "./text-file.ts";

/** A position in a text for a caret. */
export interface Caret {
  readonly file: TextFile;
  readonly offset: number;
}

/** Where a part of a node was written, or its nearest ancestor: `path` leads to the node, `inside` from there. */
export function caretIn(
  { outline, path }: { readonly outline: Outline; readonly path: readonly string[] },
  inside: readonly string[],
  at: "key" | "value",
): Caret {
  const { node } = follow(outline, [...path, ...inside]);
  const offset = at === "key" ? keyOffset(outline, node) : valueOffset(outline, node);
  return { file: outline.file, offset };
}

/** The line and column of a caret. */
export function positionOf({ file, offset }: Caret): SourcePosition {
  return positionAt(file, offset);
}
