/** Takes one seed of decisions through plan, apply and the plan after; says where anything is not as the truth demands. */

import type { ApplyResult } from "../../../src/model/reply.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { seeded } from "../../virtual/clock.ts";
import type { Stage } from "../../virtual/run.ts";
import { type Draw, pick } from "../draw.ts";
import { composed, expectedNext, leftAfter, secretsAfter } from "./afterwards.ts";
import { type Expected, unexpectedIn } from "./expected.ts";
import { judgeFreezes } from "./freezes.ts";
import { ignoring } from "./ignoring.ts";
import { judgeOrder } from "./judge-order.ts";
import { differ, judgePlan, judgeWorld } from "./judges.ts";
import { type Meanwhile, meanwhileIn } from "./meanwhile.ts";
import { oddWire, refusedLate } from "./odd-wires.ts";
import { plannedAgain } from "./planned-again.ts";
import { plannedBlind } from "./planned-blind.ts";
import { plannedOtherwise } from "./planned-otherwise.ts";
import { arrivalsAt, conflictsOf, type Lie, type Play, played } from "./play.ts";
import { realmsOf } from "./realms.ts";
import { judgeRecord, recordOf } from "./record.ts";
import { rolledOut } from "./rolled-out.ts";
import { controlled, projectOf, type Rollout, rolloutOf, standsSomewhere, withHealth } from "./rollout.ts";
import { heldBy, onlyOf, requestOf, worldOf } from "./scene.ts";
import { troubled } from "./troubled.ts";
import { troublesOf } from "./troubles.ts";
import { fateOf, type Thing, type Truth } from "./truth.ts";
import { worldAfter } from "./world-after.ts";

/** What became of a seed. */
export interface Decided {
  readonly broken: readonly string[];
  readonly trace: string;
}

/** Simulates one seed. */
export async function decide(seed: number, lie: Lie = {}): Promise<Decided> {
  const draw = seeded(seed * 16 + 11);
  const course = courseOf(draw);
  if (course === "calm" || course === "meanwhile") {
    const play = await played(seed, lie, { truth: (truth) => ignoring(seed, truth) });
    return course === "calm" ? calm(play, new Map()) : inBetween(play);
  }
  const sited = realmsOf(seed).filter(standsSomewhere);
  if (course === "rollout" && sited.length > 0) return inWaves(seed, lie, rolloutOf(draw, sited));
  const troubles = troublesOf(draw);
  const pending = new Set<() => void>();
  const between = oddWire(troubles, { stage: () => play.on, pending });
  const play: Play = await played(seed, lie, { setting: () => ({ between }) });
  const land = () => {
    for (const arrive of pending) arrive();
  };
  const broken = [
    ...judgePlan(play.made.plan, play.expected, unexpectedIn(play.truth)),
    ...(await troubled(play, troubles, land)),
    ...play.together,
  ];
  return { broken, trace: traceOf(play.on) };
}

function courseOf(draw: Draw): "calm" | "meanwhile" | "troubled" | "rollout" {
  return pick(draw, ["calm", "meanwhile", "troubled", "troubled", "rollout", "rollout"]);
}

async function inWaves(seed: number, lie: Lie, rollout: Rollout): Promise<Decided> {
  const { refusedLate: late } = rollout;
  const setting = (truth: Truth) => ({
    project: projectOf(rollout, truth),
    seed: controlled(rollout),
    ...(late && { between: (wire: Wire) => refusedLate(wire, late) }),
  });
  const play = await played(seed, lie, {
    setting,
    isAbout: standsSomewhere,
    follows: (expected) => withHealth(expected, rollout),
  });
  const broken = [
    ...judgePlan(play.made.plan, play.expected, unexpectedIn(play.truth)),
    ...(await rolledOut(play, rollout)),
    ...play.together,
  ];
  return { broken, trace: traceOf(play.on) };
}

/** Somebody else does something between plan and apply. */
function inBetween(play: Play): Promise<Decided> {
  const { seed, expected, truth, on } = play;
  const meanwhile = meanwhileIn(seed, expected, truth.manner);
  happen(on, truth, meanwhile);
  return calm(play, meanwhile);
}

/** Nothing goes wrong. */
async function calm(play: Play, meanwhile: ReadonlyMap<Thing, Meanwhile>): Promise<Decided> {
  const { on, made, truth, expected, base, secrets, lie } = play;
  const { manner } = truth;
  const broken = [...judgePlan(made.plan, expected, unexpectedIn(truth)), ...(await onceMore(play))];
  const arrivals = arrivalsAt(on);
  const now = expected.map((one) => afterwards(one, meanwhile.get(one.thing)));
  const result = await on.apply(made, conflictsOf(play));
  const said = lie.result?.(result) ?? result;
  broken.push(...judgeFreezes(play.seed, lie.frozen));
  broken.push(...judgeOutcomes(said, expected, meanwhile), ...play.together);
  broken.push(...judgeWorld(heldBy(on, truth), worldAfter(now)), ...judgeOrder(arrivals, truth.realms, now));
  if (!manner.threeWay || meanwhile.size > 0) return { broken, trace: traceOf(on) };
  const after = recordOf({ on, made, result, base, secrets });
  const fingerprints = manner.excluded.size > 0 ? [] : secretsAfter(expected, secrets);
  broken.push(...judgeRecord(after, leftAfter(expected), fingerprints));
  const known = composed(on.context.desired, base, after.left);
  const request = requestOf(manner, known, { now: secrets.now, recorded: after.secrets });
  const next = await on.plan({ ...request, ...onlyOf(truth) });
  const wanted = expectedNext(expected, manner).map((one) => ({ ...one, stepped: false, carried: false }));
  const due = new Set(wanted.filter(isDue).map(({ thing }) => thing));
  const unexpected = unexpectedIn(truth, (thing) => fateOf(thing).desired || due.has(thing));
  broken.push(...judgePlan(next.plan, wanted, unexpected).map((line) => `next plan: ${line}`));
  return { broken, trace: traceOf(on) };
}

/** A plan that is made beside, and not applied. */
function onceMore(play: Play): Promise<readonly string[]> {
  return ([plannedAgain, plannedBlind, plannedOtherwise][play.seed % 3] ?? plannedAgain)(play);
}

/** True where the plan after says something of it. */
function isDue({ action, isKept }: Expected): boolean {
  return action !== undefined || isKept;
}

/** Lets somebody else do it: the world is as if it had been so from the beginning. */
function happen(on: Stage, truth: Truth, meanwhile: ReadonlyMap<Thing, Meanwhile>): void {
  if (meanwhile.size === 0) return;
  const things = truth.things.map((thing) => meanwhile.get(thing)?.thing ?? thing);
  on.network.world = worldOf({ ...truth, things }, on.network.world);
}

/** What must become of a thing, with what happened to it. */
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
