/**
 * Simulates one seed: a run in which something goes wrong, a run in which nothing goes wrong, and a last plan. Returns
 * the properties that do not hold.
 */

import type { JsonObject } from "../../src/model/json.ts";
import { type Stage, stage } from "../servers/virtual-time/run.ts";
import { filesOf, filesOtherwise } from "./declared.ts";
import { answeredNext, toldNext } from "./disk.ts";
import type { Again, Evidence, Property } from "./evidence.ts";
import { judgeTroubledHistory } from "./histories/troubled.ts";
import { declaredLeaves } from "./leaves.ts";
import { convergence, idempotence } from "./properties/convergence.ts";
import { exfiltration } from "./properties/exfiltration.ts";
import { crashConsistency, minimality } from "./properties/minimality.ts";
import { budget, termination } from "./properties/pace.ts";
import { noInvention, order, planIsApply } from "./properties/plan-only.ts";
import { determinism, metamorphic } from "./properties/same.ts";
import { raceMs, twoWriters } from "./properties/writers.ts";
import { kept } from "./reduced/parts.ts";
import { reducedScenario, tellScenario } from "./reduced/scenario.ts";
import { type Lie, projectOf, type Run, run, wishOf } from "./run.ts";
import { type Scenario, scenarioOf } from "./scenario.ts";

/** Every n-th seed also simulates a history in trouble, which takes longer than the rest of the seed. */
const historyEvery = 3;

/** The result of a seed. */
export interface Simulated {
  /** The properties that do not hold, and why. Empty if all hold. */
  readonly broken: readonly string[];
  /** Every request of every run, with its virtual time. The same seed gives the same bytes. */
  readonly trace: string;
  /** True if trueup's process was killed during the first run. */
  readonly killed: boolean;
  /** True if somebody else has changed something. */
  readonly foreign: boolean;
  /** If the apply overwrote somebody else's change, how many milliseconds before the write the object was last read. */
  readonly raceMs?: number;
}

const properties: readonly Property[] = [
  convergence,
  idempotence,
  noInvention,
  minimality,
  crashConsistency,
  planIsApply,
  budget,
  order,
  termination,
  determinism,
  metamorphic,
  exfiltration,
  twoWriters,
];

/**
 * Every n-th seed is planned again under three other circumstances (P10, P11), which takes as long as the rest of the
 * seed.
 */
const againEvery = 10;

/** Simulates one seed. Throws only because of a bug in the simulation, or if a run throws. */
export async function simulate(seed: number, lie?: Lie): Promise<Simulated> {
  if (!kept("course")) return { ...nothing, broken: await historyOf(seed, lie) };
  const scenario = reducedScenario(scenarioOf(seed));
  tellScenario(scenario);
  const evidence = await witnessed(scenario, lie);
  const { first, second } = evidence;
  const race = raceMs(evidence);
  return {
    broken: [...properties.flatMap((property) => property(evidence)), ...(await historyOf(seed, lie))],
    trace: traceOf(second.on),
    killed: first.result === undefined,
    foreign: first.foreign.length > 0,
    ...(race !== undefined && { raceMs: race }),
  };
}

const nothing = { trace: "", killed: false, foreign: false };

function historyOf(seed: number, lie: Lie | undefined): Promise<readonly string[]> {
  return seed % historyEvery === 0 && kept("history")
    ? judgeTroubledHistory(seed, lie?.history)
    : Promise.resolve([]);
}

/** Simulates a scenario, and returns what the checks of the properties need. */
export async function witnessed(scenario: Scenario, lie: Lie = {}): Promise<Evidence> {
  const { trouble, restartMs, seed } = scenario;
  const first = await run({ scenario, trouble, lie });
  const world = lie.meanwhile?.(first.after) ?? first.after;
  const earlier = {
    ...{ world, now: first.ended + restartMs, memory: first.memory },
    ...{ interrupted: toldNext(first), answered: answeredNext(first) },
  };
  const second = await run({ scenario, trouble: calm, lie, earlier });
  const again =
    seed % againEvery === 0 && kept("plans-again") ? await plannedAgain(second, scenario, lie) : [];
  second.on.network.world = lie.afterwards?.(second.after) ?? second.after;
  const last = await second.on.plan(wishOf(scenario, second.on, second.memory));
  const { desired } = second.on.context;
  return { scenario, desired, declared: declaredLeaves(desired), first, second, last, again };
}

const calm = { planning: [], applying: [] };

async function plannedAgain(second: Run, scenario: Scenario, lie: Lie): Promise<readonly Again[]> {
  const { declared, settings } = scenario;
  const alone = { files: filesOf, project: projectOf(scenario, "{ concurrency: 1 }"), settings };
  const files = { files: filesOtherwise, project: projectOf(scenario), settings };
  const pages = { ...files, files: filesOf, settings: { ...settings, dashboardPageSize: 1 } };
  const plan = async (how: Again["how"], other: typeof alone): Promise<Again> => {
    const on = stage({ ...other, files: other.files(declared.desired), now: second.began });
    const world = lie.again?.(second.before) ?? second.before;
    on.network.world = { ...world, limiters: new Map(), settings: { ...world.settings, ...other.settings } };
    return { how, made: await on.plan(wishIn(on, other.files, declared.base)) };
  };
  return [
    await plan("one request at a time", alone),
    await plan("other files", files),
    await plan("other pages", pages),
  ];
}

function wishIn(on: Stage, files: typeof filesOf, base: readonly JsonObject[] | undefined) {
  return base ? { base: on.load(files(base)), prune: true } : {};
}

function traceOf({ network }: Stage): string {
  return network
    .log()
    .map((one) => `${one.at} ${one.interface} ${one.method} ${one.path} ${one.status}\n`)
    .join("");
}
