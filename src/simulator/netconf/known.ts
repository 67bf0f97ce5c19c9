/** The schema that a device knows. The types of its nodes are derived from sample data. */

import type { Json } from "../../model/json.ts";
import { isList, isRecord } from "../wire/message.ts";

/** Sample values at one place in a tree. If empty, the device does not know the place. */
export type Specimens = readonly Json[];

/**
 * Returns the samples for a member, taken from samples of its parent. `within` is the parent's module, and "" at the
 * root.
 */
export function specimensAt(
  nodes: Specimens,
  { module, name, within }: { readonly module: string; readonly name: string; readonly within: string },
): Specimens {
  const names = module === within ? [name, `${module}:${name}`] : [`${module}:${name}`];
  return nodes.flatMap((node) => {
    const all = isList(node) ? node : [node];
    return all.flatMap((each) =>
      isRecord(each) ? names.flatMap((one) => (Object.hasOwn(each, one) ? [each[one] ?? null] : [])) : [],
    );
  });
}

/** Returns the type of node that has these samples. A leaf of type empty is the list `[null]`. */
export function sortOfNode(specimens: Specimens): "container" | "list" | "leafList" | "leaf" {
  const [first] = specimens.filter((each) => !isList(each) || each.length > 0);
  if (first === undefined) return "list";
  if (!isList(first)) return isRecord(first) ? "container" : "leaf";
  if (isRecord(first[0])) return "list";
  return first[0] === null ? "leaf" : "leafList";
}

/** Returns the value of a text in the type of these samples. Returns undefined if the text cannot have this type. */
export function typedValue(text: string, specimens: Specimens): Json | undefined {
  const sample = specimens.flatMap((each) => (isList(each) ? each : [each]))[0];
  switch (typeof sample) {
    case "number":
      return /^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
    case "boolean":
      return { true: true, false: false }[text.trim()];
    case "string":
      return text;
    default:
      return text.trim() === "" ? [null] : undefined;
  }
}
