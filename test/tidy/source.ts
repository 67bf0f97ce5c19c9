/** A parsed source file. It is the input of the rules in this folder. */

import { parseSync } from "rolldown/utils";

/** A node of the syntax tree, with the fields that all nodes have. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** A node, its parent, and the parent's field that contains it. */
export interface Visit {
  readonly node: Node;
  readonly parent: Node | undefined;
  readonly field: string;
}

/** A parsed file. `path` is relative to the project, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly visits: readonly Visit[];
  readonly comments: readonly { readonly value: string; readonly start: number; readonly end: number }[];
}

/** A breach of a rule, as `path:line: what`. */
export type Breach = string;

/** Parses a file. Throws if it is not TypeScript. */
export function sourceOf(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const visits = [...visitsOf(program, undefined, "")];
  return { path, text, visits, comments };
}

/** Returns a breach at a place in the file. */
export function breach(source: Source, offset: number, what: string): Breach {
  return `${source.path}:${lineAt(source, offset)}: ${what}`;
}

/** Returns the line of an offset, counted from 1. */
export function lineAt(source: Source, offset: number): number {
  return source.text.slice(0, offset).split("\n").length;
}

/** Returns a field of a node if its value is a node, and otherwise undefined. */
export function child(node: Node | undefined, field: string): Node | undefined {
  const value = node?.[field];
  return isNode(value) ? value : undefined;
}

/** Returns a field of a node if its value is a text, and otherwise undefined. */
export function textField(node: Node | undefined, field: string): string | undefined {
  const value = node?.[field];
  return typeof value === "string" ? value : undefined;
}

/** Returns the nodes in a value. Each node comes before the nodes inside it. */
export function* visitsOf(value: unknown, parent: Node | undefined, field: string): Generator<Visit> {
  if (Array.isArray(value)) for (const each of value) yield* visitsOf(each, parent, field);
  if (!isNode(value)) return;
  yield { node: value, parent, field };
  for (const [name, inner] of Object.entries(value)) yield* visitsOf(inner, value, name);
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    "start" in value &&
    !Array.isArray(value)
  );
}
