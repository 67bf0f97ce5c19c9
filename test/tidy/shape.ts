/** Rules that keep files easy to read: about size, names, comments and shortcuts. */

import {
  type Breach,
  breach,
  child,
  lineAt,
  type Node,
  type Source,
  textField,
  type Visit,
} from "./source.ts";

/** If a file has more lines than this, reviewers check whether it should be split. */
const reviewedFile = 250;
const longestFile = 300;
const longestTypes = 400;
const longestFunction = 70;
const mostParameters = 3;
const longestLine = 120;

/**
 * Returns files and functions that are too long, including those that look short only because several lines are packed
 * into one. Also returns lines that are too wide, and functions with too many parameters.
 */
export function sizeBreaches(source: Source): readonly Breach[] {
  const lines = linesOf(source);
  const most = isTypesAlone(source) ? longestTypes : longestFile;
  const long = lines.length > most ? [`${source.path}:1: ${lines.length} lines, over ${most}`] : [];
  const wide = lines.flatMap((line, index) =>
    line.length > longestLine
      ? [`${source.path}:${index + 1}: ${line.length} columns, over ${longestLine}`]
      : [],
  );
  const inside = source.visits.flatMap((visit) => [
    ...functionBreaches(source, visit.node),
    ...savedLines(source, visit),
  ]);
  return [...long, ...wide, ...inside];
}

/** Returns files whose length is allowed, but which reviewers should check for a place to split them. */
export function sizeHints(source: Source): readonly Breach[] {
  const { length } = linesOf(source);
  const isAsked = length > reviewedFile && length <= longestFile && !isTypesAlone(source);
  return isAsked ? [`${source.path}:1: ${length} lines, over ${reviewedFile}: is there a natural seam?`] : [];
}

function linesOf({ text }: Source): readonly string[] {
  return text.trimEnd().split("\n");
}

/** True if a file only declares types and contains no code that runs. */
function isTypesAlone({ visits }: Source): boolean {
  const statements = visits.filter(({ parent, field }) => parent?.type === "Program" && field === "body");
  return statements.every(({ node }) => {
    const declared = node.type === "ExportNamedDeclaration" ? (child(node, "declaration") ?? node) : node;
    const isType = /^TS(?:Interface|TypeAlias)Declaration$/.test(declared.type);
    return isType || textField(node, "importKind") === "type" || textField(node, "exportKind") === "type";
  });
}

/** Finds object literals that are spread directly into another object literal only to save lines. */
function savedLines(source: Source, { node, parent }: Visit): readonly Breach[] {
  const isSpread = node.type === "SpreadElement" && parent?.type === "ObjectExpression";
  return isSpread && child(node, "argument")?.type === "ObjectExpression"
    ? [breach(source, node.start, "an object spread where it is written: write its members")]
    : [];
}

function functionBreaches(source: Source, node: Node): readonly Breach[] {
  if (!/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return [];
  const length = lineAt(source, node.end) - lineAt(source, node.start) + 1;
  const parameters = Array.isArray(node.params) ? node.params.length : 0;
  return [
    ...(length > longestFunction
      ? [breach(source, node.start, `a function of ${length} lines, over ${longestFunction}`)]
      : []),
    ...(parameters > mostParameters
      ? [breach(source, node.start, `${parameters} parameters, over ${mostParameters}: take one object`)]
      : []),
  ];
}

const emptyWords = /^(?:util|helper|common|manager|service|handler)s?$/i;

/** Returns files and declarations whose names mean nothing. */
export function nameBreaches(source: Source): readonly Breach[] {
  const file = source.path.split(/[/.-]/).filter((word) => emptyWords.test(word));
  const declared = source.visits.filter(({ node, parent, field }) => isDeclaredName(node, parent, field));
  const names = declared.flatMap(({ node }) => {
    const name = textField(node, "name") ?? "";
    return wordsOf(name).some((word) => emptyWords.test(word))
      ? [breach(source, node.start, `the name ${name}`)]
      : [];
  });
  return [...file.map((word) => `${source.path}:1: the word ${word} in the file's name`), ...names];
}

function isDeclaredName(node: Node, parent: Node | undefined, field: string): boolean {
  if (node.type !== "Identifier" || field !== "id") return false;
  return /^(?:Function|Class|TSInterface|TSTypeAlias)Declaration$|^VariableDeclarator$/.test(
    parent?.type ?? "",
  );
}

function wordsOf(name: string): readonly string[] {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])|_/);
}

/** Returns files without an opening sentence, and exports without a doc comment. */
export function commentBreaches(source: Source): readonly Breach[] {
  const opening = /^\/\*\*\s+\S/.test(source.text)
    ? []
    : [`${source.path}:1: opens without a sentence on what it knows`];
  const isExport = ({ node }: Visit) => node.type === "ExportNamedDeclaration" && child(node, "declaration");
  const bare = source.visits.filter((visit) => isExport(visit) && !isDocumented(source, visit.node));
  return [
    ...opening,
    ...bare.map(({ node }) => breach(source, node.start, "exported without a doc comment")),
  ];
}

/** True if a comment is directly before the declaration, and this comment does not open the file. */
function isDocumented(source: Source, node: Node): boolean {
  const own = source.comments.find(
    ({ end }) => end <= node.start && source.text.slice(end, node.start).trim() === "",
  );
  return own !== undefined && own.start > 0 && own.value.startsWith("*");
}

/** Files in which values enter from outside the type system. */
const parsingEdges = ["src/yaml/schema-output.ts"];

/** Returns ways around the linter and the types: suppressions, `as`, enums, default exports. */
export function shortcutBreaches(source: Source): readonly Breach[] {
  const suppressions = source.comments
    .filter(({ value }) =>
      /\b(?:biome-ignore|ts-ignore|ts-expect-error|ts-nocheck|eslint-disable)\b/.test(value),
    )
    .map(({ start }) => breach(source, start, "a suppression: mend what it hides"));
  const shortcuts = source.visits.flatMap(({ node }) => {
    const what = shortcut(source, node);
    return what === undefined ? [] : [breach(source, node.start, what)];
  });
  return [...suppressions, ...shortcuts];
}

function shortcut(source: Source, node: Node): string | undefined {
  switch (node.type) {
    case "TSAsExpression":
    case "TSTypeAssertion": {
      const isConst = textField(child(child(node, "typeAnnotation"), "typeName"), "name") === "const";
      return isConst || parsingEdges.includes(source.path) ? undefined : "`as` outside a parsing edge";
    }
    case "TSAnyKeyword":
      return "`any`";
    case "TSEnumDeclaration":
      return "an enum: use a union of texts";
    case "ExportDefaultDeclaration":
      return "a default export";
  }
  return undefined;
}

/** Returns tests that do not run, or that prevent other tests from running. */
export function skipBreaches(source: Source): readonly Breach[] {
  return source.visits.flatMap(({ node }) => {
    const object = textField(rootOf(node), "name") ?? "";
    const property = textField(child(node, "property"), "name") ?? "";
    const isTest =
      node.type === "MemberExpression" && /^(?:test|it|describe|suite|bench|context|ctx)$/.test(object);
    const skips = isTest && /^(?:skip|only|todo|skipIf|runIf|fails)$/.test(property);
    return skips ? [breach(source, node.start, `${object}.${property}`)] : [];
  });
}

/**
 * Returns the leftmost object of a chain, for example of `test.concurrent.skip`. If the node is no chain, returns the
 * node itself.
 */
function rootOf(node: Node): Node | undefined {
  const object = child(node, "object") ?? child(node, "callee");
  return object === undefined ? node : rootOf(object);
}
