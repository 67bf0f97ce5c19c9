/** Nodes of data by their names: below a parent, and along the path of some part of a device's tree. */

import type { SchemaNode } from "./node.ts";
import type { Schema } from "./schema.ts";
import { prefixedName } from "./scope.ts";

const byName = new WeakMap<SchemaNode, ReadonlyMap<string, SchemaNode>>();

/** The node that a member of data is below its parent; without a module it is of the parent's. */
export function childOf(parent: SchemaNode, member: string): SchemaNode | undefined {
  const { prefix, name } = prefixedName(member);
  let known = byName.get(parent);
  if (known === undefined) {
    known = new Map(parent.dataChildren.map((each) => [`${each.module}:${each.name}`, each]));
    byName.set(parent, known);
  }
  return known.get(`${prefix === "" ? parent.module : prefix}:${name}`);
}

/** A name as data has it below this parent: with its module where that is another (RFC 7951 4). */
export function dataName(node: SchemaNode, parent: SchemaNode): string {
  return node.module === parent.module ? node.name : `${node.module}:${node.name}`;
}

/** Where a path leads: to a node, or no further than to some member of it. */
export type DataPathResult =
  | { readonly node: SchemaNode /** Lists on the way. */; readonly lists: readonly SchemaNode[] }
  | { readonly unknown: string /** What could stand in its place. */; readonly names: readonly string[] };

/** Follows the members of a data path, the first with its module. */
export function nodeAt(schema: Schema, members: readonly string[]): DataPathResult {
  const [top = "", ...below] = members;
  const { prefix } = prefixedName(top);
  const module = schema.module(prefix);
  if (module === undefined) return { unknown: prefix, names: schema.names };
  let here: SchemaNode = module;
  const lists: SchemaNode[] = [];
  for (const member of [top, ...below]) {
    const next = childOf(here, member);
    if (next === undefined) return { unknown: member, names: configNames(here) };
    if (here.kind === "list") lists.push(here);
    here = next;
  }
  return { node: here, lists };
}

/** What configuration may have below a node, as data names it. */
export function configNames(parent: SchemaNode): readonly string[] {
  const isTop = parent.kind === "module";
  return parent.dataChildren
    .filter(({ config }) => config)
    .map((each) => (isTop ? `${each.module}:${each.name}` : dataName(each, parent)));
}
