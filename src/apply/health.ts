/** After writes: waits for health to settle, reads it again, and names what is not well any more. */

import type { Address } from "../model/address.ts";
import type { Ailment, HealthReading } from "../model/health.ts";
import { readHealth } from "../observe/health.ts";
import { ailmentOf } from "../plan/health/ailment.ts";
import { placesAt } from "../plan/health/need.ts";
import { needOf, type Places } from "../plan/health/places.ts";
import type { Run } from "./run.ts";

/**
 * What ails the places that these addresses touch and did not ail them before the run; each once. Waits only when
 * there is something to ask. An interruption ends the wait, and then nothing is asked.
 */
export async function healthAfter(run: Run, touched: readonly Address[]): Promise<readonly Ailment[]> {
  if (!run.health || run.signal.aborted) return [];
  const { settings, before } = run.health;
  const places = placesAt(touched, run.changes, settings);
  const reading = await settledHealth(run, places);
  if (!reading) return [];
  const found = new Map<string, Ailment>();
  for (const place of places.flatMap(apart)) {
    const ailment = ailmentOf(place, { settings, reading });
    if (ailment && !ailmentOf(place, { settings, reading: before })) found.set(ailment.reason, ailment);
  }
  return [...found.values()].sort((a, b) => (a.reason < b.reason ? -1 : 1));
}

/** A site and a device are judged one by one: one that was not well before must not hide the other. */
function apart({ site, device }: Places): readonly Places[] {
  return [...(site === undefined ? [] : [{ site }]), ...(device ? [{ device }] : [])];
}

async function settledHealth(run: Run, places: readonly Places[]): Promise<HealthReading | undefined> {
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
