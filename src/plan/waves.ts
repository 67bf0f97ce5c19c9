/** Assigns steps to waves, which are carried out one after the other. Pure. */

import type { Change } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { WaveSettings } from "../model/health.ts";
import { isArray, isObject } from "../model/json.ts";
import { matches } from "../model/listed/glob.ts";
import type { StepId, Wave } from "../model/plan/step.ts";
import { type OrderedChange, stepId } from "./order.ts";
import { resourceOf, type TargetFacts } from "./prerequisites.ts";

/**
 * The name of the last wave, which has the resources that no other wave names. No wave of the project can have this
 * name.
 */
const theRest = "the rest";

/** The inputs that determine which wave a resource is in. */
export interface WaveInput {
  readonly waves: readonly WaveSettings[];
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** The site of resources that name no site, by target. */
  readonly sites?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the index of a change's wave. If no wave names the change, this is the index after the last wave. Tags in Git
 * count even if they are ignored fields, since children are also assigned to waves by these tags.
 */
export function waveOf(change: Change, on: WaveInput): number {
  const own = resourceOf(change);
  return waveOfResource(
    change.action === "remove" ? own : (on.desired.resources.get(change.address) ?? own),
    on,
  );
}

/** The index of a resource's wave, whether it changes or not. */
export function waveOfResource(resource: Resource, on: WaveInput): number {
  const inside = chainOf(resource, on);
  const keys = inside.flatMap((one) => keysOf(one, on.facts));
  const tags = inside.flatMap(tagsOf);
  const site = resource.site ?? on.sites?.[resource.target];
  const found = on.waves.findIndex(
    (wave) =>
      (site !== undefined && wave.sites?.includes(site)) ||
      wave.tags?.some((tag) => tags.includes(tag)) ||
      wave.keys?.some((glob) => keys.some((key) => matches(glob, key))),
  );
  return found < 0 ? on.waves.length : found;
}

/** A resource and all its ancestors. */
function chainOf(resource: Resource, sides: Pick<WaveInput, "desired" | "base">): readonly Resource[] {
  const { parent } = resource;
  const above = parent && (sides.desired.resources.get(parent) ?? sides.base?.resources.get(parent));
  return above ? [resource, ...chainOf(above, sides)] : [resource];
}

/** Returns a resource's own key, and the key of the device that it is on. */
function keysOf({ key, kind, target, scope }: Resource, facts: WaveInput["facts"]): readonly string[] {
  const within = facts.get(target)?.kinds.get(kind)?.place.within ?? "";
  const holder = scope[within];
  return holder === undefined || holder === key ? [key] : [key, holder];
}

function tagsOf({ value }: Resource): readonly string[] {
  const tags = isObject(value) ? (value.tags ?? []) : [];
  return isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
}

/**
 * Changes in the order of their waves, and the waves that have changes. There are no waves if the project defines none.
 */
export interface WaveOrder {
  readonly ordered: readonly OrderedChange[];
  readonly waves: readonly Wave[];
  /** The indexes of waves that have changes. */
  readonly filled: ReadonlySet<number>;
}

/**
 * Moves changes of later waves behind changes of earlier waves. A change joins the wave of its latest dependency, so
 * the dependency order is kept.
 */
export function inWaves(ordered: readonly OrderedChange[], on: WaveInput): WaveOrder {
  if (on.waves.length === 0) return { ordered, waves: [], filled: new Set() };
  const found = new Map<StepId, number>();
  for (const { change, after } of ordered) {
    const befores = after.map((id) => found.get(id) ?? 0);
    found.set(idOf(change), Math.max(waveOf(change, on), ...befores));
  }
  const last = on.waves.length;
  const rank = ({ change }: OrderedChange) => found.get(idOf(change)) ?? last;
  const groups = [...Map.groupBy(ordered, rank)].sort(([a], [b]) => a - b);
  const waves = groups.map(([at, own]) => ({
    name: on.waves[at]?.name ?? theRest,
    steps: own.map(({ change }) => idOf(change)),
  }));
  return { ordered: groups.flatMap(([, own]) => own), waves, filled: new Set(groups.map(([at]) => at)) };
}

function idOf({ action, address }: Change): StepId {
  return stepId(action, address);
}
