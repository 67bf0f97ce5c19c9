/**
 * Simulates tasks that an earlier run left running. Whatever the server says about them, nothing may be created twice.
 */

import type { AnsweredCreate } from "../../../../src/apply/journal.ts";
import { withUnseenOf } from "../../../../src/apply/unseen.ts";
import type { Intent } from "../../../../src/model/journal.ts";
import type { ApplyResult } from "../../../../src/model/reply.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Stage, stage } from "../../../servers/virtual-time/run.ts";
import { filesOf } from "../../declared.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { appliedUnless } from "../applied-unless.ts";
import type { Truth } from "../truth.ts";
import { Campus, type DrawnTask, drivers, type Fate, project } from "./campus.ts";

/** Falsifies the result of an apply, or the intents of the previous run. */
export interface EarlierLie {
  readonly result?: (result: ApplyResult) => ApplyResult;
  readonly told?: (told: readonly Intent[]) => readonly Intent[];
}

/** How long a created object may be invisible. */
const visibleMs = 15_000;
/** How long after a task was created a server may deny that the task exists. */
const goneMs = 30_000;

/** The scenario runs in every n-th seed. */
const playedEvery = 4;

/**
 * Simulates a run that ends before its tasks do, perhaps a run that is killed while it polls these tasks, and a last
 * run.
 */
export async function judgeEarlier(seed: number, lie: EarlierLie = {}): Promise<readonly string[]> {
  if (seed % playedEvery !== 1) return [];
  const draw = seeded(seed * 16 + 28);
  const names = ["North", "South"].slice(0, 1 + under(draw, 2));
  const tasks = new Map(names.map((name) => [name, taskOf(draw)]));
  const campus = new Campus((name) => tasks.get(name) ?? taskOf(draw));
  const ends = [maybe(draw, 0.7) ? 30 + under(draw, 60) : undefined, under(draw, 120), undefined];
  const runs = maybe(draw, 0.5) ? ends : [ends[0], undefined];
  // In some seeds, Git no longer declares one of the resources for a while. A create that was already begun continues.
  const isAway = maybe(draw, 0.4);
  if (isAway) runs.splice(1, runs.length - 1, undefined, undefined);
  let [now, told, answered]: [number, readonly Intent[], readonly AnsweredCreate[]] = [0, [], []];
  let result: ApplyResult | undefined;
  let on: Stage | undefined;
  for (const [run, turns] of runs.entries()) {
    campus.run = run;
    on = stage({
      project,
      drivers,
      seed: {},
      files: filesOf([documentOf(isAway && run === 1 ? names.slice(1) : names)]),
      now,
      between: () => campus.wire,
    });
    const { clock } = on;
    campus.now = () => clock.now();
    const awaited = new Set(told.flatMap(({ task, address }) => (task ? [address] : [])));
    const made = await on.plan({ memory: withUnseenOf(undefined, answered), awaited });
    const play = { on, made, truth: { manner: { overwrite: false } } as Truth };
    const left = await appliedUnless(play, turns === undefined ? {} : { turns }, {
      interrupted: lie.told?.(told) ?? told,
      answered,
      after: 100,
    });
    told = left.told ?? left.interrupted;
    answered = left.answered ?? [];
    result = left.result;
    if (run === 0) campus.settle(new Set(told.flatMap(({ task }) => task?.id ?? [])));
    now = clock.now() + 500 + under(draw, 20_000);
  }
  if (!on || !result) return [];
  const said = lie.result?.(result) ?? result;
  // After ten minutes everything is visible.
  const { clock } = on;
  await clock.run(clock.wait(600_000));
  const { plan } = await on.plan();
  return names
    .flatMap((name) =>
      judgeThing(name, { campus, said, isPlanned: plan.steps.some(({ id }) => id === stepOf(name)) }),
    )
    .map((line) => `earlier: ${line}`);
}

interface Ended {
  readonly campus: Campus;
  readonly said: ApplyResult;
  /** True if the next plan would create the resource. */
  readonly isPlanned: boolean;
}

/**
 * | the task of the earlier run                   | finally there is | sent again |
 * | --------------------------------------------- | ---------------- | ---------- |
 * | is done; its object is visible late, or never | one, or none     | never      |
 * | has failed                                    | one              | once       |
 * | is gone, and its object is visible late       | one              | never      |
 * | is gone, without an object                    | one              | once       |
 * | runs longer than the timeout                  | none             | never      |
 */
function judgeThing(name: string, { campus, said, isPlanned }: Ended): readonly string[] {
  const [first] = campus.begun.filter((one) => one.name === name);
  const things = campus.things().filter((one) => one.name === name);
  const posts = campus.posted.filter((one) => one.name === name);
  const { fate, showsMs } = first?.drawn ?? { fate: "none" };
  const isLeft = first?.run === 0 && first.askedAt !== undefined;
  const isNothing = fate === "failed" || (fate === "gone" && showsMs === undefined);
  const must = isLeft && isNothing ? 2 : 1;
  const outcome = said.settled.find(({ step }) => step === stepOf(name))?.outcome.state;
  const about = `${name}, whose task was ${fate}, shown ${showsMs}: `;
  const isThere = things.length === 1;
  const isDone = outcome === "applied" || outcome === "converged";
  return [
    ...(posts.length === must ? [] : [`${about}was sent ${posts.length} times, and must be ${must}`]),
    ...(things.length > 1 ? [`${about}is there ${things.length} times`] : []),
    ...(isDone && !isThere ? [`${about}is said to be ${outcome}, and is not there`] : []),
    ...(isThere && outcome === "failed" ? [`${about}is said to have failed, and is there`] : []),
    ...(outcome !== undefined && fate === "running" && outcome !== "unknown"
      ? [`${about}is said to be ${outcome}, and nobody knows`]
      : []),
    ...(isThere === isPlanned ? [`${about}is ${isThere ? "" : "not "}there, and the next plan differs`] : []),
  ];
}

/** Draws a task. Its object becomes visible while the run still looks for it, or never. */
function taskOf(draw: Draw): DrawnTask {
  const fate = pick<Fate>(draw, ["done", "failed", "gone", "gone", "gone", "running"]);
  const endsMs = under(draw, 8000);
  const most = { done: visibleMs - 2000, gone: goneMs + visibleMs - 2000, failed: 0, running: 0 }[fate];
  const isShown = fate === "done" ? maybe(draw, 0.8) : fate === "gone" && maybe(draw, 0.7);
  // Usually the object becomes visible only long after its server began to deny the task.
  const least = fate === "gone" && maybe(draw, 0.7) ? goneMs : 0;
  return { fate, endsMs, showsMs: isShown ? least + under(draw, most - least) : undefined };
}

function stepOf(name: string): string {
  return `create grounds/site/${name.toLowerCase()}`;
}

function documentOf(names: readonly string[]) {
  return {
    target: "grounds",
    sites: Object.fromEntries(names.map((name) => [name.toLowerCase(), { name }])),
  };
}
