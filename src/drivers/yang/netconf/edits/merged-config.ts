/** Several edits of one tree as one: what leads to more than one of them stands there once. Pure. */

import { keyText } from "../../device/entries-by-key.ts";
import { isEntryStep, type TreeStep } from "../../device/kinds/data-path.ts";
import type { XmlNode } from "./write-xml.ts";

/** The content of one edit. */
interface EditPart {
  /** The steps to what is edited; above that each element has the key of its entry, and nothing else besides. */
  readonly steps: readonly TreeStep[];
  readonly nodes: readonly XmlNode[];
}

/** An element that leads to several edits. */
interface SharedElement {
  readonly node: XmlNode;
  /** The leaves of its key. */
  readonly key: readonly XmlNode[];
  readonly inside: EditPart[];
}

/** The content of `<config>` for all of them, each at the place of the first that it shares something with. */
export function mergedAlong(parts: readonly EditPart[]): readonly XmlNode[] {
  const around = new Map<string, SharedElement>();
  const merged: (XmlNode | string)[] = [];
  for (const {
    steps: [, ...rest],
    nodes,
  } of parts) {
    const [entry] = rest;
    const key = entry !== undefined && isEntryStep(entry) ? entry : undefined;
    const below = key ? rest.slice(1) : rest;
    for (const node of nodes) {
      if (below.length === 0 || typeof node.content === "string") {
        merged.push(node);
        continue;
      }
      const name = `${node.namespace} ${node.name} ${key ? keyText(key) : ""}`;
      const leaves = key?.length ?? 0;
      const shared = around.get(name) ?? { node, key: node.content.slice(0, leaves), inside: [] };
      if (shared.inside.length === 0) {
        around.set(name, shared);
        merged.push(name);
      }
      shared.inside.push({ steps: below, nodes: node.content.slice(leaves) });
    }
  }
  return merged.flatMap((each) => {
    if (typeof each !== "string") return [each];
    const shared = around.get(each);
    return shared ? [{ ...shared.node, content: [...shared.key, ...mergedAlong(shared.inside)] }] : [];
  });
}
