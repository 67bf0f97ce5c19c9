/** Makes plans, each in one line, from declared resources and given live resources. */

import { createHash } from "node:crypto";
import { diff } from "../../src/diff/diff.ts";
import type { Driver } from "../../src/drivers/contract/contract.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { type PlanInput, plan } from "../../src/plan/plan.ts";
import type { TargetFacts } from "../../src/plan/prerequisites.ts";
import { sides } from "./compared.ts";
import { dialectOf, driversByTarget } from "./kinds.ts";

/** Returns the hexadecimal SHA-256 of a text. */
export const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns facts of the tests' targets, each with 5 requests per second. */
export function factsOf(operations: Parameters<typeof dialectOf>[0] = {}): ReadonlyMap<string, TargetFacts> {
  const facts = ({ kinds }: Driver) => ({
    kinds: new Map(kinds.map((kind) => [kind.name, kind])),
    dialect: dialectOf(operations),
    requestsPerSecond: 5,
  });
  return new Map([...driversByTarget].map(([name, driver]) => [name, facts(driver)]));
}

/** Returns the plan for these states. The other parts of a plan's input are optional. */
export function planOf(
  of: Parameters<typeof sides>[0] & Partial<Omit<PlanInput, "desired" | "base">>,
  operations = {},
): Plan {
  const { desired, base, live, ...more } = of;
  const input = sides({ live, ...(desired && { desired }), ...(base && { base }) });
  return plan({
    comparison: diff(input),
    desired: input.desired,
    ...(input.base && { base: input.base }),
    environment: "test",
    facts: factsOf(operations),
    reads: new Map(),
    prune: true,
    digest,
    ...more,
  });
}

/** Returns the ids of a plan's steps. */
export function idsOf({ steps }: Plan): readonly string[] {
  return steps.map(({ id }) => id);
}
