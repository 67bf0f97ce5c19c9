/** Which words of scopes stand for networks, devices and tenants. Pure. */

import type { Change } from "../model/change.ts";
import { byKey } from "../model/compare.ts";
import type { TouchedThing } from "../model/place.ts";
import type { Plan } from "../model/plan.ts";
import { resourceOf } from "./prerequisites.ts";
import type { TargetFacts } from "./target-facts.ts";

/** As the kinds of these names say it; a device of a fleet is none of a kind. In the order of targets and words. */
export function touchedWords(
  changes: readonly Change[],
  facts: ReadonlyMap<string, TargetFacts>,
): Plan["touched"] {
  const found = new Map<string, TouchedThing>();
  for (const change of changes) {
    const { target, kind, scope } = resourceOf(change);
    for (const word of [kind, ...Object.keys(scope)]) {
      const of = facts.get(target)?.kinds.get(word);
      const what = of ? of.touched : word === "device" ? word : undefined;
      if (what) found.set(`${target}/${word}`, what);
    }
  }
  return found.size === 0 ? undefined : Object.fromEntries([...found].sort(byKey));
}
