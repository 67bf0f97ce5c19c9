/**
 * Puts functions into parentheses, so that V8 compiles them with the surrounding code. A declaration cannot be in
 * parentheses. It becomes a variable at the top of the chunk, before any code that might call it. Methods stay as they
 * are.
 */

import type { FunctionRange } from "./functions-run.ts";
import { parsed, type SyntaxNode, walk } from "./nodes.ts";

/** What to compile eagerly. */
interface Eager {
  readonly functions: ReadonlySet<FunctionRange>;
  /**
   * True: other chunks may call functions of this chunk before it is evaluated, so its declarations stay as they are.
   */
  readonly early: boolean;
}

/** The equivalent text of a chunk. */
export function withEager(code: string, { functions, early }: Eager): string {
  const program = parsed(code);
  const assigned = assignedNames(program);
  const parentheses: [at: number, text: string][] = [];
  const moved: [from: number, to: number, name: string][] = [];
  walk(program, (node, parent) => {
    if (!functions.has(`${node.start}-${node.end}`)) return;
    const { type } = node;
    if (type === "ArrowFunctionExpression" || (type === "FunctionExpression" && !isMethod(parent)))
      parentheses.push([node.start, "("], [node.end, ")"]);
    if (type !== "FunctionDeclaration" || parent?.type !== "Program" || early) return;
    const name = nameOf(node);
    if (name !== undefined && !assigned.has(name)) moved.push([node.start, node.end, name]);
  });
  const between = (from: number, to: number) => inserted(code, { from, to, parentheses });
  const head = program.body.reduce((last, { type, end }) => (type === "ImportDeclaration" ? end : last), 0);
  const variables = moved.map(([from, to, name]) => `\nvar ${name} = (${between(from, to)});`);
  const rest: string[] = [];
  let at = head;
  for (const [from, to] of moved) {
    rest.push(between(at, from));
    at = to;
  }
  return [code.slice(0, head), ...variables, ...rest, between(at, code.length)].join("");
}

/** A part of the text with the parentheses inserted. */
function inserted(
  code: string,
  {
    from,
    to,
    parentheses,
  }: { readonly from: number; readonly to: number; readonly parentheses: readonly [number, string][] },
): string {
  const parts: string[] = [];
  let at = from;
  const inside = parentheses.filter(([place]) => place >= from && place <= to);
  for (const [place, text] of inside.sort(([one], [other]) => one - other)) {
    parts.push(code.slice(at, place), text);
    at = place;
  }
  return [...parts, code.slice(at, to)].join("");
}

function isMethod(parent: SyntaxNode | undefined): boolean {
  if (parent?.type === "MethodDefinition") return true;
  if (parent?.type !== "Property" || !("method" in parent) || !("kind" in parent)) return false;
  return parent.method === true || parent.kind !== "init";
}

function nameOf(node: SyntaxNode): string | undefined {
  const id = "id" in node ? node.id : undefined;
  return typeof id === "object" && id !== null && "name" in id ? String(id.name) : undefined;
}

/**
 * Returns the names that are assigned to somewhere. A function with such a name stays a declaration, because a named
 * function expression cannot assign to its own name.
 */
function assignedNames(program: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  walk(program, (node) => {
    if (node.type !== "AssignmentExpression" || !("left" in node)) return;
    const { left } = node;
    if (typeof left === "object" && left !== null && "name" in left) names.add(String(left.name));
  });
  return names;
}
