/**
 * Draws names that were edited in Git before the first apply. The key was made from the live name, which the declared
 * name no longer equals.
 */

import { seeded } from "../../../servers/virtual-time/clock.ts";
import { maybe, pick, under } from "../../draw.ts";
import type { Expected } from "../expected.ts";
import { fateOf, nameOn, type Thing, type Truth } from "../truth.ts";

/** A key that an import made from a live name, or a key that only looks like one. */
export interface EarlyKey {
  readonly key: string;
  /**
   * The number of the undeclared resource from whose live name the key was made. If absent, the key only resembles a
   * live name.
   */
  readonly of?: number;
}

/** In some seeds, gives a new resource a key that was made from the live name of an undeclared resource. */
export function renamedEarly(seed: number, truth: Truth): Truth {
  const draw = seeded(seed * 16 + 23);
  if (
    !maybe(draw, 0.6) ||
    truth.rings ||
    truth.things.some(({ species }) => species.kind === "dashboardDevice")
  )
    return truth;
  const isTop = ({ species }: Thing) => species.kind === "network" || species.kind === "room";
  const news = truth.things.filter((one) => isTop(one) && fateOf(one).desired && !fateOf(one).live);
  const thing = news[under(draw, news.length)];
  const free = truth.things.filter((one) => one.fate === "foreign" && one.species === thing?.species);
  const other = free[under(draw, free.length)];
  if (!thing || !other) return truth;
  const made = nameOn(other, "live").toLowerCase().replaceAll(" ", "-");
  const early = pick<EarlyKey>(draw, [
    { key: made, of: other.number },
    { key: made, of: other.number },
    { key: `${made}-2`, of: other.number },
    { key: `${made}-x` },
  ]);
  const now = new Map<Thing, Thing>();
  for (const each of truth.things) {
    const parent = each.parent && now.get(each.parent);
    now.set(each, { ...each, ...(parent && { parent }), ...(each === thing && { early }) });
  }
  return { ...truth, things: [...now.values()] };
}

/** Returns the live name of the resource that the plan must report as possibly the same; undefined if there is none. */
export function earlyNameOf(
  { thing, action, isExcluded }: Expected,
  { things, manner }: Pick<Truth, "things" | "manner">,
): string | undefined {
  if (action !== "create" || isExcluded || (manner.threeWay && fateOf(thing).base)) return undefined;
  const other = things.find(({ number, fate }) => number === thing.early?.of && fate === "foreign");
  return other && nameOn(other, "live");
}
