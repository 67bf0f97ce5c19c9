/** A seed on its stage: what was drawn, what must follow from it, and the plan that was made. */

import type { JournalFinding } from "../../../src/apply/journal.ts";
import type { PlannedRun, PlanRequest } from "../../../src/engine/reconcile.ts";
import type { Desired } from "../../../src/model/desired.ts";
import type { Intent } from "../../../src/model/journal.ts";
import type { Memory } from "../../../src/model/memory.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { Wave } from "../../../src/model/plan/step.ts";
import type { Base, IncompleteEntry } from "../../../src/model/record.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import type { Wire } from "../../../src/model/wire.ts";
import type { Renewal } from "../../../src/pace/lease.ts";
import type { Fault } from "../../../src/simulator/faults.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { Arrival } from "../../servers/virtual-time/network.ts";
import type { Setting, Stage } from "../../servers/virtual-time/run.ts";
import { refusedByLimiters } from "../commits.ts";
import type { HistoryLie } from "../histories/histories.ts";
import type { ProductLie } from "../product/product.ts";
import type { AdoptLie } from "./adopting/judge-adopted.ts";
import type { DepotLie } from "./depots/judge-depot.ts";
import { truthOf } from "./draw-truth.ts";
import { type Expected, expectedOf } from "./expected.ts";
import type { JointLie } from "./joints/judge-joints.ts";
import type { SmallWorldLie } from "./mishaps/small-worlds.ts";
import type { BatchLie } from "./pace/batch-bounds.ts";
import type { TaskLie } from "./pace/tasks.ts";
import type { PaceLie } from "./pace/traffic.ts";
import { projectOf, realmsOf } from "./realms.ts";
import { tellPlan, tellScene } from "./reduced/scene-text.ts";
import { reduced } from "./reduced/truth.ts";
import { type Fingerprints, filesOn, fingerprintsOf, onlyOf, requestOf, staged } from "./scene.ts";
import type { FingerprintLie } from "./seldom/fingerprints.ts";
import type { WholeLie } from "./seldom/whole-reads.ts";
import type { Realm } from "./species.ts";
import { watched } from "./together.ts";
import type { Truth } from "./truth.ts";
import type { ListLie } from "./unseen/lists.ts";

/** A world or an engine that is not as it should be, to see whether anybody notices. */
export interface Lie {
  readonly between?: (wire: Wire, on: () => Stage) => Wire;
  readonly settings?: Partial<SimulatorSettings>;
  /** True: what is to be otherwise in Git is not. */
  readonly isAsEver?: true;
  /** False: the project file says nothing of what is to be ignored. */
  readonly ignores?: false;
  /** A wire over which drift alone is taken back. */
  readonly drift?: (wire: Wire) => Wire;
  /** What a plan is asked instead of what was drawn. */
  readonly request?: (request: PlanRequest) => PlanRequest;
  /** What Git has in its files instead of what was written there. */
  readonly files?: (text: string) => string;
  /** What goes wrong with a read instead of what was drawn. */
  readonly fault?: (fault: Fault) => Fault;
  /** True: what nobody is to see is seen. */
  readonly isSeen?: true;
  /** What a plan says, instead of what it does. */
  readonly plan?: (plan: Plan) => Plan;
  /** What a plan says that is made again. */
  readonly again?: (plan: Plan, first: Plan) => Plan;
  /** What an apply says instead of what it came to. */
  readonly result?: (result: ApplyResult) => ApplyResult;
  /** What is recorded to be left behind. */
  readonly left?: (left: readonly IncompleteEntry[]) => readonly IncompleteEntry[];
  /** What is said of a write that an earlier run left open. */
  readonly found?: (is: JournalFinding["is"]) => JournalFinding["is"];
  /** What the run after trouble remembers, instead of what was recorded. */
  readonly memory?: (memory: Memory) => Memory;
  /** What the next run is told of what the one before has left, instead of all of it. */
  readonly told?: (told: readonly Intent[]) => readonly Intent[];
  /** What is told to the engine of a renewal of the lock, instead of what came of it. */
  readonly renewed?: (renewal: Renewal) => Renewal;
  /** What is said of whether a freeze is on. */
  readonly frozen?: (is: boolean) => boolean;
  /** What a target says that is read through another, or says too much. */
  readonly joint?: JointLie;
  /** What a list of many pages is said to come to. */
  readonly list?: ListLie;
  /** In which waves steps are said to be. */
  readonly waves?: (waves: readonly Wave[]) => readonly Wave[];
  /** What a fingerprint is said to be. */
  readonly fingerprint?: FingerprintLie;
  /** What a read of a whole is said to show of a parent. */
  readonly whole?: WholeLie;
  /** Whether a way in to a device is said to change. */
  readonly wayIn?: (is: boolean) => boolean;
  /** What freezes are said to hold. */
  readonly held?: (held: readonly string[]) => readonly string[];
  /** What is said of commits, locks and records, instead of what is. */
  readonly git?: (is: string) => string;
  readonly base?: (base: Base) => Base;
  /** A wire of the pace that is not as it should be, and another end of a task than it had. */
  readonly paced?: PaceLie;
  readonly task?: TaskLie;
  /** What is said to have been taken over into files. */
  readonly adopted?: AdoptLie;
  /** A product of a catalog, and what is sent to it. */
  readonly depot?: DepotLie;
  /** How many batches are said to go, and what becomes of them. */
  readonly batches?: BatchLie;
  /** A history of runs. */
  readonly history?: HistoryLie;
  /** The made-up product. */
  readonly product?: ProductLie;
  /** A small world of its own. */
  readonly small?: SmallWorldLie;
  /** What arrived on a way back, instead of what did. */
  readonly back?: (arrivals: readonly Arrival[]) => readonly Arrival[];
}

/** A seed whose plan was made, and nothing applied. */
export interface Play {
  readonly seed: number;
  readonly truth: Truth;
  readonly expected: readonly Expected[];
  readonly on: Stage;
  readonly base: Desired;
  readonly secrets: Fingerprints;
  readonly made: PlannedRun;
  readonly lie: Lie;
  /** The project file, where it is not as ever. */
  readonly project?: string | undefined;
  /** Writes that were out at the same time as others to the same device. */
  readonly together: readonly string[];
}

/** What is not as ever. */
interface Otherwise {
  readonly isAbout?: (realm: Realm) => boolean;
  /** The truth instead of the drawn one. */
  readonly truth?: (truth: Truth) => Truth;
  readonly setting?: (truth: Truth) => Partial<Setting>;
  readonly follows?: (expected: readonly Expected[], truth: Truth) => readonly Expected[];
}

/** Sets a seed's stage, and makes its plan. */
export async function played(seed: number, lie: Lie, otherwise: Otherwise = {}): Promise<Play> {
  const { follows = (expected) => expected, isAbout = () => true, ...more } = otherwise;
  const realms = realmsOf(seed).filter(isAbout);
  const drawn = truthOf(seed, realms);
  const truth = reduced(more.truth?.(drawn) ?? drawn);
  const expected = follows(expectedOf(truth), truth);
  const setting = more.setting?.(truth) ?? {};
  const together: string[] = [];
  const between = (wire: Wire): Wire => {
    const inner = watched(setting.between?.(wire) ?? wire, together);
    return lie.between?.(inner, () => on) ?? inner;
  };
  const settings = { ...setting.settings, ...lie.settings };
  const on: Stage = staged(lie.ignores === false ? { ...truth, ignored: [] } : truth, {
    ...(lie.files && { files: rewritten(filesOn(truth, "desired"), lie.files) }),
    ...setting,
    settings,
    between,
  });
  const base = on.load(filesOn(truth, "base"));
  const secrets = { now: fingerprintsOf(truth, "now"), recorded: fingerprintsOf(truth, "recorded") };
  const request = { ...requestOf(truth.manner, base, secrets), ...onlyOf(truth) };
  tellScene(truth, on, setting.project ?? projectOf(truth.realms, truth.ignored));
  const made = await on.plan(lie.request?.(request) ?? request);
  tellPlan(truth, made);
  return { seed, truth, expected, on, base, secrets, made, lie, together, project: setting.project };
}

function rewritten(files: Readonly<Record<string, string>>, change: (text: string) => string) {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, change(text)]));
}

/** How an apply of the plan is asked for. */
export function conflictsOf({ truth: { manner } }: Pick<Play, "truth">): {
  readonly onConflict: "hold" | "overwrite";
} {
  return { onConflict: manner.overwrite ? "overwrite" : "hold" };
}

/** What the plan says. */
export function saidOf({ made: { plan }, lie }: Pick<Play, "made" | "lie">): Plan {
  return lie.plan?.(plan) ?? plan;
}

/** What a limiter refused of all that was planned and applied. */
export function overLimits({ on: { network } }: Pick<Play, "on">): readonly string[] {
  return refusedByLimiters(network.world, 0).map((one) => `pace: over the limit: ${one}`);
}

/** Everything that arrives from now on. */
export function arrivalsAt({ network }: Stage): readonly Arrival[] {
  const arrivals: Arrival[] = [];
  network.witness = (arrival) => void arrivals.push(arrival);
  return arrivals;
}
