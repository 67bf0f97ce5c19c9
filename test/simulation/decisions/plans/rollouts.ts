/** Simulates rollouts in waves and with health, and rollouts in which the health of a site falls. */

import { allowing } from "../../../../src/engine/reconcile.ts";
import { healthConsent } from "../../../../src/model/health.ts";
import type { Wire } from "../../../../src/model/wire.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { maybe, pick, under } from "../../draw.ts";
import { expectedOf, unexpectedIn } from "../expected.ts";
import { judgePlan } from "../judges.ts";
import { refusedLate } from "../odd-wires.ts";
import { type Lie, overLimits, type Play, played } from "../play.ts";
import { realmsOf } from "../realms.ts";
import { tellDrawn } from "../reduced/scene-text.ts";
import { rolledOut } from "../rolled-out.ts";
import {
  controlled,
  interfaces,
  projectOf,
  type Rollout,
  standsSomewhere,
  targetsOf,
  withHealth,
  writing,
} from "../rollout.ts";
import type { Truth } from "../truth.ts";
import { healthOf } from "./health.ts";
import { ownSitesOf, sites, withOwnSites } from "./places.ts";

/** Plans and applies a rollout of those resources of a seed that are at sites. */
export async function inWaves(
  seed: number,
  lie: Lie,
  rollout: Rollout,
): Promise<{ readonly broken: readonly string[]; readonly play: Play }> {
  tellDrawn("rolled out", rollout);
  const { refusedLate: late } = rollout;
  const setting = (truth: Truth) => ({
    project: projectOf(rollout, truth),
    seed: controlled(rollout),
    ...(late && { between: (wire: Wire) => refusedLate(wire, late) }),
  });
  const play = await played(seed, lie, {
    setting,
    isAbout: standsSomewhere,
    truth: (truth) => withOwnSites(truth, rollout),
    follows: (expected, truth) => withHealth(expected, rollout, truth),
  });
  const { unheld } = play.made;
  const allowed = unheld && allowing(play.made, [healthConsent(unheld)]).plan;
  const anyway = allowed
    ? judgePlan(lie.plan?.(allowed) ?? allowed, expectedOf(play.truth), unexpectedIn(play.truth)).map(
        (line) => `anyway: ${line}`,
      )
    : [];
  const broken = [
    ...judgePlan(play.made.plan, play.expected, unexpectedIn(play.truth)),
    ...anyway,
    ...(await rolledOut(play, rollout)),
    ...play.together,
    ...overLimits(play),
  ];
  return { broken, play };
}

/** Lets the health of a site fall while resources at another site are written, usually in a later wave. */
export async function fallsLater(seed: number, lie: Lie): Promise<readonly string[]> {
  const draw = seeded(seed * 16 + 43);
  const [first, second = first] = targetsOf(realmsOf(seed).filter(standsSomewhere));
  if (!first || !second) return [];
  const [falls, at] = maybe(draw, 0.5) ? [first, second] : [second, first];
  const change = { interface: "controller", site: sites[falls], set: { healthScore: 10 } } as const;
  const { broken } = await inWaves(seed, lie, {
    ...{ hasWaves: true, hasHealth: true, rollsBack: maybe(draw, 0.3), mishap: "falls", falls },
    ...{ health: healthOf(draw, { ill: undefined, falls: true }), isExempt: false },
    own: maybe(draw, 0.5) ? ownSitesOf(draw, true) : [],
    fault: {
      ...{ interface: interfaces[at], after: pick(draw, [0, 1 + under(draw, 5)]), methods: writing },
      ...{ times: 1, effect: { kind: "carriedOut" }, change },
    },
  });
  return broken.map((line) => `falls later: ${line}`);
}
