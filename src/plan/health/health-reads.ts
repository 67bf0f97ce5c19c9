/** What must be asked of health, before an apply and after each wave of it. Pure. */

import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import type { HealthNeed, HealthSettings, WaveSettings } from "../../model/health.ts";
import type { Plan, StepId } from "../../model/plan.ts";
import { resourceOf } from "../prerequisites.ts";
import type { EarlierResource, HealthInput } from "./gate.ts";
import { locationsOf, needOf, type ResourceLocations } from "./health-finding.ts";

/** The waves of a plan by their steps; all steps are one when the project has no waves. */
export function wavesOf({ waves, steps }: Pick<Plan, "waves" | "steps">): readonly {
  readonly name?: string | undefined;
  readonly steps: readonly StepId[];
}[] {
  return waves.length > 0 || steps.length === 0 ? waves : [{ steps: steps.map(({ id }) => id) }];
}

/** The places that changes of these addresses touch. */
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

/** In which waves it goes, and what of earlier ones it was not asked for. */
interface Rollout {
  readonly waves: readonly WaveSettings[];
  readonly earlier: readonly EarlierResource[];
}

/** The lists that must be read before a plan can be carried out; undefined: none. */
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

/** What asking after each wave comes to. */
interface AskingAfter {
  readonly reads: number;
  readonly settleSeconds: number;
}

/** After each wave everything that was touched so far is asked for; nothing while that is nowhere. */
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
