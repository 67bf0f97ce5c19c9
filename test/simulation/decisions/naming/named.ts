/** What follows from references between things: what must come first, and which values are lost. */

import type { Expected } from "../expected.ts";
import { isProtected } from "../plans/protection.ts";
import { type DrawnField, fateOf, type Manner, type Side, type Thing } from "../truth.ts";

/** Returns the things to which a thing refers on a side. */
export function namedBy({ fields }: Thing, side: Side): readonly Thing[] {
  return fields.flatMap(({ names, row }) => {
    const letter = row[side];
    return (letter !== "-" && names?.[letter]) || [];
  });
}

/** True if the field can have this value live: a referenced thing must exist live. */
export function canBeLive({ names }: DrawnField, letter: "a" | "b" | "c" | "-"): boolean {
  const named = letter === "-" ? undefined : names?.[letter];
  return names === undefined || letter === "-" || (named !== undefined && fateOf(named).live);
}

/**
 * True if the thing must wait because it refers to a thing that does not exist and is not created, or that cannot be
 * read or moved.
 */
export function waitsForNamed({ thing, action }: Expected, among: readonly Expected[]): boolean {
  if (action === undefined || action === "remove") return false;
  const named = namedBy(thing, "desired").map(({ number }) => number);
  return among.some(
    (one) =>
      named.includes(one.thing.number) &&
      (one.isUnknown === true || one.isImpossible === true || !(fateOf(one.thing).live || one.stepped)),
  );
}

/** True if the plan removes the thing to which the live field refers: then the value of the field is lost. */
export function isLost(field: DrawnField, expected: readonly Expected[]): boolean {
  const letter = field.row.live;
  const named = letter === "-" ? undefined : field.names?.[letter]?.number;
  if (named === undefined) return false;
  return expected.some(
    (one) => one.thing.number === named && one.action === "remove" && (one.stepped || one.carried),
  );
}

/** True for an update that ends the live reference to another thing. */
export function leaves({ thing, action, causes }: Expected, other: Thing): boolean {
  const isOther = ({ path, names, row }: DrawnField) =>
    causes.has(path) && row.live !== "-" && names?.[row.live]?.number === other.number;
  return action === "update" && thing.fields.some(isOther);
}

/**
 * Returns the things to be removed that something would still refer to: a live field that no write changes, or an
 * unreadable thing. The references of an unreadable thing are those in base, even if the thing was not selected.
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

/**
 * Returns the things to which a live thing refers. If Git does not declare the live thing, its references count only if
 * base protects it. The server decides what becomes of the references of other undeclared things.
 */
function namedLive({ thing }: Expected, { threeWay }: Manner): readonly Thing[] {
  const { live, desired, base } = fateOf(thing);
  const isLeft = !desired && !(threeWay && base && isProtected(thing));
  return live && !isLeft ? namedBy(thing, "live") : [];
}
