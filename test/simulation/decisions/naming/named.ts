/** What it means for a thing that its fields name others: what must be there first, and what it loses with them. */

import type { Expected } from "../expected.ts";
import { isProtected } from "../plans/protection.ts";
import { type DrawnField, fateOf, type Manner, type Side, type Thing } from "../truth.ts";

/** What a thing names on a side. */
export function namedBy({ fields }: Thing, side: Side): readonly Thing[] {
  return fields.flatMap(({ names, row }) => {
    const letter = row[side];
    return (letter !== "-" && names?.[letter]) || [];
  });
}

/** True where the field may have this value live: what it names is there. */
export function canBeLive({ names }: DrawnField, letter: "a" | "b" | "c" | "-"): boolean {
  const named = letter === "-" ? undefined : names?.[letter];
  return names === undefined || letter === "-" || (named !== undefined && fateOf(named).live);
}

/** True where something that it names is not there, and is not made: it waits for that. */
export function waitsForNamed({ thing, action }: Expected, among: readonly Expected[]): boolean {
  if (action === undefined || action === "remove") return false;
  const named = namedBy(thing, "desired").map(({ number }) => number);
  return among.some(
    (one) =>
      named.includes(one.thing.number) &&
      (one.isUnknown === true || one.isImpossible === true || !(fateOf(one.thing).live || one.stepped)),
  );
}

/** True where what the field names live goes: it is lost with that. */
export function isLost(field: DrawnField, expected: readonly Expected[]): boolean {
  const letter = field.row.live;
  const named = letter === "-" ? undefined : field.names?.[letter]?.number;
  if (named === undefined) return false;
  return expected.some(
    (one) => one.thing.number === named && one.action === "remove" && (one.stepped || one.carried),
  );
}

/** True for an update by which it no longer names what it names live. */
export function leaves({ thing, action, causes }: Expected, other: Thing): boolean {
  const isOther = ({ path, names, row }: DrawnField) =>
    causes.has(path) && row.live !== "-" && names?.[row.live]?.number === other.number;
  return action === "update" && thing.fields.some(isOther);
}

/**
 * What is to go, and is named live by something that stays and still names it afterwards: by the field of Git's that
 * nothing writes, or by one that Git does not have. Of what nobody can read base says what it names, also where nobody
 * asked for it.
 */
export function stillNamed(
  expected: readonly Expected[],
  manner: Manner,
  isHidden: (thing: Thing) => boolean,
): ReadonlySet<Thing> {
  const all = new Map(expected.map((one) => [one.thing.number, one]));
  return new Set(
    expected.flatMap((one) => {
      const named =
        one.isUnknown || isHidden(one.thing)
          ? manner.threeWay
            ? namedBy(one.thing, "base")
            : []
          : namedLive(one, manner);
      return named.filter((other) => {
        const { action } = all.get(other.number) ?? {};
        return action === "remove" && !(one.stepped && leaves(one, other));
      });
    }),
  );
}

/** Nothing of what is not there, of what Git never had, or has no longer: what cannot be removed is left to its server. */
function namedLive({ thing }: Expected, { threeWay }: Manner): readonly Thing[] {
  const { live, desired, base } = fateOf(thing);
  const isLeft = !desired && !(threeWay && base && isProtected(thing));
  return live && !isLeft ? namedBy(thing, "live") : [];
}
