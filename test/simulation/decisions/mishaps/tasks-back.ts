/**
 * Simulates writes that become tasks, in an apply and in its rollback. A reported rollback must have happened, and
 * tasks that still run must be reported.
 */

import { seeded } from "../../../servers/virtual-time/clock.ts";
import { pick, under } from "../../draw.ts";
import { judgeRecorded } from "../aftermath/recorded.ts";
import { appliedUnless } from "../applied-unless.ts";
import { judgeBackRecord } from "../judge-told.ts";
import { outermost, touchedBy } from "../judge-trouble.ts";
import { theRest } from "../next-run.ts";
import { arrivalsAt, type Lie, played } from "../play.ts";
import { realmsOf } from "../realms.ts";
import { recordOf } from "../record.ts";
import { judgeBack } from "../rolled-out.ts";
import { heldBy } from "../scene.ts";
import type { Realm } from "../species.ts";
import { tasksOf } from "./tasks.ts";

/** Applies with a rollback, and lets the next run complete the rest. */
export async function tasksBack(seed: number, lie: Lie): Promise<readonly string[]> {
  if (!realmsOf(seed).some(takesTasks)) return [];
  const draw = seeded(seed * 16 + 42);
  const tasks = tasksOf({ seed: under(draw, 1_000_000), well: pick(draw, [0.9, 0.7, 0.5]) });
  const play = await played(seed, lie, {
    isAbout: takesTasks,
    setting: () => ({ drivers: tasks.drivers }),
  });
  const { on, expected, truth } = play;
  const arrivals = arrivalsAt(on);
  const left = await appliedUnless(play, {}, { rollbackOnFailure: true });
  const { result } = left;
  if (!result?.rolledBack) return [];
  const said = lie.result?.(result) ?? result;
  const touched = arrivals.flatMap((arrival) => outermost(touchedBy(arrival, truth.realms)));
  const how = { rollout: { mishap: "unclear" }, result: said, theirs: undefined, touched } as const;
  // The report of the rollback also lists the tasks of the rollback's own steps.
  const told = new Set<string>(JSON.stringify([said.stillRunning, said.rolledBack]).match(/task-\d+/g));
  const goesOn = tasks.begun.filter(({ fate }) => fate === "late" || fate === "gone" || fate === "goneDone");
  // A step of the rollback that became a task may take effect later. Until then, the resource is as declared.
  const isOut = (left.told ?? []).some(({ task, back }) => task !== undefined && back === true);
  const broken = [
    ...judgeBack(heldBy(on, truth), expected, how),
    ...goesOn
      .filter(({ task }) => !told.has(task.id))
      .map(({ task }) => `nobody is told that ${task.id} may go on`),
    ...judgeBackRecord(play, result, said),
    ...judgeRecorded(play, said, recordOf({ ...play, result })),
    ...(isOut ? [] : await theRest(play, { ...left, tasks })),
  ];
  return broken.map((line) => `tasks on a way back: ${line}`);
}

function takesTasks({ species: [one] }: Realm): boolean {
  return one !== undefined && !["edge", "routers"].includes(one.target);
}
