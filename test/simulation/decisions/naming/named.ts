/** What it means for a thing that its fields name others: what must be there first, and what it loses with them. */

import type { Expected } from "../expected.ts";
import { type DrawnField, fateOf, type Side, type Thing } from "../truth.ts";

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
