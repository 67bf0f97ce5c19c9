/** Trees with another ownership in base: partial declarations that are exclusive now, and the other way round. */

import { seeded } from "../../../servers/virtual-time/clock.ts";
import { maybe } from "../../draw.ts";
import type { Thing, Truth } from "../truth.ts";

const fleets = ["routers", "edge"];

/** In some seeds with devices, some trees are owned differently in base. */
export function ownedOtherwise(seed: number, truth: Truth): Truth {
  const draw = seeded(seed + 13_000_027);
  const flips = new Map(
    fleets.map((target) => [target, { exclusive: maybe(draw, 0.35), open: maybe(draw, 0.2) }]),
  );
  // Where a device is protected, some trees have an ownership of their own, which stays as it is.
  const isOwn = truth.things.some(({ isProtectedAround }) => isProtectedAround);
  const isFlipped = ({ species }: Thing) => {
    const { exclusive = false, open = false } = flips.get(species.target) ?? {};
    return species.isExclusive ? exclusive : open && !isOwn;
  };
  if (!truth.things.some(isFlipped)) return truth;
  const things = truth.things.map(
    (thing): Thing => (isFlipped(thing) ? { ...thing, ownedOtherwise: true } : thing),
  );
  return { ...truth, things };
}
