/** A YANG text → its module or submodule statement. Texts come from devices: everything about them is bounded. */

import { type Problem, problem, sentence } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import { keywordOf } from "./keywords.ts";
import { Lexer } from "./lexer.ts";
import { positionIn, type Statement } from "./statement.ts";

/** What one text may ask for. */
export interface YangBounds {
  /** UTF-16 code units. */
  readonly length: number;
  /** Statements, those that are left out included. */
  readonly statements: number;
  /** Blocks within blocks. */
  readonly depth: number;
}

/** Far over what vendors publish: the longest module of IOS-XE 17.12 has 0.5 MB and 20,000 statements. */
const usualBounds: YangBounds = { length: 32 * 1024 * 1024, statements: 1_000_000, depth: 100 };

interface Block {
  /** Undefined where what stands in it is left out. */
  readonly into: Statement[] | undefined;
  readonly offset: number;
}

const none: readonly Statement[] = [];

/** The statement that a text is, or the first fault in it. */
export function parseYang(
  source: SourceText,
  bounds: YangBounds = usualBounds,
): Statement | { readonly problem: Problem } {
  const { text } = source;
  if (text.length > bounds.length) return tooLarge(source, "is too long", 0);
  const parser = new Parser(text, bounds);
  const statement = parser.whole();
  const { excess } = parser;
  if (excess !== undefined) return tooLarge(source, excess.message, excess.offset);
  if (parser.fault === undefined && statement !== undefined) return statement;
  const { message, offset } = parser.fault ?? { message: "no statement", offset: 0 };
  const found = problem("yang-syntax", sentence`${source.path} is not YANG: ${message}`, {
    at: positionIn(source, offset),
  });
  return { problem: found };
}

function tooLarge(source: SourceText, excess: string, offset: number): { readonly problem: Problem } {
  return {
    problem: problem("yang-too-large", sentence`${source.path} ${excess}`, {
      at: positionIn(source, offset),
    }),
  };
}

class Parser {
  readonly #lexer: Lexer;
  readonly #bounds: YangBounds;
  readonly #top: Statement[] = [];
  readonly #blocks: Block[] = [];
  #count = 0;
  /** What is beyond the bounds, once something is. */
  excess: { readonly message: string; readonly offset: number } | undefined;

  constructor(text: string, bounds: YangBounds) {
    this.#lexer = new Lexer(text);
    this.#bounds = bounds;
  }

  get fault() {
    return this.#lexer.fault;
  }

  whole(): Statement | undefined {
    for (let next = this.#lexer.peek(); next !== ""; next = this.#lexer.peek()) {
      if (next === "}") this.#close();
      else this.#statement();
      if (this.fault !== undefined || this.excess !== undefined) return undefined;
    }
    const open = this.#blocks.at(-1);
    if (open !== undefined) this.#lexer.report("a `{` that is never closed", open.offset);
    const [statement] = this.#top;
    if (statement !== undefined && !/^(?:sub)?module$/.test(statement.keyword))
      this.#lexer.report("it begins with neither `module` nor `submodule`", statement.offset);
    return statement;
  }

  #close(): void {
    if (this.#blocks.pop() === undefined) this.#lexer.report("a `}` that closes nothing", this.#lexer.at);
    this.#lexer.at += 1;
  }

  #statement(): undefined {
    const lexer = this.#lexer;
    const offset = lexer.at;
    const keyword = keywordOf(lexer.word());
    if (keyword === undefined) return lexer.report("an unknown keyword", offset);
    const block = this.#blocks.at(-1);
    const siblings = block === undefined ? this.#top : block.into;
    if (block === undefined && siblings?.length === 1)
      return lexer.report("something after the end of its module", offset);
    const isKept = siblings !== undefined && keyword.keeps !== "nothing";
    const next = lexer.peek();
    const argument = next === ";" || next === "{" ? "" : lexer.argument(isKept);
    const mark = lexer.peek();
    if (lexer.fault !== undefined) return undefined;
    if (mark !== ";" && mark !== "{")
      return lexer.report("a statement without `;` or `{` at its end", offset);
    const into: Statement[] | undefined = mark === "{" && isKept && keyword.keeps === "all" ? [] : undefined;
    if (isKept) siblings.push({ keyword: keyword.text, argument, offset, children: into ?? none });
    if (mark === "{") this.#blocks.push({ into, offset });
    lexer.at += 1;
    this.#count += 1;
    if (this.#blocks.length > this.#bounds.depth) this.excess = { message: "is nested too deep", offset };
    if (this.#count > this.#bounds.statements) this.excess = { message: "has too many statements", offset };
    return undefined;
  }
}
