/** An apply in trouble: what its outcomes say must be what the servers hold, and the next run does the rest. */

import { journalOn } from "../../../src/apply/journal.ts";
import type { Intent } from "../../../src/model/journal.ts";
import type { ApplyResult, SettledStep } from "../../../src/model/reply.ts";
import { digest } from "../../../src/runtime/digest.ts";
import { journalDisk } from "../../../src/runtime/files/journal.ts";
import { Killed } from "../../virtual/clock.ts";
import { ForgetfulFile } from "../../virtual/file.ts";
import type { Stage } from "../../virtual/run.ts";
import { intentsOf, toldNext } from "../disk.ts";
import { judgeFound } from "./aftermath/found.ts";
import { judgeRecorded } from "./aftermath/recorded.ts";
import { composed } from "./afterwards.ts";
import { type Expected, expectedOf } from "./expected.ts";
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
import { judgeWorld } from "./judges.ts";
import { forgetting, judgeForgotten, stillShown, withoutForgotten } from "./mishaps/forgetful.ts";
import { abortingAfter, judgeEnded } from "./mishaps/interruption.ts";
import { arrivingIn, type LateCreate, type StillOut } from "./mishaps/late-create.ts";
import { judgeTasks, type Tasks } from "./mishaps/tasks.ts";
import { unclearOnce } from "./mishaps/unclear.ts";
import { fullAfter, showStale } from "./odd-wires.ts";
import { arrivalsAt, conflictsOf, overLimits, type Play } from "./play.ts";
import { recordOf } from "./record.ts";
import { heldBy, onlyOf, requestOf, staged } from "./scene.ts";
import { judgeLeft, judgeLocked } from "./sessions/judge-sessions.ts";
import type { Held } from "./species.ts";
import type { Troubles } from "./troubles.ts";
import { worldAfter } from "./world-after.ts";

/** Applies in trouble. `land`: lets arrive what is still on its way when the run has ended. */
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
  const forgotten = troubles.forgets === undefined ? () => [] : forgetting(play, troubles.forgets);
  const { result, interrupted, told, abortedAt } = await appliedUnless(play, troubles);
  const left = result ? judgeLeft(on.network.world) : [];
  const isOut = !result && late.at !== undefined && late.at > on.clock.now();
  const out = isOut ? { at: late.at ?? 0, from: on, land } : undefined;
  if (!out) land();
  on.network.land();
  const { oddity, partial, staleMs, lateCreateMs, forgets, restartMs } = troubles;
  const isOdd = (oddity ?? partial ?? staleMs ?? lateCreateMs ?? forgets) !== undefined;
  const isDelayed = (troubles.oddity ?? troubles.lateCreateMs) !== undefined;
  const broken = [
    ...left,
    ...judgeLocked(arrivals),
    ...judgeWritten(arrivals, play.truth.realms, { expected, once: !isOdd }),
    // Of what somebody on the way sends once more nobody here has heard.
    ...(isDelayed
      ? []
      : [...judgePauses(arrivals, wayMsOf(play.truth.realms)), ...judgeWaits(arrivals), ...overLimits(play)]),
  ];
  if (!result)
    return [...broken, ...(await theRest(play, { interrupted, told, restartMs, out, tasks, showAgain }))];
  const said = lie.result?.(result) ?? result;
  const held = heldBy(on, play.truth);
  const ineffective = stillShown(forgotten(), expected, held);
  return [
    ...broken,
    ...judgeTroubled(held, expected, withoutForgotten(said, expected, ineffective)),
    ...(forgets === undefined ? [] : judgeForgotten(said, expected, ineffective)),
    ...judgeRecorded(play, said, recordOf({ ...play, result })),
    ...judgeEnded(arrivals, { ...troubles, abortedAt, result: said, wayMs: wayMsOf(play.truth.realms) }),
    ...(troubles.diskFullAfter === undefined ? judgeTold(said, interrupted) : []),
    ...(tasks ? judgeTasks(tasks, said) : judgeUnknown(arrivals, said, isOdd ? 1 : 0)),
    ...(troubles.isMild && !arrivals.some(isRefusedLogin) ? judgeMild(said) : []),
    ...(troubles.isMild && !isOdd ? judgeLooks(arrivals, made.plan) : []),
    ...(await theRest(play, { result, interrupted, told, restartMs, tasks, showAgain })),
  ];
}

/** What a process has left. */
interface Left {
  /** Undefined: it was killed. */
  readonly result?: ApplyResult | undefined;
  readonly interrupted: readonly Intent[];
  /** What the next run is told, where that is more. */
  readonly told?: readonly Intent[] | undefined;
  /** How long afterwards the next run begins. */
  readonly restartMs?: number | undefined;
  /** What is still on its way. */
  readonly out?: StillOut | undefined;
  /** What its servers still do. */
  readonly tasks?: Tasks | undefined;
  /** Has the next process see as late as this one what is made. */
  readonly showAgain?: ((on: Stage) => void) | undefined;
  /** When it was interrupted. */
  readonly abortedAt?: number | undefined;
}

/** Applies, with a journal on a disk, until it is over or the process dies. */
export async function appliedUnless(
  play: Play,
  { diskFullAfter, turns, abortAfter }: Pick<Troubles, "diskFullAfter" | "turns" | "abortAfter">,
  rollbackOnFailure = false,
): Promise<Left> {
  const { on, made } = play;
  const abort = abortAfter === undefined ? undefined : abortingAfter(on, abortAfter);
  const file = new ForgetfulFile(on.clock);
  const whole = journalDisk(file);
  const disk = diskFullAfter === undefined ? whole : fullAfter(whole, diskFullAfter);
  const journal = journalOn({ disk, digest, run: "the first" });
  const ending = { ...(turns !== undefined && { turns }), ...(abort && { signal: abort.signal }) };
  const result = await on
    .apply(made, { ...conflictsOf(play), journal, rollbackOnFailure, ...ending })
    .catch((error: unknown): undefined => {
      if (!(error instanceof Killed)) throw error;
    });
  on.clock.killAfter(Number.POSITIVE_INFINITY);
  // As the command line ends: what was noted is on the disk, unless that is full.
  if (result && diskFullAfter === undefined) await on.clock.run(disk.flush());
  const { durable, volatile } = file;
  const left = { journal: { durable, volatile }, result, ended: on.clock.now() };
  return { result, abortedAt: abort?.at(), interrupted: intentsOf(left), told: toldNext(left) };
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
export async function theRest(
  play: Play,
  { result, interrupted, told = interrupted, restartMs = 60_000, out, tasks, showAgain }: Left,
): Promise<readonly string[]> {
  const { truth, base, secrets, made: first } = play;
  const { manner } = truth;
  if (!manner.threeWay) return [];
  const recorded = result && recordOf({ on: play.on, made: first, result, base, secrets });
  // Another process: what this one has learned of its targets is gone with it.
  const on: Stage = staged(truth, {
    now: play.on.clock.now() + restartMs,
    ...(tasks && { drivers: tasks.drivers }),
    between: (wire) => play.lie.between?.(wire, () => on) ?? wire,
  });
  on.network.world = { ...play.on.network.world, faults: [] };
  showAgain?.(on);
  tasks?.calmDown(on.clock.now());
  const arrive = arrivingIn(on, out);
  const known = recorded ? composed(on.context.desired, base, recorded.left) : base;
  const now = { now: secrets.now, recorded: recorded?.secrets ?? secrets.recorded };
  const made = await on.plan({ ...requestOf(manner, known, now), ...onlyOf(truth) });
  const held = heldBy(play.on, truth);
  // Of what is not shown yet nobody can tell.
  const found = out || showAgain ? [] : judgeFound(play, { interrupted, plan: made.plan, held });
  const { settled } = await on.apply(made, { ...conflictsOf(play), interrupted: told });
  arrive();
  if (tasks) await on.clock.run(tasks.land());
  const isWell = ({ outcome: { state } }: SettledStep) =>
    state === "applied" || (showAgain !== undefined && state === "converged");
  const bad = settled.filter((one) => !isWell(one));
  const lines = judgeWorld(heldBy(on, truth), worldAfter(expectedOf(truth))).map(
    (line) => `after trouble: ${line}`,
  );
  return [
    ...found,
    ...bad.map(
      ({ step, outcome }) =>
        `after trouble: ${step} is ${outcome.state}: ${"problem" in outcome ? outcome.problem.message : ""}`,
    ),
    ...lines,
  ];
}
