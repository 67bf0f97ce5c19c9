/** One file of YANG, a module or a submodule, with what its header says (RFC 7950 7.1, 7.2). */

import type { SourceText } from "../../model/source.ts";
import { Lexer } from "../syntax/lexer.ts";
import { argumentOf, every, first, type Statement } from "../syntax/statement.ts";

/** Another module or submodule as a file asks for it. */
export interface ModuleReference {
  readonly name: string;
  /** The date of the revision that it must be; undefined where any will do. */
  readonly revision: string | undefined;
  readonly offset: number;
}

/** A file that was read. */
export interface ModuleFile {
  readonly source: SourceText;
  readonly statement: Statement;
  readonly name: string;
  /** The module whose names it has part in: itself, or what a submodule belongs to. */
  readonly owner: string;
  /** By prefix. Its own prefix is not among them. */
  readonly imports: ReadonlyMap<string, ModuleReference>;
  readonly includes: readonly ModuleReference[];
  /** How it calls itself, or the module that it belongs to. */
  readonly prefix: string;
  /** The latest date that it gives; empty where it gives none. */
  readonly revision: string;
}

/** What a file's statement says of itself. */
export function moduleFile(source: SourceText, statement: Statement): ModuleFile {
  const belongs = first(statement, "belongs-to");
  const revisions = every(statement, "revision").map(({ argument }) => argument);
  return {
    source,
    statement,
    name: statement.argument,
    owner: belongs?.argument ?? statement.argument,
    imports: new Map(
      every(statement, "import").map((each) => [argumentOf(each, "prefix") ?? "", reference(each)]),
    ),
    includes: every(statement, "include").map(reference),
    prefix: argumentOf(belongs ?? statement, "prefix") ?? "",
    revision: revisions.sort().at(-1) ?? "",
  };
}

function reference(statement: Statement): ModuleReference {
  const revision = argumentOf(statement, "revision-date");
  return { name: statement.argument, revision, offset: statement.offset };
}

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
