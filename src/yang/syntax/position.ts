/** Offsets in a text → lines and columns. */

import type { SourcePosition, SourceText } from "../../model/source.ts";

/** The place of an offset. Counts the lines before it: for problems, not for every statement. */
export function positionIn({ path, text }: SourceText, offset: number): SourcePosition {
  let [line, start] = [1, 0];
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { file: path, line, column: offset - start + 1 };
}
