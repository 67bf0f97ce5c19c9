/** Finds the leaves of data with their canonical values, and the leaves that leafrefs require. */

import { isArray, isObject, type Json } from "../../model/json.ts";
import type { SchemaNode } from "../schema/node.ts";
import { childOf, type Schema } from "../schema/schema.ts";
import type { YangType } from "../types/type.ts";
import { valuesOf } from "../values/check-value.ts";
import { leafrefTarget } from "../values/leafref.ts";

/** A canonical value of a leaf, or of a leaf-list entry. */
export interface LeafValue {
  readonly node: SchemaNode;
  readonly canonical: string;
  readonly path: readonly string[];
}

/** Returns all leaves in a node's value that match their types. */
export function leafValuesIn(schema: Schema, node: SchemaNode, value: Json): readonly LeafValue[] {
  const found: LeafValue[] = [];
  const values = valuesOf(schema);
  const walk = (here: SchemaNode, each: Json, path: readonly string[]): void => {
    if (here.kind === "leaf") {
      const result = values.check(here, each);
      if ("canonical" in result) found.push({ node: here, canonical: result.canonical, path });
    } else if (isArray(each)) {
      const isLeaves = here.kind === "leaf-list";
      for (const [at, one] of each.entries()) {
        const own = [...path, String(at)];
        const result = isLeaves ? values.check(here, one) : undefined;
        if (result && "canonical" in result)
          found.push({ node: here, canonical: result.canonical, path: own });
        else if (isObject(one)) inside(here, one, own);
      }
    } else inside(here, each, path);
  };
  const inside = (parent: SchemaNode, each: Json, path: readonly string[]): void => {
    if (!isObject(each)) return;
    for (const [member, one] of Object.entries(each)) {
      const child = childOf(parent, member);
      if (child !== undefined) walk(child, one, [...path, member]);
    }
  };
  walk(node, value, []);
  return found;
}

/** Returns the leaf that a leafref references, if its value must exist there (RFC 7950 9.9). */
export function requiredLeaf(schema: Schema, node: SchemaNode): SchemaNode | undefined {
  const { type } = node;
  if (type.base !== "leafref" || !type.requiresInstance) return undefined;
  const target = leafrefTarget(schema, node, type);
  return target?.config ? target : undefined;
}

/** True for a leaf that may have an identity as its value. */
export function hasIdentities(schema: Schema, node: SchemaNode): boolean {
  return mayBeIdentity(schema, { node, type: node.type, depth: 0 });
}

const maxChain = 30;

function mayBeIdentity(
  schema: Schema,
  { node, type, depth }: { readonly node: SchemaNode; readonly type: YangType; readonly depth: number },
): boolean {
  if (type.base === "identityref" || depth > maxChain) return type.base === "identityref";
  if (type.base === "union")
    return type.members.some((member) => mayBeIdentity(schema, { node, type: member, depth: depth + 1 }));
  const target = type.base === "leafref" ? leafrefTarget(schema, node, type) : undefined;
  return target !== undefined && mayBeIdentity(schema, { node: target, type: target.type, depth: depth + 1 });
}
