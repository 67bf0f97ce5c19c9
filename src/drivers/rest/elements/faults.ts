/** What no product can make of a list in order: an element twice, or one before an earlier group. Pure. */

import type { KindFile } from "../../../catalog/schema/kind.ts";
import type { Json } from "../../../model/json.ts";
import { pointer } from "../../../model/pointer.ts";
import type { KindProblem } from "../../../model/problem.ts";
import { elementsOf } from "./steps.ts";

/** A problem for each element that cannot stand where it is declared. */
export function orderFaults(file: KindFile, value: Json): readonly KindProblem[] {
  const { field = "", groups } = file.elements ?? {};
  const leaves = file.fields[field]?.identity ?? [];
  const seen = new Set<string>();
  let latest = 0;
  return elementsOf(file, value).flatMap(({ identity, group = "", at }): readonly KindProblem[] => {
    const fault = { path: pointer([field, String(at)]), code: "invalid-value" };
    const message = `two elements have the ${leaves.join(" and ")} ${identity}`;
    if (seen.has(identity)) return [{ ...fault, message, hint: "Rename one of them." }];
    seen.add(identity);
    const place = groups?.order.indexOf(group) ?? 0;
    if (place < latest) {
      const before = groups?.order[latest];
      const hint = `Put all of ${group} before all of ${before}.`;
      return [{ ...fault, message: `an element of ${group} stands after one of ${before}`, hint }];
    }
    latest = place;
    return [];
  });
}
