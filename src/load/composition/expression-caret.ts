/** Where in a file a problem of an expression stands: below the expression, where its text is in one line. */

import type { Caret } from "../../yaml/caret.ts";
import type { ExpressionProblem } from "../expressions/faults.ts";

/** Under the expression itself, where the text is written in one line; else where the text begins. */
export function caretInText<C extends Caret>(caret: C, { start }: ExpressionProblem): C {
  const { text } = caret.file;
  const first = text.charAt(caret.offset);
  if (start === 0 || first === "|" || first === ">") return caret;
  const offset = caret.offset + start + (first === '"' || first === "'" ? 1 : 0);
  const isInLine = !text.slice(caret.offset, offset).includes("\n");
  return isInLine ? { ...caret, offset } : caret;
}
