/** What follows from references between resources: which changes must come first, and which values are lost. */

import type { Expected } from "../expected.ts";
import { isProtected } from "../plans/protection.ts";
import { type DrawnField, fateOf, type Manner, type Side, type Thing } from "../truth.ts";

/** Returns the resources that a resource refers to on a side. */
export function namedBy({ fields }: Thing, side: Side): readonly Thing[] {
  return fields.flatMap(({ names, row }) => {
    const letter = row[side];
    return (letter !== "-" && names?.[letter]) || [];
  });
}

/** True if the field can have this value live. A value that refers to a resource needs that resource to exist live. */
export function canBeLive({ names }: DrawnField, letter: "a" | "b" | "c" | "-"): boolean {
  const named = letter === "-" ? undefined : names?.[letter];
  return names === undefined || letter === "-" || (named !== undefined && fateOf(named).live);
}

/**
 * True if the resource must wait for one that it refers to, because that one does not exist and is not created, or
 * cannot be read or moved.
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

/** True if the plan removes the resource that the live field refers to. The value of the field is then lost. */
export function isLost(field: DrawnField, expected: readonly Expected[]): boolean {
  const letter = field.row.live;
  const named = letter === "-" ? undefined : field.names?.[letter]?.number;
  if (named === undefined) return false;
  return expected.some(
    (one) => one.thing.number === named && one.action === "remove" && (one.stepped || one.carried),
  );
}

/** True for an update that ends the live reference to another resource. */
export function leaves({ thing, action, causes }: Expected, other: Thing): boolean {
  const isOther = ({ path, names, row }: DrawnField) =>
    causes.has(path) && row.live !== "-" && names?.[row.live]?.number === other.number;
  return action === "update" && thing.fields.some(isOther);
}

/**
 * Returns the resources to be removed that would still be referred to, by a live field that no write changes or by an
 * unreadable resource. For an unreadable resource, the references in base count, even if it was not selected.
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
 * Returns the resources that a live resource refers to. If Git does not declare the live resource, its references count
 * only if base protects it. Otherwise the server decides what becomes of them.
 */
function namedLive({ thing }: Expected, { threeWay }: Manner): readonly Thing[] {
  const { live, desired, base } = fateOf(thing);
  const isLeft = !desired && !(threeWay && base && isProtected(thing));
  return live && !isLeft ? namedBy(thing, "live") : [];
}
