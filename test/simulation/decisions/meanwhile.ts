/** Draws what somebody else does to a resource between plan and apply, and the outcome that its step must then have. */

import { seeded } from "../../servers/virtual-time/clock.ts";
import { type Draw, maybe, under } from "../draw.ts";
import type { FieldCase } from "./cases.ts";
import type { Expected } from "./expected.ts";
import { canBeLive, leaves } from "./naming/named.ts";
import { type DrawnField, fateOf, type Manner, type Thing } from "./truth.ts";

/** The expected outcome of a step. */
type Ending = "applied" | "converged" | "failed";

/** A resource after somebody else's change, and the expected outcome of its step. */
export interface Meanwhile {
  readonly thing: Thing;
  readonly ending: Ending;
}

/** Something that can happen to a resource after the plan. Returns undefined if it cannot happen to this one. */
type Happening = (one: Expected, manner: Manner, draw: Draw) => Meanwhile | undefined;

/**
 * | planned | meanwhile                                          | hold      | overwrite |
 * | ------- | -------------------------------------------------- | --------- | --------- |
 * | update  | the only different field became as declared        | converged | converged |
 * | update  | one of several different fields became as declared | applied   | applied   |
 * | update  | a field got a value that nobody had planned        | failed    | applied   |
 * | update  | the resource was removed                           | failed    | failed    |
 * | update  | an undeclared field changed                        | applied   | applied   |
 * | create  | somebody created it as declared                    | converged | converged |
 * | create  | somebody created it differently                    | failed    | applied   |
 * | create  | the same, but the interface cannot change it       | failed    | failed    |
 * | remove  | somebody removed it                                | converged | converged |
 * | remove  | somebody changed it                                | failed    | applied   |
 */
const happenings: Readonly<Record<"update" | "create" | "remove", readonly Happening[]>> = {
  update: [
    (one, _, draw) => {
      const field = drawn(
        draw,
        one.thing.fields.filter((field) => one.causes.has(field.path) && canBeLive(field, field.row.desired)),
      );
      if (field?.row.desired === undefined || field.row.desired === "-") return undefined;
      const isLast = one.causes.size === 1;
      return {
        thing: withLive(one.thing, field, field.row.desired),
        ending: isLast ? "converged" : "applied",
      };
    },
    (one, { overwrite }, draw) => {
      const field = drawn(
        draw,
        one.thing.fields.filter(({ row, inGit }) => row.desired !== "-" && !inGit),
      );
      const letter = field && otherLetter(field);
      if (!field || !letter) return undefined;
      return { thing: withLive(one.thing, field, letter), ending: overwrite ? "applied" : "failed" };
    },
    ({ thing }) => ({
      thing: { ...thing, fate: thing.fate === "kept" ? "removedLive" : "newInGit" },
      ending: "failed",
    }),
    (one, _, draw) => {
      const field = drawn(
        draw,
        one.thing.fields.filter(({ row }) => row.desired === "-" && row.live !== "-"),
      );
      const letter = field && otherLetter(field);
      if (!letter || one.thing.species.isExclusive) return undefined;
      return { thing: withLive(one.thing, field, letter), ending: "applied" };
    },
  ],
  create: [
    madeAsDeclared,
    ({ thing }, { overwrite }, draw) => {
      // Resources with ignored fields that differ are left out: somebody else's create would not set these fields.
      if (thing.fields.some(({ row, inGit }) => inGit && row.live !== row.desired)) return undefined;
      const field = drawn(
        draw,
        thing.fields.filter(({ row, inGit }) => row.desired !== "-" && !inGit),
      );
      const letter = field && otherLetter({ ...field, row: { ...field.row, live: field.row.desired } });
      if (!letter || (thing.secret?.desired ?? "-") !== "-") return undefined;
      const there = { ...withLive(thing, field, letter), fate: made(thing) };
      const isWritten = overwrite && thing.species.isChangeable !== false;
      return { thing: there, ending: isWritten ? "applied" : "failed" };
    },
  ],
  remove: [
    ({ thing }) => ({ thing: { ...thing, fate: "removedInBoth" }, ending: "converged" }),
    ({ thing }, { overwrite }, draw) => {
      const field = drawn(
        draw,
        thing.fields.filter(({ row, inGit }) => row.live !== "-" && !inGit),
      );
      const letter = field && otherLetter(field);
      if (!letter) return undefined;
      return { thing: withLive(thing, field, letter), ending: overwrite ? "applied" : "failed" };
    },
  ],
};

function madeAsDeclared({ thing }: Expected): Meanwhile | undefined {
  if ((thing.secret?.desired ?? "-") !== "-") return undefined;
  const fields = thing.fields.map((field) => ({ ...field, row: { ...field.row, live: field.row.desired } }));
  return { thing: { ...thing, fields, fate: made(thing) }, ending: "converged" };
}

/** Returns what somebody else does between plan and apply in a seed, by resource. */
export function meanwhileIn(
  seed: number,
  expected: readonly Expected[],
  manner: Manner,
): ReadonlyMap<Thing, Meanwhile> {
  const draw = seeded(seed * 16 + 10);
  const all = new Map<Thing, Meanwhile>();
  for (const one of expected) {
    const isHolder = isHolderMade(one, expected);
    if (!one.action || !one.stepped || !maybe(draw, 0.4) || !(isHolder || isAlone(one, expected))) continue;
    const happening = isHolder
      ? madeAsDeclared(one)
      : drawn(draw, happenings[one.action])?.(one, manner, draw);
    const isHeldUp =
      happening?.ending === "failed" && (isWaitedFor(one, expected) || isLeaving(one, expected));
    if (happening && !isHeldUp) all.set(one.thing, happening);
  }
  return all;
}

/**
 * True if nothing else in the plan depends on the resource: it has no children, and its parent's removal does not come
 * before its own.
 */
function isAlone(one: Expected, expected: readonly Expected[]): boolean {
  const { thing } = one;
  const parent = expected.find((each) => each.thing === thing.parent);
  const holds = expected.some((each) => each.thing.parent === thing || names(each.thing, thing));
  if (!holds && isWaitedFor(one, expected)) return true;
  return !holds && (!parent || (fateOf(parent.thing).live && parent.action === undefined));
}

/** True if a field refers to `thing` on any side. */
function names({ fields }: Thing, thing: Thing): boolean {
  return fields.some((field) => Object.values(field.names ?? {}).includes(thing));
}

/**
 * True if somebody else may create the resource without affecting its children. This holds for an object of a fabric
 * whose children are all created by steps of their own.
 */
function isHolderMade({ thing, action }: Expected, expected: readonly Expected[]): boolean {
  const inner = expected.filter((one) => one.thing.parent === thing);
  const isMade = inner.every((one) => one.action === "create" && one.stepped);
  const isPlace = thing.parent === undefined || fateOf(thing.parent).live;
  return thing.species.target === "fabric" && action === "create" && isPlace && inner.length > 0 && isMade;
}

/** True for a removal that the removal of the parent waits for. */
function isWaitedFor({ thing, action }: Expected, expected: readonly Expected[]): boolean {
  const parent = expected.find((one) => one.thing === thing.parent);
  return action === "remove" && parent?.action === "remove" && parent.stepped;
}

/** True for an update that ends a reference to a resource that the plan removes afterwards. */
function isLeaving(one: Expected, expected: readonly Expected[]): boolean {
  return expected.some(({ thing, action, stepped }) => action === "remove" && stepped && leaves(one, thing));
}

function made({ fate }: Thing): Thing["fate"] {
  return fate === "removedLive" ? "kept" : "takenOver";
}

/** Returns the resource with this live value of the field. */
export function withLive(thing: Thing, field: DrawnField, live: FieldCase["live"]): Thing {
  const changed = { ...field, row: { ...field.row, live } };
  return { ...thing, fields: thing.fields.map((each) => (each === field ? changed : each)) };
}

/** Returns a value that is neither the live nor the declared one; undefined if there is none. */
export function otherLetter(field: DrawnField): "a" | "b" | "c" | undefined {
  const { row, values } = field;
  const letters = (["a", "b", "c"] as const).filter((letter) => canBeLive(field, letter));
  const taken = [row.live, row.desired].map((letter) =>
    letter === "-" ? "-" : JSON.stringify(values[letter]),
  );
  return letters.find((letter) => !taken.includes(JSON.stringify(values[letter])));
}

function drawn<T>(draw: Draw, all: readonly T[]): T | undefined {
  return all[under(draw, all.length)];
}
