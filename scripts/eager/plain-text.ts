/** A chunk in ASCII: V8 holds such a text in half as many bytes, and Node asks for all of them at each start. */

import { parsed, type SyntaxNode, walk } from "./nodes.ts";

/** The same program. What stands in a tagged template stays: its tag may read it as it is written. */
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

/** What follows a backslash is left: together they mean something else. */
function escaped(text: string): string {
  return text.replaceAll(
    /(?<!\\)[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
