/** Names edited before the first apply: the key is made from the live name, and the declared name already differs. */

import { seeded } from "../../../servers/virtual-time/clock.ts";
import { maybe, pick, under } from "../../draw.ts";
import type { Expected } from "../expected.ts";
import { fateOf, nameOn, type Thing, type Truth } from "../truth.ts";

/** A key made from a live name, as an import makes it, or one that looks alike. */
export interface EarlyKey {
  readonly key: string;
  /** The number of the undeclared thing that has this live name; absent: the key only resembles a live name. */
  readonly of?: number;
}

/** The truth of a seed in which some new things have the key of an undeclared one. */
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

/** The live name that the plan must report as possibly the former name of the thing; undefined: none. */
export function earlyNameOf(
  { thing, action, isExcluded }: Expected,
  { things, manner }: Pick<Truth, "things" | "manner">,
): string | undefined {
  if (action !== "create" || isExcluded || (manner.threeWay && fateOf(thing).base)) return undefined;
  const other = things.find(({ number, fate }) => number === thing.early?.of && fate === "foreign");
  return other && nameOn(other, "live");
}
