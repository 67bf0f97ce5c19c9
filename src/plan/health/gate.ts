/**
 * The health gate: decides which changes wait because of health before an apply, and which health data this needs.
 * Pure.
 */

import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import type { Resource } from "../../model/desired.ts";
import type {
  HealthIssue,
  HealthNeed,
  HealthReading,
  HealthSettings,
  WaveSettings,
} from "../../model/health.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { HeldChange, StepId } from "../../model/plan/step.ts";
import { resourceOf } from "../prerequisites.ts";
import { type WaveInput, waveOf, waveOfResource } from "../waves.ts";
import {
  type HealthCriteria,
  healthIssueOf,
  locationsOf,
  needOf,
  type ResourceLocations,
} from "./health-finding.ts";

/** Returns why health holds a change back; undefined if it does not. */
export type Gate = (change: Change) => HealthIssue | undefined;

/** The health settings, and the health that was read for a plan. */
export interface HealthInput {
  readonly settings: HealthSettings;
  /** The health that was read. Absent: nothing is held back. */
  readonly reading?: HealthReading;
  /**
   * The number of requests that the reading took. The reading after each wave takes the same number. Absent: one
   * request for each list.
   */
  readonly requests?: number;
}

/**
 * Creates the gate of a plan. A change waits while its own site or device is unhealthy. In a narrowed plan, a change
 * waits as in the whole plan, even for a wave that is out of scope.
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

/** The facts about earlier waves. */
interface Earlier extends WaveInput {
  /** The waves that have steps. */
  readonly filled: ReadonlySet<number>;
  readonly changes: readonly Change[];
  readonly held: readonly HeldChange[];
}

/**
 * Holds back later waves because of earlier ones. An earlier wave must be healthy even if none of its changes are
 * written now, because they are held back or already applied. While one of its changes is held back, or a site that it
 * names is unhealthy, all later waves wait. Without this rule, the next apply would skip a failed canary.
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
    const reason = `wave ${name} comes first, and ${ill.reason}`;
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

/** The restrictions of a narrowed plan, and what the plan compares. */
interface NarrowedInput extends Pick<WaveInput, "desired" | "base" | "facts"> {
  readonly only?: ((address: Address) => boolean) | undefined;
  readonly whole?: Pick<WaveInput, "desired" | "base"> | undefined;
  readonly waves?: WaveInput["waves"] | undefined;
  readonly prune: boolean;
}

/** A resource of a wave that comes before the plan's last steps. */
interface EarlierResource {
  readonly resource: Resource;
  /** The index of the resource's wave. */
  readonly wave: number;
}

/**
 * For a narrowed plan with steps in a later wave, returns everything that Git declares in earlier waves. For any other
 * plan, returns nothing.
 */
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

/**
 * Returns all resources of each earlier wave in which a resource is at an unhealthy location. The plan must know
 * whether these resources change.
 */
export function unwellIn(
  earlier: readonly EarlierResource[],
  judging: { readonly settings: HealthSettings; readonly reading: HealthReading },
): readonly Address[] {
  const isIll = ({ resource }: EarlierResource) =>
    healthIssueOf(locationsOf(resource, judging.settings), judging) !== undefined;
  const ill = new Set(earlier.filter(isIll).map(({ wave }) => wave));
  return earlier.filter(({ wave }) => ill.has(wave)).map(({ resource }) => resource.address);
}

/** Returns the waves of a plan, by their steps. In a plan without waves, all steps form one wave. */
export function wavesOf({ waves, steps }: Pick<Plan, "waves" | "steps">): readonly {
  readonly name?: string | undefined;
  readonly steps: readonly StepId[];
}[] {
  return waves.length > 0 || steps.length === 0 ? waves : [{ steps: steps.map(({ id }) => id) }];
}

/** The locations of these addresses. */
export function locationsAt(
  addresses: readonly Address[],
  changes: ReadonlyMap<Address, Change>,
  settings: HealthSettings,
): readonly ResourceLocations[] {
  return addresses.flatMap((address) => {
    const change = changes.get(address);
    return change ? [locationsOf(resourceOf(change), settings)] : [];
  });
}

/** The waves that a plan includes, and resources of earlier waves that are out of scope. */
interface Rollout {
  readonly waves: readonly WaveSettings[];
  readonly earlier: readonly EarlierResource[];
}

/** The lists that must be read before a plan can be carried out; undefined if none. */
export function needBefore(
  plan: Pick<Plan, "changes" | "steps">,
  settings: HealthSettings,
  { waves, earlier }: Rollout,
): HealthNeed | undefined {
  if (plan.steps.length === 0) return undefined;
  const changes = changesOf(plan);
  const places = locationsAt([...changes.keys()], changes, settings);
  const named = waves.flatMap(({ sites = [] }) => sites.map((site) => ({ site })));
  const behind = earlier.map(({ resource }) => locationsOf(resource, settings));
  return needOf([...places, ...named, ...behind]);
}

/** The cost of health checks after each wave. */
interface AskingAfter {
  readonly reads: number;
  readonly settleSeconds: number;
}

/**
 * Returns the cost of the health checks after each wave. Each check covers everything touched so far. The cost is zero
 * while no location is touched.
 */
export function askingAfter(
  plan: Pick<Plan, "changes" | "steps" | "waves">,
  { settings, requests }: HealthInput,
): AskingAfter {
  const changes = changesOf(plan);
  const addresses = new Map(plan.steps.map(({ id, address }) => [id, address]));
  const touched: Address[] = [];
  let [reads, settleSeconds] = [0, 0];
  for (const { steps } of wavesOf(plan)) {
    touched.push(...steps.flatMap((id) => addresses.get(id) ?? []));
    const need = needOf(locationsAt(touched, changes, settings));
    if (!need) continue;
    reads += requests ?? Number(need.sites) + Number(need.devices);
    settleSeconds += settings.settleSeconds;
  }
  return { reads, settleSeconds };
}

/** The changes that have a step. */
function changesOf({ changes, steps }: Pick<Plan, "changes" | "steps">): ReadonlyMap<Address, Change> {
  const written = new Set(steps.map(({ address }) => address));
  return new Map(
    changes.flatMap((change) => (written.has(change.address) ? [[change.address, change]] : [])),
  );
}
