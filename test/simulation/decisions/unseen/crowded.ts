/** Gives a resource the name of somebody else's resource, so that nobody can tell which one is declared. */

import { type Draw, under } from "../../draw.ts";
import { fateOf, type Thing, type Truth } from "../truth.ts";

/**
 * Gives a resource the name of somebody else's resource, and returns which resources are unknown then. Returns
 * undefined if the seed has no suitable resources.
 */
export function crowded(
  { things, ...truth }: Truth,
  draw: Draw,
): { readonly truth: Truth; readonly hides: (thing: Thing) => boolean } | undefined {
  if (!truth.manner.threeWay) return undefined;
  const isAlone = (thing: Thing) => !things.some(({ parent }) => parent === thing);
  const isPlain = ({ fields, early, species }: Thing) =>
    species.canBeRenamed === true &&
    early === undefined &&
    !truth.manner.complete.has(species.target) &&
    !things.some((thing) => thing.species.kind === "dashboardDevice") &&
    fields.every(({ inGit }) => inGit === undefined);
  const free = things.filter((one) => isPlain(one) && isAlone(one) && !one.parent);
  const firsts = free.filter((one) => fateOf(one).live && fateOf(one).desired && fateOf(one).base);
  const first = firsts[under(draw, firsts.length)];
  const second = free.find((one) => one !== first && one.species === first?.species);
  // A resource that is to be created might already exist as one of the two. So seeds with such a resource are not used.
  const isMade = (one: Thing) => one.species === first?.species && fateOf(one).desired && !fateOf(one).live;
  if (!first || !second || things.some((one) => one !== second && isMade(one))) return undefined;
  const number = first.number;
  const now = things.map((thing): Thing => {
    const { renamed: _, ...same } = thing;
    if (thing === first) return { ...same, moved: false, calledAs: second.number };
    return thing === second ? { ...same, moved: false, fate: "foreign" } : thing;
  });
  return { truth: { ...truth, things: now }, hides: (thing) => thing.number === number };
}
