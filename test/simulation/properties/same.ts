/** P10 and P11: the plan does not depend on concurrency, on how it is written down, or on pages. */

import type { Evidence } from "../evidence.ts";

/** P10: the same bytes. */
export function determinism({ second, again }: Evidence): readonly string[] {
  const bytes = JSON.stringify(second.made.plan);
  return again.flatMap(({ how, made }) =>
    how === "one request at a time" && JSON.stringify(made.plan) !== bytes
      ? ["P10: another plan with one request at a time"]
      : [],
  );
}

/** P11: the same fingerprint and the same steps. What it costs to read pages may differ. */
export function metamorphic({ second, again }: Evidence): readonly string[] {
  const { fingerprint, steps } = second.made.plan;
  return again.flatMap(({ how, made: { plan } }) =>
    plan.fingerprint !== fingerprint || JSON.stringify(plan.steps) !== JSON.stringify(steps)
      ? [`P11: another plan with ${how}`]
      : [],
  );
}
