/** Several edits of one tree as one: what leads to more than one of them stands there once. Pure. */

import type { XmlNode } from "./write-xml.ts";

/** The content of one edit. */
interface EditPart {
  /** How many elements lead to what is edited, that one included; above it each has nothing else in it. */
  readonly depth: number;
  readonly nodes: readonly XmlNode[];
}

/** The content of `<config>` for all of them, each at the place of the first that it shares something with. */
export function mergedAlong(parts: readonly EditPart[]): readonly XmlNode[] {
  const around = new Map<string, { readonly node: XmlNode; readonly inside: EditPart[] }>();
  const merged: (XmlNode | string)[] = [];
  for (const { depth, nodes } of parts)
    for (const node of nodes) {
      if (depth <= 1 || typeof node.content === "string") {
        merged.push(node);
        continue;
      }
      const key = `${node.namespace} ${node.name}`;
      const shared = around.get(key) ?? { node, inside: [] };
      if (shared.inside.length === 0) {
        around.set(key, shared);
        merged.push(key);
      }
      shared.inside.push({ depth: depth - 1, nodes: node.content });
    }
  return merged.flatMap((each) => {
    if (typeof each !== "string") return [each];
    const shared = around.get(each);
    return shared ? [{ ...shared.node, content: mergedAlong(shared.inside) }] : [];
  });
}
