/** Parses a YANG text to its module or submodule statement. Everything is limited, because texts come from devices. */

import { type Problem, problem, sentence } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import { Lexer } from "./lexer.ts";
import { positionIn, type Statement, secretMark } from "./statement.ts";

/** The limits for one text. */
export interface YangBounds {
  /** The number of UTF-16 code units. */
  readonly length: number;
  /** The number of statements, including statements that are dropped. */
  readonly statements: number;
  /** The depth of nested blocks. */
  readonly depth: number;
}

/**
 * The usual limits. They are far above all published modules: the longest module of IOS-XE 17.12 has 0.5 MB and 20,000
 * statements.
 */
const usualBounds: YangBounds = { length: 32 * 1024 * 1024, statements: 1_000_000, depth: 100 };

interface Block {
  /** The list that receives the statements of the block. Undefined: the statements are dropped. */
  readonly into: Statement[] | undefined;
  readonly offset: number;
}

const none: readonly Statement[] = [];

/** Returns the statement of a text, or its first error. */
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
  /** The exceeded limit. Undefined: no limit is exceeded. */
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
      return lexer.report("text after the end of its module", offset);
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

/**
 * The version of the kept statements. It is increased whenever parsing begins to keep other statements, which
 * invalidates earlier caches.
 */
export const statementsVersion = "2";

/** Statements that are kept, together with all kept statements below them. */
const kept = [
  "anydata anyxml augment base belongs-to bit case choice config container default deviate deviation enum feature",
  "fraction-digits grouping identity if-feature import include key leaf leaf-list length list mandatory max-elements",
  "min-elements modifier module namespace ordered-by path pattern position prefix presence range refine",
  "require-instance revision revision-date status submodule type typedef unique uses value when yang-version",
];

/** Statements of which only the name is kept. */
const named = ["action notification rpc"];

/** Statements that are dropped with everything below them. */
const leftOut = [
  "argument contact description error-app-tag error-message extension input must organization output reference units",
  "yin-element",
];

/** How a statement is treated, and its canonical keyword. */
interface Keyword {
  readonly text: string;
  readonly keeps: "all" | "name" | "nothing";
}

const words = (lines: readonly string[]) => lines.join(" ").split(" ");

const keywords: ReadonlyMap<string, Keyword> = new Map(
  [
    ...words(kept).map((text) => ({ text, keeps: "all" }) as const),
    ...words(named).map((text) => ({ text, keeps: "name" }) as const),
    ...words(leftOut).map((text) => ({ text, keeps: "nothing" }) as const),
  ].map((each) => [each.text, each]),
);

const extension: Keyword = { text: "", keeps: "nothing" };

/** Matches extensions that restrict who may see a value: those of tail-f (ConfD), OpenConfig, and RFC 8341. */
const secretMarks = /:(?:suppress-echo|openconfig-hashed-value|default-deny-all)$/;
const marked: Keyword = { text: secretMark, keeps: "name" };

const prefixed = /^[A-Za-z_][\w.-]*:[A-Za-z_][\w.-]*$/;

/**
 * Returns the meaning of a keyword. Undefined: the keyword is unknown. A keyword with a prefix belongs to an extension.
 */
function keywordOf(word: string): Keyword | undefined {
  const known = keywords.get(word);
  if (known !== undefined || !prefixed.test(word)) return known;
  return secretMarks.test(word) ? marked : extension;
}
