/** Finds the position at which a problem of an expression in a text is shown. */

import type { Caret } from "../../yaml/caret.ts";
import type { ExpressionProblem } from "../expressions/faults.ts";

/** Returns the position of the problem if the text is on one line; otherwise the beginning of the text. */
export function caretInText<C extends Caret>(caret: C, { start }: ExpressionProblem): C {
  const { text } = caret.file;
  const first = text.charAt(caret.offset);
  if (start === 0 || first === "|" || first === ">") return caret;
  const offset = caret.offset + start + (first === '"' || first === "'" ? 1 : 0);
  const isInLine = !text.slice(caret.offset, offset).includes("\n");
  return isInLine ? { ...caret, offset } : caret;
}
