/** What of earlier waves a narrowed plan was not asked for: while it waits for health, what comes later waits. Pure. */

import type { Address } from "../../model/address.ts";
import type { Resource } from "../../model/desired.ts";
import type { HealthReading, HealthSettings } from "../../model/health.ts";
import type { Plan } from "../../model/plan.ts";
import { resourceOf } from "../prerequisites.ts";
import { type WaveInput, waveOfResource } from "../waves.ts";
import { healthIssueOf } from "./health-finding.ts";
import { locationsOf } from "./locations.ts";

/** What a plan was narrowed by, and what it compares. */
interface NarrowedInput extends Pick<WaveInput, "desired" | "base" | "facts"> {
  readonly only?: ((address: Address) => boolean) | undefined;
  readonly whole?: Pick<WaveInput, "desired" | "base"> | undefined;
  readonly waves?: WaveInput["waves"] | undefined;
  readonly prune: boolean;
}

/** A resource of an earlier wave than the plan's last steps. */
export interface EarlierResource {
  readonly resource: Resource;
  /** The rank of its wave. */
  readonly wave: number;
}

/** Of a plan that was narrowed and has steps in a later wave: all that Git has in earlier ones. Else nothing. */
export function earlierIn(
  input: NarrowedInput,
  { steps, changes }: Pick<Plan, "steps" | "changes">,
  { sites, exempt }: HealthSettings,
): readonly EarlierResource[] {
  const { waves = [], only, whole, prune, facts } = input;
  if (waves.length === 0 || (!only && !whole)) return [];
  const { desired, base } = whole ?? input;
  const on = { waves, desired, base, facts, sites };
  const written = new Set<Address>(steps.map(({ address }) => address));
  const held = changes.map(resourceOf).filter(({ address, target }) => {
    return written.has(address) && !exempt.includes(target);
  });
  const last = Math.max(-1, ...held.map((resource) => waveOfResource(resource, on)));
  const dropped = [...(base?.resources.values() ?? [])].filter(
    ({ address }) => prune && !desired.resources.has(address),
  );
  return [...desired.resources.values(), ...dropped]
    .map((resource) => ({ resource, wave: waveOfResource(resource, on) }))
    .filter(({ wave }) => wave < last);
}

/** All of those waves in which something stands where it is not well: whether it changes must be known. */
export function unwellIn(
  earlier: readonly EarlierResource[],
  judging: { readonly settings: HealthSettings; readonly reading: HealthReading },
): readonly Address[] {
  const isIll = ({ resource }: EarlierResource) =>
    healthIssueOf(locationsOf(resource, judging.settings), judging) !== undefined;
  const ill = new Set(earlier.filter(isIll).map(({ wave }) => wave));
  return earlier.filter(({ wave }) => ill.has(wave)).map(({ resource }) => resource.address);
}
