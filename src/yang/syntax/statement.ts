/** A statement of YANG as it is written (RFC 7950 6.3), and what is asked of one. */

import type { SourcePosition, SourceText } from "../../model/source.ts";

/** One statement. What has no meaning for a schema tree (descriptions, extensions ...) is not kept below it. */
export interface Statement {
  readonly keyword: string;
  /** Without quotes, pieces put together; empty where there is none. */
  readonly argument: string;
  /** Where its keyword begins in the text, in UTF-16 code units from 0. */
  readonly offset: number;
  readonly children: readonly Statement[];
}

/** What is kept of an extension that says that not everybody may see a value; its argument may be `false`. */
export const secretMark = ":secret";

/** The first statement of a keyword among the children of this one. */
export function first({ children }: Statement, keyword: string): Statement | undefined {
  return children.find((each) => each.keyword === keyword);
}

/** All statements of a keyword among the children of this one. */
export function every({ children }: Statement, keyword: string): readonly Statement[] {
  return children.filter((each) => each.keyword === keyword);
}

/** The argument of the first statement of a keyword among the children of this one. */
export function argumentOf(statement: Statement, keyword: string): string | undefined {
  return first(statement, keyword)?.argument;
}

/** The place of an offset. Counts the lines before it: for problems, not for every statement. */
export function positionIn({ path, text }: SourceText, offset: number): SourcePosition {
  let [line, start] = [1, 0];
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { file: path, line, column: offset - start + 1 };
}
