/** What no product can make of a list in order: an element twice, or one before an earlier group. Pure. */

import type { KindFile } from "../../../catalog/vocabulary/kind.ts";
import { asList, asObject, type Json } from "../../../model/json.ts";
import { elementIdentity } from "../../../model/list-identity.ts";
import { pointer } from "../../../model/pointer.ts";
import type { KindProblem } from "../../../model/problem.ts";

/** A problem for each element that cannot stand where it is declared. */
export function orderFaults({ elements, fields }: KindFile, value: Json): readonly KindProblem[] {
  if (elements === undefined) return [];
  const { field, groups } = elements;
  const leaves = fields[field]?.identity ?? [];
  const seen = new Set<string>();
  let latest = 0;
  return asList(asObject(value)[field]).flatMap((each, index): readonly KindProblem[] => {
    const identity = elementIdentity(each, leaves) ?? "";
    const path = pointer([field, String(index)]);
    if (seen.has(identity)) return [{ path, code: "invalid-value", ...twice(leaves, identity) }];
    seen.add(identity);
    const said = groups && asObject(each)[groups.field];
    const group = groups?.order.indexOf(typeof said === "string" ? said : groups.default) ?? 0;
    if (group >= latest) {
      latest = group;
      return [];
    }
    const [own = "", before = ""] = [groups?.order[group], groups?.order[latest]];
    const message = `an element of ${own} stands after one of ${before}`;
    return [{ path, code: "invalid-value", message, hint: `Put all of ${own} before all of ${before}.` }];
  });
}

function twice(leaves: readonly string[], identity: string): Pick<KindProblem, "message" | "hint"> {
  return {
    message: `two elements have the ${leaves.join(" and ")} ${identity}`,
    hint: "Rename one of them.",
  };
}
