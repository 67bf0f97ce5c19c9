/** Says which effects of a plan are unknown, because devices do not provide their YANG modules. */

import type { Plan } from "../../model/plan/plan.ts";
import { counted } from "../text/value.ts";

/** A sentence per target. Not escaped. */
export function choicesUnknownLines({
  choicesUnknown = {},
}: Pick<Plan, "choicesUnknown">): readonly string[] {
  return Object.entries(choicesUnknown).map(
    ([target, count]) =>
      `${target} has no YANG modules (settings.yang). Therefore ${counted(count, "change")} may also remove nodes of ` +
      "another case of a choice, which trueup cannot see.",
  );
}
