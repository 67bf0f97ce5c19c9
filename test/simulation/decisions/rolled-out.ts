/**
 * Applies in waves, with health and a rollback, and checks the order of waves, what stops them, and what is rolled
 * back.
 */

import type { ApplyResult } from "../../../src/model/reply.ts";
import type { Arrival } from "../../servers/virtual-time/network.ts";
import { isWrite } from "../commits.ts";
import { judgeRecorded } from "./aftermath/recorded.ts";
import { appliedUnless } from "./applied-unless.ts";
import type { Expected } from "./expected.ts";
import { judgeBackRecord } from "./judge-told.ts";
import { judgeWritten, namesOf, outermost, touchedBy } from "./judge-trouble.ts";
import { differ, judgeWorld } from "./judges.ts";
import { judgeSpelled, showSpelled, spellingOf } from "./mishaps/spelling.ts";
import { unclearOnce } from "./mishaps/unclear.ts";
import { theRest } from "./next-run.ts";
import { isExemptOf, standsAt } from "./plans/places.ts";
import { judgeWaveOrder } from "./plans/wave-order.ts";
import { arrivalsAt, type Play } from "./play.ts";
import { recordOf } from "./record.ts";
import { type Rollout, rankOf, settleSeconds } from "./rollout.ts";
import { heldBy } from "./scene.ts";
import { judgeLeftTold } from "./seldom/left-told.ts";
import type { Held, Realm } from "./species.ts";
import { around, type Theirs } from "./theirs.ts";
import { judgeTroubled } from "./troubled.ts";
import { calledAsStaying, worldBack } from "./world-back.ts";

/** Applies a plan as a rollout, and returns the faults. */
export async function rolledOut(play: Play, rollout: Rollout): Promise<readonly string[]> {
  const { on, expected, lie, truth } = play;
  const { realms } = truth;
  const touched = (arrival: Arrival) => touchedBy(arrival, realms);
  const arrivals = arrivalsAt(on);
  let forward: number | undefined;
  const { written } = around(play, rollout.theirs, () => {
    forward = arrivals.length;
  });
  if (rollout.killedAt) killingAt(on, rollout.killedAt, () => forward !== undefined);
  if (rollout.fault) on.network.fault(rollout.fault);
  const spelling = spellingOf(play.seed);
  if (spelling) showSpelled(on, spelling);
  if (rollout.unclear) unclearOnce(on, rollout.unclear);
  const { result, interrupted, answered } = await appliedUnless(
    play,
    {},
    { rollbackOnFailure: rollout.rollsBack },
  );
  on.network.land();
  if (!result) return rollout.ill === undefined ? theRest(play, { interrupted, answered }) : [];
  const said = lie.result?.(result) ?? result;
  const isBack = said.rolledBack !== undefined;
  const theirs = written();
  const there = arrivals.slice(0, forward);
  const since = arrivals.slice(forward ?? arrivals.length);
  const back = lie.back?.(since) ?? since;
  const deeds = (some: readonly Arrival[]) => some.filter(isWrite).map(touched);
  return [
    ...judgeWaves({ arrivals, there, expected, rollout, result: said, touched }),
    ...(isBack ? [] : judgeWritten(arrivals, realms, { expected, once: true })),
    ...(isBack
      ? judgeBack(heldBy(on, truth), expected, {
          rollout,
          result: said,
          theirs,
          touched: deeds(there).flatMap(outermost),
        })
      : theirs
        ? []
        : judgeTroubled(heldBy(on, truth), expected, said)),
    ...judgeTheirs(heldBy(on, truth), theirs),
    ...judgeSettling(arrivals),
    ...(realms.some(isMerged) ? [] : judgeBackOrder(deeds(there), deeds(back))),
    ...(theirs ? [] : mustGoBack(rollout, said)),
    ...(isBack ? judgeBackRecord(play, result, said) : []),
    ...(isBack ? judgeLeftTold(heldBy(on, truth), expected, { result: said, theirs }) : []),
    ...judgeRecorded(play, said, recordOf({ ...play, result })),
    ...(spelling ? judgeSpelled(spelling, said.nonConvergent, writtenIn(play, said, theirs)) : []),
    ...(rollout.ill === undefined && !theirs ? await theRest(play, { result, interrupted: [] }) : []),
  ];
}

/** Kills the process after a write of the rollback arrives. `write` selects the write, counted from 0. */
function killingAt(
  { network, clock }: Play["on"],
  { write, turns }: NonNullable<Rollout["killedAt"]>,
  isBack: () => boolean,
): void {
  const { witness } = network;
  let left = write;
  network.witness = (arrival) => {
    witness(arrival);
    if (!isBack() || !isWrite(arrival)) return;
    if (left === 0) clock.killAfter(turns);
    left -= 1;
  };
}

/** Returns the expected results whose steps were applied in a fabric and verified. */
function writtenIn({ expected }: Play, { settled, unverified }: ApplyResult, theirs: Theirs | undefined) {
  const applied = settled.filter(({ outcome }) => outcome.state === "applied");
  const steps = new Set<string>(applied.map(({ step }) => step));
  const unread = new Set<string>(unverified.map(({ address }) => address));
  const written = expected.filter(({ thing, action, address }) => {
    return thing.species.target === "fabric" && steps.has(`${action} ${address}`) && !unread.has(address);
  });
  return { written, theirs: theirs?.object };
}

/** After the last write, `health.settleSeconds` must pass before health is read. */
function judgeSettling(arrivals: readonly Arrival[]): readonly string[] {
  return arrivals.flatMap(({ at, request: { interface: name, method } }) => {
    if (name !== "controller" || method !== "GET") return [];
    const early = arrivals.filter(
      (one) => isWrite(one) && one.at <= at && one.at > at - settleSeconds * 1000,
    );
    return early.map((one) => `settling: health is asked at ${at}, and ${one.request.path} was at ${one.at}`);
  });
}

interface Judged {
  readonly arrivals: readonly Arrival[];
  /** The requests that arrived before the rollback. */
  readonly there: readonly Arrival[];
  readonly expected: readonly Expected[];
  readonly rollout: Rollout;
  readonly result: ApplyResult;
  /** Returns the objects that a request changed. */
  readonly touched: (arrival: Arrival) => readonly string[];
}

const isBad = (state: string | undefined) => state === "failed" || state === "unknown";

/**
 * The steps of a wave may begin only after all earlier waves were carried out and verified. Otherwise these steps must
 * be skipped.
 */
function judgeWaves(judged: Judged): readonly string[] {
  const { expected, rollout, result } = judged;
  const stateOf = new Map(result.settled.map(({ step, outcome }) => [step, outcome]));
  const rank = (one: Expected) => (rollout.hasWaves ? rankOf(one.thing) : 0);
  const steps = expected.filter(({ stepped }) => stepped);
  const outcome = ({ action, address }: Expected) => stateOf.get(`${action} ${address}`);
  const ranks = [...new Set(steps.map(rank))].sort();
  const unverified = new Set(result.unverified.map(({ address }) => address));
  const fell = waveOfFall(judged, ranksOf(steps, rank));
  let stopped: "wave" | "health" | undefined;
  const broken: string[] = [];
  for (const at of ranks) {
    const own = steps.filter((one) => rank(one) === at);
    for (const one of own) {
      const is = outcome(one);
      const skipped = is?.state === "skipped" && (is.because === "wave" || is.because === "health");
      const because = is?.state === "skipped" ? is.because : undefined;
      if (stopped !== undefined && because !== stopped)
        broken.push(
          `wave: ${one.action} ${one.address} is ${is?.state} (${because}) after a stop for ${stopped}`,
        );
      if (stopped === undefined && skipped)
        broken.push(
          `wave: ${one.action} ${one.address} is skipped for ${because} though all before it is well`,
        );
    }
    const isLast = at === ranks.at(-1);
    const bad = own.some((one) => isBad(outcome(one)?.state) || unverified.has(one.address));
    const upTo = steps.filter((one) => rank(one) <= at);
    if (stopped === undefined && bad && !isLast) stopped = "wave";
    if (fell !== undefined && fell <= at && isAt(upTo, { rollout, outcome })) stopped = "health";
  }
  const halted = result.halted && (result.halted.because === "health" ? "health" : "wave");
  if (halted !== stopped) broken.push(`wave: halted for ${halted}, and must be for ${stopped}`);
  return result.rolledBack ? broken : [...broken, ...judgeWaveOrder(judged, ranksOf(steps, rank))];
}

/**
 * Returns the wave during which the health of a site fell; undefined if it never fell, or fell only during the
 * rollback, when no later wave can be stopped.
 */
function waveOfFall(
  { there, rollout: { falls, ill }, touched }: Judged,
  ranks: ReadonlyMap<string, number>,
): number | undefined {
  const fell = there.find(({ before, after }) => before.controller.sites !== after.controller.sites);
  if (falls === undefined || falls === ill || !fell) return undefined;
  const [first = fell] = there.slice(there.indexOf(fell)).filter((one) => touched(one).length > 0);
  return touched(first).flatMap((object) => ranks.get(object) ?? [])[0];
}

/** True if a step at the site whose health falls was carried out, or may have been. */
function isAt(
  steps: readonly Expected[],
  on: {
    readonly rollout: Rollout;
    readonly outcome: (one: Expected) => { readonly state: string } | undefined;
  },
): boolean {
  const done = (one: Expected) => ["applied", "unknown"].includes(on.outcome(one)?.state ?? "");
  const { falls } = on.rollout;
  const isThere = ({ thing }: Expected) =>
    falls !== undefined && standsAt(thing, falls, on.rollout) && !isExemptOf(thing, on.rollout);
  return steps.some((one) => isThere(one) && done(one));
}

/** Returns the wave of each object, by every name that the object can have. */
function ranksOf(steps: readonly Expected[], rank: (one: Expected) => number): ReadonlyMap<string, number> {
  return new Map(steps.flatMap((one) => namesOf(one.thing).map((name) => [name, rank(one)] as const)));
}

/** True if the run must roll back: a rollback was requested, and something failed. */
function mustGoBack({ rollsBack }: Rollout, { settled, halted, rolledBack }: ApplyResult): readonly string[] {
  const isNeeded = rollsBack && (halted !== undefined || settled.some(({ outcome }) => isBad(outcome.state)));
  if (isNeeded === (rolledBack !== undefined)) return [];
  return [`back: ${isNeeded ? "nothing was taken back" : "it was taken back, and all went well"}`];
}

/** Checks a rollback: all changes of the run must be rolled back, except for those that are reported as staying. */
export function judgeBack(
  held: Held,
  expected: readonly Expected[],
  {
    rollout: { mishap },
    result,
    theirs,
    touched,
  }: {
    readonly rollout: Pick<Rollout, "mishap">;
    readonly result: ApplyResult;
    readonly theirs: Theirs | undefined;
    /** The objects that the run had changed before the rollback. */
    readonly touched: readonly string[];
  },
): readonly string[] {
  const states = new Map(result.settled.map(({ step, outcome }) => [step, outcome.state]));
  const changed = new Set(touched);
  const spelled = result.nonConvergent;
  const isDone = (one: Expected) => {
    const state = states.get(`${one.action} ${one.address}`);
    // If the outcome of a step is unknown or a late refusal, the server's state tells whether the step was carried out.
    return state === "applied" || (isBad(state) && namesOf(one.thing).some((name) => changed.has(name)));
  };
  const { settled = [], left = [], nonConvergent = [] } = result.rolledBack ?? {};
  const undone = settled.filter(({ outcome }) => outcome.state !== "applied");
  const told = new Set([...undone, ...left].map(({ address }) => address));
  const staying = expected.filter(({ address }) => told.has(address)).map(({ thing }) => thing);
  const wanted = calledAsStaying(worldBack(expected, isDone), staying, held);
  const lines = judgeWorld(held, wanted).map((line) => `taken back: ${line}`);
  // Some changes may stay if resources cannot be read, if replies are lost during the rollback, or if somebody else
  // writes. All such changes must be reported.
  const isTold = theirs !== undefined || !["none", "refused", "falls"].includes(mishap);
  if (!isTold)
    return [
      ...differ(
        "not taken back",
        undone.map(({ step }) => step),
        [],
      ),
      // A value that the server spells differently was already reported before the rollback.
      ...differ(
        "told as different on the way back",
        nonConvergent.map(({ address, path }) => `${address} ${path}`),
        spelled.map(({ address, path }) => `${address} ${path}`),
      ).filter((line) => line.includes(": too much: ")),
      ...lines,
    ];
  const objects = staying.flatMap(namesOf);
  const about = (line: string) => line.replace(/^.*?: (?:too much|missing): /, "");
  const excused = new Set([...objects, ...(theirs ? [theirs.object] : [])]);
  return lines.filter((line) => !excused.has(about(line).split(" /")[0] ?? ""));
}

/** A value that somebody else has written must stay. */
function judgeTheirs(held: Held, theirs: Theirs | undefined): readonly string[] {
  if (!theirs) return [];
  const is = held.get(theirs.object)?.get(theirs.path);
  return JSON.stringify(is) === JSON.stringify(theirs.value)
    ? []
    : [`theirs: ${theirs.object} ${theirs.path} is ${JSON.stringify(is)}`];
}

/**
 * True for routers that get several changes in one request. These changes have no order, neither in the apply nor in
 * the rollback.
 */
function isMerged({ targets }: Realm): boolean {
  return targets.includes("dialect: rfc8040") && !/transaction: resource|write: put/.test(targets);
}

/** On each device, the rollback must undo the steps in reverse order. */
function judgeBackOrder(
  there: readonly (readonly string[])[],
  back: readonly (readonly string[])[],
): readonly string[] {
  const device = (object: string) => /^router \S+/.exec(object)?.[0];
  const order = new Map(there.flatMap((objects, at) => objects.map((object) => [object, at] as const)));
  const last = new Map<string, number>();
  return back.flat().flatMap((object) => {
    const [on, at] = [device(object), order.get(object)];
    if (on === undefined || at === undefined) return [];
    const before = last.get(on) ?? Number.POSITIVE_INFINITY;
    last.set(on, at);
    return at > before ? [`back: ${object} is taken back after what was written before it`] : [];
  });
}
