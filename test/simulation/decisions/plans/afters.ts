/**
 * Checks which steps each step of a plan must wait for. This follows from what the servers need, not from the order of
 * sending.
 */

import type { Plan } from "../../../../src/model/plan/plan.ts";
import type { StepId } from "../../../../src/model/plan/step.ts";
import type { Expected } from "../expected.ts";
import { leaves, namedBy } from "../naming/named.ts";

/**
 * | what             | only after                                        |
 * |------------------|---------------------------------------------------|
 * | a create         | its parent was created                            |
 * | a removal        | its children were removed, and references ended   |
 * | a reference      | its target was created                            |
 */
export function judgeAfters(
  { steps }: Pick<Plan, "steps">,
  expected: readonly Expected[],
): readonly string[] {
  const own = expected.filter(({ stepped }) => stepped);
  const afters = new Map(steps.map(({ id, after }) => [id, after]));
  const isAfter = (late: StepId, early: StepId): boolean =>
    (afters.get(late) ?? []).some((id) => id === early || isAfter(id, early));
  const id = ({ action = "update", address }: Expected): StepId => `${action} ${address}`;
  return own.flatMap((late) =>
    own
      .filter((early) => mustPrecede(early, late) && !isAfter(id(late), id(early)))
      .map((early) => `after: ${id(late)} does not wait for ${id(early)}`),
  );
}

function mustPrecede(early: Expected, late: Expected): boolean {
  if (late.action === "remove")
    return early.action === "remove" ? early.thing.parent === late.thing : leaves(early, late.thing);
  if (early.action !== "create") return false;
  return (
    (late.action === "create" && late.thing.parent === early.thing) ||
    namedBy(late.thing, "desired").some(({ number }) => number === early.thing.number)
  );
}
