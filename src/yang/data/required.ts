/** What must be there together, and what cannot be: mandatory nodes and the cases of choices (RFC 7950 7.9, 7.6.5). */

import type { SchemaNode } from "../schema/node.ts";
import type { DataReport } from "./report.ts";

/** Nodes of which a tree shows some. */
export interface NodeGroup {
  readonly nodes: readonly SchemaNode[];
  readonly present: ReadonlySet<SchemaNode>;
  readonly path: readonly string[];
}

/** Says which mandatory nodes lack. What a `when` may keep away is not missed, nor is state. */
export function reportMissing({ nodes, present, path }: NodeGroup, report: DataReport): void {
  for (const node of nodes) {
    if (present.has(node) || !node.config || node.isConditional) continue;
    if (node.kind === "choice") missingOfChoice(node, { present, path }, report);
    else if (node.isMandatory) {
      const message = `${node.kind} \`${node.name}\` must be there`;
      report.lacking(path, { code: "missing-field", message });
    } else if (node.kind === "container" && !node.isPresence)
      reportMissing({ nodes: node.children, present, path: [...path, node.name] }, report);
  }
}

function missingOfChoice(
  choice: SchemaNode,
  { present, path }: Omit<NodeGroup, "nodes">,
  report: DataReport,
): void {
  const taken = choice.children.find((each) => each.dataChildren.some((node) => present.has(node)));
  if (taken !== undefined) reportMissing({ nodes: taken.children, present, path }, report);
  if (taken !== undefined || !choice.isMandatory) return;
  const cases = choice.children.slice(0, 20).map(({ name }) => `\`${name}\``);
  report.lacking(path, {
    code: "missing-field",
    message: `one of the cases of \`${choice.name}\` must be there: ${cases.join(", ")}`,
  });
}

/** Says where nodes of two cases of one choice are there. */
export function reportConflicts({ present, path }: Omit<NodeGroup, "nodes">, report: DataReport): void {
  const taken = new Map<SchemaNode, { readonly of: SchemaNode; readonly by: SchemaNode }>();
  for (const node of present)
    for (let at = node.parent; at !== undefined && !at.isData; at = at.parent) {
      const choice = at.kind === "case" ? at.parent : undefined;
      if (choice === undefined) continue;
      const other = taken.get(choice);
      if (other === undefined) taken.set(choice, { of: at, by: node });
      else if (other.of !== at) {
        const both = `\`${other.by.name}\` and \`${node.name}\``;
        const message = `${both} are of different cases of \`${choice.name}\`: only one can be there`;
        report.add([...path, node.name], { code: "conflicting-cases", message });
      }
    }
}
