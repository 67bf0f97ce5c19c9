/** Takes one seed of decisions through plan, apply and the plan after; says where anything is not as the truth demands. */

import { secretsApplied } from "../../../src/apply/applied-secrets.ts";
import { leftBehind } from "../../../src/apply/incomplete.ts";
import { secretCheckOf } from "../../../src/diff/secrets.ts";
import type { PlannedRun, PlanRequest } from "../../../src/engine/reconcile.ts";
import type { Address } from "../../../src/model/address.ts";
import type { Desired } from "../../../src/model/desired.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import type { SecretFingerprints } from "../../../src/model/secret.ts";
import { createWorld, type WorldSeed } from "../../../src/simulator/world.ts";
import type { Arrival } from "../../virtual/network.ts";
import { type Stage, stage } from "../../virtual/run.ts";
import { filesOf } from "../declared.ts";
import { before, composed, expectedNext, leftAfter, secretsAfter } from "./afterwards.ts";
import { truthOf } from "./draw-truth.ts";
import { type Expected, expectedOf } from "./expected.ts";
import { judgeOrder } from "./judge-order.ts";
import { differ, judgePlan, judgeWorld } from "./judges.ts";
import { type Meanwhile, meanwhileIn } from "./meanwhile.ts";
import { dashboard } from "./species/dashboard.ts";
import { devices } from "./species/devices.ts";
import { fabric } from "./species/fabric.ts";
import type { Held, Realm } from "./species.ts";
import { faultsIn, judgeTroubled } from "./troubled.ts";
import { addressOn, fateOf, type Manner, type Side, type Thing, type Truth } from "./truth.ts";
import { worldAfter } from "./world-after.ts";

/** What became of a seed. */
export interface Decided {
  readonly broken: readonly string[];
  readonly trace: string;
}

const realms: readonly Realm[] = [dashboard, fabric, devices];

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

/** The addresses that are asked for, of now and of before; all where nothing is excluded. */
function onlyOf({ things, manner: { excluded } }: Truth): Pick<PlanRequest, "only"> {
  if (excluded.size === 0) return {};
  const asked = things.filter(({ number }) => !excluded.has(number));
  const addresses = new Set(
    asked.flatMap((thing) => [addressOn(thing, "desired"), addressOn(thing, "base")]),
  );
  return { only: (address) => addresses.has(address) };
}

type Fingerprints = Readonly<Record<"now" | "recorded", SecretFingerprints>>;

/** What apply records, as the command line does it. */
function recordOf(of: {
  readonly on: Stage;
  readonly made: PlannedRun;
  readonly result: ApplyResult;
  readonly base: Desired;
  readonly secrets: Fingerprints;
}) {
  const { desired } = of.on.context;
  const { plan, snapshot } = of.made;
  const { settled } = of.result;
  const left = leftBehind({
    ...{ desired, committed: desired, base: { desired: of.base, commitOf: () => before } },
    ...{ plan, snapshot, settled, only: of.made.request.only },
  });
  const isLive = (address: Address) => snapshot.observations.get(address)?.state === "present";
  return { left, secrets: secretsApplied({ ...of.secrets, plan, isLive, settled }) };
}

function judgeRecord(
  { left, secrets }: ReturnType<typeof recordOf>,
  wanted: readonly string[],
  fingerprints: readonly string[],
): readonly string[] {
  const lines = left
    .filter(({ address }) => !address.includes("/organization/"))
    .map(({ address, because, commit }) => `${address} ${because} ${commit}`);
  const held = secrets.of
    .filter(({ fingerprint }) => fingerprint !== dropped)
    .map(({ address, path, fingerprint }) => `${address} ${path} ${fingerprint}`);
  const judged = fingerprints.length === 0 ? [] : differ("fingerprint", held, fingerprints);
  return [...differ("left behind", lines, wanted), ...judged];
}

function heldBy({ network }: Stage): Held {
  return new Map(realms.flatMap((realm) => [...realm.held(network.world)]));
}

/** The run after trouble, without any: then the world is as if there had been none. */
async function theRest(of: {
  readonly on: Stage;
  readonly truth: Truth;
  readonly base: Desired;
  readonly again: ReturnType<typeof recordOf>;
  readonly secrets: Fingerprints;
}): Promise<readonly string[]> {
  const { truth, base, again, secrets } = of;
  const { manner } = truth;
  if (!manner.threeWay) return [];
  // Another process: what this one has learned of its targets is gone with it.
  const on = stage({ files: filesOn(truth, "desired"), now: of.on.clock.now() + 60_000 });
  on.network.world = { ...of.on.network.world, faults: [] };
  const known = composed(on.context.desired, base, again.left);
  const request = requestOf(manner, known, { now: secrets.now, recorded: again.secrets });
  const made = await on.plan({ ...request, ...onlyOf(truth) });
  const { settled } = await on.apply(made, { onConflict: manner.overwrite ? "overwrite" : "hold" });
  const bad = settled.filter(({ outcome }) => outcome.state !== "applied");
  const lines = judgeWorld(heldBy(on), worldAfter(expectedOf(truth))).map((line) => `after trouble: ${line}`);
  return [...bad.map(({ step, outcome }) => `after trouble: ${step} is ${outcome.state}`), ...lines];
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

function seedOf(truth: Truth): WorldSeed {
  const seeds = realms.map((realm) => realm.seed(thingsOf(realm, truth, "live")));
  return Object.assign({}, ...seeds);
}

function staged(truth: Truth): Stage {
  const seeds = realms.map((realm) => realm.seed(thingsOf(realm, truth, "live")));
  return stage({ files: filesOn(truth, "desired"), seed: Object.assign({}, ...seeds) satisfies WorldSeed });
}

function requestOf(manner: Manner, base: Desired, { now, recorded }: Fingerprints): PlanRequest {
  const { threeWay, prune, overwrite, fingerprints } = manner;
  return {
    ...(threeWay && { base }),
    prune,
    onConflict: overwrite ? "overwrite" : "hold",
    ...(fingerprints && { secretCheck: secretCheckOf(now, recorded) }),
  };
}

/** Of what Git declares no longer: a record may keep it. */
const dropped = "of what was dropped";

/** Fingerprints of what is declared now, and of what the record holds, under the addresses of then. */
function fingerprintsOf({ things }: Truth, when: "now" | "recorded"): SecretFingerprints {
  const of = things.flatMap((thing) => {
    const { secret } = thing;
    if (!secret || !fateOf(thing).desired) return [];
    const isNow = when === "now";
    if (isNow ? secret.desired === "-" : !fateOf(thing).base || secret.recorded === "nothing") return [];
    const was = secret.desired === "-" ? dropped : `of ${secret.base}`;
    const fingerprint = isNow ? `of ${secret.desired}` : secret.recorded === "same" ? was : "of another";
    return [{ address: addressOn(thing, isNow ? "desired" : "base"), path: "/password", fingerprint }];
  });
  return { key: "key", of };
}

function filesOn(truth: Truth, side: "desired" | "base") {
  return filesOf(realms.flatMap((realm) => realm.documents(thingsOf(realm, truth, side), side)));
}

function thingsOf({ species }: Realm, { things }: Truth, side: Side): readonly Thing[] {
  return things.filter((thing) => species.includes(thing.species) && fateOf(thing)[side]);
}

function traceOf({ network }: Stage): string {
  return network
    .log()
    .map((one) => `${one.at} ${one.interface} ${one.method} ${one.path} ${one.status}\n`)
    .join("");
}
