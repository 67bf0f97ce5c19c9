/** Fields under `ignore:` in the project file. They never count as a difference, and no write changes them. */

import { seeded } from "../../servers/virtual-time/clock.ts";
import { maybe, under } from "../draw.ts";
import type { FieldCase } from "./cases.ts";
import { type DrawnField, fateOf, type IgnoredField, type Thing, type Truth } from "./truth.ts";

/** Makes some fields of each kind ignored, in some seeds. */
export function ignoring(seed: number, truth: Truth): Truth {
  const draw = seeded(seed * 16 + 7);
  if (!maybe(draw, 0.4)) return truth;
  const all = truth.realms.flatMap(({ species }) => species);
  const isElements = maybe(seeded(seed * 16 + 22), 0.3);
  const ignored = all.flatMap(({ target, kind, fields }): readonly IgnoredField[] => {
    const free = fields.filter(({ path, element, needed }) =>
      isElements && element !== undefined ? !needed : element === undefined && path !== "/name",
    );
    const field = free[under(draw, free.length)];
    return field ? [{ address: `${target}/${kind}/*`, path: field.element ?? field.path }] : [];
  });
  const things: Thing[] = [];
  const now = new Map<Thing, Thing>();
  for (const thing of truth.things) {
    const parent = thing.parent && now.get(thing.parent);
    const fields = thing.fields.map((field) => fieldOf(field, thing, ignored));
    const one = { ...thing, fields, ...(parent && { parent }) };
    now.set(thing, one);
    things.push(one);
  }
  return { ...truth, things, ignored };
}

/**
 * Returns the field as the plan must treat it if it is ignored: as undeclared, or, in an exclusive tree, as if its live
 * value were declared. In a created resource, it is written as declared.
 */
function fieldOf(field: DrawnField, thing: Thing, ignored: readonly IgnoredField[]): DrawnField {
  const { target, kind } = thing.species;
  const isNamed = ignored.some(
    (one) => one.address === `${target}/${kind}/*` && one.path === (field.element ?? field.path),
  );
  if (!isNamed) return field;
  const { desired, base, live, released } = field.row;
  const isLive = fateOf(thing).live && fateOf(thing).desired;
  const row: FieldCase = isLive
    ? thing.species.isExclusive
      ? { desired: live, base: live, live }
      : { desired: "-", base: "-", live, ...(released && { released }) }
    : field.row;
  return { ...field, row, inGit: { desired, base } };
}
