/** A plan that is made while something cannot be read: that is unknown, and all else is as ever. */

import { seeded } from "../../virtual/clock.ts";
import { under } from "../draw.ts";
import { blindSpotsOf } from "./blind-spots.ts";
import { expectedOf, isIn, unexpectedIn } from "./expected.ts";
import { judgePlan } from "./judges.ts";
import type { Play } from "./play.ts";
import { filesOn, onlyOf, requestOf, staged } from "./scene.ts";

/** Plans while one read of a seed fails. Nothing is made or removed for what nobody knows. */
export async function plannedBlind({ seed, truth, secrets, lie }: Play): Promise<readonly string[]> {
  const draw = seeded(seed * 16 + 14);
  const spots = blindSpotsOf(truth, draw);
  const spot = spots[under(draw, spots.length)];
  if (!spot) return [];
  const on = staged(truth);
  on.network.fault(lie.fault?.(spot.fault) ?? spot.fault);
  const base = on.load(filesOn(truth, "base"));
  const { plan } = await on.plan({ ...requestOf(truth.manner, base, secrets), ...onlyOf(truth) });
  const broken = judgePlan(
    plan,
    expectedOf(truth, { isHidden: spot.hides }),
    unexpectedIn(truth, (thing) => isIn(thing, truth.manner) && !spot.hides(thing)),
  );
  return broken.map((line) => `blind: ${spot.fault.path} ${spot.fault.effect.kind}: ${line}`);
}
