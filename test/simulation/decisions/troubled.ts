/**
 * Applies while something goes wrong. The reported outcomes must match the servers, and the next run must complete the
 * rest.
 */

import type { ApplyResult } from "../../../src/model/reply.ts";
import { judgeRecorded } from "./aftermath/recorded.ts";
import { appliedUnless } from "./applied-unless.ts";
import type { Expected } from "./expected.ts";
import { wayMsOf } from "./habits.ts";
import { judgeTold } from "./judge-told.ts";
import {
  isRefusedLogin,
  judgeLooks,
  judgeMild,
  judgePauses,
  judgeUnknown,
  judgeWaits,
  judgeWritten,
} from "./judge-trouble.ts";
import { forgetting, judgeForgotten, stillShown, withoutForgotten } from "./mishaps/forgetful.ts";
import { judgeEnded } from "./mishaps/interruption.ts";
import type { LateCreate } from "./mishaps/late-create.ts";
import { judgeTasks, type Tasks } from "./mishaps/tasks.ts";
import { unclearOnce } from "./mishaps/unclear.ts";
import { theRest } from "./next-run.ts";
import { showStale } from "./odd-wires.ts";
import { arrivalsAt, overLimits, type Play } from "./play.ts";
import { judgeStays, recordOf } from "./record.ts";
import { heldBy } from "./scene.ts";
import { judgeLeft, judgeLocked } from "./sessions/judge-sessions.ts";
import type { Held } from "./species.ts";
import type { Troubles } from "./troubles.ts";
import { worldAfter } from "./world-after.ts";

/** Applies in trouble, and returns the faults. `land` delivers requests that are still in transit. */
export async function troubled(
  play: Play,
  troubles: Troubles,
  {
    land,
    late,
    tasks,
  }: { readonly land: () => void; readonly late: LateCreate; readonly tasks?: Tasks | undefined },
): Promise<readonly string[]> {
  const { on, made, expected, lie } = play;
  const arrivals = arrivalsAt(on);
  for (const fault of troubles.faults) on.network.fault(fault);
  const showAgain = troubles.staleMs === undefined ? undefined : showStale(on, troubles.staleMs);
  if (troubles.unclear) unclearOnce(on, troubles.unclear);
  const forgotten = troubles.forgets && forgetting(play, troubles.forgets);
  const { result, interrupted, told, answered, abortedAt } = await appliedUnless(play, troubles);
  const left = result ? judgeLeft(on.network.world) : [];
  const isOut = !result && late.at !== undefined && late.at > on.clock.now();
  const out = isOut ? { at: late.at ?? 0, from: on, land } : undefined;
  if (!out) land();
  on.network.land();
  const { oddity, partial, staleMs, lateCreateMs, forgets, restartMs, again, lateRemovalMs } = troubles;
  const isOdd = (oddity ?? partial ?? staleMs ?? lateCreateMs ?? forgets ?? lateRemovalMs) !== undefined;
  const isDelayed = (oddity ?? lateCreateMs ?? lateRemovalMs) !== undefined;
  const broken = [
    ...left,
    ...judgeLocked(arrivals),
    ...judgeWritten(arrivals, play.truth.realms, { expected, once: !isOdd }),
    // These checks do not hold if requests arrive late, or are duplicated on the network.
    ...(isDelayed
      ? []
      : [...judgePauses(arrivals, wayMsOf(play.truth.realms)), ...judgeWaits(arrivals), ...overLimits(play)]),
  ];
  const { objects, isSeen } = forgotten?.() ?? { objects: [], isSeen: true };
  const believed = isSeen ? [] : objects;
  const rest = {
    interrupted,
    told,
    answered,
    restartMs,
    tasks,
    showAgain,
    again,
    forgotten: objects,
    believed,
  };
  if (!result) return [...broken, ...(await theRest(play, { ...rest, out }))];
  const said = lie.result?.(result) ?? result;
  const held = heldBy(on, play.truth);
  const recorded = recordOf({ ...play, result });
  const ineffective = stillShown(objects, expected, held);
  return [
    ...broken,
    ...judgeTroubled(held, expected, withoutForgotten(said, expected, ineffective)),
    ...(forgets === undefined ? [] : judgeForgotten(said, expected, isSeen ? ineffective : [])),
    ...judgeRecorded(play, said, recorded),
    // If removals take effect late, a resource may still exist that trueup no longer saw. Such a resource is not
    // checked.
    ...(play.truth.manner.threeWay && lateRemovalMs === undefined
      ? judgeStays({ left: lie.left?.(recorded.left) ?? recorded.left }, expected, held)
      : []),
    ...judgeEnded(arrivals, {
      ...{ ...troubles, abortedAt, result: said, wayMs: wayMsOf(play.truth.realms) },
      isOwnWork: tasks?.isOwnWork,
    }),
    ...(troubles.diskFullAfter === undefined ? judgeTold(said, interrupted) : []),
    ...(tasks ? judgeTasks(tasks, said) : judgeUnknown(arrivals, said, isOdd ? 1 : 0)),
    ...(troubles.isMild && !arrivals.some(isRefusedLogin) ? judgeMild(said, oddity?.kind === "twice") : []),
    ...(troubles.isMild && !isOdd ? judgeLooks(arrivals, made.plan) : []),
    ...(await theRest(play, { ...rest, result })),
  ];
}

/**
 * The state of each object must match the outcome of its step.
 *
 * | outcome            | state of the servers     |
 * | ------------------ | ------------------------ |
 * | applied, converged | as declared              |
 * | failed, skipped    | as before                |
 * | unknown            | one of these: not judged |
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
  const isOpen = (one: Expected) => stateOf(one) === "unknown";
  const [least, most] = [as(done), as((one) => done(one) || isOpen(one))];
  // If the results of two writes are unknown, perhaps only one was carried out. So the parent of a resource may have
  // its former or its new name.
  const [outer, inner] = [false, true].map((isIn) =>
    as((one) => done(one) || (isOpen(one) && (one.thing.parent !== undefined) === isIn)),
  );
  const worlds = [held, least, most, outer ?? least, inner ?? least];
  const text = (world: Held, object: string) => JSON.stringify([...(world.get(object) ?? [])].sort());
  const objects = new Set([...least.keys(), ...most.keys(), ...held.keys()]);
  return [...objects].flatMap((object) => {
    const there = worlds.map((world) => world.has(object));
    const texts = worlds.map((world) => text(world, object));
    const fits = [1, 2, 3, 4].some((at) => there[0] === there[at] && texts[0] === texts[at]);
    return fits ? [] : [`outcome and world: ${object} is ${texts[0]}, not ${texts[1]}`];
  });
}
