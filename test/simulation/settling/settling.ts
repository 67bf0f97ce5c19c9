/**
 * Simulates several runs for one product whose server changes the values that it gets. trueup must report these values
 * correctly.
 */

import type { PlannedRun } from "../../../src/engine/reconcile.ts";
import { idleStatus } from "../../../src/engine/recorded-apply/carry-out.ts";
import { memoryAfter } from "../../../src/engine/recorded-apply/memory.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Memory } from "../../../src/model/memory.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { segments } from "../../../src/model/pointer.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import { hasWork } from "../../../src/model/status.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { applyStatus } from "../../../src/report/apply/apply-text.ts";
import { planStatus } from "../../../src/report/plan/plan-status.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { composed } from "../decisions/afterwards.ts";
import { recordOf } from "../decisions/record.ts";
import { filesOf } from "../declared.ts";
import { maybe, pick } from "../draw.ts";
import {
  type Applied,
  isAsDeclared,
  isSameLive,
  judgeAfter,
  judgeApply,
  judgePlan,
  keyOf,
  metAs,
  writtenBy,
} from "./judges.ts";
import { products, withValue } from "./products.ts";
import { begun, happened, type Saga } from "./saga.ts";
import { treatmentsOf } from "./servers.ts";

/** A planted fault of the engine, the network or the record, to test that the checks notice it. */
export interface SettlingLie {
  /** Falsifies the reported plan. */
  readonly plan?: (plan: Plan) => Plan;
  /** Falsifies the reported result of an apply. */
  readonly result?: (result: ApplyResult) => ApplyResult;
  /** Falsifies the memory that the next run reads. */
  readonly memory?: (memory: Memory, before: Memory) => Memory;
  readonly between?: (wire: Wire) => Wire;
}

const secrets = { now: { key: "key", of: [] }, recorded: { key: "key", of: [] } };
const runs = 6;

/** Returns the faults. */
export async function judgeSettling(seed: number, lie: SettlingLie = {}): Promise<readonly string[]> {
  const draw = seeded(seed + 35_000_011);
  const product = pick(draw, products);
  const treatments = treatmentsOf(draw, product);
  const habits = [...treatments.values()].flatMap((one) => one.habits);
  const settings = { ...product.settings, habits, readinessMs: 0, taskMs: 500 };
  const { world } = stage({ files: {}, project: projectOf(product), seed: product.seed, settings }).network;
  let saga = begun({ product, treatments, draw, world });
  for (let run = 1; run <= runs; run += 1) {
    const { broken, after } = await oneRun(saga, lie);
    const manners = [...treatments].map(([{ path }, { manner }]) => `${path} ${manner}`).join(", ");
    if (broken.length > 0)
      return broken.map((line) => `settling: ${product.name} (${manners}): run ${run}: ${line}`);
    saga = happened(after);
  }
  return [];
}

function projectOf({ targets }: Saga["product"]): string {
  return `version: 1\nenvironment: virtual\ntargets:\n${targets}`;
}

/** Begins a new process, with the current state of the servers. */
function staged({ product, declared, world }: Saga, now: number, { between }: SettlingLie): Stage {
  const fields = [...declared].reduce<JsonObject>(
    (all, [{ path }, value]) => withValue(all, segments(path), value),
    {},
  );
  const on = stage({
    files: filesOf([product.document(fields)]),
    project: projectOf(product),
    seed: {},
    now,
    ...(between && { between }),
  });
  on.network.world = world;
  return on;
}

async function oneRun(saga: Saga, lie: SettlingLie) {
  const on = staged(saga, saga.now, lie);
  const { base, memory, retry } = saga;
  const made = await on.plan({ base, memory, prune: true, retry });
  const plan = lie.plan?.(made.plan) ?? made.plan;
  const broken = [...judgePlan(saga, plan)];
  const writes = () => on.network.log().filter(({ write }) => write).length;
  const before = writes();
  const { result, exit } = await applied(on, { ...made, plan }, { ...lie, draw: saga.draw });
  if (!result && writes() > before) broken.push("an apply that has nothing to do writes");
  const now = { ...saga, world: on.network.world, now: on.clock.now() };
  const did: Applied = {
    plan,
    written: result ? writtenBy(saga, saga.world, plan) : [],
    before: saga.world,
    exit,
  };
  broken.push(...judgeApply(now, did));
  const after = recorded(now, { on, made, result, did, lie });
  const next = await staged(after, after.now + 1, lie).plan({
    base: after.base,
    memory: after.memory,
    prune: true,
  });
  const nextPlan = lie.plan?.(next.plan) ?? next.plan;
  broken.push(...judgeAfter(after, did, { plan: nextPlan, detailed: planStatus(nextPlan, true) }));
  return { broken, after };
}

async function applied(
  on: Stage,
  made: PlannedRun,
  { result: told, draw }: SettlingLie & { readonly draw: Saga["draw"] },
): Promise<{ readonly result: ApplyResult | undefined; readonly exit: number }> {
  const onConflict = maybe(draw, 0.7) ? "overwrite" : "hold";
  if (!hasWork(made.plan)) return { result: undefined, exit: idleStatus(made.plan) };
  const ended = await on.apply(made, { onConflict, remembers: true });
  const result = told?.(ended) ?? ended;
  return { result, exit: applyStatus(made.plan, result) };
}

const noResult: ApplyResult = {
  ...{ settled: [], nonConvergent: [], unverified: [], interrupted: false },
  ids: new Map(),
  requests: new Map(),
};

/** Returns the state of the saga after a run has recorded its result. */
function recorded(
  saga: Saga,
  of: {
    readonly on: Stage;
    readonly made: PlannedRun;
    readonly result: ApplyResult | undefined;
    readonly did: Applied;
    readonly lie: SettlingLie;
  },
) {
  const { on, made, result, did, lie } = of;
  const { desired } = on.context;
  const { base, memory: remembered } = saga;
  const { settled = [], nonConvergent, storedOtherwise, notTaken, acceptedUnseen } = result ?? {};
  const { left } = recordOf({
    on,
    made,
    result: {
      ...noResult,
      settled,
      nonConvergent: nonConvergent ?? [],
      storedOtherwise,
      notTaken,
      acceptedUnseen,
    },
    base,
    secrets,
  });
  const run = {
    memory: remembered,
    desired,
    base,
    targets: on.context.targets,
    commit: "c0ffee",
    time: on.clock.date(),
  };
  const known = memoryAfter(run, made, result);
  const memory = lie.memory?.(known, remembered) ?? known;
  const written = new Set(did.written.map(({ field }) => field));
  const { touched: before, world, sent: earlier } = saga;
  const touched = [...before].filter(
    (field) =>
      !isAsDeclared(saga, world, field) && (!written.has(field) || isSameLive(saga, did.before, field)),
  );
  const met = new Map(saga.met);
  for (const field of written) {
    if (isSameLive(saga, did.before, field)) met.delete(field);
    else met.set(field, metAs(saga, field));
  }
  const sent = new Map(earlier);
  for (const one of did.written) sent.set(one.field, [...(sent.get(one.field) ?? []), keyOf(saga, one)]);
  return {
    ...saga,
    base: composed(desired, base, left),
    memory,
    touched: new Set(touched),
    sent,
    met,
  };
}
