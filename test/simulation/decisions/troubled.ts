/** An apply in trouble: what its outcomes say must be what the servers hold, and the next run does the rest. */

import type { ApplyResult } from "../../../src/model/reply.ts";
import type { Fault } from "../../../src/simulator/faults.ts";
import { seeded } from "../../virtual/clock.ts";
import { maybe } from "../draw.ts";
import { troubleOf } from "../trouble.ts";
import type { Expected } from "./expected.ts";
import type { Held } from "./species.ts";
import { worldAfter } from "./world-after.ts";

/** What goes wrong during the apply of a seed. Most seeds: nothing. */
export function faultsIn(seed: number): readonly Fault[] {
  const draw = seeded(seed * 16 + 11);
  if (!maybe(draw, 0.3)) return [];
  return troubleOf(draw).applying;
}

/**
 * Each object must be as the outcome of its step says.
 *
 * | outcome             | the servers hold                |
 * |---------------------|---------------------------------|
 * | applied, converged  | what is declared                |
 * | failed, skipped     | what they held before           |
 * | unknown             | one or the other: not judged    |
 */
export function judgeTroubled(
  held: Held,
  expected: readonly Expected[],
  { settled }: ApplyResult,
): readonly string[] {
  const states = new Map(settled.map(({ step, outcome }) => [step, outcome.state]));
  const stateOf = ({ action, address }: Expected) => states.get(`${action} ${address}`);
  const done = (one: Expected) => ["applied", "converged"].includes(stateOf(one) ?? "");
  const as = (isDone: (one: Expected) => boolean) =>
    worldAfter(
      expected.map((one) => {
        const parent = expected.find(({ thing }) => thing === one.thing.parent);
        return {
          ...one,
          stepped: one.stepped && isDone(one),
          carried: one.carried && !!parent && isDone(parent),
        };
      }),
    );
  const [least, most] = [as(done), as((one) => done(one) || stateOf(one) === "unknown")];
  const text = (world: Held, object: string) => JSON.stringify([...(world.get(object) ?? [])].sort());
  const objects = new Set([...least.keys(), ...most.keys(), ...held.keys()]);
  return [...objects].flatMap((object) => {
    const there = [held, least, most].map((world) => world.has(object));
    const texts = [held, least, most].map((world) => text(world, object));
    const fits = [1, 2].some((at) => there[0] === there[at] && texts[0] === texts[at]);
    return fits ? [] : [`outcome and world: ${object} is ${texts[0]}, not ${texts[1]}`];
  });
}
