/** Takes one seed of decisions through plan, apply and the plan after; says where anything is not as the truth demands. */

import type { ApplyResult } from "../../../src/model/reply.ts";
import { createWorld } from "../../../src/simulator/world.ts";
import type { Arrival } from "../../virtual/network.ts";
import type { Stage } from "../../virtual/run.ts";
import { composed, expectedNext, leftAfter, secretsAfter } from "./afterwards.ts";
import { truthOf } from "./draw-truth.ts";
import { type Expected, expectedOf } from "./expected.ts";
import { judgeOrder } from "./judge-order.ts";
import { differ, judgePlan, judgeWorld } from "./judges.ts";
import { type Meanwhile, meanwhileIn } from "./meanwhile.ts";
import { judgeRecord, recordOf } from "./record.ts";
import { filesOn, fingerprintsOf, heldBy, onlyOf, realms, requestOf, seedOf, staged } from "./scene.ts";
import { faultsIn, judgeTroubled, theRest } from "./troubled.ts";
import { fateOf, type Thing, type Truth } from "./truth.ts";
import { worldAfter } from "./world-after.ts";

/** What became of a seed. */
export interface Decided {
  readonly broken: readonly string[];
  readonly trace: string;
}

/** Simulates one seed. */
export async function decide(seed: number): Promise<Decided> {
  const truth = truthOf(seed, realms);
  const { manner } = truth;
  const expected = expectedOf(truth);
  const on = staged(truth);
  const base = on.load(filesOn(truth, "base"));
  const secrets = { now: fingerprintsOf(truth, "now"), recorded: fingerprintsOf(truth, "recorded") };
  const only = onlyOf(truth);
  const made = await on.plan({ ...requestOf(manner, base, secrets), ...only });
  const broken = [...judgePlan(made.plan, expected)];
  const arrivals: Arrival[] = [];
  on.network.witness = (arrival) => void arrivals.push(arrival);
  const meanwhile = meanwhileIn(seed, expected, manner);
  happen(on, truth, meanwhile);
  const now = expected.map((one) => afterwards(one, meanwhile.get(one.thing)));
  const faults = meanwhile.size === 0 ? faultsIn(seed) : [];
  for (const fault of faults) on.network.fault(fault);
  const result = await on.apply(made, { onConflict: manner.overwrite ? "overwrite" : "hold" });
  if (faults.length > 0) {
    broken.push(...judgeTroubled(heldBy(on), expected, result));
    const again = recordOf({ on, made, result, base, secrets });
    return {
      broken: [...broken, ...(await theRest({ on, truth, base, again, secrets }))],
      trace: traceOf(on),
    };
  }
  broken.push(...judgeOutcomes(result, expected, meanwhile));
  broken.push(...judgeWorld(heldBy(on), worldAfter(now)), ...judgeOrder(arrivals, realms, now));
  if (manner.threeWay && meanwhile.size === 0) {
    const after = recordOf({ on, made, result, base, secrets });
    broken.push(
      ...judgeRecord(
        after,
        leftAfter(expected),
        manner.excluded.size > 0 ? [] : secretsAfter(expected, secrets),
      ),
    );
    const known = composed(on.context.desired, base, after.left);
    const request = requestOf(manner, known, { now: secrets.now, recorded: after.secrets });
    const next = await on.plan({ ...request, ...only });
    const wanted = expectedNext(expected, manner).map((one) => ({ ...one, stepped: false, carried: false }));
    broken.push(...judgePlan(next.plan, wanted).map((line) => `next plan: ${line}`));
  }
  return { broken, trace: traceOf(on) };
}

/** Lets somebody else do it: the world is as if it had been so from the beginning. */
function happen(on: Stage, truth: Truth, meanwhile: ReadonlyMap<Thing, Meanwhile>): void {
  if (meanwhile.size === 0) return;
  const things = truth.things.map((thing) => meanwhile.get(thing)?.thing ?? thing);
  const is = createWorld(seedOf({ ...truth, things }));
  const { dashboard: cloud, fabric: fabricNow, restconf } = is;
  on.network.world = { ...on.network.world, dashboard: cloud, fabric: fabricNow, restconf };
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
