/** The order of a plan's steps as a Mermaid picture, when it is small enough to be read. Pure. */

import { addressParts } from "../../model/address.ts";
import type { KindTitles } from "../../model/place.ts";
import type { Plan, Step } from "../../model/plan.ts";
import { visible } from "../text/escape.ts";
import { kindName } from "../text/value.ts";

const maxSteps = 20;

const symbols = { create: "+", update: "~", remove: "-" } as const;

/** A fenced block with the steps that wait for each other; nothing when none do, or too many. */
export function mermaidDiagram({ steps, titles }: Plan): readonly string[] {
  const waited = new Set(steps.flatMap(({ after }) => after));
  const shown = steps.filter(({ id, after }) => after.length > 0 || waited.has(id));
  if (shown.length === 0 || shown.length > maxSteps) return [];
  const names = new Map(shown.map(({ id }, index) => [id, `s${index}`]));
  const nodes = shown.map((step) => `  ${names.get(step.id) ?? ""}["${label(step, titles)}"]`);
  const edges = shown.flatMap(({ id, after }) =>
    after.map((before) => `  ${names.get(before) ?? ""} --> ${names.get(id) ?? ""}`),
  );
  return [["```mermaid", "flowchart LR", ...nodes, ...edges, "```"].join("\n")];
}

/** Everything but letters, digits and a few marks as Mermaid's own character codes. */
function label({ operation, address }: Step, titles: KindTitles): string {
  const parts = addressParts(address);
  const text = visible(`${symbols[operation]} ${kindName(parts, titles)} ${parts.key}`);
  return text.replace(/[^\p{L}\p{N} ._/+~-]/gu, (character) => `#${character.codePointAt(0) ?? 0};`);
}
