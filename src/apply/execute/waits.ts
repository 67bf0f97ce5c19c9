/** Waits during steps: pauses, and waits for the end of a task. Sends no write. */

import type { Address } from "../../model/address.ts";
import type { RunEvent } from "../../model/event.ts";
import type { Milliseconds, Task } from "../../model/reply.ts";
import { awaitTask, type TaskEnd } from "../../pace/tasks.ts";
import type { ApplyRun } from "../run.ts";

/** The resource that a wait concerns. */
interface WaitSubject {
  readonly target: string;
  readonly address: Address;
}

/** The reason for a wait, and its length. */
interface Pause {
  readonly reason: Extract<RunEvent, { type: "waiting" }>["reason"];
  readonly ms: Milliseconds;
  /** Ends the pause when it is aborted. Default: the run's signal. */
  readonly signal?: AbortSignal;
}

/** Pauses and reports it. Rejects once the run is interrupted. */
export async function pause(
  run: ApplyRun,
  { target, address }: WaitSubject,
  { reason, ms, signal = run.signal }: Pause,
): Promise<void> {
  run.listener?.({ type: "waiting", target, reason, ms, address });
  await run.clock.wait(ms, signal);
}

/** An awaited task. `atOnce`: the task began long ago, and is polled without an initial delay. */
export interface AwaitedTask extends WaitSubject {
  readonly task: Task;
  readonly atOnce?: boolean;
}

/** Returns how a task ended. Rejects once the run is interrupted, although the task continues. */
export async function taskEnd(run: ApplyRun, { task, ...of }: AwaitedTask): Promise<TaskEnd> {
  const { tasks, queue } = run.batches.get(of.target) ?? {};
  try {
    if (task.batch && tasks)
      return await tasks.end({ task, address: of.address, isAtOnce: of.atOnce }, run.signal);
    const ask = run.targets.get(of.target)?.session.askTask;
    if (!ask) throw new Error(`${of.target} answered with a task, but its tasks cannot be polled`);
    const { clock, listener } = run;
    return await awaitTask({ ask, clock, listener, ...of }, task, run.signal);
  } finally {
    queue?.ended(task);
  }
}
