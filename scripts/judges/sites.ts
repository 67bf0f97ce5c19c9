/** The decisions of judges, found in their sources: each place that creates or requests a complaint. */

import {
  child,
  lineAt,
  type Node,
  type Source,
  sourceOf,
  textField,
  type Visit,
} from "../../test/tidy/source.ts";

/** A place where a judge decides. */
export interface Site {
  /** The file and line, such as `test/simulation/decisions/judges.ts:147`. */
  readonly place: string;
  readonly file: string;
  /** The code of the place, in one line. */
  readonly code: string;
  readonly start: number;
  readonly end: number;
  /** The result of the place: one line of a complaint, or all lines of another judge. */
  readonly gives: "text" | "lines";
}

/** The places in a file, in order. */
export function sitesIn(path: string, text: string): readonly Site[] {
  const source = sourceOf(path, text);
  const parents = new Map(source.visits.map(({ node, parent }) => [node, parent]));
  return source.visits.flatMap((visit): readonly Site[] => {
    const gives = givenBy(visit, source, parents);
    if (!gives) return [];
    const { start, end } = visit.node;
    const code = text.slice(start, end).replaceAll(/\s+/g, " ");
    return [{ place: `${path}:${lineAt(source, start)}`, file: path, code, start, end, gives }];
  });
}

/**
 * Returns the file with a switch around each of its places, numbered from `first`. Edits are made from the end, so that
 * earlier positions stay valid. If two places begin at the same position, the outer place is wrapped last.
 */
export function withSwitches(path: string, source: string, first: number) {
  const sites = sitesIn(path, source);
  const edits = sites.flatMap(({ start, end, gives }, at) => [
    { at: start, rank: end, put: `globalThis.__judged.${gives}(${first + at}, ` },
    { at: end, rank: -1, put: ")" },
  ]);
  const ordered = edits.toSorted((one, other) => other.at - one.at || one.rank - other.rank);
  const text = ordered.reduce((now, { at, put }) => now.slice(0, at) + put + now.slice(at), source);
  return { text, sites };
}

/** Matches the names of functions that are judges or compare for them. */
const judge = /^(?:differ|differing|judge[A-Z]\w*)$/;
/**
 * Matches a text that is a compared value and not a complaint: it begins with a value, followed by at most one word
 * before the next value.
 */
const value = /^(?:\/|\$\{[^}]*\}(?! [a-z]+ [a-z]))/;
/** Matches the beginning of a complaint. */
const opening = /^(?:[a-zA-Z][a-z ]*|P\d+): /;

function givenBy(
  { node }: Visit,
  source: Source,
  parents: ReadonlyMap<Node, Node | undefined>,
): Site["gives"] | undefined {
  if (node.type === "CallExpression")
    return judge.test(textField(child(node, "callee"), "name") ?? "") ? "lines" : undefined;
  if (!isInJudge(node, source, parents)) return undefined;
  const said = textOf(node, source);
  if (said === undefined || isName(node, parents) || value.test(said) || !said.includes(" "))
    return undefined;
  return opening.test(said) || isComplaint(node, parents) ? "text" : undefined;
}

/** How a text begins, in the source; undefined if the node is not a text. */
function textOf(node: Node, source: Source): string | undefined {
  if (node.type === "TemplateLiteral") return source.text.slice(node.start + 1, node.end - 1);
  return node.type === "Literal" ? textField(node, "value") : undefined;
}

/** True for the label that another judge gives to the values that it compares. */
function isName(node: Node, parents: ReadonlyMap<Node, Node | undefined>): boolean {
  const parent = parents.get(node);
  return parent?.type === "CallExpression" && judge.test(textField(child(parent, "callee"), "name") ?? "");
}

/** A conditional complaint: an array whose alternative is empty, or a push to a list of complaints. */
function isComplaint(node: Node, parents: ReadonlyMap<Node, Node | undefined>): boolean {
  const parent = parents.get(node);
  const around = parent && parents.get(parent);
  if (parent?.type === "ArrayExpression" && around?.type === "ConditionalExpression")
    return (["consequent", "alternate"] as const).some((branch) => isEmpty(child(around, branch)));
  const callee = parent?.type === "CallExpression" ? child(parent, "callee") : undefined;
  const on = child(callee, "object");
  const list = textField(on, "name") ?? textField(child(on, "property"), "name") ?? "";
  return textField(child(callee, "property"), "name") === "push" && /^(?:broken|faults|lines)$/.test(list);
}

function isEmpty(node: Node | undefined): boolean {
  return node?.type === "ArrayExpression" && node.end - node.start === 2;
}

/** True inside a function that returns lines, or a class that collects them. */
function isInJudge(node: Node, source: Source, parents: ReadonlyMap<Node, Node | undefined>): boolean {
  for (let at = parents.get(node); at; at = parents.get(at)) {
    const type = child(at, "returnType");
    if (type && source.text.slice(type.start, type.end).includes("readonly string[]")) return true;
    if (at.type === "ClassDeclaration" && isComplaint(node, parents)) return true;
  }
  return false;
}
