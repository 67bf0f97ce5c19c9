/** The gate: which changes health holds back before an apply. Pure. */

import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import type { HealthIssue, HealthReading, HealthSettings } from "../../model/health.ts";
import type { HeldChange } from "../../model/plan.ts";
import { resourceOf } from "../prerequisites.ts";
import { type WaveInput, waveOf } from "../waves.ts";
import { type HealthCriteria, healthIssueOf } from "./health-finding.ts";
import { locationsOf } from "./locations.ts";

/** Why health holds a change back; undefined when it does not. */
export type Gate = (change: Change) => HealthIssue | undefined;

/** Health as planning gets it. */
export interface HealthInput {
  readonly settings: HealthSettings;
  /** Without it nothing is held back. */
  readonly reading?: HealthReading;
  /** How many requests reading it took: as many as after each wave. Without it each list counts as one. */
  readonly requests?: number;
}

/**
 * A change waits while its own site or device is not well. In a plan that was narrowed it waits as it does in the
 * whole: for an earlier wave too of which nothing was asked for.
 */
export function gateOf(judging: HealthCriteria, inWhole: readonly HeldChange[] = []): Gate {
  const known = new Map<string, HealthIssue | undefined>();
  const waiting = new Map<Address, HealthIssue>();
  for (const { address, site, device, reason } of inWhole) waiting.set(address, { site, device, reason });
  const ofItsPlace: Gate = (change) => {
    const places = locationsOf(resourceOf(change), judging.settings);
    const key = JSON.stringify([places.site, places.device]);
    if (!known.has(key)) known.set(key, healthIssueOf(places, judging));
    return known.get(key);
  };
  return (change) => ofItsPlace(change) ?? waiting.get(change.address);
}

/** What is known of earlier waves. */
interface Earlier extends WaveInput {
  /** The waves that have steps. */
  readonly filled: ReadonlySet<number>;
  readonly changes: readonly Change[];
  readonly held: readonly HeldChange[];
}

/**
 * A wave of which nothing goes now, be it held back or carried out by an earlier apply, must be well all the same:
 * while a change of it is held back, or a site that it names is not well, all later waves wait. Else the next apply
 * would pass by a canary that fell ill.
 */
export function gateBehind(earlier: Earlier, judging: HealthCriteria): Gate | undefined {
  const { waves, filled, changes, held } = earlier;
  if (waves.length === 0) return undefined;
  const ranks = new Map(changes.map((change) => [change.address, waveOf(change, earlier)]));
  const rankOf = (address: Address) => ranks.get(address) ?? waves.length;
  for (const [at, { name, sites = [] }] of waves.entries()) {
    if (filled.has(at)) continue;
    const own = held.find(({ address }) => rankOf(address) === at);
    const [ill = own] = sites.flatMap((site) => healthIssueOf({ site }, judging) ?? []);
    if (ill === undefined) continue;
    const { site, device } = ill;
    const reason = `wave ${name} goes first, and ${ill.reason}`;
    const healthIssue = {
      site,
      device,
      reason,
    };
    const exempt = (change: Change) => judging.settings.exempt.includes(resourceOf(change).target);
    return (change) => (rankOf(change.address) > at && !exempt(change) ? healthIssue : undefined);
  }
  return undefined;
}
