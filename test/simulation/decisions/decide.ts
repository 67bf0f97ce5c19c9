/** Runs one seed through plan, apply and the next plan, and reports deviations from what was drawn. */

import type { ApplyResult } from "../../../src/model/reply.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { type Draw, pick } from "../draw.ts";
import { kept } from "../reduced/parts.ts";
import { judgeRecorded } from "./aftermath/recorded.ts";
import { composed, expectedNext, leftAfter, secretsAfter } from "./afterwards.ts";
import { type Expected, unexpectedIn } from "./expected.ts";
import { judgeFreezes } from "./freezes.ts";
import { judgeGit } from "./git/judged.ts";
import { createVisibleOf } from "./habits.ts";
import { judgeOrder } from "./judge-order.ts";
import { differ, judgePlan, judgeWorld } from "./judges.ts";
import { type Meanwhile, meanwhileIn } from "./meanwhile.ts";
import { besides, crossing } from "./mishaps/besides.ts";
import { crossedOf } from "./mishaps/crossed.ts";
import { judgeForgotten } from "./mishaps/forgetful.ts";
import type { LateCreate } from "./mishaps/late-create.ts";
import { judgeLease } from "./mishaps/lease.ts";
import { tasksOf } from "./mishaps/tasks.ts";
import { withMore } from "./naming/besides.ts";
import { oddWire } from "./odd-wires.ts";
import { plannedAgain } from "./planned-again.ts";
import { plannedBack, plannedBackOnly } from "./planned-back.ts";
import { plannedConsented } from "./planned-consented.ts";
import { plannedOtherwise } from "./planned-otherwise.ts";
import { plannedProposed } from "./planned-proposed.ts";
import { judgeAfters } from "./plans/afters.ts";
import { judgeCost, judgeRequests } from "./plans/cost.ts";
import { judgeFrozen } from "./plans/frozen.ts";
import { judgeGuards, removalLimitOf, withLimit } from "./plans/guards.ts";
import { judgeRings } from "./plans/in-waves.ts";
import { judgeMarks } from "./plans/marks.ts";
import { withRings } from "./plans/rings.ts";
import { inWaves } from "./plans/rollouts.ts";
import { arrivalsAt, conflictsOf, type Lie, overLimits, type Play, played, saidOf } from "./play.ts";
import { projectOf as projectWith, realmsOf } from "./realms.ts";
import { judgeRecord, recordOf } from "./record.ts";
import { tellDrawn } from "./reduced/scene-text.ts";
import { reducedMeanwhile } from "./reduced/troubles.ts";
import { nameOf } from "./reduced/truth.ts";
import { rolloutOf, standsSomewhere } from "./rollout.ts";
import { heldBy, onlyOf, requestOf, worldOf } from "./scene.ts";
import { plannedGiven } from "./seldom/given-names.ts";
import { troubled } from "./troubled.ts";
import { type Troubles, troublesOf } from "./troubles.ts";
import { fateOf, type Thing, type Truth } from "./truth.ts";
import { plannedBlind } from "./unseen/planned-blind.ts";
import { worldAfter } from "./world-after.ts";

/** The result of a seed. */
export interface Decided {
  readonly broken: readonly string[];
  readonly trace: string;
}

/** Simulates one seed. */
export async function decide(seed: number, lie: Lie = {}): Promise<Decided> {
  const { broken, trace } = kept("course") ? await decided(seed, lie) : { broken: [], trace: "" };
  return { broken: [...broken, ...(await besides(seed, lie))], trace };
}

async function decided(seed: number, lie: Lie): Promise<Decided> {
  const draw = seeded(seed * 16 + 11);
  const course = courseOf(draw);
  if (course === "calm" || course === "meanwhile") {
    const limit = removalLimitOf(seeded(seed * 16 + 5));
    const play = await played(seed, lie, {
      truth: (truth) => withMore(seed, truth, course === "calm"),
      setting: (truth) => {
        const project = projectWith(truth.realms, lie.ignores === false ? [] : truth.ignored);
        return { project: withRings(withLimit(project, limit), truth) };
      },
    });
    const said = saidOf(play);
    const broken = [
      ...judgeGuards(said, play.expected, { truth: play.truth, limit }),
      ...judgeMarks(said, play.expected),
      ...judgeAfters(said, play.expected),
      ...judgeRings(said, play.expected, play.truth),
    ];
    const decided = await (course === "calm" ? calm(play, new Map()) : inBetween(play));
    return { ...decided, broken: [...broken, ...decided.broken, ...overLimits(play)] };
  }
  if (course === "crossed") {
    const { broken, play } = await crossing(seed, lie, crossedOf(draw));
    return { broken, trace: traceOf(play.on) };
  }
  const sited = realmsOf(seed).filter(standsSomewhere);
  if (course === "rollout" && sited.length > 0) {
    const { broken, play } = await inWaves(seed, lie, rolloutOf(draw, sited));
    return { broken, trace: traceOf(play.on) };
  }
  const troubles = troublesOf(draw, createVisibleOf(seed) * 1000);
  tellDrawn("goes wrong", troubles);
  const pending = new Set<() => void>();
  const late: LateCreate = {};
  const between = oddWire(troubles, { stage: () => play.on, pending, late });
  const tasks = troubles.tasks && tasksOf(troubles.tasks);
  const among = tasks && { drivers: tasks.drivers };
  const play: Play = await played(seed, lie, { setting: () => ({ between, ...among }) });
  const land = () => {
    for (const arrive of pending) arrive();
  };
  const broken = [
    ...judgePlan(play.made.plan, play.expected, unexpectedIn(play.truth)),
    ...(await troubled(play, troubles, { land, late, tasks })),
    ...play.together,
  ];
  return { broken, trace: traceOf(play.on) };
}

/** Returns what goes wrong in a seed that is drawn to have trouble; undefined for any other seed. */
export function troublesIn(seed: number): Troubles | undefined {
  const draw = seeded(seed * 16 + 11);
  return courseOf(draw) === "troubled" ? troublesOf(draw, createVisibleOf(seed) * 1000) : undefined;
}

type Course = "calm" | "meanwhile" | "troubled" | "rollout" | "crossed";

function courseOf(draw: Draw): Course {
  return pick<Course>(draw, [
    ...(["calm", "calm", "meanwhile", "meanwhile", "troubled", "troubled", "troubled", "troubled"] as const),
    ...(["rollout", "rollout", "rollout", "rollout", "crossed"] as const),
  ]);
}

/** Simulates a seed in which somebody else acts between plan and apply. */
function inBetween(play: Play): Promise<Decided> {
  const { seed, expected, truth, on } = play;
  const meanwhile = reducedMeanwhile(meanwhileIn(seed, expected, truth.manner), expected);
  tellDrawn(
    "somebody else, before the apply",
    [...meanwhile].map(([thing, one]) => `${nameOf(thing)}, so that its step is ${one.ending}`),
  );
  happen(on, truth, meanwhile);
  return calm(play, meanwhile);
}

/** Simulates a seed in which nothing goes wrong. */
async function calm(play: Play, meanwhile: ReadonlyMap<Thing, Meanwhile>): Promise<Decided> {
  const { on, made, truth, expected, base, secrets, lie } = play;
  const { manner } = truth;
  const broken = [...judgePlan(saidOf(play), expected, unexpectedIn(truth)), ...(await onceMore(play))];
  const asked = on.network.log();
  const arrivals = arrivalsAt(on);
  const now = nowAfter(expected, meanwhile);
  const result = await on.apply(made, conflictsOf(play));
  const said = lie.result?.(result) ?? result;
  broken.push(...judgeFrozen(play, lie.held));
  broken.push(...judgeFreezes(play.seed, lie.frozen), ...(await judgeGit(play)));
  broken.push(...(await judgeLease(play.seed, lie.renewed)), ...judgeRequests(said, arrivals));
  broken.push(...judgeForgotten(said, expected, []));
  broken.push(...judgeOutcomes(said, expected, meanwhile), ...play.together);
  broken.push(...judgeWorld(heldBy(on, truth), worldAfter(now)), ...judgeOrder(arrivals, truth, now));
  if (meanwhile.size === 0)
    broken.push(...judgeCost(saidOf(play), truth, { made: asked, applied: arrivals }));
  const after = recordOf({ on, made, result, base, secrets });
  if (meanwhile.size > 0) broken.push(...judgeRecorded(play, said, after));
  if (!manner.threeWay || meanwhile.size > 0) return { broken, trace: traceOf(on) };
  const fingerprints = manner.excluded.size > 0 ? [] : secretsAfter(expected, secrets);
  broken.push(...judgeRecord(after, leftAfter(expected), fingerprints));
  const known = composed(on.context.desired, base, after.left);
  const request = requestOf(manner, known, { now: secrets.now, recorded: after.secrets });
  const next = await on.plan({ ...request, ...onlyOf(truth), memory: after.memory });
  const wanted = expectedNext(expected, manner).map((one) => ({ ...one, stepped: false, carried: false }));
  const due = new Set(wanted.filter(isDue).map(({ thing }) => thing));
  const unexpected = unexpectedIn(truth, (thing) => fateOf(thing).desired || due.has(thing));
  broken.push(...judgePlan(next.plan, wanted, unexpected).map((line) => `next plan: ${line}`));
  return { broken, trace: traceOf(on) };
}

const onceMores = [plannedAgain, undefined, plannedOtherwise, plannedAgain, plannedProposed, plannedBack];

/** Makes further plans that are not applied. */
async function onceMore(play: Play): Promise<readonly string[]> {
  // Few seeds have a secret of an adopted resource, so all of these test the consent to write it.
  const isTaken = play.expected.some(({ secret }) => secret === "takenOver");
  const other = isTaken ? plannedConsented : onceMores[play.seed % onceMores.length];
  return [
    ...(other && kept("plan-beside") ? await other(play) : []),
    ...(kept("plan-back-only") ? await plannedBackOnly(play) : []),
    ...(kept("plan-blind") ? await plannedBlind(play) : []),
    ...(kept("plan-given") ? await plannedGiven(play) : []),
  ];
}

/** True if the next plan mentions the resource. */
function isDue({ action, isKept }: Expected): boolean {
  return action !== undefined || isKept;
}

/** Carries out what somebody else does meanwhile, by changing the servers' state without a request. */
function happen(on: Stage, truth: Truth, meanwhile: ReadonlyMap<Thing, Meanwhile>): void {
  if (meanwhile.size === 0) return;
  const things = truth.things.map((thing) => meanwhile.get(thing)?.thing ?? thing);
  on.network.world = worldOf({ ...truth, things }, on.network.world);
}

/**
 * Returns the expected results of all resources after somebody else's changes. Children of a changed resource follow
 * its new state.
 */
function nowAfter(
  expected: readonly Expected[],
  meanwhile: ReadonlyMap<Thing, Meanwhile>,
): readonly Expected[] {
  const things = new Map<Thing, Thing>();
  return expected.map((one) => {
    const now = afterwards(one, meanwhile.get(one.thing));
    const parent = one.thing.parent && things.get(one.thing.parent);
    const thing = parent ? { ...now.thing, parent } : now.thing;
    if (thing !== one.thing) things.set(one.thing, thing);
    return { ...now, thing };
  });
}

/** Returns the expected result for a resource, after what somebody has done to the resource. */
function afterwards(one: Expected, happened: Meanwhile | undefined): Expected {
  if (!happened) return one;
  const { thing, ending } = happened;
  const isLive = fateOf(thing).live;
  const action = one.action === "create" && isLive ? "update" : one.action;
  return { ...one, thing, action, stepped: ending === "applied" };
}

function judgeOutcomes(
  { settled }: ApplyResult,
  expected: readonly Expected[],
  meanwhile: ReadonlyMap<Thing, Meanwhile>,
): readonly string[] {
  const wanted = expected
    .filter(({ stepped }) => stepped)
    .map(({ action, address, thing }) => `${action} ${address} ${meanwhile.get(thing)?.ending ?? "applied"}`);
  const ended = settled.map(({ step, outcome }) => `${step} ${outcome.state}`);
  return differ("outcome", ended, wanted);
}

function traceOf({ network }: Stage): string {
  return network
    .log()
    .map((one) => `${one.at} ${one.interface} ${one.method} ${one.path} ${one.status}\n`)
    .join("");
}
