/** Regular expressions must be made from constants. A few files may do otherwise, each with a reason. */

import {
  type Breach,
  breach,
  child,
  type Node,
  type Source,
  textField,
  type Visit,
  visitsOf,
} from "./source.ts";

/** Files that make regular expressions from their input, with the reason why nobody can make a slow one there. */
export const madePatterns: Readonly<Record<string, string>> = {
  "src/catalog/schema/paths.ts": "words of a path, of letters, digits and _",
  "src/yaml/findings.ts": "names of fields, each character by itself",
  "src/catalog/patterns/linear.ts": "matched by RE2",
  "src/catalog/patterns/pattern.ts": "patterns that come with this program, and texts",
  "src/runtime/bounded-pattern.ts": "matched within a deadline",
  "src/runtime/secrets/redactor.ts":
    "characters of secrets in their forms, of which `security/hostile-costs` counts the cost",
  "src/yang/patterns/javascript.ts": "a class that is only parsed",
  "src/yang/patterns/parse-pattern.ts": "a class, which is asked of one character",
};

/** Returns all uses of `RegExp` except two sorts: those with constants, and those that run while a module is loaded. */
export function patternBreaches(source: Source): readonly Breach[] {
  if (Object.hasOwn(madePatterns, source.path)) return [];
  const functions = source.visits.filter(({ node }) =>
    /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type),
  );
  const runs = ({ node }: Visit) =>
    functions.some((one) => one.node.start <= node.start && node.end <= one.node.end);
  const constants = constantsOf(source, runs);
  const isFine = (visit: Visit) =>
    visit.field === "callee" &&
    (!runs(visit) || nodesIn(visit.parent?.arguments).every((each) => isConstant(each, constants)));
  return source.visits
    .filter((visit) => isOfPatterns(visit) && !isFine(visit))
    .map(({ node }) =>
      breach(source, node.start, "an expression of no constants: `linearPattern` matches what others wrote"),
    );
}

/** True for `RegExp` as a value. As a type, it creates no regular expression. */
function isOfPatterns({ node, parent, field }: Visit): boolean {
  if (node.type !== "Identifier" || textField(node, "name") !== "RegExp") return false;
  const isName = (field === "property" || field === "key") && parent?.computed !== true;
  return isName ? parent?.type === "MemberExpression" : !parent?.type.startsWith("TS");
}

/** Returns the names of a file's top-level constants that contain only texts of this file. */
function constantsOf({ visits }: Source, runs: (visit: Visit) => boolean): ReadonlySet<string> {
  const found = new Set<string>();
  for (const visit of visits) {
    const { node, parent } = visit;
    if (node.type !== "VariableDeclarator" || parent?.kind !== "const" || runs(visit)) continue;
    const name = textField(child(node, "id"), "name");
    if (name !== undefined && isConstant(child(node, "init"), found)) found.add(name);
  }
  return found;
}

function isConstant(node: Node | undefined, constants: ReadonlySet<string>): boolean {
  switch (node?.type) {
    case "Literal":
      return true;
    case "Identifier":
      return constants.has(textField(node, "name") ?? "");
    case "TemplateLiteral":
      return nodesIn(node.expressions).every((each) => isConstant(each, constants));
    case "TaggedTemplateExpression":
      return (
        textField(child(child(node, "tag"), "object"), "name") === "String" &&
        isConstant(child(node, "quasi"), constants)
      );
    case "BinaryExpression":
      return isConstant(child(node, "left"), constants) && isConstant(child(node, "right"), constants);
    default:
      return false;
  }
}

function nodesIn(value: unknown): readonly Node[] {
  return [...visitsOf(value, undefined, "")]
    .filter(({ parent }) => parent === undefined)
    .map(({ node }) => node);
}
