/** Draws the resources of a seed, prepares the servers, and makes the plan. */

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
import type { LifeLie } from "./lives/judge-lives.ts";
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

/** A planted fault of a server, a network or the engine, to test that the checks notice it. */
export interface Lie {
  readonly between?: (wire: Wire, on: () => Stage) => Wire;
  readonly settings?: Partial<SimulatorSettings>;
  /** If true, the further change in Git is left out. */
  readonly isAsEver?: true;
  /** If false, the project file has no ignored fields. */
  readonly ignores?: false;
  /** Makes the network faulty while a plan that only reverts drift is made and applied. */
  readonly drift?: (wire: Wire) => Wire;
  /** Changes the options with which the plan is requested. */
  readonly request?: (request: PlanRequest) => PlanRequest;
  /** Changes the files in Git. */
  readonly files?: (text: string) => string;
  /** Changes the fault that was drawn for a read. */
  readonly fault?: (fault: Fault) => Fault;
  /** If true, reads succeed that were drawn to fail. */
  readonly isSeen?: true;
  /** Falsifies the reported plan. */
  readonly plan?: (plan: Plan) => Plan;
  /** Falsifies a plan that is made a second time. */
  readonly again?: (plan: Plan, first: Plan) => Plan;
  /** Falsifies the reported result of an apply. */
  readonly result?: (result: ApplyResult) => ApplyResult;
  /** Falsifies which addresses the record contains as incomplete. */
  readonly left?: (left: readonly IncompleteEntry[]) => readonly IncompleteEntry[];
  /** Falsifies what is reported about a write that an earlier run left open. */
  readonly found?: (is: JournalFinding["is"]) => JournalFinding["is"];
  /** After a run in trouble, falsifies the memory that the next run reads from the record. */
  readonly memory?: (memory: Memory) => Memory;
  /** Falsifies what the next run learns about the open writes of the previous one. */
  readonly told?: (told: readonly Intent[]) => readonly Intent[];
  /** Falsifies how a renewal of the lock is reported. */
  readonly renewed?: (renewal: Renewal) => Renewal;
  /** Falsifies whether a freeze applies. */
  readonly frozen?: (is: boolean) => boolean;
  /** Falsifies reports about reads through another target, and about the limit for answers. */
  readonly joint?: JointLie;
  /** Falsifies the reported result of a list with many pages. */
  readonly list?: ListLie;
  /** Falsifies which wave each step is in. */
  readonly waves?: (waves: readonly Wave[]) => readonly Wave[];
  /** Falsifies the fingerprint of the plan. */
  readonly fingerprint?: FingerprintLie;
  /** Falsifies what a bulk read shows of one parent. */
  readonly whole?: WholeLie;
  /** Falsifies whether a change concerns a management path. */
  readonly wayIn?: (is: boolean) => boolean;
  /** Falsifies which steps freezes hold. */
  readonly held?: (held: readonly string[]) => readonly string[];
  /** Falsifies what is reported about commits, locks and records. */
  readonly git?: (is: string) => string;
  /** Falsifies the base that is read from the records. */
  readonly base?: (base: Base) => Base;
  /** Makes the network faulty in the simulation of request rates. */
  readonly paced?: PaceLie;
  /** Falsifies how a polled task ended. */
  readonly task?: TaskLie;
  /** Falsifies what is reported as adopted. */
  readonly adopted?: AdoptLie;
  /** Faults in the simulation of depots, a fictional catalog product. */
  readonly depot?: DepotLie;
  /** Falsifies how batches are sent. */
  readonly batches?: BatchLie;
  /** Faults in the simulation of a history of runs. */
  readonly history?: HistoryLie;
  /** Faults in the simulation of the fictional product. */
  readonly product?: ProductLie;
  /** Faults in the small separate simulations. */
  readonly small?: SmallWorldLie;
  /** Faults in the longer simulations of kinds, values and trees. */
  readonly lives?: LifeLie;
  /** Falsifies which requests arrived during a rollback. */
  readonly back?: (arrivals: readonly Arrival[]) => readonly Arrival[];
}

/** The state of a seed after its plan was made and before anything is applied. */
export interface Play {
  readonly seed: number;
  readonly truth: Truth;
  readonly expected: readonly Expected[];
  readonly on: Stage;
  readonly base: Desired;
  readonly secrets: Fingerprints;
  readonly made: PlannedRun;
  readonly lie: Lie;
  /** The project file, if a scenario has one of its own. */
  readonly project?: string | undefined;
  /** A fault for each write that was sent to a device at the same time as another write. */
  readonly together: readonly string[];
}

/** How a scenario differs from the usual one. */
interface Otherwise {
  readonly isAbout?: (realm: Realm) => boolean;
  /** Changes the drawn resources. */
  readonly truth?: (truth: Truth) => Truth;
  readonly setting?: (truth: Truth) => Partial<Setting>;
  readonly follows?: (expected: readonly Expected[], truth: Truth) => readonly Expected[];
}

/** Prepares the servers of a seed, and makes its plan. */
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

/** Returns the options with which the plan is applied. */
export function conflictsOf({ truth: { manner } }: Pick<Play, "truth">): {
  readonly onConflict: "hold" | "overwrite";
} {
  return { onConflict: manner.overwrite ? "overwrite" : "hold" };
}

/** Returns the plan as it is reported. */
export function saidOf({ made: { plan }, lie }: Pick<Play, "made" | "lie">): Plan {
  return lie.plan?.(plan) ?? plan;
}

/** Reports the requests that a limiter refused during plan and apply. */
export function overLimits({ on: { network } }: Pick<Play, "on">): readonly string[] {
  return refusedByLimiters(network.world, 0).map((one) => `pace: over the limit: ${one}`);
}

/** Returns a list that receives every request that arrives from now on. */
export function arrivalsAt({ network }: Stage): readonly Arrival[] {
  const arrivals: Arrival[] = [];
  network.witness = (arrival) => void arrivals.push(arrival);
  return arrivals;
}
