/** Lexical scopes of statements, which determine the meaning of names (RFC 7950 5.5, 6.2.1). */

import { sentence } from "../../model/problem.ts";
import type { ModuleFile, ModuleSet, YangModule } from "../modules/module-set.ts";
import type { Statement } from "../syntax/statement.ts";

/** A place in the text: a statement, its ancestors, and the file. */
export interface LexicalScope {
  readonly file: ModuleFile;
  readonly statement: Statement;
  /** The surrounding scope. Undefined: this is the scope of the module itself. */
  readonly outer: LexicalScope | undefined;
}

/** A statement and the scope of its names. */
export interface ScopedStatement {
  readonly statement: Statement;
  readonly scope: LexicalScope;
}

/** Returns the top-level scope of a file. */
export function fileScope(file: ModuleFile): LexicalScope {
  return { file, statement: file.statement, outer: undefined };
}

/** Splits `ab:name`. The prefix is empty if the name has no prefix. */
export function prefixedName(text: string): { readonly prefix: string; readonly name: string } {
  const at = text.indexOf(":");
  return at === -1 ? { prefix: "", name: text } : { prefix: text.slice(0, at), name: text.slice(at + 1) };
}

/** Groupings and typedefs inside statements, by the statement that contains them. */
const locals = new WeakMap<Statement, ReadonlyMap<string, Statement>>();

/** Resolves names at the place where they are written, and reports unknown names. */
export class Names {
  readonly set: ModuleSet;

  constructor(set: ModuleSet) {
    this.set = set;
  }

  /**
   * Returns the module to which a prefix in a file refers. Undefined: the module is missing. A prefix without an import
   * is reported.
   */
  module(prefix: string, { scope, statement }: ScopedStatement): YangModule | undefined {
    const found = this.set.byPrefix(prefix, scope.file);
    if (found === undefined && !scope.file.imports.has(prefix))
      this.#unknown("prefix", prefix, { scope, statement });
    return found;
  }

  /**
   * Returns the grouping, typedef, identity or feature of a name, from the innermost surrounding statement or from a
   * module. Undefined: the name is unknown, which is reported.
   */
  find(keyword: string, text: string, by: ScopedStatement): ScopedStatement | undefined {
    const { prefix, name } = prefixedName(text);
    const { file } = by.scope;
    if (prefix === "" || (prefix === file.prefix && !file.imports.has(prefix))) {
      const near = localDefinition(`${keyword} ${name}`, by.scope);
      if (near !== undefined) return near;
    }
    const module = this.module(prefix, by);
    if (module === undefined) return undefined;
    const found = this.set.definition(keyword, name, module);
    if (found === undefined) this.#unknown(keyword, text, by);
    return found && { statement: found.statement, scope: fileScope(found.file) };
  }

  #unknown(what: string, name: string, { scope, statement }: ScopedStatement): void {
    const message = sentence`unknown ${what} ${name} of \`${statement.keyword} ${statement.argument}\``;
    this.set.report(scope.file, statement.offset, { code: "yang-unknown-name", message });
  }
}

function localDefinition(key: string, scope: LexicalScope): ScopedStatement | undefined {
  for (let at: LexicalScope | undefined = scope; at?.outer !== undefined; at = at.outer) {
    const found = definitionsIn(at.statement).get(key);
    if (found !== undefined) return { statement: found, scope: at };
  }
  return undefined;
}

function definitionsIn(statement: Statement): ReadonlyMap<string, Statement> {
  let known = locals.get(statement);
  if (known === undefined) {
    const own = statement.children.filter(({ keyword }) => keyword === "grouping" || keyword === "typedef");
    known = own.length === 0 ? empty : new Map(own.map((each) => [`${each.keyword} ${each.argument}`, each]));
    locals.set(statement, known);
  }
  return known;
}

const empty: ReadonlyMap<string, Statement> = new Map();
