/** Walks the syntax of a chunk. */

import { parseAst } from "rolldown/parseAst";

/** A part of a program, by its place in the text. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The program that a module's text is. Throws where it is none. */
export function parsed(code: string): ReturnType<typeof parseAst> {
  return parseAst(code, { lang: "js" });
}

/** Visits a node and all in it, each with the node that it stands in. */
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
