/** An apply in trouble: what its outcomes say must be what the servers hold, and the next run does the rest. */

import type { Desired } from "../../../src/model/desired.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import type { Fault } from "../../../src/simulator/faults.ts";
import { seeded } from "../../virtual/clock.ts";
import type { Stage } from "../../virtual/run.ts";
import { maybe } from "../draw.ts";
import { troubleOf } from "../trouble.ts";
import { composed } from "./afterwards.ts";
import { type Expected, expectedOf } from "./expected.ts";
import { judgeWorld } from "./judges.ts";
import type { Recorded } from "./record.ts";
import { type Fingerprints, heldBy, onlyOf, requestOf, staged } from "./scene.ts";
import type { Held } from "./species.ts";
import type { Truth } from "./truth.ts";
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

/** The run after trouble, without any: then the world is as if there had been none. */
export async function theRest(of: {
  readonly on: Stage;
  readonly truth: Truth;
  readonly base: Desired;
  readonly again: Recorded;
  readonly secrets: Fingerprints;
}): Promise<readonly string[]> {
  const { truth, base, again, secrets } = of;
  const { manner } = truth;
  if (!manner.threeWay) return [];
  // Another process: what this one has learned of its targets is gone with it.
  const on = staged(truth, { now: of.on.clock.now() + 60_000 });
  on.network.world = { ...of.on.network.world, faults: [] };
  const known = composed(on.context.desired, base, again.left);
  const request = requestOf(manner, known, { now: secrets.now, recorded: again.secrets });
  const made = await on.plan({ ...request, ...onlyOf(truth) });
  const { settled } = await on.apply(made, { onConflict: manner.overwrite ? "overwrite" : "hold" });
  const bad = settled.filter(({ outcome }) => outcome.state !== "applied");
  const lines = judgeWorld(heldBy(on), worldAfter(expectedOf(truth))).map((line) => `after trouble: ${line}`);
  return [...bad.map(({ step, outcome }) => `after trouble: ${step} is ${outcome.state}`), ...lines];
}
