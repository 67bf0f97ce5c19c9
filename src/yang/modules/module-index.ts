/** What is asked of every text of a set, parsed or not: its name, and whom its statements are about. */

import type { SourceText } from "../../model/source.ts";
import { Lexer } from "../syntax/lexer.ts";

/** One text, looked through without being parsed. */
export interface IndexedText {
  /** The name that it gives itself; empty where it is not a module. */
  readonly name: string;
  /** What it seems to import. */
  readonly imports: readonly string[];
  /** True where it may change nodes of others: it has augments or deviations. */
  readonly changes: boolean;
  readonly identities: boolean;
}

/** Looks through a text. Words in comments and descriptions count too: it may say too much, never too little. */
export function indexedText(source: SourceText): IndexedText {
  const { text } = source;
  const imports = [...text.matchAll(/\bimport\s+["']?([\w.-]+)/g)].map(([, name = ""]) => name);
  return {
    name: headerName(text),
    imports: [...new Set(imports)],
    changes: /\b(?:augment|deviation)\b/.test(text),
    identities: /\bidentity\b/.test(text),
  };
}

/** Reads the first two words of a text. */
function headerName(text: string): string {
  const lexer = new Lexer(text);
  lexer.peek();
  if (!/^(?:sub)?module$/.test(lexer.word())) return "";
  lexer.peek();
  return lexer.argument(true);
}
