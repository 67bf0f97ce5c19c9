/** A YANG statement as written (RFC 7950 6.3), and accessors. */

import type { SourcePosition, SourceText } from "../../model/source.ts";

/** One statement. Children that do not matter for a schema tree, such as descriptions and extensions, are dropped. */
export interface Statement {
  readonly keyword: string;
  /** The argument, without quotes and with its parts joined. Empty: the statement has no argument. */
  readonly argument: string;
  /** The offset of the keyword in the text, in UTF-16 code units from 0. */
  readonly offset: number;
  readonly children: readonly Statement[];
}

/** The kept form of an extension that restricts who may see a value. Its argument may be `false`. */
export const secretMark = ":secret";

/** Returns the first child statement with a keyword. Undefined: there is none. */
export function first({ children }: Statement, keyword: string): Statement | undefined {
  return children.find((each) => each.keyword === keyword);
}

/** Returns all child statements with a keyword. */
export function every({ children }: Statement, keyword: string): readonly Statement[] {
  return children.filter((each) => each.keyword === keyword);
}

/** Returns the argument of the first child statement with a keyword. Undefined: there is no such statement. */
export function argumentOf(statement: Statement, keyword: string): string | undefined {
  return first(statement, keyword)?.argument;
}

/**
 * Returns the position of an offset. It counts all lines before the offset, so it is only used for problems, not for
 * every statement.
 */
export function positionIn({ path, text }: SourceText, offset: number): SourcePosition {
  let [line, start] = [1, 0];
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { file: path, line, column: offset - start + 1 };
}
