/**
 * Prints schema trees in the form of RFC 8340, without the status of nodes. They are compared with the trees of other
 * tools.
 */

import type { SchemaNode } from "../../src/yang/schema/node.ts";

/** The prefixes of modules that augment the printed module. */
const prefixes: Readonly<Record<string, string>> = { "acme-extra": "extra" };

/** Returns the lines of a module's top-level nodes, without its heading, operations and notifications. */
export function treeOf(module: SchemaNode): string {
  return lines(module.children, module.name, "  ").join("\n");
}

function lines(nodes: readonly SchemaNode[], module: string, indent: string): readonly string[] {
  const width = Math.max(0, ...nodes.map((each) => shownName(each, module).length));
  return nodes.flatMap((node, at) => {
    const isLast = at === nodes.length - 1;
    const below = lines(node.children, module, `${indent}${isLast ? "   " : "|  "}`);
    return [`${indent}+--${line(node, module, width)}`, ...below];
  });
}

function line(node: SchemaNode, module: string, width: number): string {
  const head = node.kind === "case" ? ":" : `${node.config ? "rw" : "ro"} `;
  const name = shownName(node, module);
  const isLeaf = node.kind === "leaf" || node.kind === "leaf-list";
  const type = isLeaf || node.kind.startsWith("any") ? typeOf(node) : "";
  const padded = type === "" ? name : name.padEnd(width + 3);
  const features = node.properties("if-feature").map(({ statement }) => statement.argument);
  const condition = features.length === 0 ? "" : ` {${features.join(",")}}?`;
  return `${head}${padded}${type}${condition}`;
}

/** Returns a node's name with the marks for its cardinality. It has a prefix if the node is from another module. */
function shownName(node: SchemaNode, module: string): string {
  const name = node.module === module ? node.name : `${prefixes[node.module] ?? node.module}:${node.name}`;
  switch (node.kind) {
    case "choice":
      return `(${name})${node.isMandatory ? "" : "?"}`;
    case "case":
      return `(${name})`;
    case "container":
      return node.isPresence ? `${name}!` : name;
    case "list":
      return `${name}*${node.keys.length > 0 ? ` [${node.keys.join(" ")}]` : ""}`;
    case "leaf-list":
      return `${name}*`;
    case "module":
      return name;
    case "leaf":
    case "anydata":
    case "anyxml": {
      const isKey = node.parent?.keys.includes(node.name) ?? false;
      return isKey || node.isMandatory ? name : `${name}?`;
    }
  }
}

function typeOf(node: SchemaNode): string {
  if (node.kind === "anydata" || node.kind === "anyxml") return node.kind;
  const { type } = node;
  const path = type.path?.statement.argument;
  return type.name === "leafref" && path !== undefined ? `-> ${path}` : type.name;
}
