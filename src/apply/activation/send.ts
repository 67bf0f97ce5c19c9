/** Sends one activation request. The request is journaled before it is sent, and the task that it starts is awaited. */

import type { WaitingItem } from "../../drivers/contract/activation.ts";
import { type Fence, type FinishIntent, NotOwned, notOwned, notOwnedBy } from "../../model/journal.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Milliseconds, Task } from "../../model/reply.ts";
import { awaitTask } from "../../pace/tasks.ts";
import type { ApplyRun } from "../run.ts";
import { type ActivationState, type ActivationTarget, itemNames, notFinished } from "./activation-state.ts";

/** The result of a request, and how long to wait before the next one. */
interface Sent extends Pick<ActivationState, "state" | "problem"> {
  readonly waitMs?: Milliseconds;
}

/** How a task ended. */
interface Ended extends Pick<ActivationState, "problem"> {
  readonly state: "done" | "failed" | "unknown";
}

/** Sends one request for these items and waits for its task. */
export async function finishOnce(on: ActivationTarget, items: readonly WaitingItem[]): Promise<Sent> {
  const { run, name, facts, session } = on;
  const intent = { kind: "finishing", target: name, verb: facts.verb, names: itemNames(items) } as const;
  let held: Problem | undefined;
  const leaving = async (fence?: Fence) => {
    held = await noted(run, { ...intent, time: run.clock.date() }, fence);
    return held;
  };
  if (!session.announces) await leaving();
  const reply = held ?? (await session.finish(items, run.signal, session.announces && leaving));
  const given = held ?? ("problem" in reply ? reply.problem : undefined);
  if (given?.code === notOwned) return { state: "busy", problem: given, waitMs: 1 };
  if (held || "code" in reply) return { state: "left", problem: held };
  switch (reply.meaning) {
    case "pending":
      await noted(run, { ...intent, time: run.clock.date(), task: reply.task });
      return known(on, intent.names, await endOfFinish(on, reply.task));
    case "accepted":
      return known(on, intent.names, { state: "done" });
    case "refused":
      return known(on, intent.names, { state: "failed", problem: reply.problem });
    case "busy":
      return known(on, intent.names, {
        state: reply.reason === "locked" ? "locked" : "busy",
        problem: notFinished(on, reply.detail),
        waitMs: Math.max(reply.retryAfter ?? 0, 1),
      });
    case "conflict":
    case "lost":
      return known(on, intent.names, {
        state: "lost",
        problem: notFinished(on, reply.detail),
        waitMs: Math.max(facts.lateMs, 1),
      });
  }
}

/** Journals the result. The next run follows up on an unknown result. */
function known({ run, name, facts }: ActivationTarget, names: readonly string[], sent: Sent): Sent {
  const states = {
    done: "done",
    failed: "failed",
    busy: "failed",
    locked: "failed",
    lost: "unknown",
    unknown: "unknown",
  } as const;
  const { state } = sent;
  if (state !== "open" && state !== "left") {
    // Without a list of pending items, an item counts as pending until it is done. Therefore any other result is
    // journaled as unknown.
    const isLeft = !facts.isListed && state !== "done";
    run.journal?.note({ kind: "finished", target: name, names, state: isLeft ? "unknown" : states[state] });
  }
  return sent;
}

/** Awaits a task of this run or an earlier one, within its timeout. */
export async function endOfFinish(
  { run, name, session, facts }: ActivationTarget,
  task: Task,
  { atOnce = false }: { readonly atOnce?: boolean } = {},
): Promise<Ended> {
  const unknown = (why: string): Ended => ({
    state: "unknown",
    problem: problem(
      "task-unknown",
      `${name}: the result of task ${task.id} (${facts.verb}) is unknown: ${why}`,
      {
        hint: `Run apply again, which polls the task first, or look for task ${task.id} on the controller.`,
      },
    ),
  });
  const { clock, listener, signal } = run;
  const waiting = { ask: session.askFinish, clock, listener, target: name, atOnce };
  try {
    const end = await awaitTask(waiting, task, signal);
    if (end.is === "done") return { state: "done" };
    if (end.is === "failed") return { state: "failed", problem: end.problem };
    if (end.is === "late") return unknown(`it had not ended after ${Math.round(task.withinMs / 1000)} s`);
    return unknown(end.detail);
  } catch (error) {
    if (!signal.aborted) throw error;
    return unknown("the run was interrupted before it ended");
  }
}

/**
 * Writes the intent to the journal before the request is sent. Returns a problem if this fails. The request must not be
 * sent then.
 */
export async function noted(
  run: ApplyRun,
  intent: FinishIntent,
  fence?: Fence,
): Promise<Problem | undefined> {
  try {
    await run.journal?.write(intent, fence);
    return undefined;
  } catch (error) {
    if (error instanceof NotOwned) return notOwnedBy(intent.target);
    run.journalFailed = true;
    return problem(
      "journal-unwritable",
      `${intent.target}: trueup sends nothing without a journal, and the journal cannot be written`,
      {
        hint: "Free disk space or correct the permissions, then apply again.",
      },
    );
  }
}
