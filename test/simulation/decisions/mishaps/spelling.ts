/**
 * A fabric that stores written values in another spelling. trueup must report the difference, and must not roll back
 * because of it.
 */

import type { NonConvergent } from "../../../../src/model/reply.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import type { Stage } from "../../../servers/virtual-time/run.ts";
import { maybe, pick } from "../../draw.ts";
import type { Expected } from "../expected.ts";
import { objectOf } from "../theirs.ts";
import { valueOn } from "../truth.ts";

/** How the fabric spells a value: descriptions in capitals, or numbers with a leading zero. */
export interface Spelling {
  readonly attribute: "description" | "mtu";
  readonly likely: NonConvergent["likely"];
  readonly spelled: (value: string) => string;
}

/** Draws the spelling of a seed; most seeds have none. */
export function spellingOf(seed: number): Spelling | undefined {
  const draw = seeded(seed * 31 + 16);
  if (!maybe(draw, 0.3)) return undefined;
  return pick<Spelling>(draw, [
    { attribute: "description", likely: "case", spelled: (value) => value.toUpperCase() },
    { attribute: "mtu", likely: "number format", spelled: (value) => `0${value}` },
  ]);
}

/** From now on, makes the fabric show written values in this spelling. */
export function showSpelled({ network }: Stage, { attribute, spelled }: Spelling): void {
  const before = network.world.fabric.objects;
  network.shows = (world) => {
    const objects = [...world.fabric.objects].map(([path, seed]) => {
      const { [attribute]: value, ...rest } = seed.attributes;
      if (value === undefined || before.get(path)?.attributes[attribute] === value)
        return [path, seed] as const;
      return [path, { ...seed, attributes: { ...rest, [attribute]: spelled(value) } }] as const;
    });
    return { ...world, fabric: { ...world.fabric, objects: new Map(objects) } };
  };
}

/** Each written field that the fabric spells differently must be reported with this probable cause. */
export function judgeSpelled(
  { attribute, likely, spelled }: Spelling,
  nonConvergent: readonly NonConvergent[],
  on: { readonly written: readonly Expected[]; readonly theirs: string | undefined },
): readonly string[] {
  const told = new Map(nonConvergent.map((one) => [`${one.address} ${one.path}`, one]));
  return on.written.flatMap(({ thing, address, action, causes }) => {
    const field = thing.fields.find(({ path }) => path.endsWith(`/${attribute}`));
    const isWritten = field && (action === "create" || causes.has(field.path));
    const desired = field && valueOn(field, "desired");
    if (!field || !isWritten || typeof desired !== "string" || objectOf(thing) === on.theirs) return [];
    const one = told.get(`${address} ${field.path}`);
    const is = one && `${one.likely}: ${JSON.stringify(one.live)}`;
    const must = `${likely}: ${JSON.stringify(spelled(desired))}`;
    return is === must ? [] : [`spelled: ${address} ${field.path} is told as ${is}, and is ${must}`];
  });
}
