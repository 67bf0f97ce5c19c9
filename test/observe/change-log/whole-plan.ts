/** Makes the plan of a complete read, for comparison with a plan that follows the change log. */

import { expect } from "vitest";
import type { staged } from "./staged.ts";

type PlanResult = Awaited<ReturnType<ReturnType<typeof staged>["plan"]>>;

/** Returns the current plan of a complete read. */
export async function wholePlan(on: ReturnType<typeof staged>) {
  const kept = new Map(on.context.targets);
  const cloud = kept.get("cloud");
  if (!cloud) throw new Error("no target");
  const session = {
    ...cloud.session,
    read: (request: never, signal: AbortSignal) =>
      cloud.session.read({ ...(request as object), unchanged: undefined } as never, signal),
  };
  const { changes: _, ...bare } = cloud;
  const { makePlan } = await import("../../../src/engine/reconcile.ts");
  const targets = new Map([["cloud", { ...bare, session: session as never }]]);
  return on.clock.run(makePlan({ ...on.context, targets }, {}, new AbortController().signal));
}

/** Checks that two plans mean the same, whatever was read for them. */
export function saysSame(one: PlanResult, other: PlanResult): void {
  const part = ({ plan }: PlanResult) => {
    const { changes, steps, unknown, unwritable, converged, fingerprint } = plan;
    return { changes, steps, unknown, unwritable, converged, fingerprint };
  };
  expect(part(one)).toEqual(part(other));
}
