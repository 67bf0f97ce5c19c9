/** Health checks between waves: waits for health to settle, reads it again, names what became unhealthy. */

import type { Address } from "../model/address.ts";
import { byTextOf } from "../model/compare.ts";
import type { HealthIssue, HealthReading } from "../model/health.ts";
import { readHealth } from "../observe/health.ts";
import { healthIssueOf } from "../plan/health/health-finding.ts";
import { locationsAt } from "../plan/health/health-reads.ts";
import { needOf, type ResourceLocations } from "../plan/health/locations.ts";
import type { ApplyRun } from "./run.ts";

/**
 * What ails the places that these addresses touch and did not ail them before the run; each once. Waits only when
 * there is something to ask. An interruption ends the wait, and then nothing is asked.
 */
export async function healthAfter(
  run: ApplyRun,
  touched: readonly Address[],
): Promise<readonly HealthIssue[]> {
  if (!run.health || run.signal.aborted) return [];
  const { settings, before } = run.health;
  const places = locationsAt(touched, run.changes, settings);
  const reading = await settledHealth(run, places);
  if (!reading) return [];
  const found = new Map<string, HealthIssue>();
  for (const place of places.flatMap(apart)) {
    const healthIssue = healthIssueOf(place, { settings, reading });
    if (healthIssue && !healthIssueOf(place, { settings, reading: before }))
      found.set(healthIssue.reason, healthIssue);
  }
  return [...found.values()].sort(byTextOf(({ reason }) => reason));
}

/** A site and a device are judged one by one: one that was not well before must not hide the other. */
function apart({ site, device }: ResourceLocations): readonly ResourceLocations[] {
  return [...(site === undefined ? [] : [{ site }]), ...(device ? [{ device }] : [])];
}

async function settledHealth(
  run: ApplyRun,
  places: readonly ResourceLocations[],
): Promise<HealthReading | undefined> {
  const need = needOf(places);
  if (!run.health || !need) return undefined;
  const { controller: name, settleSeconds } = run.health.settings;
  const ms = settleSeconds * 1000;
  run.listener?.({ type: "settling", target: name, ms });
  try {
    await run.clock.wait(ms, run.signal);
    return await readHealth({ name, open: run.targets.get(name) }, need, run.signal);
  } catch (error) {
    if (!run.signal.aborted) throw error;
    return undefined;
  }
}
