/** Converts a chunk to ASCII. V8 stores ASCII in half the memory, and Node loads the whole text at each start. */

import { parsed, type SyntaxNode, walk } from "./nodes.ts";

/** Returns the program as ASCII. Tagged templates stay unchanged, because a tag may read the raw text. */
export function plainText(code: string): string {
  const places: SyntaxNode[] = [];
  const tagged = new Set<SyntaxNode>();
  walk(parsed(code), (node, parent) => {
    if (node.type === "TemplateLiteral" && parent?.type === "TaggedTemplateExpression") tagged.add(node);
    if (node.type === "Literal" || (node.type === "TemplateElement" && parent && !tagged.has(parent)))
      places.push(node);
  });
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of places.sort((one, other) => one.start - other.start)) {
    parts.push(code.slice(at, start), escaped(code.slice(start, end)));
    at = end;
  }
  return [...parts, code.slice(at)].join("");
}

/** A character after a backslash stays unchanged, because the two have a meaning together. */
function escaped(text: string): string {
  return text.replaceAll(
    /(?<!\\)[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
