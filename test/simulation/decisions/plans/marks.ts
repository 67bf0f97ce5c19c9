/**
 * Checks which steps a plan marks as irreversible. These are the steps whose rollback would not restore the former
 * state.
 */

import type { Plan } from "../../../../src/model/plan/plan.ts";
import type { Expected } from "../expected.ts";
import { differ, judgeWorld } from "../judges.ts";
import type { Held } from "../species.ts";
import { nameOn, type Thing } from "../truth.ts";
import { worldAfter } from "../world-after.ts";
import { worldBack } from "../world-back.ts";

/**
 * Reports steps that are wrongly marked, or wrongly not marked. A step must be marked if its rollback would leave
 * something new, or would not restore everything.
 */
export function judgeMarks({ steps }: Plan, expected: readonly Expected[]): readonly string[] {
  const before = worldAfter(expected.map((one) => ({ ...one, stepped: false, carried: false })));
  const back = worldBack(expected, () => true);
  const isLost = (one: Expected) => (one.action === "remove" ? isGone(one) : isOther(one, before, back));
  const isIn = ({ parent }: Thing, outer: Thing): boolean =>
    parent !== undefined && (parent === outer || isIn(parent, outer));
  const lost = expected.filter(
    (one) =>
      one.stepped &&
      (isLost(one) || expected.some((each) => each.carried && isIn(each.thing, one.thing) && isGone(each))),
  );
  return differ(
    "irreversible",
    steps.filter(({ irreversible }) => irreversible !== undefined).map(({ id }) => id),
    lost.map(({ action, address }) => `${action} ${address}`),
  );
}

/**
 * True for a removed resource that a rollback cannot create again: the resource has a secret, or the interface cannot
 * create it.
 */
function isGone({ thing: { species } }: Expected): boolean {
  return species.hasSecret === true || species.isCreatable === false;
}

function isOther({ thing }: Expected, before: Held, back: Held): boolean {
  const object = objectOf(thing);
  const only = (held: Held) => new Map([...held].filter(([name]) => name === object));
  return judgeWorld(only(back), only(before)).length > 0;
}

function objectOf(thing: Thing): string {
  return thing.species.object(nameOn(thing, "live"), thing.parent && objectOf(thing.parent));
}
