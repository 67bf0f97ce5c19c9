/** The decisions of judges, found in their sources: each place at which a complaint is made or asked for. */

import {
  child,
  lineAt,
  type Node,
  type Source,
  sourceOf,
  textField,
  type Visit,
} from "../../test/tidy/source.ts";

/** Such a place. */
export interface Site {
  /** `test/simulation/decisions/judges.ts:147`. */
  readonly place: string;
  readonly file: string;
  /** Its code, in one line. */
  readonly code: string;
  readonly start: number;
  readonly end: number;
  /** What it gives: one line of a complaint, or all that another judge says. */
  readonly gives: "text" | "lines";
}

/** The places of a file, in the order in which they stand there. */
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
 * The file with a switch around each of its places, numbered from `first` on. It is edited from its end on, so that places
 * before stay where they are; of two that begin alike the outer one is wrapped last.
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

/** A judge that is asked, by its name. */
const judge = /^(?:differ|differing|judge[A-Z]\w*)$/;
/** What is compared, and no complaint: a value, and a word at most between it and the next. */
const value = /^(?:\/|\$\{[^}]*\}(?! [a-z]+ [a-z]))/;
/** What a complaint begins with. */
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

/** What a text begins with; undefined for what is none. */
function textOf(node: Node, source: Source): string | undefined {
  if (node.type === "TemplateLiteral") return source.text.slice(node.start + 1, node.end - 1);
  return node.type === "Literal" ? textField(node, "value") : undefined;
}

/** What another judge is told to call what it compares. */
function isName(node: Node, parents: ReadonlyMap<Node, Node | undefined>): boolean {
  const parent = parents.get(node);
  return parent?.type === "CallExpression" && judge.test(textField(child(parent, "callee"), "name") ?? "");
}

/** It is said or it is not: an array of it where the other one is empty, or pushed on a list of complaints. */
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

/** Within a function that gives lines, or in a class that notes them. */
function isInJudge(node: Node, source: Source, parents: ReadonlyMap<Node, Node | undefined>): boolean {
  for (let at = parents.get(node); at; at = parents.get(at)) {
    const type = child(at, "returnType");
    if (type && source.text.slice(type.start, type.end).includes("readonly string[]")) return true;
    if (at.type === "ClassDeclaration" && isComplaint(node, parents)) return true;
  }
  return false;
}
