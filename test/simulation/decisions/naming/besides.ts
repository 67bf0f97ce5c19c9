/** Draws more facts about a seed. Only for seeds in which every change of the plan is checked. */

import { ignoring } from "../ignoring.ts";
import { withClosedFields } from "../plans/closed-fields.ts";
import { inRings } from "../plans/rings.ts";
import { ownedOtherwise } from "../seldom/owned-otherwise.ts";
import type { Truth } from "../truth.ts";
import { namingDevices } from "./naming-devices.ts";
import { renamedEarly } from "./renamed-early.ts";

/**
 * Adds more drawn facts. `isCalm` is true if nobody else acts between plan and apply. Waves are drawn only then,
 * because somebody else's action would stop all later waves.
 */
export function withMore(seed: number, drawn: Truth, isCalm: boolean): Truth {
  const truth = renamedEarly(seed, namingDevices(seed, ownedOtherwise(seed, ignoring(seed, drawn))));
  return isCalm ? withClosedFields(seed, inRings(seed, truth)) : truth;
}
