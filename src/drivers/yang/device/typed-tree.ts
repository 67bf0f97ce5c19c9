/** Types of nodes in an XML tree, from the target's modules. Pure. */

import { hasIdentities } from "../../../yang/data/leaf-values.ts";
import type { SchemaNode } from "../../../yang/schema/node.ts";
import { childOf, type Schema } from "../../../yang/schema/schema.ts";
import { valuesOf } from "../../../yang/values/check-value.ts";
import type { DeviceModel } from "./model.ts";

/** A node of the tree, or its root. */
export interface TypedNode {
  /** True for leaves whose value may be an identity. The XML declares the prefix of an identity. */
  readonly hasIdentities: boolean;
  /** True if a text at this node is an instance-identifier. The XML declares the prefixes of the names in it. */
  isPath(text: string): boolean;
  child(module: string, name: string): TypedNode | undefined;
}

/** Returns the root of a device's tree. Undefined: its target has no modules. */
export function typedTree({ schema }: Pick<DeviceModel, "schema">): TypedNode | undefined {
  const made = schema?.();
  return (
    made && {
      hasIdentities: false,
      isPath: () => false,
      child: (module, name) => typed(made, made.top(module, name)),
    }
  );
}

function typed(schema: Schema, node: SchemaNode | undefined): TypedNode | undefined {
  if (node === undefined) return undefined;
  return {
    get hasIdentities() {
      return node.kind.startsWith("leaf") && hasIdentities(schema, node);
    },
    isPath: (text) => node.kind.startsWith("leaf") && valuesOf(schema).isPath(node, text),
    child: (module, name) => typed(schema, childOf(node, `${module}:${name}`)),
  };
}
