/** Calculates the cost of a plan at one target, with another product or other settings than the tests' targets have. */

import type { Cost } from "../../src/model/plan/cost.ts";
import type { TargetFacts } from "../../src/plan/prerequisites.ts";
import { factsOf, planOf } from "../properties/planned.ts";

type Sides = Parameters<typeof planOf>[0];

/** Returns the target's row of a plan's cost, with changes to the target's dialect or facts. */
export function costAt(
  target: string,
  of: Sides,
  dialect: Partial<TargetFacts["dialect"]>,
  more: Partial<TargetFacts> = {},
): Cost | undefined {
  const facts = new Map(factsOf());
  const own = facts.get(target);
  if (own) facts.set(target, { ...own, ...more, dialect: { ...own.dialect, ...dialect } });
  return planOf({ ...of, facts }).cost.find((row) => row.target === target);
}
