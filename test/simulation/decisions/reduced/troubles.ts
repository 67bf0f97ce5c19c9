/** Reduces what goes wrong in a seed to the parts that are kept. */

import { isAsked, kept, keptAmong, keptOf } from "../../reduced/parts.ts";
import type { Expected } from "../expected.ts";
import type { Meanwhile } from "../meanwhile.ts";
import type { Rollout } from "../rollout.ts";
import type { Troubles } from "../troubles.ts";
import type { Thing } from "../truth.ts";
import { nameOf } from "./truth.ts";

const mishaps = [
  "oddity",
  "staleMs",
  "lateCreateMs",
  "lateRemovalMs",
  "partial",
  "diskFullAfter",
  "forgets",
  "unclear",
  "abortAfter",
  "tasks",
  "turns",
] as const;

/** Reduces the trouble of a seed. A second run is interrupted only if the first run was, or if tasks still run. */
export function reducedTroubles(troubles: Troubles): Troubles {
  if (!isAsked()) return troubles;
  const { again, ...left } = keptOf("trouble", troubles, mishaps);
  const isLeft = (left.turns ?? left.abortAfter ?? left.tasks) !== undefined;
  return {
    ...left,
    faults: keptAmong("fault", troubles.faults),
    ...(again && isLeft && kept("trouble.again") && { again }),
  };
}

/** Reduces a rollout. Without health, no site is unhealthy or becomes unhealthy. */
export function reducedRollout(rollout: Rollout): Rollout {
  if (!isAsked()) return rollout;
  const { ill, fault, falls, unclear, refusedLate, killedAt, ...rest } = keptOf("rollout", rollout, [
    "theirs",
  ]);
  const hasHealth = rest.hasHealth && kept("rollout.health");
  const isIll = hasHealth && ill !== undefined && kept("rollout.ill");
  const isMishap = rest.mishap !== "none" && (falls === undefined || hasHealth) && kept("rollout.mishap");
  const rollsBack = rest.rollsBack && ((isMishap && refusedLate !== undefined) || kept("rollout.back"));
  return {
    ...rest,
    hasWaves: rest.hasWaves && kept("rollout.waves"),
    hasHealth,
    rollsBack,
    own: hasHealth && rest.own.length > 0 && kept("rollout.own-sites") ? rest.own : [],
    ...(isIll ? { ill } : { isExempt: false }),
    ...(!isMishap && { mishap: "none" }),
    ...(isMishap && fault && { fault }),
    ...(isMishap && falls !== undefined && { falls }),
    ...(isMishap && unclear && { unclear }),
    ...(isMishap && refusedLate && { refusedLate }),
    ...(rollsBack && killedAt && kept("rollout.killed") && { killedAt }),
  };
}

/** Reduces what somebody else does between plan and apply to the kept parts. */
export function reducedMeanwhile(
  happened: ReadonlyMap<Thing, Meanwhile>,
  expected: readonly Expected[],
): ReadonlyMap<Thing, Meanwhile> {
  if (!isAsked()) return happened;
  return new Map(
    expected.flatMap(({ thing }): readonly (readonly [Thing, Meanwhile])[] => {
      const one = happened.get(thing);
      return one && kept(`meanwhile-${nameOf(thing)}`) ? [[thing, one]] : [];
    }),
  );
}
