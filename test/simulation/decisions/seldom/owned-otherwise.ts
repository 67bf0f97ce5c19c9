/** Draws trees whose ownership differs in base: first declared in part and now exclusive, or the other way round. */

import { seeded } from "../../../servers/virtual-time/clock.ts";
import { maybe } from "../../draw.ts";
import type { Thing, Truth } from "../truth.ts";

const fleets = ["routers", "edge"];

/** In some seeds with devices, changes the ownership that some trees have in base. */
export function ownedOtherwise(seed: number, truth: Truth): Truth {
  const draw = seeded(seed + 13_000_027);
  const flips = new Map(
    fleets.map((target) => [target, { exclusive: maybe(draw, 0.35), open: maybe(draw, 0.2) }]),
  );
  // On a protected device, some trees have an ownership of their own, which must not change.
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
