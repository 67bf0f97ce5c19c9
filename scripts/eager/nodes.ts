/** Walks the syntax tree of a chunk. */

import { parseAst } from "rolldown/parseAst";

/** A node of a program, with its position in the text. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Parses a module's text. Throws if it is invalid. */
export function parsed(code: string): ReturnType<typeof parseAst> {
  return parseAst(code, { lang: "js" });
}

/** Visits a node and all its descendants, each with its parent. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode, parent?: SyntaxNode) => void): void {
  const enter = (here: SyntaxNode, parent?: SyntaxNode) => {
    visit(here, parent);
    for (const value of Object.values(here))
      for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) enter(inner, here);
  };
  enter(node);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
