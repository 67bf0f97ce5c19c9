/** A seed on its stage: the draws, the expected results, and the plan. */

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

/** A faulty world or engine, to check whether that is noticed. */
export interface Lie {
  readonly between?: (wire: Wire, on: () => Stage) => Wire;
  readonly settings?: Partial<SimulatorSettings>;
  /** True: the difference in Git is missing. */
  readonly isAsEver?: true;
  /** False: the project file ignores nothing. */
  readonly ignores?: false;
  /** A faulty wire for the plan that only reverts drift. */
  readonly drift?: (wire: Wire) => Wire;
  /** Changes the request of the plan. */
  readonly request?: (request: PlanRequest) => PlanRequest;
  /** Changes the files in Git. */
  readonly files?: (text: string) => string;
  /** Changes the drawn fault of a read. */
  readonly fault?: (fault: Fault) => Fault;
  /** True: hidden things are visible. */
  readonly isSeen?: true;
  /** Falsifies the reported plan. */
  readonly plan?: (plan: Plan) => Plan;
  /** Falsifies the reported plan when it is made again. */
  readonly again?: (plan: Plan, first: Plan) => Plan;
  /** Falsifies the reported result of an apply. */
  readonly result?: (result: ApplyResult) => ApplyResult;
  /** Falsifies the recorded incomplete addresses. */
  readonly left?: (left: readonly IncompleteEntry[]) => readonly IncompleteEntry[];
  /** Falsifies the reported state of a write that an earlier run left open. */
  readonly found?: (is: JournalFinding["is"]) => JournalFinding["is"];
  /** Changes the memory that the run after trouble gets from the record. */
  readonly memory?: (memory: Memory) => Memory;
  /** Changes which intents of the previous run the next one learns about. */
  readonly told?: (told: readonly Intent[]) => readonly Intent[];
  /** Falsifies the reported renewal of the lock. */
  readonly renewed?: (renewal: Renewal) => Renewal;
  /** Falsifies whether a freeze applies. */
  readonly frozen?: (is: boolean) => boolean;
  /** Falsifies the reports of a target that is read through another, or that exceeds the answer limit. */
  readonly joint?: JointLie;
  /** Falsifies the reported result of a list with many pages. */
  readonly list?: ListLie;
  /** Falsifies the reported waves of steps. */
  readonly waves?: (waves: readonly Wave[]) => readonly Wave[];
  /** Falsifies the reported fingerprint. */
  readonly fingerprint?: FingerprintLie;
  /** Falsifies what a bulk read shows of a parent. */
  readonly whole?: WholeLie;
  /** Falsifies whether a management path changes. */
  readonly wayIn?: (is: boolean) => boolean;
  /** Falsifies what freezes hold. */
  readonly held?: (held: readonly string[]) => readonly string[];
  /** Falsifies reports on commits, locks and records. */
  readonly git?: (is: string) => string;
  readonly base?: (base: Base) => Base;
  /** Faults in the simulation of the pace, and a false end of a task. */
  readonly paced?: PaceLie;
  readonly task?: TaskLie;
  /** Falsifies the reported adoptions. */
  readonly adopted?: AdoptLie;
  /** Faults in the simulation of a catalog product. */
  readonly depot?: DepotLie;
  /** Falsifies the ports through which batches are sent. */
  readonly batches?: BatchLie;
  /** Falsifies a history of runs. */
  readonly history?: HistoryLie;
  /** Faults in the simulation of the fictional product. */
  readonly product?: ProductLie;
  /** Falsifies the separate small worlds. */
  readonly small?: SmallWorldLie;
  /** Falsifies the arrivals during a rollback. */
  readonly back?: (arrivals: readonly Arrival[]) => readonly Arrival[];
}

/** A seed whose plan was made, and nothing applied yet. */
export interface Play {
  readonly seed: number;
  readonly truth: Truth;
  readonly expected: readonly Expected[];
  readonly on: Stage;
  readonly base: Desired;
  readonly secrets: Fingerprints;
  readonly made: PlannedRun;
  readonly lie: Lie;
  /** The project file, if it is not the usual one. */
  readonly project?: string | undefined;
  /** Writes to a device that were concurrent with others. */
  readonly together: readonly string[];
}

/** Differences from the usual course. */
interface Otherwise {
  readonly isAbout?: (realm: Realm) => boolean;
  /** Changes the drawn truth. */
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

/** The options of an apply of the plan. */
export function conflictsOf({ truth: { manner } }: Pick<Play, "truth">): {
  readonly onConflict: "hold" | "overwrite";
} {
  return { onConflict: manner.overwrite ? "overwrite" : "hold" };
}

/** The reported plan. */
export function saidOf({ made: { plan }, lie }: Pick<Play, "made" | "lie">): Plan {
  return lie.plan?.(plan) ?? plan;
}

/** Requests that a limiter refused during plan and apply. */
export function overLimits({ on: { network } }: Pick<Play, "on">): readonly string[] {
  return refusedByLimiters(network.world, 0).map((one) => `pace: over the limit: ${one}`);
}

/** All arrivals from now on. */
export function arrivalsAt({ network }: Stage): readonly Arrival[] {
  const arrivals: Arrival[] = [];
  network.witness = (arrival) => void arrivals.push(arrival);
  return arrivals;
}
