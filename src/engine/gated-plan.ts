/** Plans with health: reads the health that steps depend on, and judges the plan by it. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { HealthReading, HealthSettings } from "../model/health.ts";
import type { Snapshot } from "../model/live/snapshot.ts";
import type { Plan } from "../model/plan/plan.ts";
import { readHealth } from "../observe/health.ts";
import { earlierIn, needBefore, unwellIn } from "../plan/health/gate.ts";
import { type PlanInput, plan } from "../plan/plan.ts";
import { computed } from "../runtime/signals.ts";

/** The known inputs of a plan, and how to observe more. */
interface KnownSoFar {
  readonly input: PlanInput;
  readonly snapshot: Snapshot;
  readonly wider: (besides: readonly Address[]) => Promise<Pick<KnownSoFar, "input" | "snapshot">>;
}

/** The controller to ask for health. */
interface HealthController {
  readonly health: HealthSettings;
  /** The opened controller. Undefined: the controller is not open, so its health data is unknown. */
  readonly open: OpenTarget | undefined;
  readonly signal: AbortSignal;
}

/**
 * A plan, judged by the health that was read. `unheld`: the plan without regard to health, present only if health holds
 * changes back.
 */
interface GatedPlan {
  readonly plan: Plan;
  readonly snapshot: Snapshot;
  readonly unheld?: Plan | undefined;
  readonly health?: HealthReading | undefined;
}

/**
 * Reads health if a step depends on it. An unhealthy earlier wave that still has changes holds back the changes of
 * later waves. A narrowed plan may not cover the earlier wave, so that wave is observed too.
 */
export async function gatedPlan(
  known: KnownSoFar,
  { health: settings, open, signal }: HealthController,
): Promise<GatedPlan> {
  const { input, snapshot } = known;
  const unasked = await computed(input.desired.resources.size, () =>
    plan({ ...input, health: { settings } }),
  );
  const earlier = earlierIn(input, unasked, settings);
  const need = needBefore(unasked, settings, { waves: input.waves ?? [], earlier });
  if (!need) return { plan: unasked, snapshot };
  const before = open?.requests() ?? 0;
  const reading = await readHealth({ name: settings.controller, open }, need, signal);
  const requests = (open?.requests() ?? 0) - before;
  const unwell = unwellIn(earlier, { settings, reading }).filter(
    (address) => !snapshot.observations.has(address),
  );
  const seen = unwell.length > 0 ? await known.wider(unwell) : known;
  const reads = new Map(seen.input.reads).set(settings.controller, requests);
  const all = { ...seen.input, reads };
  const gated = plan({ ...all, health: { settings, reading, requests } });
  const unheld = gated.held.length > 0 ? plan({ ...all, health: { settings, requests } }) : undefined;
  return { plan: gated, snapshot: seen.snapshot, health: reading, unheld };
}
