/** P10 and P11: the plan does not depend on concurrency, on the layout of the files, or on pages. */

import type { Plan } from "../../../src/model/plan/plan.ts";
import type { Evidence } from "../evidence.ts";

/**
 * Checks P10: with one request at a time, the plan is the same byte for byte, except for the estimated time and the
 * rate.
 */
export function determinism({ second, again }: Evidence): readonly string[] {
  const bytes = timeless(second.made.plan);
  return again.flatMap(({ how, made }) =>
    how === "one request at a time" && timeless(made.plan) !== bytes
      ? ["P10: another plan with one request at a time"]
      : [],
  );
}

function timeless({ cost, ...plan }: Plan): string {
  return JSON.stringify([plan, cost.map(({ seconds: _, requestsPerSecond: __, ...counts }) => counts)]);
}

/** Checks P11: the fingerprint and the steps are the same. The cost may differ, since pages are read differently. */
export function metamorphic({ second, again }: Evidence): readonly string[] {
  const { fingerprint, steps } = second.made.plan;
  return again.flatMap(({ how, made: { plan } }) =>
    plan.fingerprint !== fingerprint || JSON.stringify(plan.steps) !== JSON.stringify(steps)
      ? [`P11: another plan with ${how}`]
      : [],
  );
}
